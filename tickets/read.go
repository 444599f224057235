package tickets

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"ratesim/lines"
)

// What a file of tickets may hold at most; see package lines.
const (
	MaxIDBytes   = lines.MaxNameBytes // of an id, of a topic and of a column's name
	MaxLineBytes = lines.MaxLineBytes
	MaxColumns   = lines.MaxColumns
)

// ReadOptions say how a file of tickets is read.
type ReadOptions struct {
	File    string        // what messages call the file; "" leaves the name out
	Columns Columns       // what to read; the zero value goes by the common names
	Bad     func(Problem) // is told of each bad line, in the file's order; nil tells nobody
}

// A Place is where something stands in a file; see lines.Place.
type Place = lines.Place

// A Problem is something in a file that has to be mended; see lines.Problem.
type Problem = lines.Problem

// The formats of a file of tickets.
const (
	FormatJSONLines = lines.FormatJSONLines
	FormatCSV       = lines.FormatCSV
)

// A Summary tells what was found in a file of tickets.
type Summary struct {
	Tickets    int           // good ones
	Bad        int           // lines, or CSV records, that could not be read
	Duplicates int           // good ones left out as their id came before; found by Load only
	Ungraded   int           // of Tickets, those that Compile gave no grade; counted by a Load without an error
	Ignored    lines.Ignored // columns of no use here; the first 16, then "…" if there are more
	Format     string        // FormatJSONLines or FormatCSV; "" when nothing was read
	Gzip       bool          // the file was compressed
	SHA256     string        // of the file's bytes as they came, in hex; "" unless all were read
}

// Read reads a file of tickets from its beginning to its end. It calls each with
// every good ticket and the place where its record begins. An error from each
// ends the reading and is returned as it is.
//
// The file is UTF-8, with or without a byte order mark, with LF or CRLF line
// ends, plain or gzipped. If its first character is { it is JSON Lines: one
// object a line. Otherwise it is CSV (RFC 4180) under a header line, with commas
// between the fields; with semicolons if the header has no comma; with tabs if
// it has neither. CRLF within quotes is read as LF. Blank lines are skipped.
//
// A bad line is handed to o.Bad, counted in Summary.Bad and otherwise no error:
// all other lines are still read. If a CSV record breaks the rules of quoting,
// only its first line is given up. What leaves nothing to read is an error, and
// one that names a place is a Problem.
func Read(r io.Reader, o ReadOptions, each func(Ticket, Place) error) (Summary, error) {
	if err := o.Columns.check(); err != nil {
		return Summary{}, err
	}
	digest := sha256.New()
	from, gzipped, err := lines.Open(io.TeeReader(r, digest), o.File)
	t := ticketReader{options: o, each: each, lines: from, summary: Summary{Gzip: gzipped}}
	if err != nil {
		return t.summary, err
	}
	if err := t.readAll(); err != nil {
		return t.summary, err
	}
	t.summary.SHA256 = hex.EncodeToString(digest.Sum(nil))
	return t.summary, nil
}

// A ticketParser reads the tickets of one format.
type ticketParser interface {
	// parse reads the ticket that begins in the given line; see lines.Walk.
	parse(line []byte) (Ticket, lines.Span, error)
	// end returns what is wrong with all tickets taken together.
	end() error
}

type ticketReader struct {
	options ReadOptions
	each    func(Ticket, Place) error
	lines   *lines.Reader
	summary Summary
}

func (t *ticketReader) readAll() error {
	parser, err := t.open()
	if err != nil {
		return err
	}
	var ticket Ticket
	err = t.lines.Walk(lines.Walk{
		Parse: func(line []byte) (span lines.Span, err error) {
			ticket, span, err = parser.parse(line)
			return span, err
		},
		Good: func(at Place) error {
			t.summary.Tickets++
			return t.each(ticket, at)
		},
		Bad: t.reject,
	})
	if err != nil {
		return err
	}
	return t.finish(parser)
}

// open finds out the format and returns its parser, which has read a header if
// there is one.
func (t *ticketReader) open() (ticketParser, error) {
	format, line, err := t.lines.Format("tickets as JSON Lines or CSV")
	if err != nil {
		return nil, err
	}
	t.summary.Format = format
	if format == FormatJSONLines {
		return newJSONParser(t.options.Columns, t.ignore), nil
	}
	parser := &csvParser{}
	if err := parser.readHeader(t.lines, line, t); err != nil {
		return nil, t.lines.Located(err)
	}
	return parser, nil
}

func (t *ticketReader) finish(parser ticketParser) error {
	if t.summary.Tickets == 0 && t.summary.Bad == 0 {
		return t.lines.Problem(Place{}, "there is nothing below the header; want at least one ticket")
	}
	if err := parser.end(); err != nil {
		return t.lines.Problem(Place{}, err.Error())
	}
	return nil
}

func (t *ticketReader) reject(p Problem) {
	t.summary.Bad++
	if t.options.Bad != nil {
		t.options.Bad(p)
	}
}

// ignore notes a column that nobody reads.
func (t *ticketReader) ignore(name string) { t.summary.Ignored.Add(name) }
