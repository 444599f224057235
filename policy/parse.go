package policy

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/spec"
	"ratesim/suggest"
)

// Defaults complete a spec that leaves things out.
type Defaults struct {
	Step     time.Duration // the length of one "step" in a duration; 0 when there are none
	Attempts int           // of a policy that retries and does not say; 0 for no bound
}

// Parse reads a policy: none, fixed(wait=1s), exponential(base=1s, factor=2,
// cap=8s). Each but none takes attempts=N. Durations are Go's, such as 1.5s or
// 2m30s, or a whole number of steps, such as 2steps.
//
// Parse gives back what String wrote; but a policy without attempts takes those
// of the Defaults. The error names each fault of the spec.
func Parse(text string, d Defaults) (Policy, error) {
	s, err := spec.Parse(text)
	if err != nil {
		return nil, err
	}
	return Build(s, Source{Text: text, Defaults: d})
}

// A Source is where a spec stands, and what completes it.
type Source struct {
	Text string // that the spec was parsed from, for messages
	Defaults
}

// Kinds returns the names of the policies that Parse knows.
func Kinds() []string { return []string{"exponential", "fixed", "none"} }

// Build returns the policy that a parsed spec describes.
func Build(s spec.Spec, source Source) (Policy, error) {
	r := reader{spec: s, source: source}
	var p Policy
	switch s.Name {
	case "none":
		p = None{}
	case "fixed":
		p = Fixed{Wait: r.duration("wait", nil)}
	case "exponential":
		none := time.Duration(0)
		p = Exponential{Base: r.duration("base", nil), Factor: r.factor(), Cap: r.duration("cap", &none)}
	default:
		r.fault(s.At, "there is no policy %q%s", s.Name, suggest.Question(s.Name, Kinds()))
		return nil, r.err()
	}
	if s.Version != "" {
		r.fault(s.At, "%s has no versions; leave out @%s", s.Name, s.Version)
	}
	if s.Name != "none" {
		if attempts := r.attempts(); attempts > 0 {
			p = AtMost{Attempts: attempts, Of: p}
		}
	}
	r.rejectOthers()
	if len(r.faults) > 0 {
		return nil, r.err()
	}
	return p, nil
}

// A reader takes the arguments of a spec and gathers its faults.
type reader struct {
	spec   spec.Spec
	source Source
	known  []string // keys that were asked for
	faults []*spec.Error
}

func (r *reader) fault(at int, format string, args ...any) {
	r.faults = append(r.faults, &spec.Error{Text: r.source.Text, At: at, Message: fmt.Sprintf(format, args...)})
}

// err returns the faults in the order of their places.
func (r *reader) err() error {
	slices.SortStableFunc(r.faults, func(a, b *spec.Error) int { return cmp.Compare(a.At, b.At) })
	var all []error
	for _, fault := range r.faults {
		all = append(all, fault)
	}
	return errors.Join(all...)
}

// word returns the value of an argument, whose Text is set even for a spec; ok
// is false when there is none.
func (r *reader) word(key string) (v spec.Value, ok bool) {
	r.known = append(r.known, key)
	i := slices.IndexFunc(r.spec.Args, func(a spec.Arg) bool { return a.Key == key })
	if i < 0 {
		return v, false
	}
	v = r.spec.Args[i].Value
	if v.Spec != nil {
		v.Text = v.Spec.String()
	}
	return v, true
}

// duration reads a span that is not negative; without a default it must be given.
func (r *reader) duration(key string, otherwise *time.Duration) time.Duration {
	v, ok := r.word(key)
	if !ok && otherwise != nil {
		return *otherwise
	}
	if !ok {
		r.fault(r.spec.At, "%s wants %s, such as %s(%s=1s)", r.spec.Name, key, r.spec.Name, key)
		return 0
	}
	d, message := ParseDuration(v.Text, r.source.Step)
	if message != "" {
		r.fault(v.At, "%s: %s", key, message)
	}
	return d
}

// ParseDuration reads a span that is not negative: a duration such as 1.5s, or a
// whole number of steps such as 2steps when steps have a length. The message
// says what is wrong, "" if nothing.
func ParseDuration(text string, step time.Duration) (d time.Duration, message string) {
	if count, ok := cutSteps(text); ok {
		n, err := strconv.ParseUint(count, 10, 63)
		switch {
		case err != nil && !errors.Is(err, strconv.ErrRange):
			return 0, fmt.Sprintf("want a whole number of steps, such as 2steps; have %q", text)
		case step == 0:
			return 0, fmt.Sprintf("%q counts steps, but time is continuous here; want a duration such as 1.5s", text)
		case err != nil || n > uint64(math.MaxInt64/step):
			return 0, fmt.Sprintf("want at most 292 years; have %s", text)
		}
		return time.Duration(n) * step, ""
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, fmt.Sprintf("want a duration such as 1.5s%s; have %q", orSteps(step), text)
	case d < 0:
		return 0, fmt.Sprintf("want a duration that is not negative; have %s", text)
	}
	return d, ""
}

func cutSteps(text string) (count string, ok bool) {
	if count, ok = strings.CutSuffix(text, "steps"); ok {
		return count, true
	}
	return strings.CutSuffix(text, "step")
}

func orSteps(step time.Duration) string {
	if step == 0 {
		return ""
	}
	return " or a number of steps such as 2steps"
}

func (r *reader) factor() float64 {
	v, ok := r.word("factor")
	if !ok {
		return 2
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || !(f >= 1) || math.IsInf(f, 1) {
		r.fault(v.At, "factor: want a number of at least 1; have %q", v.Text)
	}
	return f
}

// attempts reads the bound on attempts; 0 for none.
func (r *reader) attempts() int {
	v, ok := r.word("attempts")
	if !ok {
		return r.source.Attempts
	}
	n, err := strconv.Atoi(v.Text)
	if err != nil || n < 1 {
		r.fault(v.At, "attempts: want a whole number of at least 1, the first attempt included; have %q", v.Text)
		return 1
	}
	return n
}

// rejectOthers faults each argument that nobody asked for.
func (r *reader) rejectOthers() {
	for _, arg := range r.spec.Args {
		if slices.Contains(r.known, arg.Key) {
			continue
		}
		if len(r.known) == 0 {
			r.fault(arg.At, "%s takes no arguments; have %s", r.spec.Name, arg.Key)
			continue
		}
		r.fault(arg.At, "%s has no %q; it has %s%s", r.spec.Name, arg.Key, strings.Join(r.known, ", "), suggest.Question(arg.Key, r.known))
	}
}

func formatFloat(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func formatInt(n int) string { return strconv.Itoa(n) }
