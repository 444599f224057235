package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// noValue stands in a table for a share of nothing.
const noValue = "–"

// A column is one figure of a record of type T, in all formats.
type column[T any] struct {
	name   string          // in CSV, JSON and NDJSON
	field  func(*T) any    // where the record keeps it; see want for the types
	signed bool            // an integer that may be below 0; a count may not
	amount bool            // a number that may be above 1; a share may not
	place  int             // in the table, from 1 on the left; 0 if not shown there
	shown  Column          // how the table shows it
	text   func(*T) string // what the table shows; nil for the field's own text
}

// tableOf returns the table of the records: the columns that have a place, in
// that order.
func tableOf[T any](columns []column[T], records []T) Table {
	var t Table
	columns = slices.DeleteFunc(slices.Clone(columns), func(c column[T]) bool { return c.place == 0 })
	slices.SortStableFunc(columns, func(a, b column[T]) int { return cmp.Compare(a.place, b.place) })
	for _, c := range columns {
		t.Columns = append(t.Columns, c.shown)
	}
	for i := range records {
		var cells []string
		for _, c := range columns {
			cells = append(cells, c.cell(&records[i]))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func (c column[T]) cell(record *T) string {
	if c.text != nil {
		return c.text(record)
	}
	switch v := c.field(record).(type) {
	case *string:
		return *v
	case *int64:
		return strconv.FormatInt(*v, 10)
	case **float64:
		return shareText(*v)
	default:
		panic(fmt.Sprintf("report: column %s: no text for a %T", c.name, v))
	}
}

// shareText returns a share with four decimals.
func shareText(share *float64) string {
	if share == nil {
		return noValue
	}
	return strconv.FormatFloat(*share, 'f', 4, 64)
}
