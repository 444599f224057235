//go:build !js

package scenario

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"ratesim/preset"
	"ratesim/spec"
)

//go:embed starter.yaml.tmpl
var starterText string

var starterTemplate = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{"yaml": scalarText, "comment": faultComment}
	return template.Must(template.New("starter").Funcs(functions).Parse(starterText))
})

// scalarText returns a text as YAML writes it, with quotes if it needs them.
func scalarText(text string) (string, error) {
	written, err := yaml.Marshal(textNode(text))
	return strings.TrimSpace(string(written)), err
}

// faultComment returns a text as a comment among faults, on lines of 80 columns.
func faultComment(text string) string {
	const begin, columns = "    # ", 80
	lines := []string{"#"}
	for word := range strings.FieldsSeq(text) {
		last := &lines[len(lines)-1]
		if utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) > columns-len(begin)+len("# ") {
			lines = append(lines, "#")
			last = &lines[len(lines)-1]
		}
		*last += " " + word
	}
	return strings.Join(lines, "\n"+strings.TrimSuffix(begin, "# "))
}

// A Start is what a new scenario file is about.
type Start struct {
	Name     string   // of the scenario
	Endpoint string   // a preset
	Policies []string // specs, or names of policies of account
}

// A starterPage is what the template puts in.
type starterPage struct {
	Name, Endpoint, Preset string
	Limits, Policies       Map[string]
	Refusals               []suggestion
	Course                 bool // a policy has the name course
}

// NewFile returns a commented scenario file to change, which is fine as it is. The
// error names each mistake in what it is to be about.
func NewFile(start Start) ([]byte, error) {
	filled, errPreset := preset.Parse(start.Endpoint)
	p := starterPage{Name: start.Name, Endpoint: start.Endpoint, Preset: filled.Spec.Name}
	var faults []error
	if !isPlain(start.Name) {
		faults = append(faults, fmt.Errorf("--name: want letters, digits, - and _; have %q", start.Name))
	}
	for _, fault := range each(errPreset) {
		faults = append(faults, fmt.Errorf("--endpoint: %w", fault))
	}
	faults = append(faults, p.choose(start.Policies)...)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	shown, err := Read(Input{Endpoint: start.Endpoint})
	if err != nil {
		return nil, err
	}
	p.Limits, p.Refusals = shown.Open.Endpoint.Limits, suggestions(filled.Refusals)
	var b bytes.Buffer
	if err := starterTemplate().Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), checkFile(b.Bytes(), start.Name)
}

// A suggestion is another way in which the provider refuses, as a fault of a name that
// no other suggestion has, so that all can be taken together.
type suggestion struct {
	preset.Refusal
	Name string
}

func suggestions(refusals []preset.Refusal) (all []suggestion) {
	statuses := map[int]int{}
	for _, r := range refusals {
		name := fmt.Sprintf("other-%d", r.Status)
		if statuses[r.Status]++; statuses[r.Status] > 1 {
			name = fmt.Sprintf("%s-%d", name, statuses[r.Status])
		}
		all = append(all, suggestion{r, name})
	}
	return all
}

// choose gives each policy a name.
func (p *starterPage) choose(policies []string) (faults []error) {
	account, err := Load("account")
	if err != nil {
		return []error{err}
	}
	var given []string
	for _, text := range policies {
		if _, err := account.ParsePolicy(text); err != nil {
			faults = append(faults, fmt.Errorf("--policy: %w", err))
			continue
		}
		parsed, err := spec.Parse(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("--policy: %w", err))
			continue
		}
		if slices.Contains(given, parsed.String()) {
			faults = append(faults, fmt.Errorf("--policy: %q is given twice", text))
			continue
		}
		given = append(given, parsed.String())
		name := parsed.Name
		if parsed.Version != "" {
			name += "-" + strings.ReplaceAll(parsed.Version, ".", "-")
		}
		if text == "none" {
			continue // which is there
		}
		for n, base := 2, name; name == "none" || p.Policies.At(name) != nil; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		*p.Policies.enter(name) = text
	}
	p.Course = p.Policies.At("course") != nil
	return faults
}

// checkFile returns what is wrong with a file that was made.
func checkFile(text []byte, name string) error {
	read, err := Read(Input{File: bytes.NewReader(text), FileName: name + ".yaml"})
	if err == nil {
		_, err = NewOpenModel(read)
	}
	return err
}
