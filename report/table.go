package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// A Table is text in rows and columns, with notes below it.
type Table struct {
	Columns []Column
	Rows    [][]string // each as long as Columns
	Notes   []string   // never shortened; as text they are broken at 80 columns, or those of a narrower terminal
}

// A Column says how the cells of one column are set.
type Column struct {
	Heading string
	Short   string // the heading where room is short; "" for the same
	Right   bool   // set to the right, as numbers are
	Width   int    // at least, in terminal columns; 0 for as wide as the cells
	Tight   bool   // one blank before it instead of two
	Drop    int    // hidden where room is short, 1 first; 0 for never
	Note    string // the one of the table's notes that is hidden with the column; "" for none
}

// WriteText writes the table with two blanks between columns and no blanks at
// the ends of lines. Where the layout's room is short it takes the short
// headings, then hides columns, and a note tells how to see them.
func (t Table) WriteText(w io.Writer, l Layout) error {
	fitted := t.clean()
	if l.Columns > 0 && !l.Wide {
		fitted = fitted.fit(l.Columns)
	}
	text, err := fitted.draw()
	if err != nil {
		return err
	}
	for _, note := range brokenLines(fitted.Notes, pageOf(l)) {
		text += note + "\n"
	}
	_, err = io.WriteString(w, text)
	return err
}

// clean returns the table with each cell on one line and free of anything that
// a terminal would obey.
func (t Table) clean() Table {
	columns, rows := slices.Clone(t.Columns), make([][]string, len(t.Rows))
	for i := range columns {
		columns[i].Heading = printable(columns[i].Heading)
	}
	for i, row := range t.Rows {
		for _, cell := range row {
			rows[i] = append(rows[i], printable(cell))
		}
	}
	t.Columns, t.Rows = columns, rows
	return t
}

// printable puts a blank for whatever is not a sign to print: line breaks, tabs
// and the signs that steer a terminal.
func printable(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(cell, "\uFFFD"))
}

// fit returns the table made at most so many columns wide, or as narrow as it
// gets.
func (t Table) fit(room int) Table {
	if t.width() <= room {
		return t
	}
	t = t.shorten()
	hidden := 0
	for t.width() > room {
		i, ok := t.leastNeeded()
		if !ok {
			break
		}
		t = t.without(i)
		hidden++
	}
	switch hidden {
	case 0:
	case 1:
		t.Notes = append(slices.Clone(t.Notes), "1 column hidden; --wide shows it")
	default:
		t.Notes = append(slices.Clone(t.Notes), fmt.Sprintf("%d columns hidden; --wide shows them", hidden))
	}
	return t
}

// shorten returns the table with its short headings and no width but what the
// cells need.
func (t Table) shorten() Table {
	t.Columns = slices.Clone(t.Columns)
	for i, c := range t.Columns {
		t.Columns[i].Width = 0
		if c.Short != "" {
			t.Columns[i].Heading = c.Short
		}
	}
	return t
}

// leastNeeded returns the column to hide first; !ok if all others must stay.
func (t Table) leastNeeded() (least int, ok bool) {
	for i, c := range t.Columns {
		if c.Drop > 0 && (!ok || c.Drop < t.Columns[least].Drop) {
			least, ok = i, true
		}
	}
	return least, ok
}

// without returns the table without a column and the note on it.
func (t Table) without(column int) Table {
	if note := t.Columns[column].Note; note != "" {
		t.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(n string) bool { return n == note })
	}
	t.Columns = slices.Delete(slices.Clone(t.Columns), column, column+1)
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = slices.Delete(slices.Clone(row), column, column+1)
	}
	t.Rows = rows
	return t
}

// width returns the length of the table's lines, blanks at their ends included.
func (t Table) width() int {
	total := 0
	for i, c := range t.Columns {
		total += c.gap(i) + t.columnWidth(i)
	}
	return total
}

// columnWidth returns the width of one column without the blanks before it.
func (t Table) columnWidth(i int) int {
	widest := max(t.Columns[i].Width, textWidth(t.Columns[i].Heading))
	for _, row := range t.Rows {
		widest = max(widest, textWidth(row[i]))
	}
	return widest
}

// gap returns how many blanks stand before the column in the given place.
func (c Column) gap(place int) int {
	switch {
	case place == 0:
		return 0
	case c.Tight:
		return 1
	default:
		return 2
	}
}

func (t Table) headings() []string {
	var headings []string
	for _, c := range t.Columns {
		headings = append(headings, c.Heading)
	}
	return headings
}
