package spec

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/suggest"
)

// A Reader takes the arguments of a spec and gathers its faults. Each method
// reads the argument of a name, or the Default of the form's table where it was
// left out. What cannot be read is a fault and comes back as 0.
type Reader struct {
	spec      Spec
	arguments []Argument
	source    *sourceOf
	nested    map[string]Spec // canonical specs of values that are specs
}

// A sourceOf is a Source and the faults found in it.
type sourceOf struct {
	Source
	faults *[]*Error
}

func (s *sourceOf) fault(at int, format string, args ...any) {
	*s.faults = append(*s.faults, &Error{Text: s.Text, At: at, Message: fmt.Sprintf(format, args...)})
}

// Has reports whether an argument was given.
func (r *Reader) Has(name string) bool { return r.given(name) != nil }

// Step returns the length of one "step" in a duration; 0 when there are none.
func (r *Reader) Step() time.Duration { return r.source.Step }

// Fault says that something is wrong with an argument.
func (r *Reader) Fault(name, format string, args ...any) {
	at := r.spec.At
	if given := r.given(name); given != nil {
		at = given.Value.At
	}
	r.source.fault(at, "%s: %s", name, fmt.Sprintf(format, args...))
}

// Word reads a word or text; of an argument with Choices, one of them.
func (r *Reader) Word(name string) string {
	text, ok := r.text(name)
	if choices := r.argument(name).Choices; ok && choices != nil && !slices.Contains(choices, text) {
		r.Fault(name, "want %s; have %q%s", oneOf(choices), text, suggest.Question(text, choices))
	}
	return text
}

// Choice reads one of the argument's Choices and returns its place among them.
func (r *Reader) Choice(name string) int {
	return max(0, slices.Index(r.argument(name).Choices, r.Word(name)))
}

// Several reads some of the argument's Choices, joined by +, and returns their
// places among them.
func (r *Reader) Several(name string) (places []int) {
	text, ok := r.text(name)
	if !ok {
		return nil
	}
	choices := r.argument(name).Choices
	for word := range strings.SplitSeq(text, "+") {
		place := slices.Index(choices, word)
		if place < 0 {
			r.Fault(name, "want some of %s, joined by +; have %q%s", list(choices), word, suggest.Question(word, choices))
			continue
		}
		places = append(places, place)
	}
	return places
}

// Duration reads a span that is not negative.
func (r *Reader) Duration(name string) time.Duration {
	text, ok := r.text(name)
	if !ok {
		return 0
	}
	d, message := ParseDuration(text, r.source.Step)
	if message != "" {
		r.Fault(name, "%s", message)
	}
	return d
}

// Positive reads a span of more than 0.
func (r *Reader) Positive(name string) time.Duration {
	text, ok := r.text(name)
	if !ok {
		return 0
	}
	d, message := ParseDuration(text, r.source.Step)
	if message == "" && d == 0 {
		message = "want a duration of more than 0; have " + text
	}
	if message != "" {
		r.Fault(name, "%s", message)
	}
	return d
}

// most bounds counts: the largest that is exact as a float64.
const most = 1 << 53

// Count reads a whole number of at least least.
func (r *Reader) Count(name string, least int64) int64 {
	text, ok := r.text(name)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		r.Fault(name, "want a whole number from %d to 2^53; have %q", least, text)
		return 0
	}
	return n
}

