package handout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ratesim/report"
)

// findingsMost bounds the findings.
const findingsMost = 30

// findings is the section that says in words what the figures show: who harmed whom,
// what the retries cost, which hints were ignored, and where no policy helps.
func (m *Material) findings(c comparison) Section {
	s := Section{ID: "findings", Title: "What follows"}
	if !c.ok {
		s.Paragraphs = []string{c.reason}
	}
	spent := m.spent()
	for _, v := range m.versus() {
		s.Points = append(s.Points, v.harm(c)...)
		s.Points = append(s.Points, v.price(spent[v.other.key()]))
	}
	for _, a := range m.Ledger.cases {
		s.Points = append(s.Points, m.Ledger.ignored(a)...)
	}
	s.Points = shortList(s.Points)
	var capacity []string
	for _, note := range report.CapacityNotes(m.Measured) {
		capacity = append(capacity, sentence(report.Printable(note)))
	}
	s.Points = append(s.Points, shortList(capacity)...)
	if len(s.Points) == 0 {
		s.Points = []string{"One policy was run, nothing was refused with a hint that it ignored, and no limit is exceeded by first attempts alone. There is nothing to set it against."}
	}
	return s
}

// shortList returns the first findings, and says how many there are besides.
func shortList(points []string) []string {
	if left := len(points) - findingsMost; left > 0 {
		return append(points[:findingsMost], fmt.Sprintf("%d more findings of this kind are left out.", left))
	}
	return points
}

// sentence returns a text with a capital at its beginning and a stop at its end. The text
// must begin with a word of ours: a name with a capital is another name.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// beginning returns the policy at the beginning of a sentence, and under which load.
func beginning(load, policy string) string {
	if load == "" {
		return "the policy " + shortened(policy)
	}
	return under(load) + shortened(policy)
}

// under says under which load something is true; nothing where loads have no names.
func under(load string) string {
	if load == "" {
		return ""
	}
	return "under " + load + " load, "
}

// A versus is a case and the baseline under the same load.
type versus struct {
	load        string // "" where loads have no names
	base, other *account
}

// versus returns each case but the baseline's with that of its load.
func (m *Material) versus() (all []versus) {
	bases := map[[2]string]*account{}
	for _, a := range m.Ledger.cases {
		if a.run.Policy == m.baseline() {
			bases[[2]string{a.run.Scenario, a.run.Load}] = a
		}
	}
	for _, a := range m.Ledger.cases {
		base := bases[[2]string{a.run.Scenario, a.run.Load}]
		if base == nil || base == a || len(base.flows) != len(a.flows) {
			continue
		}
		all = append(all, versus{load: m.Ledger.load(a), base: base, other: a})
	}
	return all
}

// runs returns how many runs a case has, as a divisor.
func (a *account) runs() float64 { return float64(len(a.seeds)) }

// calls returns a flow's calls in a run, on average.
func (a *account) calls(flow int) float64 { return float64(a.flows[flow].Calls) / a.runs() }

// pusher returns the flow that sends most more than it does with the baseline; −1 for
// none.
func (v *versus) pusher() int {
	most, at := 0.0, -1
	for i := range v.other.flows {
		if more := v.other.calls(i) - v.base.calls(i); more > most {
			most, at = more, i
		}
	}
	return at
}

// harm says which flow is better and which worse off, and which one sends more.
func (v *versus) harm(c comparison) (points []string) {
	pusher := v.pusher()
	policy, base := v.other.run.Policy, shortened(v.base.run.Policy)
	for i, flow := range v.other.run.Flows {
		name := shortened(flow.Name)
		have, had := v.other.flows[i].completed.value(), v.base.flows[i].completed.value()
		doubt, decided := v.doubt(c, flow.Name)
		said := fmt.Sprintf("%s completes %.4f of its requests instead of %.4f with %s%s", name, have, had, base, doubt)
		switch {
		case have == had:
			continue
		case !decided:
			points = append(points, sentence(fmt.Sprintf("%swith %s, %s", under(v.load), shortened(policy), said)))
		case have > had:
			points = append(points, sentence(fmt.Sprintf("%s helps %s, which %s", beginning(v.load, policy), name, strings.TrimPrefix(said, name+" "))))
		case pusher >= 0 && pusher != i:
			points = append(points, sentence(fmt.Sprintf("%swith %s, %s harms %s: %s, while %s sends %s calls a run instead of %s",
				under(v.load), shortened(policy), shortened(v.other.run.Flows[pusher].Name), name, said, shortened(v.other.run.Flows[pusher].Name),
				number(v.other.calls(pusher)), number(v.base.calls(pusher)))))
		default:
			points = append(points, sentence(fmt.Sprintf("%s harms %s itself: %s", beginning(v.load, policy), name, said)))
		}
	}
	return points
}

