package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ratesim/stats"
)

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

// called returns what the baseline is called.
func (p Paired) called() string { return cmp.Or(p.Called, "baseline") }

// seedsNote explains the column of seeds that would decide.
const seedsNote = "seeds: how many would decide, four times in five"

// testNotes say how intervals and verdicts were made where the seeds change something.
func (p Paired) testNotes() []string {
	notes := []string{
		fmt.Sprintf("%.0f %% intervals, unadjusted, of the %s's mean and of mean differences:", 100*stats.Level, p.called()),
		"  " + p.intervals(),
		fmt.Sprintf("p: signed-rank test, Holm-adjusted for %s; at %v it decides the verdict", counted(p.Method.Tests, "test"), decided),
	}
	if slices.ContainsFunc(p.Rows, func(r PairedRow) bool { return r.SeedsNeeded != nil && p.isShown(r.figure) }) {
		notes = append(notes, seedsNote)
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
	if fixed < len(p.Rows) {
		notes = append(notes, fewSeeds(len(p.Seeds))...)
	}
	return notes
}

// fewSeeds say what so many seeds may well not know of.
func fewSeeds(n int) (notes []string) {
	switch {
	case n == 1:
		return []string{"one seed decides nothing: there is no interval and no test"}
	case n < stats.FewSeeds:
		notes = append(notes, fmt.Sprintf("fewer than %d seeds: an interval may hold the mean less often than it says", stats.FewSeeds))
	}
	if unseen := stats.Unseen(n); unseen > stats.RareShare {
		notes = append(notes, fmt.Sprintf("a kind of run that none of %d seeds shows may still be up to %.1f %% of all", n, 100*unseen))
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
			notes = append(notes, fmt.Sprintf("%s: never in %d of %d runs, in %d of the %s's%s",
				p.where(r), r.Never, r.Seeds, r.NeverBaseline, p.called(), byRanks))
		}
	}
	return notes
}
