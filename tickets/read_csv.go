package tickets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A csvParser reads records of CSV (RFC 4180) under a header.
type csvParser struct {
	lines     *lineReader
	delimiter byte
	columns   [roles]csvColumn
	width     int // fields in each record

	content []byte     // what the fields of the record at hand hold, end to end
	fields  []csvField // the fields of the record at hand
}

// A csvColumn is the place of a role in each record.
type csvColumn struct {
	index int
	found bool
}

// A csvField is where a field was found and where its content ends.
type csvField struct {
	begin int // byte in the lines at hand
	end   int // byte in csvParser.content
}

// readHeader reads the header, which begins in the given line, and drops it.
func (c *csvParser) readHeader(line []byte, columns Columns, ignore func(string)) error {
	if len(line) > MaxLineBytes {
		return faultAt(0, "the header has more than %d bytes", MaxLineBytes)
	}
	if err := checkText(line); err != nil {
		return err
	}
	c.delimiter = delimiterOf(line)
	size, err := c.scan()
	if err != nil {
		return err
	}
	if err := checkText(c.lines.text()[:size]); err != nil {
		return err
	}
	names := make([]string, len(c.fields))
	for i := range names {
		names[i] = strings.TrimSpace(c.field(i))
		if len(names[i]) > MaxIDBytes {
			return faultAt(c.fields[i].begin, "a column's name has more than %d bytes", MaxIDBytes)
		}
	}
	if err := c.assign(columns, names); err != nil {
		return faultAt(0, "%v", err)
	}
	for i, name := range names {
		if c.reads(i) {
			continue
		}
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		ignore(name)
	}
	c.width = len(names)
	c.lines.drop(size)
	return nil
}

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

// assign gives each role its column.
func (c *csvParser) assign(columns Columns, names []string) error {
	for r := range roles {
		index, found, err := columns.choose(r, names)
		if err != nil {
			return err
		}
		if !found && (r != roleTopic || columns.Topic != "") {
			return errors.New(missingColumn(r, columns.given(r), names))
		}
		c.columns[r] = csvColumn{index, found}
	}
	return nil
}

// reads tells whether column i has a role.
func (c *csvParser) reads(i int) bool {
	for _, column := range c.columns {
		if column.found && column.index == i {
			return true
		}
	}
	return false
}

// end finds nothing: the header has told all.
func (c *csvParser) end() error { return nil }

func (c *csvParser) parse(line []byte) (record, error) {
	firstLine := record{size: len(line) + 1}
	size, err := c.scan()
	if err != nil {
		return firstLine, c.blame(line, err)
	}
	if size > MaxLineBytes+1 {
		return firstLine, faultAt(0, "the record has more than %d bytes", MaxLineBytes)
	}
	whole := record{size: size}
	if err := checkText(c.lines.text()[:size]); err != nil {
		return whole, err
	}
	if len(c.fields) != c.width {
		return whole, faultAt(0, "want %d fields, as in the header; have %d", c.width, len(c.fields))
	}
	var values [roles]value
	for r, column := range c.columns {
		if column.found {
			values[r] = value{c.field(column.index), c.fields[column.index].begin}
		}
	}
	whole.ticket, err = newTicket(values)
	return whole, err
}

// scan splits the record at the beginning of the lines at hand into fields and
// returns its size, the line end included. It reads on while a quoted field does.
func (c *csvParser) scan() (size int, err error) {
	c.content, c.fields = c.content[:0], c.fields[:0]
	for at := 0; ; at++ {
		if len(c.fields) == MaxColumns {
			return 0, faultAt(at, "more than %d fields", MaxColumns)
		}
		c.fields = append(c.fields, csvField{begin: at})
		if c.lines.text()[at] == '"' {
			at, err = c.quoted(at)
		} else {
			at, err = c.plain(at)
		}
		if err != nil {
			return 0, err
		}
		c.fields[len(c.fields)-1].end = len(c.content)
		if c.lines.text()[at] == '\n' {
			return at + 1, nil
		}
	}
}

// blame returns the fault of a record whose first line is the given one. If it is
// on a later line, a quote on the first may never have been meant to go that far.
func (c *csvParser) blame(line []byte, err error) error {
	bad, is := errors.AsType[*fault](err)
	if !is || bad.at <= len(line) {
		return err
	}
	opening := 0
	for _, field := range c.fields {
		if field.begin <= len(line) {
			opening = field.begin
		}
	}
	there := c.lines.place(bad.at)
	return faultAt(opening, "the quote that opens here goes on to line %d, column %d: %s", there.Line, there.Column, bad.message)
}

// plain takes in the field without quotes that begins at begin and returns
// where it ends.
func (c *csvParser) plain(begin int) (end int, err error) {
	text := c.lines.text()
	for end = begin; ; end++ {
		switch text[end] {
		case c.delimiter, '\n':
			c.content = append(c.content, text[begin:end]...)
			return end, nil
		case '"':
			return 0, faultAt(end, "a quote inside a field; want the whole field in quotes and the quote doubled")
		case '\r':
			return 0, faultAt(end, "a carriage return without a line feed; want LF or CRLF, or the field in quotes")
		}
	}
}

// quoted takes in the field whose first quote is at begin and returns where it
// ends, after its last quote.
func (c *csvParser) quoted(begin int) (end int, err error) {
	for at := begin + 1; ; {
		text := c.lines.text()
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
			return 0, faultAt(at, "text after the closing quote; want quotes inside a field doubled")
		}
	}
}

// readOn reads the next line of the field whose first quote is at begin.
func (c *csvParser) readOn(begin int) error {
	if len(c.lines.text()) > MaxLineBytes+1 {
		return faultAt(begin, "the quote that opens here is not closed within %d bytes", MaxLineBytes)
	}
	err := c.lines.more()
	if err == io.EOF {
		return faultAt(begin, "the quote that opens here is never closed")
	}
	return err
}

// field returns field i of the record that was scanned last.
func (c *csvParser) field(i int) string {
	begin := 0
	if i > 0 {
		begin = c.fields[i-1].end
	}
	return string(c.content[begin:c.fields[i].end])
}
