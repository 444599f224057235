package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Tuning is what a search for a policy came to. What it says of the winner is from
// seeds that the search has not seen.
type Tuning struct {
	Version     int             `json:"version"`  // of the JSON form; Version when written
	Scenario    json.RawMessage `json:"scenario"` // as resolved
	Load        string          `json:"load"`     // "" in continuous time
	Goal        string          `json:"goal"`
	Outcome     string          `json:"outcome"`   // pass, inconclusive or fail: the worst verdict on a constraint; inconclusive for pass where nothing wins
	Winner      string          `json:"winner"`    // what the search chose, whose point's role says whether it wins
	RunnerUp    string          `json:"runner_up"` // "" for none
	Baseline    string          `json:"baseline"`
	SearchSeeds SeedSpan        `json:"search_seeds"`
	HeldOut     SeedSpan        `json:"held_out_seeds"`
	Runs        int64           `json:"runs"` // that the search made
	Points      []TunedPoint    `json:"points"`
	Constraints []ClaimRow      `json:"constraints"`
	Binding     []string        `json:"binding"`      // which constraint costs what, in words
	Comparison  *Paired         `json:"comparison"`   // of the runner-up and the baseline with the winner; nil where there is nothing to compare
	Better      []BetterPoint   `json:"better"`       // those that beat the winner on the held-out seeds
	BetterTests int             `json:"better_tests"` // for which their p are adjusted; 0 where there are none
	Settings    []ClientFit     `json:"settings"`
	Notes       []string        `json:"notes"`              // on the search, a sentence each
	Manifest    json.RawMessage `json:"manifest,omitempty"` // how it came about; nil for what nobody recorded
	Axes        []Axis          `json:"-"`                  // the first one is the goal
	Rule        string          `json:"-"`                  // by which the winner was chosen, in words
	shown       []*TunedPoint   // in the table
}

// A SeedSpan is seeds that follow one another.
type SeedSpan struct {
	First int64 `json:"first"`
	Last  int64 `json:"last"`
}

// String returns the span as --seeds takes it.
func (s SeedSpan) String() string { return fmt.Sprintf("%d..%d", s.First, s.Last) }

// Count returns how many seeds there are.
func (s SeedSpan) Count() int64 { return s.Last - s.First + 1 }

// A ClientFit is a policy in the settings of a client.
type ClientFit struct {
	Client   string   `json:"client"`
	Settings string   `json:"settings"` // "" where the client has none for it
	Lacks    []string `json:"lacks"`    // what the client cannot do
}

// A TunedPoint is a policy that a search has tried.
type TunedPoint struct {
	Policy   string
	Kind     string // "" for a policy beside the space
	Role     string // winner, runner-up, baseline, or ""
	Seeds    int64  // of the search
	Holds    string // whether the constraints hold over those: yes if as the rule of choosing wants it, unsure if by their means alone, or no
	Frontier string // yes or no; "" for one that was not tried on all seeds
	Values   []*float64
	HeldOut  []*float64 // means over the held-out seeds; nil where it was not tried on them

	HeldOutHolds    string // the worst verdict on its constraints there: pass, inconclusive or fail; "" where it was not tried or there are none
	HeldOutFrontier string // whether none that is shown beats it there: yes or no; "" where that is not known

	axes   []Axis
	number int // in the list of policies below the table, which shows it in place of the policy; 0 for none
}

// MarshalJSON writes the point as an object with a member a column.
func (p TunedPoint) MarshalJSON() ([]byte, error) {
	return marshalRecord(tunedColumns(p.axes, false), &p)
}

// keeps says in the table whether the constraints hold on the held-out seeds.
var keeps = map[string]string{"pass": "yes", "inconclusive": "unsure", "fail": "no", "": ""}

// tunedColumns is the one list of what a point has. Whether it keeps to the constraints
// the table shows where there are any.
func tunedColumns(axes []Axis, bound bool) []column[TunedPoint] {
	kept := column[TunedPoint]{name: "constraints_held_out", field: func(p *TunedPoint) any { return &p.HeldOutHolds }}
	if bound {
		kept.place, kept.shown = 2+len(axes), Column{Heading: "keeps"}
		kept.text = func(p *TunedPoint) string { return keeps[p.HeldOutHolds] }
	}

	columns := []column[TunedPoint]{
		{name: "role", field: func(p *TunedPoint) any { return &p.Role }, place: 1, shown: Column{}},
	}
	for i, a := range axes {
		columns = append(columns, column[TunedPoint]{
			name: a.Name(), field: func(p *TunedPoint) any { return &p.Values[i] }, amount: true,
		})
	}
	for i, a := range axes {
		columns = append(columns, column[TunedPoint]{
			name: "held_out." + a.Name(), field: func(p *TunedPoint) any { return &p.HeldOut[i] }, amount: true,
			place: 2 + i, shown: Column{Heading: a.heading(), Right: true},
			text: func(p *TunedPoint) string {
				switch {
				case p.HeldOut[i] != nil:
					return a.Text(*p.HeldOut[i])
				case a.Figure.Measure == MeasureTime:
					return "never"
				}
				return noValue
			},
		})
	}
	return append(columns,
		column[TunedPoint]{name: "policy", field: func(p *TunedPoint) any { return &p.Policy }, place: 3 + len(axes), shown: Column{Heading: "policy"},
			text: (*TunedPoint).policyText},
		column[TunedPoint]{name: "kind", field: func(p *TunedPoint) any { return &p.Kind }},
		column[TunedPoint]{name: "seeds", field: func(p *TunedPoint) any { return &p.Seeds }},
		column[TunedPoint]{name: "constraints_hold", field: func(p *TunedPoint) any { return &p.Holds }},
		kept,
		column[TunedPoint]{name: "frontier", field: func(p *TunedPoint) any { return &p.Frontier }},
		column[TunedPoint]{name: "frontier_held_out", field: func(p *TunedPoint) any { return &p.HeldOutFrontier }},
	)
}

