package handout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/report"
)

// asked is the section that says what was run.
func (m *Material) asked() Section {
	s := Section{ID: "asked", Title: "What was asked"}
	policies := report.Table{Columns: []report.Column{{Heading: "policy"}, {Heading: "in full"}}}
	met := map[string]bool{}
	var loads []string
	for _, c := range m.Ledger.cases {
		if !met[c.run.Policy] {
			met[c.run.Policy] = true
			policies.Rows = append(policies.Rows, []string{shortened(c.run.Policy), limited(c.run.PolicySpec)})
		}
		if load := shortened(c.run.Load); load != "" && !slices.Contains(loads, load) && len(loads) < rowsMost {
			loads = append(loads, load)
		}
	}
	said := "Scenario " + strings.Join(m.Ledger.scenarios(), ", ")
	if len(loads) > 0 {
		said += "; loads " + strings.Join(loads, ", ")
	}
	said += "; " + m.Ledger.seedsText()
	others := func(c *account) bool { return !slices.Equal(c.seeds, m.Ledger.cases[0].seeds) }
	if seeds := m.Ledger.cases[0].seeds; len(seeds) > 1 && !slices.ContainsFunc(m.Ledger.cases, others) {
		said += ", " + seedsOf(seeds)
	}
	s.Paragraphs = []string{said + "."}
	s.Tables = []Captioned{bounded("Policies", policies)}
	return s
}

// limited returns a text on one line, of bounded length.
func limited(text string) string {
	signs := []rune(report.Printable(text))
	if len(signs) > 500 {
		signs = append(signs[:499], '…')
	}
	return string(signs)
}

// scenario is the section that shows the run's header and all values of the scenario.
func (m *Material) scenario() Section {
	s := Section{ID: "scenario", Title: "The scenario"}
	met := map[string]bool{}
	for _, c := range m.Ledger.cases {
		run := c.run
		if met[run.Scenario] || len(met) >= 6 {
			continue
		}
		met[run.Scenario] = true
		name := shortened(run.Scenario)
		length := "until " + time.Duration(run.HorizonNS).String()
		if run.StepNS > 0 {
			length = fmt.Sprintf("for %d steps of %v", run.HorizonNS/run.StepNS, time.Duration(run.StepNS))
		}
		text := fmt.Sprintf("%s runs %s.", name, length)
		if p := run.Price; p != nil {
			text += fmt.Sprintf(" A million tokens cost %v %s of input, %v read from a cache, %v of output.", p.Input, shortened(p.Currency), p.Cached, p.Output)
		}
		s.Paragraphs = append(s.Paragraphs, text)
		s.Tables = append(s.Tables, flowsTable(c, name), limitsTable(c, name))
	}
	m.wholeScenarios(&s)
	return s
}

// flowsTable shows the flows of a scenario.
func flowsTable(c *account, name string) Captioned {
	t := report.Table{Columns: []report.Column{{Heading: "flow"}, {Heading: "loop"}, {Heading: "calls a request", Right: true}, {Heading: "repeats"}, {Heading: "recorded in"}}}
	for _, f := range c.run.Flows {
		loop, repeats, source := "open", "safe", ""
		if f.Loop > 0 {
			loop = counted(f.Loop, "worker", "workers")
		}
		if f.Repeat != "" {
			repeats = shortened(f.Repeat)
		}
		if f.Source != nil {
			source = fmt.Sprintf("%s (%s), SHA-256 %s", shortened(f.Source.File), shortened(f.Source.Arrivals), shortened(f.Source.SHA256))
		}
		t.Rows = append(t.Rows, []string{shortened(f.Name), loop, strconv.Itoa(max(1, f.Calls)), repeats, source})
	}
	return bounded("Flows of "+name, t)
}

// limitsTable shows the limits of a scenario.
func limitsTable(c *account, name string) Captioned {
	t := report.Table{Columns: []report.Column{{Heading: "limit"}, {Heading: "at most", Right: true}, {Heading: "of"}, {Heading: "in", Right: true}, {Heading: "refused calls count"}, {Heading: "rule in full"}}}
	for _, l := range c.run.Limits {
		counts, window := "no", "–"
		if l.CountRefused {
			counts = "yes"
		}
		if l.WindowNS > 0 {
			window = time.Duration(l.WindowNS).String()
		}
		t.Rows = append(t.Rows, []string{shortened(l.Name), fmt.Sprint(l.Limit), shortened(l.Unit), window, counts, limited(l.Spec)})
	}
	if len(t.Rows) == 0 {
		t.Notes = []string{"no limits"}
	}
	return bounded("Limits of "+name, t)
}

// seedsOf returns seeds as the flag takes them.
func seedsOf(seeds []int64) string {
	last := seeds[len(seeds)-1]
	for i, seed := range seeds {
		if seed != seeds[0]+int64(i) || len(seeds) == 1 {
			var words []string
			for _, s := range seeds[:min(len(seeds), rowsMost)] {
				words = append(words, strconv.FormatInt(s, 10))
			}
			return strings.Join(words, ",")
		}
	}
	return fmt.Sprintf("%d..%d", seeds[0], last)
}
