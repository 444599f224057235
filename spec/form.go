package spec

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"ratesim/suggest"
)

// An Argument is one setting of a Form as users write it.
type Argument struct {
	Name    string
	Unit    string   // duration, tokens, share and so on
	Default string   // what holds when it is left out, as a user would write it; "" if it must be given
	Zero    string   // what 0 means; "" where 0 is not a value, or nothing special
	About   string   // what it is
	Choices []string // of words to choose from; nil for other units
}

// A Form is one kind of thing that a spec may name, such as a token bucket among
// limits, and how it is read.
type Form[T any] struct {
	Name      string
	About     string
	Arguments []Argument
	Read      func(*Reader) T
}

// Forms are all kinds of one thing. The table is what Parse, messages,
// completion and the manual go by.
type Forms[T any] struct {
	What string // what they are, for messages: "limit"
	All  []Form[T]
}

// A Source is where a spec stands, for messages, and what durations in it may
// count.
type Source struct {
	Text string        // that the spec was parsed from
	Step time.Duration // the length of one "step" in a duration; 0 when there are none
}

// Parse reads a text as one of the forms, and returns its canonical spec besides.
// The error names each fault.
func (f Forms[T]) Parse(text string, step time.Duration) (made T, canonical Spec, err error) {
	s, err := Parse(text)
	if err != nil {
		return made, Spec{}, err
	}
	var faults []*Error
	source := &sourceOf{Source: Source{Text: text, Step: step}, faults: &faults}
	made, canonical = f.read(s, source)
	return made, canonical, Joined(faults)
}

// Names returns the names of the forms, sorted.
func (f Forms[T]) Names() []string {
	var names []string
	for _, form := range f.All {
		names = append(names, form.Name)
	}
	slices.Sort(names)
	return names
}

// Named returns the form of a name.
func (f Forms[T]) Named(name string) (Form[T], bool) {
	i := slices.IndexFunc(f.All, func(form Form[T]) bool { return form.Name == name })
	if i < 0 {
		return Form[T]{}, false
	}
	return f.All[i], true
}

// read reads a parsed spec.
func (f Forms[T]) read(s Spec, source *sourceOf) (made T, canonical Spec) {
	form, ok := f.Named(s.Name)
	if !ok {
		source.fault(s.At, "there is no %s %q; there are %s%s", f.What, s.Name, list(f.Names()), suggest.Question(s.Name, f.Names()))
		return made, s
	}
	if s.Version != "" {
		source.fault(s.At, "%s has no versions; leave out @%s", s.Name, s.Version)
	}
	r := &Reader{spec: s, arguments: form.Arguments, source: source, nested: map[string]Spec{}}
	r.rejectOthers()
	made = form.Read(r)
	return made, r.canonical()
}

// Joined returns faults as one error, in the order of their places and each once;
// nil if there are none.
func Joined(faults []*Error) error {
	slices.SortStableFunc(faults, func(a, b *Error) int { return cmp.Compare(a.At, b.At) })
	faults = slices.CompactFunc(faults, func(a, b *Error) bool { return *a == *b }) // of an argument that was read twice
	var all []error
	for _, fault := range faults {
		all = append(all, fault)
	}
	return errors.Join(all...)
}
