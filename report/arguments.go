package report

import (
	"cmp"
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
	if f == FormatTable || f == FormatMarkdown {
		if _, err := fmt.Fprintf(w, "%s: %s\n\n", a.Name, a.About); err != nil {
			return err
		}
	}
	columns := argumentColumns()
	table := tableOf(columns, a.Arguments)
	table.Notes = a.Notes
	if len(a.Arguments) == 0 {
		table.Notes = append([]string{a.Name + " takes no arguments"}, a.Notes...)
	}
	return sheet[Argument]{columns: columns, records: a.Arguments, table: table, document: a}.write(w, f, l)
}

// MarshalJSON writes the argument as an object with a member a column.
func (a Argument) MarshalJSON() ([]byte, error) { return marshalRecord(argumentColumns(), &a) }

func argumentColumns() []column[Argument] {
	type row = Argument
	return []column[row]{
		{name: "argument", field: func(r *row) any { return &r.Name }, place: 1, shown: Column{Heading: "argument"}},
		{name: "unit", field: func(r *row) any { return &r.Unit }, place: 2, shown: Column{Heading: "unit", Drop: 1}},
		{name: "default", field: func(r *row) any { return &r.Default }, place: 3, shown: Column{Heading: "default"},
			text: func(r *row) string { return cmp.Or(r.Default, "–") }},
		{name: "zero", field: func(r *row) any { return &r.Zero }},
		{name: "about", field: func(r *row) any { return &r.About }, place: 4, shown: Column{Heading: "what it is"}},
	}
}
