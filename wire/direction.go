package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/hint"
)

// Fields by which a request tells a simulated endpoint what no real one is told.
const (
	FieldCall    = "X-Ratesim-Call-Id" // names the call of which this is an attempt
	FieldAttempt = "X-Ratesim-Attempt" // which attempt of the call this is, 0 for the first
	FieldStep    = "X-Ratesim-Step"    // which of the calls of a chain this is, 0 for the first
	FieldFlow    = "X-Ratesim-Flow"    // the flow of the scenario that the call belongs to
	FieldSizes   = "X-Ratesim-Sizes"   // tokens, such as input=500, output=120
	FieldFault   = "X-Ratesim-Fault"   // a fault that strikes this attempt, such as error(status=503)
)

// Directions are what a request tells a simulated endpoint.
type Directions struct {
	Call    string // "" if it does not say
	Attempt int    // −1 if it does not say
	Step    int
	Flow    string
	Fault   string
	Sizes   Sizes
}

// Sizes are in tokens, and −1 where nothing is said.
type Sizes struct{ Input, Output, Cached, Estimate, MaxOutput int64 }

// NoSizes says nothing.
var NoSizes = Sizes{-1, -1, -1, -1, -1}

// directionMax bounds the names that a request may bring along.
const directionMax = 128

// sizeMax bounds a size, so that sums of them do not overflow.
const sizeMax = 1 << 40

// Fields are all by which a request tells a simulated endpoint something.
var Fields = []string{FieldCall, FieldAttempt, FieldStep, FieldFlow, FieldSizes, FieldFault}

// UnknownField returns a field of a request that looks like one of Fields and is none,
// the first by name; "" if there is none.
func UnknownField(header http.Header) string {
	unknown := ""
	for name := range header {
		if strings.HasPrefix(name, "X-Ratesim-") && !slices.Contains(Fields, name) && (unknown == "" || name < unknown) {
			unknown = name
		}
	}
	return unknown
}

// ReadDirections returns what a request tells a simulated endpoint. The error names
// the field that is not understood, and what is wanted.
func ReadDirections(header http.Header) (Directions, error) {
	for _, name := range Fields {
		if n := len(header[name]); n > 1 {
			return Directions{Attempt: -1, Sizes: NoSizes}, fmt.Errorf("%s: want it once; have it %d times", name, n)
		}
	}
	d := Directions{Attempt: -1, Sizes: NoSizes, Fault: header.Get(FieldFault)}
	for _, f := range []struct {
		name string
		into *string
	}{{FieldCall, &d.Call}, {FieldFlow, &d.Flow}} {
		if *f.into = header.Get(f.name); len(*f.into) > directionMax {
			return d, fmt.Errorf("%s: want at most %d bytes; have %d", f.name, directionMax, len(*f.into))
		}
	}
	for _, f := range []struct {
		name, of string
		into     *int
	}{{FieldAttempt, "attempt", &d.Attempt}, {FieldStep, "call", &d.Step}} {
		text := header.Get(f.name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= 1<<20 {
			return d, fmt.Errorf("%s: want a whole number, 0 for the first %s; have %q", f.name, f.of, text)
		}
		*f.into = n
	}
	return d, d.Sizes.read(header.Get(FieldSizes))
}

// read reads sizes such as "input=500, output=120".
func (s *Sizes) read(text string) error {
	if text == "" {
		return nil
	}
	named := map[string]*int64{"input": &s.Input, "output": &s.Output, "cached": &s.Cached, "estimate": &s.Estimate, "max-output": &s.MaxOutput}
	for part := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.ParseInt(number, 10, 64)
		into := named[name]
		if into == nil || err != nil || n < 0 || n > sizeMax {
			return fmt.Errorf("%s: want sizes in tokens such as input=500, output=120, cached=100, estimate=480, max-output=200; have %q", FieldSizes, part)
		}
		if *into >= 0 {
			return fmt.Errorf("%s: want %s once; have %q", FieldSizes, name, text)
		}
		*into = n
	}
	return nil
}

// WriteSaid adds what was said to a header as Write does. What the vendor has no
// field for is written in the field that most others have for it.
func (v Vendor) WriteSaid(header http.Header, said hint.Said, sent time.Time) {
	if v == IETF && v.Write(header, said, sent) == nil {
		return
	}
	for _, h := range said.Hints {
		one := hint.Said{Hints: []hint.Hint{h}}
		if _, ok := v.fieldOf(h); ok && v.Write(header, one, sent) == nil {
			continue
		}
		_ = Any.Write(header, one, sent) // what nobody has a field for is not said
	}
	for _, l := range said.Limits {
		if v.writeLimit(header, l) != nil {
			_ = Any.writeLimit(header, l)
		}
	}
}
