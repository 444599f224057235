package report

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

// Show says which figures the table has: those of the given names, all, or, by
// default, the headline ones. The other formats have all.
func (p *Paired) Show(all bool, names []string) {
	p.asked = names
	p.shown = func(f Figure) bool { return all || slices.Contains(names, f.Name) || len(names) == 0 && f.Headline }
}

func (p Paired) isShown(f Figure) bool {
	if p.shown == nil {
		return f.Headline
	}
	return p.shown(f)
}

// isOpen reports that the runs are of continuous time, flow by flow.
func (p Paired) isOpen() bool {
	return slices.ContainsFunc(p.Rows, func(r PairedRow) bool { return r.Flow != "" })
}

// Write writes the comparison in the given format. The table has the figures that
// are shown, the baseline above the others, then what runs of two kinds there are,
// where the lesson's rule says otherwise, and how the comparison was made. The
// other formats have all figures, a row for each case but the baseline's.
func (p Paired) Write(w io.Writer, f Format, l Layout) error {
	p = p.document()
	if f != FormatTable && f != FormatMarkdown {
		return sheet[PairedRow]{columns: pairedColumns(), records: p.Rows, document: p}.write(w, f, l)
	}
	tables := []titled{{table: p.table()}}
	tables[0].table.Notes = append(p.footer(), p.Remarks...)
	if kinds, ok := p.kindsTable(); ok {
		tables = append(tables, titled{"runs of two kinds: those of the lower one, their share, the mean of each", kinds})
	}
	if len(p.Claims) > 0 {
		tables = append(tables, titled{"assertions", claimTable(p.Claims)})
	}
	return writeTables(w, f, l, tables)
}

// document returns the comparison as JSON has it, without a list that is null.
func (p Paired) document() Paired {
	p.Version = Version
	p.Rows = neverNil(p.Rows)
	p.Claims = neverNil(p.Claims)
	p.Notes = neverNil(slices.Concat(p.warnings(), p.Remarks))
	return p
}

// neverNil returns a copy of a list, which is [] and not null in JSON.
func neverNil[T any](all []T) []T { return append([]T{}, all...) }

// A titled table has a line above it; "" for none.
type titled struct {
	title string
	table Table
}

// writeTables writes tables with an empty line between them.
func writeTables(w io.Writer, f Format, l Layout, tables []titled) error {
	for i, t := range tables {
		above := ""
		if i > 0 {
			above = "\n"
		}
		if t.title != "" {
			above += t.title + ":\n"
		}
		if f == FormatMarkdown && t.title != "" {
			above += "\n"
		}
		if _, err := io.WriteString(w, above); err != nil {
			return err
		}
		if err := (sheet[struct{}]{table: t.table}).write(w, f, l); err != nil {
			return err
		}
	}
	return nil
}

// table returns the figures that are shown, case beside case.
func (p Paired) table() Table {
	var rows []PairedRow
	for _, r := range p.Rows {
		if p.isShown(r.figure) {
			rows = append(rows, r)
		}
	}
	places := map[string]int{} // in order of appearance
	for i, r := range rows {
		if _, met := places[p.place(r)]; !met {
			places[p.place(r)] = i
		}
	}
	slices.SortStableFunc(rows, func(a, b PairedRow) int {
		return cmp.Or(cmp.Compare(places[p.place(a)], places[p.place(b)]),
			cmp.Compare(p.figurePlace(a), p.figurePlace(b)))
	})
	var shown []PairedRow
	for i, r := range rows {
		if i == 0 || !p.isBeside(rows[i-1], r) || rows[i-1].Figure != r.Figure {
			shown = append(shown, p.baselineRow(r))
		}
		shown = append(shown, r)
	}
	columns := slices.DeleteFunc(pairedColumns(), func(c column[PairedRow]) bool { return p.isIdle(c.name) })
	t := tableOf(columns, shown)
	return t
}

// isBeside reports that two rows have the same baseline.
func (p Paired) isBeside(a, b PairedRow) bool { return p.place(a) == p.place(b) }

// place names what the rows beside one another have in common.
func (p Paired) place(r PairedRow) string {
	parts := []string{r.Load, r.Flow, r.Policy, r.Scenario}
	if p.across == "policy" {
		parts[2] = ""
	} else {
		parts[3] = ""
	}
	return strings.Join(parts, "\x00")
}

func (p Paired) figurePlace(r PairedRow) int {
	return slices.IndexFunc(p.figures, func(f Figure) bool { return f.Name == r.Figure })
}

// baselineRow returns the row of the baseline beside a case's.
func (p Paired) baselineRow(r PairedRow) PairedRow {
	b := PairedRow{Scenario: r.Scenario, Load: r.Load, Flow: r.Flow, Policy: r.Policy, Figure: r.Figure, figure: r.figure,
		Value: r.Baseline, ValueLow: r.BaselineLow, ValueHigh: r.BaselineHigh, Never: r.NeverBaseline, Seeds: r.Seeds, isBaseline: true, called: p.called()}
	if p.across == "policy" {
		b.Policy = p.Baseline
	} else {
		b.Scenario = p.Baseline
	}
	return b
}

// isIdle reports that a column says nothing in the table.
func (p Paired) isIdle(name string) bool {
	several := func(of func(PairedRow) string) bool {
		return slices.ContainsFunc(p.Rows, func(r PairedRow) bool { return of(r) != of(p.Rows[0]) })
	}
	switch name {
	case "scenario":
		return p.across != "scenario" && !several(func(r PairedRow) string { return r.Scenario })
	case "load":
		return p.isOpen()
	case "flow":
		return !several(func(r PairedRow) string { return r.Flow })
	case "policy":
		return p.across != "policy" && !several(func(r PairedRow) string { return r.Policy })
	}
	return false
}
