package picture

import (
	"fmt"
	"strconv"
)

// Values are the numbers of a chart as a table: an instant a row, and what is drawn at it.
type Values struct {
	Caption  string
	Headings []string // of the instants first
	Rows     [][]string
	Note     string // what is left out; "" for nothing
}

// Values returns the numbers of a chart in at most so many rows. Where there are more
// instants, a row stands for several: of counts the one with the most, of a share that
// grows the last.
func (c *Chart) Values(most int) Values {
	v := Values{Caption: c.Title + ", " + c.Y, Headings: []string{c.instantHeading()}}
	for _, line := range c.Lines {
		v.Headings = append(v.Headings, line.Name)
	}
	several := (len(c.At) + most - 1) / most
	for from := 0; from < len(c.At); from += several {
		v.Rows = append(v.Rows, c.row(c.shown(from, min(from+several, len(c.At)))))
	}
	if ends := c.ends(); ends != nil {
		v.Rows = append(v.Rows, ends)
	}
	switch {
	case several > 1 && c.Whole:
		v.Note = fmt.Sprintf("%d of %d instants: of every %d the one with the most", len(v.Rows), len(c.At), several)
	case several > 1:
		v.Note = fmt.Sprintf("one of every %d of %d instants", several, len(c.At))
	}
	return v
}

// instantHeading says what an instant is of a value.
func (c *Chart) instantHeading() string {
	switch {
	case c.Until:
		return "until (" + c.Unit + ")"
	case c.Whole && c.Lines[0].Look == "bars":
		return "from (" + c.Unit + ")"
	}
	return c.X
}

// shown returns which of some instants stands for all of them.
func (c *Chart) shown(from, to int) int {
	if !c.Whole {
		return to - 1
	}
	largest, at := -1.0, from
	for i := from; i < to; i++ {
		height := 0.0
		for _, line := range c.Lines {
			if line.Look != "line" {
				height += line.Values[i]
			}
		}
		if height > largest {
			largest, at = height, i
		}
	}
	return at
}

// row returns what is drawn at an instant.
func (c *Chart) row(at int) []string {
	row := []string{instant(c.At[at])}
	for _, line := range c.Lines {
		row = append(row, number(line.Values[at]))
	}
	return row
}

// instant returns a time in six digits at most, as the page tells it.
func instant(at float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(at, 'g', 6, 64), 64)
	if err != nil {
		panic("picture: a number cannot be read back: " + err.Error())
	}
	return number(rounded)
}

// ends returns what remains where lines end, nil where nothing is said of that.
func (c *Chart) ends() []string {
	row, isSaid := []string{"never"}, false
	for _, line := range c.Lines {
		share := "–"
		if line.End != nil {
			share, isSaid = number(short(1-line.End.At)), true
		}
		row = append(row, share)
	}
	if !isSaid {
		return nil
	}
	return row
}

// number returns a value with as many digits as it has, four decimals at most.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
