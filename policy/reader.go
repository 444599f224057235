package policy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/spec"
	"ratesim/suggest"
)

// A reader takes the arguments of a spec and gathers its faults.
type reader struct {
	spec   spec.Spec
	called string // the name that the user wrote, for messages
	isPart bool   // it says how long to wait inside another one
	source Source
	faults *[]*spec.Error
}

func (r *reader) fault(at int, format string, args ...any) {
	*r.faults = append(*r.faults, &spec.Error{Text: r.source.Text, At: at, Message: fmt.Sprintf(format, args...)})
}

// argument returns an argument, nil if it is not given.
func (r *reader) argument(key string) *spec.Arg {
	i := slices.IndexFunc(r.spec.Args, func(a spec.Arg) bool { return a.Key == key })
	if i < 0 {
		return nil
	}
	return &r.spec.Args[i]
}

func (r *reader) has(key string) bool { return r.argument(key) != nil }

// at returns the place of an argument's value, or that of the spec.
func (r *reader) at(key string) int {
	if arg := r.argument(key); arg != nil {
		return arg.Value.At
	}
	return r.spec.At
}

// word returns the value of an argument, whose Text is set even for a spec; ok
// is false when there is none.
func (r *reader) word(key string) (v spec.Value, ok bool) {
	arg := r.argument(key)
	if arg == nil {
		return v, false
	}
	v = arg.Value
	if v.Spec != nil {
		v.Text = v.Spec.String()
	}
	return v, true
}

// inner returns a reader of the spec that is the value of an argument, which
// must be given.
func (r *reader) inner(key, example string) (*reader, bool) {
	arg := r.argument(key)
	if arg == nil {
		r.fault(r.spec.At, "%s wants %s, such as %s=%s", r.called, key, key, example)
		return nil, false
	}
	s, ok := arg.Value.AsSpec()
	if !ok {
		r.fault(arg.Value.At, "%s: want a policy such as %s; have %q", key, example, arg.Value.Text)
		return nil, false
	}
	return &reader{spec: s, called: s.Name, source: r.source, faults: r.faults}, true
}

// duration reads a span that is not negative; without a default it must be given.
func (r *reader) duration(key string, otherwise *time.Duration) time.Duration {
	v, ok := r.word(key)
	if !ok && otherwise != nil {
		return *otherwise
	}
	if !ok {
		r.fault(r.spec.At, "%s wants %s, such as %s(%s=1s)", r.called, key, r.called, key)
		return 0
	}
	d, message := spec.ParseDuration(v.Text, r.source.Step)
	if message != "" {
		r.fault(v.At, "%s: %s", key, message)
	}
	return d
}

// factor reads a finite number of at least least; without a default it must be
// given.
func (r *reader) factor(key string, least float64, otherwise *float64) float64 {
	v, ok := r.word(key)
	if !ok && otherwise != nil {
		return *otherwise
	}
	if !ok {
		r.fault(r.spec.At, "%s wants %s, a number of at least %s", r.called, key, formatFloat(least))
		return least
	}
	f, message := parseFactor(v.Text, least)
	if message != "" {
		r.fault(v.At, "%s: %s", key, message)
	}
	return f
}

func parseFactor(text string, least float64) (f float64, message string) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= least) || math.IsInf(f, 1) {
		return least, fmt.Sprintf("want a number of at least %s; have %q", formatFloat(least), text)
	}
	return f, ""
}

// rejectOthers faults each argument that is not of the form, nor a rule where
// rules belong.
func (r *reader) rejectOthers(f form) {
	known := argumentNames(f.Own)
	rules := argumentNames(Rules())
	switch {
	case f.backoff != nil && r.isPart:
		known = append(known, argumentNames(Bounds())...)
	case f.backoff != nil:
		known = slices.Concat(known, rules, argumentNames(Bounds()))
	}
	for _, arg := range r.spec.Args {
		switch {
		case slices.Contains(known, arg.Key):
		case len(known) == 0:
			r.fault(arg.At, "%s takes no arguments; have %s", r.called, arg.Key)
		case r.isPart && slices.Contains(rules, arg.Key):
			r.fault(arg.At, "%s is for a whole policy; %s is a part of one here", arg.Key, r.called)
		default:
			r.fault(arg.At, "%s has no %q; it has %s", r.called, arg.Key, alternatives(arg.Key, argumentNames(f.Own), known))
		}
	}
}

// alternatives returns what there is in place of an unknown argument: all that
// is known, or, where a suggestion helps more, the form's own and that there are more.
func alternatives(key string, own, known []string) string {
	question := suggest.Question(key, known)
	if question != "" && slices.Contains(known, "attempts") {
		return strings.Join(append(own, "attempts"), ", ") + " and those of every policy" + question
	}
	return strings.Join(known, ", ") + question
}

func argumentNames(list []Argument) []string {
	var names []string
	for _, a := range list {
		names = append(names, a.Name)
	}
	return names
}

func formatFloat(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func formatInt(n int) string { return strconv.Itoa(n) }