// Show puts points into the table, by place.
func (t *Tuning) Show(places []int) {
	for _, i := range places {
		t.shown = append(t.shown, &t.Points[i])
	}
}

// Shown returns the points that are in the table.
func (t *Tuning) Shown() []*TunedPoint { return t.shown }

// Write writes the search in the given format. As text and Markdown it has the
// frontier, the constraints, how sure the winner is and its settings; CSV and NDJSON
// have all points, JSON has everything.
func (t Tuning) Write(w io.Writer, f Format, l Layout) error {
	t = t.document()
	for i := range t.Points {
		t.Points[i].axes = t.Axes
	}
	if f != FormatTable && f != FormatMarkdown {
		return sheet[TunedPoint]{columns: tunedColumns(t.Axes, false), records: t.Points, document: t}.write(w, f, l)
	}
	if err := writeTables(w, f, l, t.tables(l)); err != nil {
		return err
	}
	if t.Comparison != nil {
		title := fmt.Sprintf("\nthe %s beside the %s:\n", t.others(), t.winnerName())
		if f == FormatMarkdown {
			title += "\n"
		}
		if _, err := io.WriteString(w, title); err != nil {
			return err
		}
		if err := t.Comparison.Write(w, f, l); err != nil {
			return err
		}
	}
	if err := t.writeBetter(w, f, pageOf(l)); err != nil {
		return err
	}
	return t.writeSettings(w, f, pageOf(l))
}

// document returns the search as JSON has it, without a list that is null.
func (t Tuning) document() Tuning {
	t.Version = Version
	t.Constraints, t.Binding, t.Better, t.Notes = neverNil(t.Constraints), neverNil(t.Binding), neverNil(t.Better), neverNil(t.Notes)
	t.Settings = neverNil(t.Settings)
	for i, s := range t.Settings {
		t.Settings[i].Lacks = neverNil(s.Lacks)
	}
	if t.Comparison != nil {
		whole := t.Comparison.document()
		t.Comparison = &whole
	}
	return t
}

// winnerName says what the best policy is: "best found" where it does not keep to the
// constraints, or the goal decided nothing.
func (t Tuning) winnerName() string {
	if len(t.Points) > 0 && t.Points[0].Role == "best found" {
		return "best found"
	}
	return "winner"
}

// others names what the winner is compared with.
func (t Tuning) others() string {
	var names []string
	if t.RunnerUp != "" && t.RunnerUp != t.Winner {
		names = append(names, "runner-up")
	}
	if t.Baseline != t.Winner {
		names = append(names, "baseline")
	}
	return strings.Join(names, " and the ")
}

// policyText returns the policy, or its number in the list below the table.
func (p *TunedPoint) policyText() string {
	if p.number > 0 {
		return fmt.Sprint(p.number)
	}
	return p.Policy
}

// frontier returns the table of the points that are shown. Where it would be too wide
// the policies stand below it by number.
func (t Tuning) frontier(l Layout) Table {
	var rows []TunedPoint
	for _, p := range t.shown {
		rows = append(rows, *p)
	}
	front := tableOf(tunedColumns(t.Axes, t.isConstrained()), rows)
	if l.Columns == 0 || l.Wide || front.width() <= l.Columns {
		return front
	}
	var policies []string
	for i := range rows {
		rows[i].number = i + 1
		label := fmt.Sprintf("%3d  ", i+1)
		for _, line := range broken(rows[i].Policy, pageOf(l)-len(label)) {
			policies = append(policies, label+line)
			label = "     "
		}
	}
	front = tableOf(tunedColumns(t.Axes, t.isConstrained()), rows)
	front.Notes = append([]string{"policies:"}, policies...)
	return front
}

// isConstrained also holds where all constraints are relative to the winner, so that none
// judges it.
func (t Tuning) isConstrained() bool { return t.Rule != "" || len(t.Constraints) > 0 }

// policyCount returns a number of policies.
func policyCount(n int) string {
	if n == 1 {
		return "1 policy"
	}
	return fmt.Sprintf("%d policies", n)
}

// tables returns the frontier and the constraints.
func (t Tuning) tables(l Layout) []titled {
	front := t.frontier(l)
	front.Notes = append(front.Notes, fmt.Sprintf("%s; means over %d held-out seeds, %s", t.Goal, t.HeldOut.Count(), t.HeldOut),
		fmt.Sprintf("found with %s of %s on seeds %s", counted(int(t.Runs), "run"), policyCount(len(t.Points)), t.SearchSeeds))
	if t.Rule != "" {
		front.Notes = append(front.Notes, t.Rule)
	}
	front.Notes = append(front.Notes, t.Notes...)
	if len(t.Constraints) == 0 {
		front.Notes = append(front.Notes, t.Binding...)
	}
	tables := []titled{{table: front}}
	if len(t.Constraints) > 0 {
		constraints := claimTable(t.Constraints)
		for i, c := range constraints.Columns {
			if c.Heading == "assertion" {
				constraints.Columns[i].Heading = "constraint"
			}
		}
		for i, note := range constraints.Notes {
			constraints.Notes[i] = strings.Replace(note, "an assertion", "a constraint", 1)
		}
		constraints.Notes = append(constraints.Notes, t.Binding...)
		tables = append(tables, titled{fmt.Sprintf("constraints on the %s, on held-out seeds", t.winnerName()), constraints})
	}
	return tables
}