// doubt says how sure a difference of a flow's completed share is; decided is false
// where several seeds do not decide.
func (v *versus) doubt(c comparison, flow string) (text string, decided bool) {
	if !c.ok {
		return "", true
	}
	figure, name := "completed_share", flow
	if v.other.run.StepNS > 0 && !v.other.run.Open {
		name = ""
		if flow == "interactive" {
			figure = "interactive_share"
		}
	}
	i := slices.IndexFunc(c.Rows, func(r report.PairedRow) bool {
		return r.Load == v.other.run.Load && r.Policy == v.other.run.Policy && r.Flow == name && r.Figure == figure
	})
	if i < 0 {
		return "", true
	}
	r := c.Rows[i]
	text = fmt.Sprintf(" (%s, %d seeds", r.Verdict, r.Seeds)
	if r.DifferenceLow != nil && *r.DifferenceLow < *r.DifferenceHigh {
		text += fmt.Sprintf("; the difference is between %+.4f and %+.4f", *r.DifferenceLow, *r.DifferenceHigh)
	}
	return text + ")", r.Verdict != report.VerdictUnmeasured
}

// number returns a mean of counts.
func number(value float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0")
}

// together returns the counts of all flows, and their repeats.
func (a *account) together() (all sums) {
	for i := range a.flows {
		all.Counts.Join(a.flows[i].Counts)
		all.repeats += a.flows[i].repeats
	}
	return all
}

// price says what the retries cost.
func (v *versus) price(spent money) string {
	all := v.other.together()
	runs := v.other.runs()
	text := fmt.Sprintf("%sthe retries of %s: of %s calls a run, all flows together, %s are repeats and %s are refused", under(v.load), shortened(v.other.run.Policy),
		number(float64(all.Calls)/runs), number(float64(all.repeats)/runs), number(float64(all.RateLimited)/runs))
	if all.Tokens > 0 {
		of := ""
		if len(v.other.seeds) > 1 {
			of = " of a run's on average"
		}
		text += fmt.Sprintf("; %s of %s tokens (%.1f %%%s) are paid for and come to nothing", number(float64(all.Wasted)/runs),
			number(float64(all.Tokens)/runs), 100*v.other.wasted.value(), of)
		if len(v.base.wasted.shares) > 0 {
			text += fmt.Sprintf(", with %s %.1f %%", shortened(v.base.run.Policy), 100*v.base.wasted.value())
		}
	}
	if spent.known {
		text += fmt.Sprintf(", which is %.4f of %.4f %s", spent.wasted/runs, spent.cost/runs, shortened(v.other.run.Price.Currency))
	}
	if all.RepeatedEffects > 0 {
		text += fmt.Sprintf("; work that must be done once is done again %s times", number(float64(all.RepeatedEffects)/runs))
	}
	return sentence(text)
}

// Money is what all runs of a case cost, and what of it was for nothing.
type money struct {
	cost, wasted float64
	known        bool
}

// spent returns the money of each case whose runs have a price.
func (m *Material) spent() map[[3]string]money {
	all := map[[3]string]money{}
	for _, measured := range m.Measured {
		rows := report.NewFlowRows(measured)
		last := rows[len(rows)-1]
		if last.Cost == nil || last.WastedCost == nil || measured.Run.Price == nil {
			continue
		}
		key := keyOf(&measured.Run)
		had := all[key]
		all[key] = money{cost: had.cost + *last.Cost, wasted: had.wasted + *last.WastedCost, known: true}
	}
	return all
}

// ignored says where a client was told when to come back and went by its own wait.
func (l *Ledger) ignored(a *account) (points []string) {
	for i, flow := range a.run.Flows {
		h := &a.flows[i].hints
		if h.unheeded == 0 {
			continue
		}
		text := fmt.Sprintf("%s ignores hints: of %d refusals of %s that said when to come back, it went by its own wait after %d",
			beginning(l.load(a), a.run.Policy), h.told, shortened(flow.Name), h.unheeded)
		if kinds := frequent(h.kinds); len(kinds) > 0 {
			text += " (" + strings.Join(kinds, ", ") + ")"
		}
		points = append(points, sentence(text+h.haste()))
	}
	return points
}

// haste says how long a client waited by itself, and how long it was until there was room.
func (h *hints) haste() string {
	mean := func(sum float64) time.Duration {
		return time.Duration(sum / float64(h.finite)).Round(time.Millisecond)
	}
	never := h.unheeded - h.finite
	if h.finite == 0 {
		return "; there was never room, however long it waited"
	}
	text := fmt.Sprintf("; it waited %v on average where there was room after %v, and came back too early %d times", mean(h.waited), mean(h.needed), h.early)
	if never > 0 {
		text += fmt.Sprintf("; after %d there was never room", never)
	}
	return text
}
