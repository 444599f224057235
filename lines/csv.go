package lines

import (
	"bytes"
	"errors"
	"io"
	"strings"
)

// A CSV reads records of CSV (RFC 4180) under a header: with commas between the
// fields; with semicolons if the header has no comma; with tabs if it has neither.
// CRLF within quotes is read as LF.
type CSV struct {
	lines     *Reader
	delimiter byte
	width     int // fields in each record
	header    int // bytes of the header

	content []byte  // what the fields of the record at hand hold, end to end
	fields  []field // the fields of the record at hand
}

// A field is where a field was found and where its content ends.
type field struct {
	begin int // byte in the lines at hand
	end   int // byte in CSV.content
}

// Header reads the header, which begins in the given line. The names stand without
// white space around them. What is wrong is a Fault.
func (c *CSV) Header(lines *Reader, line []byte) (names []string, err error) {
	c.lines = lines
	if len(line) > MaxLineBytes {
		return nil, FaultAt(0, "the header has more than %d bytes", MaxLineBytes)
	}
	if err := CheckText(line); err != nil {
		return nil, err
	}
	c.delimiter = delimiterOf(line)
	size, err := c.scan()
	if err != nil {
		return nil, err
	}
	if err := CheckText(c.lines.Text()[:size]); err != nil {
		return nil, err
	}
	names = make([]string, len(c.fields))
	for i := range names {
		names[i] = strings.TrimSpace(string(c.Field(i)))
		if len(names[i]) > MaxNameBytes {
			return nil, FaultAt(c.fields[i].begin, "a column's name has more than %d bytes", MaxNameBytes)
		}
	}
	c.width, c.header = len(names), size
	return names, nil
}

// Below leaves the header behind; then come the records.
func (c *CSV) Below() { c.lines.Drop(c.header) }

// delimiterOf returns what stands between the fields of a header.
func delimiterOf(header []byte) byte {
	for _, delimiter := range []byte(",;\t") {
		quoted := false
		for _, b := range header {
			switch {
			case b == '"':
				quoted = !quoted
			case b == delimiter && !quoted:
				return delimiter
			}
		}
	}
	return ','
}

// Record reads the record that begins in the given line. If it breaks the rules of
// quoting, only that line is given up.
func (c *CSV) Record(line []byte) (Span, error) {
	firstLine := Span{Size: len(line) + 1}
	size, err := c.scan()
	if err != nil {
		return firstLine, c.blame(line, err)
	}
	if size > MaxLineBytes+1 {
		return firstLine, FaultAt(0, "the record has more than %d bytes", MaxLineBytes)
	}
	whole := Span{Size: size}
	if err := CheckText(c.lines.Text()[:size]); err != nil {
		return whole, err
	}
	if len(c.fields) != c.width {
		return whole, FaultAt(0, "want %d fields, as in the header; have %d", c.width, len(c.fields))
	}
	return whole, nil
}

// scan splits the record at the beginning of the lines at hand into fields and
// returns its size, the line end included. It reads on while a quoted field does.
func (c *CSV) scan() (size int, err error) {
	c.content, c.fields = c.content[:0], c.fields[:0]
	for at := 0; ; at++ {
		if len(c.fields) == MaxColumns {
			return 0, FaultAt(at, "more than %d fields", MaxColumns)
		}
		c.fields = append(c.fields, field{begin: at})
		if c.lines.Text()[at] == '"' {
			at, err = c.quoted(at)
		} else {
			at, err = c.plain(at)
		}
		if err != nil {
			return 0, err
		}
		c.fields[len(c.fields)-1].end = len(c.content)
		if c.lines.Text()[at] == '\n' {
			return at + 1, nil
		}
	}
}

// blame returns the fault of a record whose first line is the given one. If it is
// on a later line, a quote on the first may never have been meant to go that far.
func (c *CSV) blame(line []byte, err error) error {
	bad, is := errors.AsType[*Fault](err)
	if !is || bad.At <= len(line) {
		return err
	}
	opening := 0
	for _, f := range c.fields {
		if f.begin <= len(line) {
			opening = f.begin
		}
	}
	there := c.lines.Place(bad.At)
	return FaultAt(opening, "the quote that opens here goes on to line %d, column %d: %s", there.Line, there.Column, bad.Message)
}

// plain takes in the field without quotes that begins at begin and returns
// where it ends.
func (c *CSV) plain(begin int) (end int, err error) {
	text := c.lines.Text()
	for end = begin; ; end++ {
		switch text[end] {
		case c.delimiter, '\n':
			c.content = append(c.content, text[begin:end]...)
			return end, nil
		case '"':
			return 0, FaultAt(end, "a quote inside a field; want the whole field in quotes and the quote doubled")
		case '\r':
			return 0, FaultAt(end, "a carriage return without a line feed; want LF or CRLF, or the field in quotes")
		}
	}
}

// quoted takes in the field whose first quote is at begin and returns where it
// ends, after its last quote.
func (c *CSV) quoted(begin int) (end int, err error) {
	for at := begin + 1; ; {
		text := c.lines.Text()
		length := bytes.IndexByte(text[at:], '"')
		if length < 0 {
			c.content = append(c.content, text[at:]...)
			at = len(text)
			if err := c.readOn(begin); err != nil {
				return 0, err
			}
			continue
		}
		c.content = append(c.content, text[at:at+length]...)
		at += length + 1
		switch text[at] {
		case c.delimiter, '\n':
			return at, nil
		case '"':
			c.content = append(c.content, '"')
			at++
		default:
			return 0, FaultAt(at, "text after the closing quote; want quotes inside a field doubled")
		}
	}
}

// readOn reads the next line of the field whose first quote is at begin.
func (c *CSV) readOn(begin int) error {
	if len(c.lines.Text()) > MaxLineBytes+1 {
		return FaultAt(begin, "the quote that opens here is not closed within %d bytes", MaxLineBytes)
	}
	err := c.lines.more()
	if err == io.EOF {
		return FaultAt(begin, "the quote that opens here is never closed")
	}
	return err
}

// Field returns what field i of the record that was read last holds. It is valid
// until the next one.
func (c *CSV) Field(i int) []byte {
	begin := 0
	if i > 0 {
		begin = c.fields[i-1].end
	}
	return c.content[begin:c.fields[i].end]
}

// At returns the byte at which field i begins, counted as in a Fault.
func (c *CSV) At(i int) int { return c.fields[i].begin }
