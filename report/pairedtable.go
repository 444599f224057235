package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"ratesim/stats"
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
	p.Version = Version
	p.Rows = append([]PairedRow{}, p.Rows...) // never null in JSON
	p.Claims = append([]ClaimRow{}, p.Claims...)
	p.Notes = append([]string{}, p.warnings()...)
	if f != FormatTable && f != FormatMarkdown {
		return sheet[PairedRow]{columns: pairedColumns(), records: p.Rows, document: p}.write(w, f, l)
	}
	tables := []titled{{table: p.table()}}
	tables[0].table.Notes = p.footer()
	if kinds, ok := p.kindsTable(); ok {
		tables = append(tables, titled{"runs of two kinds: those of the lower one, their share, the mean of each", kinds})
	}
	if len(p.Claims) > 0 {
		tables = append(tables, titled{"assertions", claimTable(p.Claims)})
	}
	return writeTables(w, f, l, tables)
}

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
		Value: r.Baseline, ValueLow: r.BaselineLow, ValueHigh: r.BaselineHigh, Never: r.NeverBaseline, Seeds: r.Seeds, isBaseline: true}
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

// method says how the comparison was made.
func (p Paired) method() PairedNotes {
	notes := PairedNotes{
		Pairing:    "by seed: " + p.pairing(),
		Interval:   fmt.Sprintf("%.0f %%, %s, unadjusted", 100*stats.Level, p.intervals()),
		Test:       fmt.Sprintf("signed-rank test of the differences (Wilcoxon), p at most %v", decided),
		Correction: "Holm",
		Tests:      p.Method.Tests,
	}
	if p.fixed() == len(p.Rows) {
		notes.Test, notes.Correction = "none: the seeds change nothing", "none"
	}
	return notes
}

// fixed returns how many rows there are in which the seeds change nothing.
func (p Paired) fixed() (rows int) {
	for _, r := range p.Rows {
		if r.P == nil {
			rows++
		}
	}
	return rows
}

// pairing says what the runs of one seed have in common.
func (p Paired) pairing() string {
	if p.across == "scenario" {
		return "each run is compared with that of the same seed"
	}
	return "under one seed all meet the same arrivals and faults"
}

// intervals names the methods of the rows' intervals.
func (p Paired) intervals() string {
	var names []string
	for _, m := range []stats.Method{stats.BCa, stats.ABC, stats.Student, stats.Exact} {
		if !slices.ContainsFunc(p.Rows, func(r PairedRow) bool { return r.Interval == string(m) }) {
			continue
		}
		switch m {
		case stats.BCa, stats.ABC:
			names = append(names, string(m)+" bootstrap")
		case stats.Student:
			names = append(names, "Student's t, which assumes normal values")
		case stats.Exact:
			names = append(names, "exact where nothing varies")
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "; ")
}

// footer returns the notes below the tables.
func (p Paired) footer() []string {
	notes := append(p.overturnedNotes(), p.warnings()...)
	notes = append(notes, fmt.Sprintf("%s, paired: %s", counted(len(p.Seeds), "seed"), p.pairing()))
	if p.fixed() < len(p.Rows) {
		notes = append(notes, p.testNotes()...)
	}
	hidden := len(p.figures)
	for _, f := range p.figures {
		if p.isShown(f) {
			hidden--
		}
	}
	if hidden > 0 {
		notes = append(notes, counted(hidden, "figure")+" not shown; --all shows them")
	}
	return notes
}

// testNotes say how intervals and verdicts were made where the seeds change something.
func (p Paired) testNotes() []string {
	notes := []string{
		fmt.Sprintf("%.0f %% intervals, unadjusted, of the baseline's mean and of mean differences:", 100*stats.Level),
		"  "+p.intervals(),
		fmt.Sprintf("p: signed-rank test, Holm-adjusted for %s; at %v it decides the verdict", counted(p.Method.Tests, "test"), decided),
	}
	if slices.ContainsFunc(p.Rows, func(r PairedRow) bool { return r.SeedsNeeded != nil && p.isShown(r.figure) }) {
		notes = append(notes, "seeds: how many would decide, four times in five")
	}
	return notes
}

// warnings say what a reader should beware of.
func (p Paired) warnings() []string {
	notes := p.neverNotes()
	for _, name := range p.asked {
		if !slices.ContainsFunc(p.Rows, func(r PairedRow) bool { return r.Figure == name }) {
			notes = append(notes, name+": left out, as some run has no such value")
		}
	}
	fixed := p.fixed()
	switch {
	case fixed == len(p.Rows):
		notes = append(notes, "the seeds change nothing: every figure is the same in all, and differences are exact")
	case fixed > 0:
		notes = append(notes, "where there is no p the seeds change nothing, and differences are exact")
	}
	switch n := len(p.Seeds); {
	case fixed == len(p.Rows):
	case n == 1:
		notes = append(notes, "one seed decides nothing: there is no interval and no test")
	case n < stats.FewSeeds:
		notes = append(notes, fmt.Sprintf("fewer than %d seeds: an interval may hold the mean less often than it says", stats.FewSeeds))
	}
	return notes
}

// counted returns a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// overturnedNotes say where the lesson's rule, on the first two seeds, comes to
// another verdict.
func (p Paired) overturnedNotes() []string {
	var notes []string
	for _, r := range p.Rows {
		if !r.Overturned || !p.isShown(r.figure) {
			continue
		}
		word := VerdictUnmeasured
		if r.LessonMeasured {
			word = "measured"
		}
		notes = append(notes, fmt.Sprintf("  %s: %s %s there; %s %s here", p.where(r), r.figure.change(*r.LessonDifference), word, r.figure.change(*r.Difference), r.Verdict))
	}
	if len(notes) > 0 {
		notes = append([]string{fmt.Sprintf("the lesson's rule, on seeds %d and %d alone, is overturned:", p.Seeds[0], p.Seeds[1])}, notes...)
	}
	return notes
}

// where names a row's figure and case.
func (p Paired) where(r PairedRow) string {
	parts := []string{r.Scenario, r.Load, r.Flow, r.Policy, r.figure.Label}
	if p.isIdle("scenario") {
		parts[0] = ""
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// neverNotes say where a mean is missing because some runs have no such value.
func (p Paired) neverNotes() []string {
	var notes []string
	for _, r := range p.Rows {
		if r.Never+r.NeverBaseline > 0 && r.Verdict != VerdictSame && p.isShown(r.figure) {
			byRanks := "; p goes by ranks"
			if r.P == nil {
				byRanks = ""
			}
			notes = append(notes, fmt.Sprintf("%s: never in %d of %d runs, in %d of the baseline's%s",
				p.where(r), r.Never, r.Seeds, r.NeverBaseline, byRanks))
		}
	}
	return notes
}