// Number reads a finite number within bounds; math.Inf(1) for none above.
func (r *Reader) Number(name string, least, largest float64) float64 {
	text, ok := r.text(name)
	if !ok {
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && n >= least && n <= largest && !math.IsInf(n, 0) {
		return n
	}
	bounds := "from " + formatNumber(least) + " to " + formatNumber(largest)
	if math.IsInf(largest, 1) {
		bounds = "of at least " + formatNumber(least)
	}
	r.Fault(name, "want a number %s; have %q", bounds, text)
	return 0
}

// Share reads a number from 0 to 1.
func (r *Reader) Share(name string) float64 { return r.Number(name, 0, 1) }

// Flag reads yes or no.
func (r *Reader) Flag(name string) bool {
	text, ok := r.text(name)
	if ok && text != "yes" && text != "no" {
		r.Fault(name, "want yes or no; have %q", text)
	}
	return text == "yes"
}

// List reads values joined by >, such as 1s>5s>15s.
func (r *Reader) List(name string) []string {
	text, ok := r.text(name)
	if !ok || text == "" {
		return nil
	}
	return strings.Split(text, ">")
}

// Nested reads an argument whose value is a spec of other forms.
func Nested[T any](r *Reader, name string, forms Forms[T]) (made T) {
	given := r.given(name)
	if given == nil {
		text, ok := r.text(name)
		if !ok {
			return made
		}
		s, err := Parse(text)
		if err != nil {
			panic(fmt.Sprintf("spec: the default of %s of %s is no spec: %v", name, r.spec.Name, err))
		}
		made, _ = forms.read(s, &sourceOf{Source: Source{Text: text, Step: r.source.Step}, faults: r.source.faults})
		return made
	}
	s, ok := given.Value.AsSpec()
	if !ok {
		r.Fault(name, "want a %s such as %s; have %q", forms.What, forms.All[0].Name, given.Value.Text)
		return made
	}
	made, r.nested[name] = forms.read(s, r.source)
	return made
}

// text returns an argument as it was given or holds by default; ok is false,
// and that a fault, when it must be given and was not.
func (r *Reader) text(name string) (text string, ok bool) {
	if given := r.given(name); given != nil {
		if given.Value.Spec != nil {
			return given.Value.Spec.String(), true
		}
		return given.Value.Text, true
	}
	argument := r.argument(name)
	if argument.Default == "" {
		r.source.fault(r.spec.At, "%s wants %s: %s", r.spec.Name, name, argument.About)
		return "", false
	}
	return argument.Default, true
}

// given returns an argument, nil if it is left out.
func (r *Reader) given(name string) *Arg {
	i := slices.IndexFunc(r.spec.Args, func(a Arg) bool { return a.Key == name })
	if i < 0 {
		return nil
	}
	return &r.spec.Args[i]
}

// argument returns the form's row of a name. There must be one.
func (r *Reader) argument(name string) Argument {
	i := slices.IndexFunc(r.arguments, func(a Argument) bool { return a.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("spec: the form %s has no argument %q in its table", r.spec.Name, name))
	}
	return r.arguments[i]
}

// rejectOthers faults each argument that the form does not have.
func (r *Reader) rejectOthers() {
	var known []string
	for _, a := range r.arguments {
		known = append(known, a.Name)
	}
	for _, arg := range r.spec.Args {
		switch {
		case slices.Contains(known, arg.Key):
		case len(known) == 0:
			r.source.fault(arg.At, "%s takes no arguments; have %s", r.spec.Name, arg.Key)
		default:
			r.source.fault(arg.At, "%s has no %q; it has %s%s", r.spec.Name, arg.Key, list(known), suggest.Question(arg.Key, known))
		}
	}
}

// canonical returns the spec with its arguments in the order of the table and
// without those that say what holds anyway.
func (r *Reader) canonical() Spec {
	s := Spec{Name: r.spec.Name, At: r.spec.At}
	for _, a := range r.arguments {
		given := r.given(a.Name)
		if given == nil {
			continue
		}
		value := Value{Text: given.Value.Text, Spec: given.Value.Spec}
		if nested, ok := r.nested[a.Name]; ok {
			value = Value{Spec: &nested}
			if len(nested.Args) == 0 {
				value = Value{Text: nested.Name}
			}
		} else if d, message := ParseDuration(value.Text, r.source.Step); a.Unit == "duration" && message == "" {
			value.Text = d.String()
		}
		if !r.holdsAnyway(a, value) {
			s.Args = append(s.Args, Arg{Key: a.Name, Value: value})
		}
	}
	return s
}

// holdsAnyway reports that a value says what its argument's Default says.
func (r *Reader) holdsAnyway(a Argument, v Value) bool {
	if a.Unit != "duration" {
		return v.String() == a.Default
	}
	d, message := ParseDuration(a.Default, r.source.Step)
	return message == "" && d.String() == v.Text
}

func oneOf(choices []string) string { return "one of " + list(choices) }

func list(names []string) string { return strings.Join(names, ", ") }

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
