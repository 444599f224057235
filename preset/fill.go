package preset

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"ratesim/spec"
)

// None is the value of a parameter by which a line is left out.
const None = "none"

// A Filled preset is one with the values of a user's account.
type Filled struct {
	*Endpoint
	Spec   spec.Spec // canonical
	Values []Value   // of the parameters, then of what is derived
	Body   *yaml.Node
}

// A Value is what a parameter or a derived value is.
type Value struct{ Name, Text string }

// EndpointForms returns how presets are written, such as openai(tpm=200000). The
// forms' Arguments are the parameters.
func EndpointForms() spec.Forms[Filled] {
	forms := spec.Forms[Filled]{What: "preset"}
	for _, e := range Endpoints() {
		form := spec.Form[Filled]{Name: e.Name, About: e.About}
		for _, p := range e.Parameters {
			form.Arguments = append(form.Arguments, p.argument())
		}
		form.Read = e.read
		forms.All = append(forms.All, form)
	}
	return forms
}

// Parse reads a preset with its values. The error names each mistake.
func Parse(text string) (Filled, error) {
	filled, canonical, err := EndpointForms().Parse(text, 0)
	if err != nil {
		return Filled{}, err
	}
	filled.Spec = canonical
	return filled, nil
}

// argument returns the parameter as an argument of a spec.
func (p Parameter) argument() spec.Argument {
	a := spec.Argument{Name: p.Name, Unit: p.Unit, Default: p.Default, Zero: p.Zero, About: p.About}
	if p.Unit == "word" {
		a.Choices = p.Words
	} else if len(p.Words) > 0 {
		a.Unit += ", or " + strings.Join(p.Words, ", ")
	}
	return a
}

// read reads the values of a preset and puts them in.
func (e *Endpoint) read(r *spec.Reader) Filled {
	f := Filled{Endpoint: e}
	numbers := map[string]int64{}
	set := func(name, text string) {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			numbers[name] = n
		}
		f.Values = append(f.Values, Value{name, text})
	}
	for _, p := range e.Parameters {
		set(p.Name, p.read(r, numbers))
	}
	for _, d := range e.Derived {
		set(d.Name, expressed(r, d.Name, expression{d.Is, d.Rounding, numbers}))
	}
	f.Body = f.put(&e.Body)
	f.dropHints()
	return f
}

// dropHints takes out hints about limits that were left out.
func (f *Filled) dropHints() {
	limits, hints := member(f.Body, "limits"), member(f.Body, "hints")
	if hints == nil {
		return
	}
	var kept []*yaml.Node
	for i := 0; i < len(hints.Content); i += 2 {
		about := LimitOf(hints.Content[i+1].Value)
		if about == "" || member(limits, about) != nil {
			kept = append(kept, hints.Content[i:i+2]...)
		}
	}
	hints.Content = kept
}

// LimitOf returns the name of the limit that a hint, as a spec, is about, "" if it does not say.
func LimitOf(hint string) string {
	parsed, err := spec.Parse(hint)
	if err != nil {
		return "" // the scenario tells what is wrong
	}
	for _, arg := range parsed.Args {
		if arg.Key == "limit" {
			return arg.Value.Text
		}
	}
	return ""
}

// member returns the value of a key of a mapping, nil if there is none.
func member(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n != nil && i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// read returns the value of a parameter as a spec writes it.
func (p Parameter) read(r *spec.Reader, numbers map[string]int64) string {
	if word := r.Word(p.Name); slices.Contains(p.Words, word) {
		return word
	}
	switch p.Unit {
	case "duration":
		return r.Positive(p.Name).String()
	case "share":
		return strconv.FormatFloat(r.Share(p.Name), 'g', -1, 64)
	case "word", "offset":
		return spec.Value{Text: r.Word(p.Name)}.String()
	}
	if r.Has(p.Name) {
		return strconv.FormatInt(r.Count(p.Name, 0), 10)
	}
	e := expression{p.Default, p.Rounding, numbers}
	text := expressed(r, p.Name, e)
	if name, least, ok := e.least(); ok && text == "0" {
		r.Fault(p.Name, "want it, or a %s of at least %d; it is not given, and %s is 0", name, least, p.Default)
	}
	return text
}

// expressed returns the value of an expression; None if it needs what is none.
func expressed(r *spec.Reader, name string, e expression) string {
	n, err := e.value()
	if errors.Is(err, errUnknown) {
		return None
	}
	if err != nil {
		r.Fault(name, "%v", err)
	}
	return strconv.FormatInt(n, 10)
}

// place is where a value is put in.
var place = regexp.MustCompile(`\{([a-z][a-z0-9]*)\}`)

// put returns a copy of a part of the endpoint with the values put in; nil if one
// of them is none.
func (f *Filled) put(n *yaml.Node) *yaml.Node {
	filled := *n
	filled.Content = nil
	if n.Kind == yaml.ScalarNode {
		left := false
		filled.Value = place.ReplaceAllStringFunc(n.Value, func(name string) string {
			text := f.Value(name[1 : len(name)-1])
			left = left || text == None
			return text
		})
		if filled.Value != n.Value {
			filled.Tag, filled.Style = plainTag(filled.Value), 0
		}
		if left {
			return nil
		}
		return &filled
	}
	for i := 0; i < len(n.Content); i += 2 {
		if value := f.put(n.Content[i+1]); value != nil {
			filled.Content = append(filled.Content, n.Content[i], value)
		}
	}
	return &filled
}

// plainTag returns what YAML takes a value for.
func plainTag(text string) string {
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "!!int"
	}
	return "!!str"
}

// Value returns a value by its name; "" if there is none of that name.
func (f *Filled) Value(name string) string {
	i := slices.IndexFunc(f.Values, func(v Value) bool { return v.Name == name })
	if i < 0 {
		return ""
	}
	return f.Values[i].Text
}
