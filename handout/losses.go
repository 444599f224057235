package handout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ratesim/report"
	"ratesim/trace"
)

// causesMost bounds the causes of a flow; what comes on top is counted as others.
const causesMost = 24

// otherCauses is the name of those.
const otherCauses = "other causes"

// cause says in words why a request was lost.
func (r *lived) cause(e *trace.End) string {
	last := "; the last attempt " + r.ending()
	if !r.sent {
		last = ", before it was sent"
	}
	switch {
	case e.Outcome == trace.OutcomeUnfinished && !r.sent:
		return "never sent before the run ended"
	case e.Outcome == trace.OutcomeUnfinished && !r.heard:
		return "in flight when the run ended"
	case e.Outcome == trace.OutcomeUnfinished:
		return "about to be tried again when the run ended" + last
	case e.Why == trace.WhyDeadline:
		return "its deadline passed" + last
	case e.Why == trace.WhyGovernor:
		return "a governor let it through no more" + last
	}
	return "the policy tried no more" + last
}

// ending says what became of the last attempt.
func (r *lived) ending() string {
	switch r.last.Status {
	case trace.StatusOK:
		return "went well"
	case trace.StatusRateLimit:
		if r.last.RefusedBy != "" {
			return "was refused (429) by the limit " + shortened(r.last.RefusedBy)
		}
		return "was refused (429)"
	case trace.StatusTimeout:
		return "had no answer in time"
	case trace.StatusPartialOutput:
		return "was cut off"
	case trace.StatusServerError:
		return "met a server error"
	case trace.StatusOverloaded:
		return "met an overloaded server"
	case trace.StatusConnection:
		return "had no connection"
	case trace.StatusRejected:
		return "was rejected for good"
	case trace.StatusExhausted:
		return "met an exhausted quota"
	}
	return "failed"
}

// lose counts a lost request.
func (s *sums) lose(cause string) {
	if s.losses == nil {
		s.losses = map[string]int64{}
	}
	if _, met := s.losses[cause]; !met && len(s.losses) >= causesMost {
		cause = otherCauses
	}
	s.losses[cause]++
}

// lost returns the requests that were lost.
func (s *sums) lost() (n int64) {
	for _, lost := range s.losses {
		n += lost
	}
	return n
}

// A loss is the requests that were lost by one cause.
type loss struct {
	cause    string
	requests int64
	permille int64 // of all that were lost; those of a flow make 1,000
}

// byCause returns the causes, the most frequent first. What rounding leaves over goes to
// those that it took most from, so that shares make a whole.
func (s *sums) byCause() []loss {
	var all []loss
	total, given := s.lost(), int64(0)
	for cause, n := range s.losses {
		all = append(all, loss{cause, n, n * 1000 / total})
		given += n * 1000 / total
	}
	slices.SortFunc(all, func(a, b loss) int {
		return cmp.Or(cmp.Compare((b.requests*1000)%total, (a.requests*1000)%total), cmp.Compare(a.cause, b.cause))
	})
	for i := range min(len(all), int(1000-given)) {
		all[i].permille++
	}
	slices.SortFunc(all, func(a, b loss) int {
		return cmp.Or(cmp.Compare(b.requests, a.requests), cmp.Compare(a.cause, b.cause))
	})
	return all
}

// losses is the section of lost requests.
func (m *Material) losses() Section {
	s := Section{ID: "losses", Title: "Requests that were lost"}
	table := report.Table{Columns: []report.Column{{Heading: "load"}, {Heading: "policy"}, {Heading: "flow"},
		{Heading: "cause"}, {Heading: "requests", Right: true}, {Heading: "of those lost", Right: true}}}
	var lost int64
	for _, c := range m.Ledger.cases {
		for i, f := range c.run.Flows {
			lost += c.flows[i].lost()
			for _, l := range c.flows[i].byCause() {
				table.Rows = append(table.Rows, []string{m.Ledger.load(c), shortened(c.run.Policy), shortened(f.Name),
					l.cause, fmt.Sprint(l.requests), fmt.Sprintf("%d.%d %%", l.permille/10, l.permille%10)})
			}
		}
	}
	if lost == 0 {
		s.Paragraphs = []string{"No request was lost: each was completed."}
		return s
	}
	s.Paragraphs = []string{"Every request that was not completed, by what ended it, over all seeds. The shares of a load, policy and flow make 100 %."}
	s.Tables = []Captioned{bounded("Lost requests by cause", m.Ledger.withoutIdleLoad(table))}
	return s
}

// rowsMost bounds the rows of a table.
const rowsMost = 400

// bounded returns a table with as many rows as a reader can bear, and says how many
// there would be.
func bounded(caption string, t report.Table) Captioned {
	if left := len(t.Rows) - rowsMost; left > 0 {
		t.Rows = t.Rows[:rowsMost]
		t.Notes = append(slices.Clone(t.Notes), fmt.Sprintf("%d more rows are left out; --format csv has all figures", left))
	}
	t = t.Printable()
	for i, note := range t.Notes {
		t.Notes[i] = report.Printable(note)
	}
	return Captioned{Caption: report.Printable(caption), Table: t}
}

// withoutIdleLoad returns a table without its first column if that is empty.
func (l *Ledger) withoutIdleLoad(t report.Table) report.Table {
	if slices.ContainsFunc(l.cases, func(c *account) bool { return l.load(c) != "" }) {
		return t
	}
	t.Columns = t.Columns[1:]
	for i := range t.Rows {
		t.Rows[i] = t.Rows[i][1:]
	}
	return t
}

// load returns what a case is called beside its policy, the scenario too if there are
// several.
func (l *Ledger) load(c *account) string {
	if len(l.scenarios()) > 1 {
		return strings.TrimSpace(shortened(c.run.Scenario) + " " + shortened(c.run.Load))
	}
	return shortened(c.run.Load)
}

// scenarios returns the names of the scenarios, each once.
func (l *Ledger) scenarios() []string {
	if l.names == nil {
		met := map[string]bool{}
		for _, c := range l.cases {
			if name := shortened(c.run.Scenario); !met[name] && len(l.names) < rowsMost {
				met[name] = true
				l.names = append(l.names, name)
			}
		}
	}
	return l.names
}

// kindsOf returns the kinds of hints, such as seconds, that an answer gave.
func kindsOf(hints string) (kinds []string) {
	for part := range strings.SplitSeq(hints, ", ") {
		kind, _, _ := strings.Cut(part, " ")
		if kind != "" && len(kind) < 20 && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz-") == "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// frequent returns the keys of counts, the most frequent first, at most four.
func frequent(counts map[string]int64) []string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return names[:min(len(names), 4)]
}

// nameMost is how much of a name is shown, in signs.
const nameMost = 60

// shortened returns a name on one line and not too long.
func shortened(name string) string {
	signs := []rune(report.Printable(name))
	if len(signs) > nameMost {
		signs = append(signs[:nameMost-1], '…')
	}
	return string(signs)
}
