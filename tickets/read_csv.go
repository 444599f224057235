package tickets

import (
	"errors"
	"fmt"

	"ratesim/lines"
)

// A csvParser reads tickets of CSV under a header.
type csvParser struct {
	lines.CSV
	columns [roles]csvColumn
}

// A csvColumn is the place of a role in each record.
type csvColumn struct {
	index int
	found bool
}

// readHeader reads the header, which begins in the given line.
func (c *csvParser) readHeader(from *lines.Reader, line []byte, o *ticketReader) error {
	names, err := c.Header(from, line)
	if err != nil {
		return err
	}
	if err := c.assign(o.options.Columns, names); err != nil {
		return lines.FaultAt(0, "%v", err)
	}
	for i, name := range names {
		if c.reads(i) {
			continue
		}
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		o.ignore(name)
	}
	c.Below()
	return nil
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

func (c *csvParser) parse(line []byte) (Ticket, lines.Span, error) {
	span, err := c.Record(line)
	if err != nil {
		return Ticket{}, span, err
	}
	var values [roles]value
	for r, column := range c.columns {
		if column.found {
			values[r] = value{string(c.Field(column.index)), c.At(column.index)}
		}
	}
	ticket, err := newTicket(values)
	return ticket, span, err
}
