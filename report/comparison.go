package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// seedBlocks is up to how many seeds a comparison shows the shares run by run.
const seedBlocks = 5

// pageWidth is how many columns the shares of a load may take before they go on
// in the next line, where the layout does not say less.
const pageWidth = 80

// Write writes the comparison in the given format. Above the table stand the
// completed and interactive shares, seed by seed, or as means when there are
// more than five seeds. The other formats have the differences only.
func (c Comparison) Write(w io.Writer, f Format, l Layout) error {
	c.Version = Version
	c.Rows = append([]Difference{}, c.Rows...) // never null in JSON
	if f == FormatTable {
		width := pageWidth
		if l.Columns > 0 && !l.Wide {
			width = min(width, l.Columns)
		}
		if _, err := io.WriteString(w, c.shares(width)); err != nil {
			return err
		}
	}
	columns := differenceColumns(c.Baseline)
	table := tableOf(columns, c.Rows)
	table.Notes = []string{
		"rule: " + c.Rule,
		"measured: strictly greater than run-to-run; unmeasured: not greater",
	}
	s := sheet[Difference]{columns: columns, records: c.Rows, table: table, document: c}
	return withClaims(c.Claims, s.write)(w, f, l)
}

// shares returns the blocks above the table, each with an empty line below.
func (c Comparison) shares(width int) string {
	if len(c.Seeds) > seedBlocks {
		return c.block(shareBlock{fmt.Sprintf("mean of %d seeds", len(c.Seeds)), width, func(g group) []Row { return g.rows }})
	}
	var blocks strings.Builder
	for i, seed := range c.Seeds {
		blocks.WriteString(c.block(shareBlock{fmt.Sprintf("seed %d", seed), width, func(g group) []Row { return g.rows[i : i+1] }}))
	}
	return blocks.String()
}

// A shareBlock is the shares of some rows of each group under a title.
type shareBlock struct {
	title  string
	width  int // in columns, at most, unless a single item is wider
	chosen func(group) []Row
}

// block returns a title and, load by load, the mean shares of each policy over
// the rows chosen from its group.
func (c Comparison) block(b shareBlock) string {
	completed, interactive := figures()[0], figures()[1]
	lines := []string{b.title + ", completed / interactive:"}
	load := ""
	for i, g := range c.groups {
		rows, last := b.chosen(g), len(lines)-1
		item := fmt.Sprintf("%s: %s / %s", printable(g.policy),
			shareText(completed.mean(rows)), shareText(interactive.mean(rows)))
		switch {
		case i == 0 || g.load != c.groups[i-1].load:
			load = fmt.Sprintf("  %s ", printable(g.load))
			lines = append(lines, load+item)
		case textWidth(lines[last]+"  "+item) > b.width:
			lines = append(lines, strings.Repeat(" ", textWidth(load))+item)
		default:
			lines[last] += "  " + item
		}
	}
	return strings.Join(lines, "\n") + "\n\n"
}

// MarshalJSON writes the difference as an object with a member a column.
func (d Difference) MarshalJSON() ([]byte, error) { return marshalRecord(differenceColumns(""), &d) }

// differenceColumns is the one list of what a difference has. With the lesson's
// names and figures the table takes 80 columns.
func differenceColumns(baseline string) []column[Difference] {
	return []column[Difference]{
		{name: "load", field: func(d *Difference) any { return &d.Load },
			place: 1, shown: Column{Heading: "load"}},
		{name: "policy", field: func(d *Difference) any { return &d.Policy },
			place: 2, shown: Column{Heading: "policy"}},
		{name: "figure", field: func(d *Difference) any { return &d.Figure },
			place: 3, shown: Column{Heading: "figure"}, text: (*Difference).label},
		{name: "baseline", field: func(d *Difference) any { return &d.Baseline },
			place: 4, shown: Column{Heading: baseline, Right: true, Width: 6, Tight: true, Drop: 3},
			text: func(d *Difference) string { return d.number(d.Baseline) }},
		{name: "value", field: func(d *Difference) any { return &d.Value },
			place: 5, shown: Column{Heading: "value", Right: true, Width: 6, Tight: true, Drop: 1},
			text: func(d *Difference) string { return d.number(d.Value) }},
		{name: "difference", field: func(d *Difference) any { return &d.Difference },
			place: 6, shown: Column{Heading: "difference", Short: "diff", Right: true, Tight: true},
			text: (*Difference).change},
		{name: "noise", field: func(d *Difference) any { return &d.Noise },
			place: 7, shown: Column{Heading: "run-to-run", Short: "noise", Right: true, Tight: true, Drop: 2},
			text: func(d *Difference) string { return d.number(d.Noise) }},
		{name: "measured", field: func(d *Difference) any { return &d.Measured },
			place: 8, shown: Column{Heading: "verdict", Tight: true}, text: (*Difference).verdict},
		{name: "share", field: func(d *Difference) any { return &d.Share }},
	}
}

// label returns the figure's name as the table has it.
func (d *Difference) label() string {
	i := slices.IndexFunc(figures(), func(f figure) bool { return f.name == d.Figure })
	if i < 0 {
		return d.Figure
	}
	return figures()[i].label
}

// number returns a share with four decimals, a count with none, the mean of
// counts with one unless it is whole.
func (d *Difference) number(value float64) string {
	decimals := 1
	switch {
	case d.Share:
		decimals = 4
	case value == math.Trunc(value):
		decimals = 0
	}
	return strconv.FormatFloat(value, 'f', decimals, 64)
}

// change returns the difference with its sign, + for no difference at all.
func (d *Difference) change() string {
	text := d.number(math.Abs(d.Difference))
	if d.Difference < 0 && strings.ContainsAny(text, "123456789") {
		return "-" + text
	}
	return "+" + text
}

func (d *Difference) verdict() string {
	if d.Measured {
		return "measured"
	}
	return "unmeasured"
}
