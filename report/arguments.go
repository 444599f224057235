package report

import (
	"fmt"
	"io"
)

// An Argument is one setting of a kind of policy.
type Argument struct {
	Name    string
	Unit    string
	Default string // "" if it must be given
	Zero    string // what 0 means; "" for nothing special
	About   string
}

// Arguments are those of one kind of policy, and what it does.
type Arguments struct {
	Version   int        `json:"version"` // of the JSON form; Version when written
	Name      string     `json:"name"`
	About     string     `json:"about"`
	Arguments []Argument `json:"arguments"`
	Notes     []string   `json:"notes"`
}

// Write writes the arguments in the given format. CSV and NDJSON have neither what
// the policy does nor the notes.
func (a Arguments) Write(w io.Writer, f Format, l Layout) error {
	a.Version = Version
	a.Arguments = append([]Argument{}, a.Arguments...) // never null in JSON
	a.Notes = append([]string{}, a.Notes...)
	text := ""
	switch f {
	case FormatTable:
		text = title(a.Name, a.About, l) + factLines(a.facts(), l)
	case FormatMarkdown:
		text = fmt.Sprintf("**%s**: %s\n\n%s", a.Name, a.About, factList(a.facts()))
	default:
		return sheet[Argument]{columns: argumentColumns(), records: a.Arguments, document: a}.write(w, f, l)
	}
	_, err := io.WriteString(w, text)
	return err
}

// facts returns the arguments as a person reads of them, and the notes.
func (a Arguments) facts() (facts []Fact) {
	for _, argument := range a.Arguments {
		text := argument.About + " (" + argument.Unit
		if argument.Default == "" {
			text += ", must be given"
		} else {
			text += ", by default " + argument.Default
		}
		if argument.Zero != "" {
			text += "; 0: " + argument.Zero
		}
		facts = append(facts, Fact{Heading: argument.Name, Text: []string{text + ")"}})
	}
	if len(a.Arguments) == 0 {
		facts = append(facts, Fact{Text: []string{"It takes no arguments."}})
	}
	for _, note := range a.Notes {
		facts = append(facts, Fact{Text: []string{note}})
	}
	return facts
}

// MarshalJSON writes the argument as an object with a member a column.
func (a Argument) MarshalJSON() ([]byte, error) { return marshalRecord(argumentColumns(), &a) }

func argumentColumns() []column[Argument] {
	type row = Argument
	return []column[row]{
		{name: "argument", field: func(r *row) any { return &r.Name }},
		{name: "unit", field: func(r *row) any { return &r.Unit }},
		{name: "default", field: func(r *row) any { return &r.Default }},
		{name: "zero", field: func(r *row) any { return &r.Zero }},
		{name: "about", field: func(r *row) any { return &r.About }},
	}
}
