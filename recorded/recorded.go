// Package recorded reads requests that somebody has recorded, such as the public
// traces of LLM inference, so that a flow can send them again.
//
// Read goes through a file once and checks every row. Record does so and puts the
// rows on a Tape, from which each run plays them; what a run then holds does not
// depend on how many there are. Instants are integers of nanoseconds, sizes are in
// tokens; no float comes near either.
package recorded

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"ratesim/lines"
)

// A Row is one recorded request. Sizes are in tokens.
type Row struct {
	At        int64 // nanoseconds: since 1970 in UTC if the file has dates, else since its own beginning
	Input     int64
	Cached    int64 // of Input, read from a cache
	Output    int64 // of the full answer
	MaxOutput int64 // the most that the client allowed; 0 if the row does not say
}

// Sizes says which sizes a file has.
type Sizes struct{ Input, Cached, Output, MaxOutput bool }

// Options say how a file is read.
type Options struct {
	File    string              // what messages call it; "" leaves the name out
	Format  string              // name of one of Formats; "" to find it out
	Columns Columns             // names of columns, of a file in a format of your own; the zero value goes by Format
	Bad     func(lines.Problem) // is told of each bad row, in the file's order; nil tells nobody
}

// Found tells what was found in a file.
type Found struct {
	Rows     int // good ones
	Bad      int // that could not be read
	Unsorted int // of Rows, those that came before the one above them in time
	Format   string
	JSON     bool // it is JSON Lines, else CSV or a list of instants
	Gzip     bool // it was compressed
	Dates    bool // instants are dates, else they count from the file's own beginning
	Zoned    bool // and they say their time zone; without one they are taken as UTC
	Has      Sizes
	Ignored  lines.Ignored // columns of no use here
	SHA256   string        // of the file's bytes as they came, in hex; "" unless all were read
}

// Read reads a file from its beginning to its end and calls each with every good
// row. An error from each ends the reading and is returned as it is.
//
// The file is CSV, JSON Lines or a list of instants, as package lines says of the
// first two. A bad row is handed to o.Bad, counted and otherwise no error. What
// leaves nothing to read is an error; one that names a place is a lines.Problem.
func Read(r io.Reader, o Options, each func(Row) error) (Found, error) {
	digest := sha256.New()
	from, gzipped, err := lines.Open(io.TeeReader(r, digest), o.File)
	t := &reader{options: o, each: each, lines: from, found: Found{Gzip: gzipped}}
	if err != nil {
		return t.found, err
	}
	if err := t.readAll(); err != nil {
		return t.found, err
	}
	t.found.SHA256 = hex.EncodeToString(digest.Sum(nil))
	return t.found, nil
}

// A parser reads the cells of one row.
type parser interface {
	// parse reads the row that begins in the given line; see lines.Walk.
	parse(line []byte) (cells, lines.Span, error)
}

type reader struct {
	options Options
	each    func(Row) error
	lines   *lines.Reader
	found   Found
	format  Format
	blocks  prefixCache
	last    int64 // instant of the last good row
}

func (t *reader) readAll() error {
	p, err := t.open()
	if err != nil {
		return t.lines.Located(err)
	}
	var row Row
	err = t.lines.Walk(lines.Walk{
		Parse: func(line []byte) (lines.Span, error) {
			c, span, err := p.parse(line)
			if err == nil {
				row, err = t.row(&c, span.Begin)
			}
			return span, err
		},
		Good: func(lines.Place) error { return t.good(row) },
		Bad: func(problem lines.Problem) {
			t.found.Bad++
			if t.options.Bad != nil {
				t.options.Bad(problem)
			}
		},
	})
	if err == nil && t.found.Rows == 0 && t.found.Bad == 0 {
		return t.lines.Problem(lines.Place{}, "there is nothing below the header; want at least one row")
	}
	return err
}

func (t *reader) good(row Row) error {
	if t.found.Rows > 0 && row.At < t.last {
		t.found.Unsorted++
	}
	t.last = row.At
	t.found.Rows++
	return t.each(row)
}

// open finds out what the file is and returns its parser, which has read a header
// if there is one.
func (t *reader) open() (parser, error) {
	text, first, err := t.lines.Format("rows as CSV or JSON Lines")
	if err != nil {
		return nil, err
	}
	t.found.JSON = text == lines.FormatJSONLines
	switch {
	case t.found.JSON:
		return t.openJSON(first)
	case t.options.Format == instantsName, t.options.Format == "" && t.options.Columns == (Columns{}) && isInstant(first):
		t.format = instants
		t.found.Format = instantsName
		return listParser{}, nil
	}
	return t.openCSV(first)
}

// row makes a Row of its cells, or says which of them is no good.
func (t *reader) row(c *cells, begin int) (row Row, err error) {
	if row.At, err = t.instant(&c[roleAt], begin); err != nil {
		return row, err
	}
	for _, size := range []struct {
		role role
		to   *int64
		has  *bool
	}{
		{roleInput, &row.Input, &t.found.Has.Input},
		{roleCached, &row.Cached, &t.found.Has.Cached},
		{roleOutput, &row.Output, &t.found.Has.Output},
		{roleMaxOutput, &row.MaxOutput, &t.found.Has.MaxOutput},
	} {
		if *size.to, err = tokens(c, size.role, begin); err != nil {
			return row, err
		}
		*size.has = *size.has || c[size.role].given
	}
	if row.Cached > row.Input && c[roleInput].given {
		return row, lines.FaultAt(c[roleCached].at, "%d of %d input tokens are cached; want at most all of them", row.Cached, row.Input)
	}
	if c[roleBlocks].given {
		ids, err := blockIDs(&c[roleBlocks])
		if err != nil {
			return row, err
		}
		t.found.Has.Cached = true
		row.Cached = min(t.blocks.prefix(ids)*blockTokens, row.Input)
	}
	return row, nil
}

// instant reads the instant of a row, which must be of the kind of the first one.
func (t *reader) instant(c *cell, begin int) (at int64, err error) {
	if !c.given {
		return 0, lines.FaultAt(begin, "the row has no %s", roleAt)
	}
	s, message := parseStamp(c, t.format.unit)
	if message == "" && t.found.Rows > 0 {
		message = t.unlike(s, c)
	}
	if message != "" {
		return 0, lines.FaultAt(c.at, "%s", message)
	}
	t.found.Dates, t.found.Zoned = s.date, s.zoned
	return s.at, nil
}

// unlike says how an instant differs in kind from those above it, "" if it does
// not.
func (t *reader) unlike(s stamp, c *cell) string {
	switch {
	case s.date != t.found.Dates && s.date:
		return fmt.Sprintf("want a number, as in the rows above; have the date %q", c.text)
	case s.date != t.found.Dates:
		return fmt.Sprintf("want a date, as in the rows above; have %q", c.text)
	case s.zoned != t.found.Zoned && s.zoned:
		return fmt.Sprintf("want no time zone, as in the rows above; have %q", c.text)
	case s.zoned != t.found.Zoned:
		return fmt.Sprintf("want a time zone, as in the rows above; have %q", c.text)
	}
	return ""
}
