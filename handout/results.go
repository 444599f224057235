package handout

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/report"
)

// bare is the policy that all others are set against, if it was run: no retries.
const bare = "none"

// casesMost bounds the cases that are compared.
const casesMost = 60

// baseline returns the policy that the others are set against: the one that was asked
// for, no retries if that was run, or the first.
func (m *Material) baseline() string {
	if m.Baseline != "" {
		return m.Baseline
	}
	first := m.Ledger.cases[0].run.Policy
	for _, c := range m.Ledger.cases {
		if c.run.Policy == bare {
			return bare
		}
	}
	return first
}

// samples returns the figures of the first cases, each with its seeds.
func (m *Material) samples() report.Samples {
	kept := map[[2]string]bool{}
	keeps := func(load, policy string) bool {
		key := [2]string{load, policy}
		if !kept[key] && len(kept) < casesMost {
			kept[key] = true
		}
		return kept[key]
	}
	name := strings.Join(m.Ledger.scenarios(), ", ")
	if len(m.Measured) == 0 {
		var rows []report.Row
		for _, r := range m.Rows {
			if keeps(r.Load, r.Policy) {
				rows = append(rows, r)
			}
		}
		return report.LessonSamples(name, rows)
	}
	return report.FlowSamples(name, slices.DeleteFunc(m.flowRows(), func(r report.FlowRow) bool { return !keeps(r.Load, r.Policy) }))
}

// flowRows returns the rows of open scenarios.
func (m *Material) flowRows() (rows []report.FlowRow) {
	for _, measured := range m.Measured {
		rows = append(rows, report.NewFlowRows(measured)...)
	}
	return rows
}

// A comparison is that of all policies with the baseline, if there is one.
type comparison struct {
	report.Paired
	ok     bool
	reason string // why there is none
}

// table returns the comparison, and names the command that shows the figures that it
// has no room for.
func (c comparison) table() report.Table {
	t := c.Table()
	for i, note := range t.Notes {
		t.Notes[i] = strings.Replace(note, "; --all shows them", "; ratesim compare --all shows them", 1)
	}
	return t
}

// compared sets all policies against the baseline.
func (m *Material) compared() comparison {
	switch {
	case len(m.Ledger.scenarios()) > 1:
		return comparison{reason: "The runs are of several scenarios, so no policy is set against another; ratesim compare does that."}
	case !m.Ledger.isSeveral():
		return comparison{reason: "There is one seed: what follows is true of these runs, and nothing is known of how far others would differ. ratesim run --seeds 1..+30 tells."}
	}
	paired, err := report.Pair(m.samples(), m.baseline())
	if err != nil {
		return comparison{reason: "The policies are not compared: " + report.Printable(err.Error()) + "."}
	}
	return comparison{Paired: paired, ok: true}
}

// results is the section of tables. Of several seeds the single runs are folded away.
func (m *Material) results(c comparison) Section {
	s := Section{ID: "results", Title: "Figures"}
	caption := "Every load and policy"
	if m.Ledger.isSeveral() {
		caption = "Every run"
	}
	if c.ok {
		s.Tables = append(s.Tables, bounded("Each policy beside "+shortened(m.baseline())+", and how sure the difference is", c.table()))
	}
	if len(m.Measured) == 0 {
		s.Paragraphs = []string{report.CountsNote}
		s.Tables = append(s.Tables, bounded(caption, report.Results{Rows: m.Rows}.Table()))
	} else {
		flows := report.FlowResults{Rows: m.flowRows()}
		for _, view := range report.Views() {
			s.Tables = append(s.Tables, bounded(caption+": "+string(view), flows.Table(view)))
		}
	}
	for i := range s.Tables {
		s.Tables[i].Folded = m.Ledger.isSeveral() && !(c.ok && i == 0)
	}
	return s
}

// isSeveral reports that some case has several seeds.
func (l *Ledger) isSeveral() bool {
	return slices.ContainsFunc(l.cases, func(c *account) bool { return len(c.seeds) > 1 })
}

// seedsText says of how many seeds the cases are.
func (l *Ledger) seedsText() string {
	least, most := len(l.cases[0].seeds), 0
	for _, c := range l.cases {
		least, most = min(least, len(c.seeds)), max(most, len(c.seeds))
	}
	switch {
	case most == 1 && l.isOneSeed():
		return fmt.Sprintf("seed %d", l.cases[0].seeds[0])
	case most == 1:
		return "one seed each"
	case least == most:
		return fmt.Sprintf("%d seeds each", most)
	}
	return fmt.Sprintf("%d to %d seeds each", least, most)
}

// isOneSeed reports that all runs have the same seed.
func (l *Ledger) isOneSeed() bool {
	return !slices.ContainsFunc(l.cases, func(c *account) bool { return c.seeds[0] != l.cases[0].seeds[0] })
}
