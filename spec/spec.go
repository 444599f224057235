// Package spec is the one grammar in which policies, endpoints and governors
// are written:
//
//	name
//	name@version
//	name(key=value, key=value)
//	name@version(key=other(key=value), key="text, with a comma")
//
// A value is a word, a text in double quotes (Go's escapes) or another spec.
// Blanks may stand between any two parts. The package knows no name and no key:
// what they mean is for the packages that read them.
package spec

import (
	"fmt"
	"strconv"
	"strings"
)

// A Spec is one parsed specification.
type Spec struct {
	Name    string
	Version string // after the @; "" for none
	Args    []Arg  // in the order given
	At      int    // offset of the name in the text, in bytes
}

// An Arg is one key with its value.
type Arg struct {
	Key   string
	Value Value
	At    int // offset of the key in the text, in bytes
}

// A Value is a word or text, or a spec. A spec with neither version nor
// arguments is a word.
type Value struct {
	Text string // without quotes and escapes; "" when Spec is set
	Spec *Spec  // nil for a word or text
	At   int    // offset in the text, in bytes
}

// New returns a spec with the given arguments.
func New(name string, args ...Arg) Spec {
	return Spec{Name: name, Args: args}
}

// Word returns an argument whose value is a word or text.
func Word(key, text string) Arg {
	return Arg{Key: key, Value: Value{Text: text}}
}

// With returns a copy of s with arguments added at its end.
func (s Spec) With(args ...Arg) Spec {
	s.Args = append(s.Args[:len(s.Args):len(s.Args)], args...)
	return s
}

// String returns the spec in canonical form: Parse gives it back.
func (s Spec) String() string {
	var b strings.Builder
	b.WriteString(s.Name)
	if s.Version != "" {
		b.WriteString("@" + s.Version)
	}
	if len(s.Args) == 0 {
		return b.String()
	}
	for i, arg := range s.Args {
		separator := ", "
		if i == 0 {
			separator = "("
		}
		fmt.Fprintf(&b, "%s%s=%s", separator, arg.Key, arg.Value)
	}
	return b.String() + ")"
}

// String returns the value as a spec writes it.
func (v Value) String() string {
	if v.Spec != nil {
		return v.Spec.String()
	}
	if isWord(v.Text) {
		return v.Text
	}
	return strconv.Quote(v.Text)
}

// AsSpec returns the value as a spec: a word is one without arguments. It is
// false for a text that is not a name.
func (v Value) AsSpec() (s Spec, ok bool) {
	if v.Spec != nil {
		return *v.Spec, true
	}
	if v.Text == "" || strings.ContainsFunc(v.Text, func(r rune) bool { return !isNamePart(r) }) {
		return Spec{}, false
	}
	return Spec{Name: v.Text, At: v.At}, true
}
