package tickets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
)

// What a file of tickets may hold at most. Reading keeps no more than a few
// lines in memory, so these bound it.
const (
	MaxIDBytes   = 256      // of an id, of a topic and of a column's name
	MaxLineBytes = 16 << 20 // of a line, and of a CSV record with all its lines
	MaxColumns   = 1000     // of a CSV file, or fields of a JSON object
)

// ReadOptions say how a file of tickets is read.
type ReadOptions struct {
	File    string        // what messages call the file; "" leaves the name out
	Columns Columns       // what to read; the zero value goes by the common names
	Bad     func(Problem) // is told of each bad line, in the file's order; nil tells nobody
}

// A Place is where something stands in a file, as an editor counts.
type Place struct {
	Line   int // from 1, blank lines included; 0 for the file as a whole
	Column int // in characters, from 1
}

// A Problem is something in a file that has to be mended.
type Problem struct {
	File string // as in ReadOptions
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

// The formats of a file of tickets.
const (
	FormatJSONLines = "jsonl"
	FormatCSV       = "csv"
)

// A Summary tells what was found in a file of tickets.
type Summary struct {
	Tickets    int      // good ones
	Bad        int      // lines, or CSV records, that could not be read
	Duplicates int      // good ones left out as their id came before; found by Load only
	Ungraded   int      // of Tickets, those that Compile gave no grade; counted by a Load without an error
	Ignored    []string // columns of no use here; the first 16, then "…" if there are more
	Format     string   // FormatJSONLines or FormatCSV; "" when nothing was read
	Gzip       bool     // the file was compressed
	SHA256     string   // of the file's bytes as they came, in hex; "" unless all were read
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
	text, gzipped, err := unpack(io.TeeReader(r, digest))
	t := ticketReader{
		options: o,
		each:    each,
		lines:   lineReader{from: text, file: o.File, line: 1},
		summary: Summary{Gzip: gzipped},
	}
	if err != nil {
		return t.summary, t.lines.explain(err)
	}
	if err := t.readAll(); err != nil {
		return t.summary, err
	}
	t.summary.SHA256 = hex.EncodeToString(digest.Sum(nil))
	return t.summary, nil
}

// A fault is a Problem within the lines at hand.
type fault struct {
	at      int // byte, counted from where the record's first line begins
	message string
	fatal   bool // the rest of the file cannot be read because of it
}

func (f *fault) Error() string { return f.message }

func faultAt(at int, format string, arguments ...any) error {
	return &fault{at: at, message: fmt.Sprintf(format, arguments...)}
}

// A record is a ticket as it stands in the lines at hand.
type record struct {
	ticket Ticket
	begin  int // byte at which it begins, counted as in a fault
	size   int // bytes that it takes up, its last line end included
}

// A recordParser reads the records of one format.
type recordParser interface {
	// parse reads the record that begins in the given line, which stands without
	// its line end. It returns a *fault if the record is bad, and in record.size
	// how much is to be given up.
	parse(line []byte) (record, error)
	// end returns what is wrong with all records taken together.
	end() error
}

type ticketReader struct {
	options ReadOptions
	each    func(Ticket, Place) error
	lines   lineReader
	summary Summary
}

func (t *ticketReader) readAll() error {
	parser, err := t.open()
	if err != nil {
		return err
	}
	for {
		line, err := t.lines.firstFilled()
		if err == io.EOF {
			return t.finish(parser)
		}
		if err != nil {
			return err
		}
		if err := t.readRecord(parser, line); err != nil {
			return err
		}
	}
}

// open finds out the format and returns its parser, which has read a header if
// there is one.
func (t *ticketReader) open() (recordParser, error) {
	line, err := t.lines.firstFilled()
	if err == io.EOF && t.lines.line == 1 {
		return nil, t.problem(Place{}, "the file is empty; want tickets as JSON Lines or CSV")
	}
	if err == io.EOF {
		return nil, t.problem(Place{}, "the file has only blank lines; want tickets as JSON Lines or CSV")
	}
	if err != nil {
		return nil, err
	}
	switch bytes.TrimLeft(line, blanks)[0] {
	case '{':
		t.summary.Format = FormatJSONLines
		return newJSONParser(t.options.Columns, t.ignore), nil
	case '[':
		return nil, t.problem(t.lines.place(0), "the file is a JSON array; want one object a line, without brackets around them")
	}
	t.summary.Format = FormatCSV
	parser := &csvParser{lines: &t.lines}
	if err := parser.readHeader(line, t.options.Columns, t.ignore); err != nil {
		return nil, t.located(err)
	}
	return parser, nil
}

func (t *ticketReader) readRecord(parser recordParser, line []byte) error {
	found, err := parseLine(parser, line)
	bad, is := errors.AsType[*fault](err)
	switch {
	case is && bad.fatal:
		return t.located(bad)
	case is:
		t.reject(bad)
	case err != nil:
		return err
	default:
		t.summary.Tickets++
		if err := t.each(found.ticket, t.lines.place(found.begin)); err != nil {
			return err
		}
	}
	t.lines.drop(found.size)
	return nil
}

func parseLine(parser recordParser, line []byte) (record, error) {
	if len(line) > MaxLineBytes {
		return record{size: len(line) + 1}, faultAt(0, "the line has more than %d bytes", MaxLineBytes)
	}
	return parser.parse(line)
}

func (t *ticketReader) finish(parser recordParser) error {
	if t.summary.Tickets == 0 && t.summary.Bad == 0 {
		return t.problem(Place{}, "there is nothing below the header; want at least one ticket")
	}
	if err := parser.end(); err != nil {
		return t.problem(Place{}, err.Error())
	}
	return nil
}

func (t *ticketReader) problem(at Place, message string) Problem {
	return Problem{File: t.options.File, Place: at, Message: message}
}

// located turns a fault into a Problem and leaves other errors alone.
func (t *ticketReader) located(err error) error {
	if bad, is := errors.AsType[*fault](err); is {
		return t.problem(t.lines.place(bad.at), bad.message)
	}
	return err
}

func (t *ticketReader) reject(bad *fault) {
	t.summary.Bad++
	if t.options.Bad != nil {
		t.options.Bad(t.problem(t.lines.place(bad.at), bad.message))
	}
}

// ignore notes a column that nobody reads.
func (t *ticketReader) ignore(name string) {
	const kept, more = 16, "…"
	switch ignored := t.summary.Ignored; {
	case slices.Contains(ignored, name), len(ignored) > kept:
	case len(ignored) == kept:
		t.summary.Ignored = append(ignored, more)
	default:
		t.summary.Ignored = append(ignored, name)
	}
}
