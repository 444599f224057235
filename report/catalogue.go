package report

import "io"

// An Entry is one line of a catalogue.
type Entry struct {
	Name       string `json:"name"`
	About      string `json:"about"`
	Parameters string `json:"parameters"` // their names, with commas between
	Seen       string `json:"seen"`       // the time of which it speaks
}

// A Catalogue lists things by name.
type Catalogue struct {
	Version int     `json:"version"` // of the JSON form; Version when written
	Entries []Entry `json:"entries"`
}

// Write writes the catalogue in the given format. As text it leaves out what the
// entries' own pages tell.
func (c Catalogue) Write(w io.Writer, f Format, l Layout) error {
	c.Version = Version
	columns := []column[Entry]{
		{name: "name", field: func(e *Entry) any { return &e.Name }, place: 1, shown: Column{Heading: "name"}},
		{name: "about", field: func(e *Entry) any { return &e.About }, place: 2, shown: Column{Heading: "what it is"}},
		{name: "parameters", field: func(e *Entry) any { return &e.Parameters }},
		{name: "seen", field: func(e *Entry) any { return &e.Seen }},
	}
	return sheet[Entry]{columns: columns, records: c.Entries, table: tableOf(columns, c.Entries), document: c}.write(w, f, l)
}
