// Package lines reads files of records: CSV (RFC 4180) under a header, and JSON
// Lines, one object (RFC 8259) a line. It knows nothing of what the records mean.
//
// Such a file is UTF-8, with or without a byte order mark, with LF or CRLF line
// ends, plain or gzipped. Whatever is wrong has a place, as an editor counts, and
// costs one record and no other. Memory does not depend on the size of the file.
package lines

import "fmt"

// What a file may hold at most. Reading keeps no more than a few lines in memory,
// so these bound it.
const (
	MaxNameBytes = 256      // of a column's name
	MaxLineBytes = 16 << 20 // of a line, and of a CSV record with all its lines
	MaxColumns   = 1000     // of a CSV file, or fields of a JSON object
)

// The formats of a file of records.
const (
	FormatJSONLines = "jsonl"
	FormatCSV       = "csv"
)

// A Place is where something stands in a file, as an editor counts.
type Place struct {
	Line   int // from 1, blank lines included; 0 for the file as a whole
	Column int // in characters, from 1
}

// A Problem is something in a file that has to be mended.
type Problem struct {
	File string // what messages call the file; "" leaves the name out
	Place
	Message string
}

// Error returns file:line:column: message, as compilers print it.
func (p Problem) Error() string {
	text := p.Message
	if p.Line > 0 {
		text = fmt.Sprintf("%d:%d: %s", p.Line, p.Column, text)
	}
	switch {
	case p.File == "":
		return text
	case p.Line > 0:
		return p.File + ":" + text
	}
	return p.File + ": " + text
}

// A Fault is a Problem within the lines at hand.
type Fault struct {
	At      int // byte, counted from where the record's first line begins
	Message string
	Fatal   bool // the rest of the file cannot be read because of it
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// FaultAt returns a Fault at a byte of the lines at hand.
func FaultAt(at int, format string, arguments ...any) error {
	return &Fault{At: at, Message: fmt.Sprintf(format, arguments...)}
}

// Ignored is the names of columns that nobody reads, each once: the first 16, then
// "…" if there are more.
type Ignored []string

// Add notes a name.
func (i *Ignored) Add(name string) {
	const kept, more = 16, "…"
	for _, known := range *i {
		if known == name {
			return
		}
	}
	switch {
	case len(*i) == kept:
		*i = append(*i, more)
	case len(*i) < kept:
		*i = append(*i, name)
	}
}
