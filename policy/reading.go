package policy

import (
	"fmt"
	"strings"
	"time"

	"ratesim/hint"
	"ratesim/suggest"
)

// A Reading is what a client puts up with in the values of hints. The zero
// Reading is hint.Lenient.
type Reading struct {
	Marks hint.Marks // that are put up with
	Whole bool       // the fraction of a number is dropped, as JavaScript's parseInt does
	Given bool       // Marks and Whole hold; else the Reading must be zero
}

// readings are the readings that have a name, the default first.
var readings = [...]struct {
	name    string
	reading Reading
}{
	{"lenient", Reading{}},
	{"strict", Reading{Marks: hint.Strict, Given: true}},
	{"integers", Reading{Marks: hint.Integers, Given: true}},
	{"floats", Reading{Marks: hint.Floats, Given: true}},
	{"prefixes", Reading{Marks: hint.Prefixes, Given: true}},
	{"parse-int", Reading{Marks: hint.Prefixes, Whole: true, Given: true}},
}

// read returns the wait of a hint; ok is false for one that cannot be read.
func (r Reading) read(h hint.Hint) (wait time.Duration, ok bool) {
	marks := hint.Lenient
	if r.Given {
		marks = r.Marks
	}
	wait, ok = h.Read(marks)
	if r.Whole && h.Notation == hint.Number && h.Marks&hint.Fraction != 0 {
		unit := time.Second
		if h.Kind == hint.Milliseconds {
			unit = time.Millisecond
		}
		wait = wait.Truncate(unit)
	}
	return wait, ok
}

// parseReading reads the name of a reading, or marks joined by +.
func parseReading(text string) (Reading, error) {
	for _, known := range readings {
		if text == known.name {
			return known.reading, nil
		}
	}
	r := Reading{Given: true}
	for word := range strings.SplitSeq(text, "+") {
		mark, ok := markNamed(word)
		if !ok {
			return Reading{}, fmt.Errorf("want one of %s, or marks of hints joined by +, such as fraction+sign; have %q%s",
				strings.Join(readingNames(), ", "), text, suggest.Question(text, readingNames()))
		}
		r.Marks |= mark
	}
	if r.Marks == hint.Lenient {
		return Reading{}, nil
	}
	return r, nil
}

// markNamed returns the marks that a word stands for; plain stands for none.
func markNamed(word string) (hint.Marks, bool) {
	if word == "plain" {
		return 0, true
	}
	for _, known := range readings[1:] {
		if word == known.name && !known.reading.Whole {
			return known.reading.Marks, true
		}
	}
	for mark := hint.Fraction; mark <= hint.Loose; mark <<= 1 {
		if word == mark.String() {
			return mark, true
		}
	}
	return 0, false
}

// String returns the reading as parseReading reads it; "" for the zero one.
func (r Reading) String() string {
	if r == (Reading{}) {
		return ""
	}
	for _, known := range readings[1:] {
		if r == known.reading {
			return known.name
		}
	}
	if r.Marks == 0 {
		return "plain"
	}
	return r.Marks.String()
}

func readingNames() []string {
	var names []string
	for _, known := range readings {
		names = append(names, known.name)
	}
	return names
}

// sourcesMax is how many sources an Order lists.
const sourcesMax = 8

// A HintSource is a kind of hint that comes by a channel. The zero HintSource is
// none.
type HintSource struct {
	Kind    hint.Kind
	Channel hint.Channel
}

// An Order lists the hints that a client looks at, the first one first; others
// it does not see. The zero Order is all that say how long to wait, by
// precision, but no resets: when a limit is renewed is not when a request fits.
type Order [sourcesMax]HintSource

// OrderOf returns the Order of the first 8 sources.
func OrderOf(sources ...HintSource) Order {
	var o Order
	copy(o[:], sources)
	return o
}

// next returns the index of the first hint that is not in tried, a set of bits;
// -1 if there is none. Of equals it is the one that the server said first.
func (o Order) next(hints []hint.Hint, tried uint64) int {
	first := -1
	for i := range hints[:min(len(hints), 64)] {
		if tried>>i&1 == 0 && o.sees(hints[i]) && (first < 0 || o.before(hints[i], hints[first])) {
			first = i
		}
	}
	return first
}

// sees reports whether the client looks at a hint.
func (o Order) sees(h hint.Hint) bool {
	if o == (Order{}) {
		return h.Kind != hint.None && h.Kind != hint.ShouldRetry && h.Kind != hint.Reset
	}
	return o.place(h) < sourcesMax
}

// before reports whether a client looks at a before b, both of which it sees.
func (o Order) before(a, b hint.Hint) bool {
	if o == (Order{}) {
		return hint.ByPrecision(a, b) < 0
	}
	return o.place(a) < o.place(b)
}

// place returns the place of a hint in the order; sourcesMax if it has none.
func (o Order) place(h hint.Hint) int {
	for i, source := range o {
		if source.Kind != hint.None && source == (HintSource{h.Kind, h.Channel}) {
			return i
		}
	}
	return sourcesMax
}

// String returns the source as one word, such as seconds or aws-milliseconds.
func (s HintSource) String() string {
	if s.Channel == hint.Common {
		return s.Kind.String()
	}
	return s.Channel.String() + "-" + s.Kind.String()
}

// sourceNamed returns the source of a word.
func sourceNamed(word string) (HintSource, bool) {
	for kind := hint.Milliseconds; kind <= hint.Reset; kind++ {
		for channel := hint.Common; channel <= hint.Message; channel++ {
			if s := (HintSource{kind, channel}); s.String() == word {
				return s, true
			}
		}
	}
	return HintSource{}, false
}

// parseOrder reads any, or sources joined by >.
func parseOrder(text string) (Order, error) {
	if text == "any" {
		return Order{}, nil
	}
	var list []HintSource
	for word := range strings.SplitSeq(text, ">") {
		source, ok := sourceNamed(word)
		switch {
		case !ok:
			return Order{}, fmt.Errorf("want any, or hints joined by >, such as milliseconds>seconds>date>reset or aws-milliseconds; have %q", word)
		case len(list) == sourcesMax:
			return Order{}, fmt.Errorf("want at most %d kinds of hints; have %q", sourcesMax, text)
		}
		list = append(list, source)
	}
	return OrderOf(list...), nil
}

// String returns the order as parseOrder reads it; "" for the zero Order.
func (o Order) String() string {
	var words []string
	for _, source := range o {
		if source != (HintSource{}) {
			words = append(words, source.String())
		}
	}
	return strings.Join(words, ">")
}
