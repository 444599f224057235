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
	s.Paragraphs = []string{said + "; " + m.Ledger.seedsText() + "."}
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

// scenario is the section that shows the run's header.
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

// again is the section that says how to make all this once more.
func (m *Material) again() Section {
	s := Section{ID: "again", Title: "How to make it again"}
	if m.Manifest != "" {
		s.Paragraphs = []string{"The manifest says how the runs were made; ratesim replay makes them again, and ratesim verify tells whether they are the same."}
		s.Code = append(s.Code, m.Manifest)
	}
	if command, ok := m.Ledger.command(); ok {
		s.Paragraphs = append(s.Paragraphs, "The runs, where the scenario is the one of that name as it stood; one from a file needs -f FILE in place of --scenario:")
		s.Code = append(s.Code, command)
	} else {
		s.Paragraphs = append(s.Paragraphs, "The runs were made by several commands; the section on what was asked has their parts.")
	}
	s.Code = append(s.Code, quoted(m.Command))
	return s
}

// command returns the command that makes the runs; !ok when one does not.
func (l *Ledger) command() (string, bool) {
	var loads, policies []string
	for _, c := range l.cases {
		if !slices.Contains(loads, c.run.Load) && len(loads) < rowsMost {
			loads = append(loads, c.run.Load)
		}
		if !slices.Contains(policies, c.run.Policy) && len(policies) < rowsMost {
			policies = append(policies, c.run.Policy)
		}
		if !slices.Equal(c.seeds, l.cases[0].seeds) {
			return "", false
		}
	}
	if len(l.scenarios()) > 1 || len(loads)*len(policies) != len(l.cases) {
		return "", false
	}
	words := []string{"ratesim", "run", "--scenario", l.cases[0].run.Scenario}
	if loads[0] != "" || len(loads) > 1 {
		words = append(words, "--load", strings.Join(loads, ","))
	}
	words = append(words, "--policy", strings.Join(policies, ","), "--seeds", seedsOf(l.cases[0].seeds), "--trace", "run.ndjson")
	return quoted(words), true
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

// quoted returns a command as a shell takes it, on one line.
func quoted(words []string) string {
	var all []string
	for _, word := range words {
		word = report.Printable(word)
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,/:@%+") != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}
