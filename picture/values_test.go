package picture_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"ratesim/picture"
)

// The table behind a picture has the picture's values, its highest among them, however few
// rows there may be.
func TestTablesBehindPicturesHaveTheirValues(t *testing.T) {
	charts := 0
	for _, kind := range []picture.Kind{picture.Calls, picture.Refusals, picture.Latency} {
		sheet := roll(t, 3).Draw(kind)
		drawings, err := sheet.Drawings()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drawings {
			if d.Chart == nil {
				continue
			}
			charts++
			for _, most := range []int{1, 3, 1000} {
				isTable(t, d.Chart, most)
			}
		}
	}
	if charts < 12 {
		t.Errorf("%d charts", charts)
	}
}

func isTable(t *testing.T, c *picture.Chart, most int) {
	t.Helper()
	v := c.Values(most)
	rows := v.Rows
	if last := len(rows) - 1; rows[last][0] == "never" {
		for i, line := range c.Lines {
			if want := fmt.Sprintf("%.4f", 1-line.End.At); fixed(t, rows[last][i+1]) != want {
				t.Errorf("%s: never %s of %s; want %s", c.Title, rows[last][i+1], line.Name, want)
			}
		}
		rows = rows[:last]
	}
	if len(rows) > most || (len(rows) < len(c.At)) != (v.Note != "") || len(v.Headings) != len(c.Lines)+1 {
		t.Errorf("%s in %d rows: %d of %d, headings %q, note %q", c.Title, most, len(rows), len(c.At), v.Headings, v.Note)
	}
	highest := 0.0
	for _, row := range rows {
		at := slices.IndexFunc(c.At, func(at float64) bool { return strconv.FormatFloat(at, 'g', 6, 64) == row[0] })
		for i, line := range c.Lines {
			if fixed(t, row[i+1]) != fmt.Sprintf("%.4f", line.Values[at]) {
				t.Errorf("%s at %s: %s is %s; drawn is %v", c.Title, row[0], line.Name, row[i+1], line.Values[at])
			}
		}
		highest = max(highest, height(c, at))
	}
	for at := range c.At {
		if height(c, at) > highest {
			t.Errorf("%s in %d rows: the highest is %v; at %v there are %v", c.Title, most, highest, c.At[at], height(c, at))
		}
	}
}

func fixed(t *testing.T, cell string) string {
	t.Helper()
	value, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%.4f", value)
}

// height is how high a chart is at an instant, all its lines together.
func height(c *picture.Chart, at int) (sum float64) {
	for _, line := range c.Lines {
		sum += line.Values[at]
	}
	return sum
}
