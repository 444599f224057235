package report

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ratesim/claim"
	"ratesim/stats"
	"ratesim/suggest"
)

// A ClaimRow is what became of a claim in one case.
type ClaimRow struct {
	Claim                        string // as written
	Scenario, Load, Flow, Policy string
	Value                        *float64 // the mean; nil when there is none, or it is infinite
	Bound                        *float64 // in the figure's unit; the mean where it is another policy's
	Low, High                    *float64 // the interval of Value − Bound; nil for a single run
	Verdict                      string   // pass, fail or inconclusive
	SeedsNeeded                  *int64   // that would decide; nil when it is decided, or none would
	Seeds                        int64

	figure Figure
}

// CheckClaim finds, before anything is run, what no run of the cases could have:
// figures, policies, conditions.
func CheckClaim(c claim.Claim, figures []Figure, cases []Case) error {
	figure, err := FindFigure(figures, c.Term)
	if err != nil {
		return err
	}
	var faults []error
	if fits := c.Bound.Factor || c.Bound.Kind == claim.Plain && figure.Measure != MeasureTime ||
		c.Bound.Kind == claim.Share && figure.Measure == MeasureShare || c.Bound.Kind == claim.Time && figure.Measure == MeasureTime; !fits {
		wanted := map[Measure]string{MeasureShare: "a share, such as 0.95, 95% or 0.5pp", MeasureTime: "a time, such as 30s"}[figure.Measure]
		if wanted == "" {
			wanted = "a number without a unit"
		}
		faults = append(faults, fmt.Errorf("%s is held against %s; have %s", figure.Name, wanted, c.Bound.Kind))
	}
	for _, condition := range c.Term.Where {
		faults = append(faults, checkCondition(condition, cases))
	}
	if c.Bound.Of != "" {
		faults = append(faults, checkCondition(claim.Condition{Key: "policy", Value: c.Bound.Of}, cases))
	}
	return errors.Join(faults...)
}

// checkCondition wants a case that meets a condition.
func checkCondition(c claim.Condition, cases []Case) error {
	var values []string
	for _, of := range cases {
		if value := of.value(c.Key); !slices.Contains(values, value) && value != "" {
			values = append(values, value)
		}
	}
	if slices.Contains(values, c.Value) {
		return nil
	}
	if len(values) == 0 && c.Key == "flow" {
		return fmt.Errorf("want no flow: the lesson's figures name theirs, as interactive_share does")
	}
	if len(values) == 0 {
		return fmt.Errorf("want no %s: the scenario has none", c.Key)
	}
	return fmt.Errorf("no run has the %s %q; there are %s%s", c.Key, c.Value, strings.Join(values, ", "), suggest.Question(c.Value, values))
}

// value returns what a condition's key is in a case.
func (c Case) value(key string) string {
	switch key {
	case "scenario":
		return c.Scenario
	case "load":
		return c.Load
	case "policy":
		return c.Policy
	}
	return c.Flow
}

// Judge says what became of claims, which CheckClaim has passed, in every case that
// they are about. A claim that names no flow is about all flows together.
func (s Samples) Judge(claims []claim.Claim) ([]ClaimRow, error) {
	if err := s.arrange(); err != nil {
		return nil, err
	}
	var rows []ClaimRow
	var bootstrap stats.Bootstrap
	for _, c := range claims {
		figure, err := FindFigure(s.Figures, c.Term)
		if err != nil {
			return nil, err
		}
		for place, of := range s.Cases {
			if !s.isMeant(c, of) {
				continue
			}
			base := place
			if c.Bound.Of != "" {
				base = slices.Index(s.Cases, of.with("policy", c.Bound.Of))
			}
			if base < 0 {
				return nil, fmt.Errorf("%q: %s: no run of the policy %q beside it", c.Text, of, c.Bound.Of)
			}
			d := deciding{claim: c, figure: figure, values: s.Values(place, figure.Name), bases: s.Values(base, figure.Name)}
			row := d.row(&bootstrap)
			row.Claim, row.Scenario, row.Load, row.Flow, row.Policy = c.Text, of.Scenario, of.Load, of.Flow, of.Policy
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// isMeant reports that a claim is about a case.
func (s Samples) isMeant(c claim.Claim, of Case) bool {
	if !c.Term.Meets(of.value) || c.Bound.Of != "" && of.Policy == c.Bound.Of {
		return false
	}
	if c.Term.Given("flow") != "" || of.Flow == "" || of.Flow == AllFlows {
		return true
	}
	together := of
	together.Flow = AllFlows
	return !slices.Contains(s.Cases, together)
}

// A deciding is a claim and the values it is about, seed by seed.
type deciding struct {
	claim         claim.Claim
	figure        Figure
	values, bases []float64
}

// row decides the claim. A figure without a value, or without end, is on the wrong
// side of every bound above it.
func (d deciding) row(bootstrap *stats.Bootstrap) ClaimRow {
	r := ClaimRow{Verdict: string(claim.Fail), Seeds: int64(len(d.values)), figure: d.figure}
	margins, bounds := make([]float64, len(d.values)), make([]float64, len(d.values))
	for i, v := range d.values {
		bounds[i] = d.claim.Bound.Value(d.bases[i])
		if d.claim.Bound.Of == "" {
			margins[i] = v
		} else if margins[i] = v - bounds[i]; math.Abs(margins[i]) <= 1e-12*math.Abs(v) {
			margins[i] = 0
		}
	}
	mean, bound := stats.Mean(d.values), stats.Mean(bounds)
	if !math.IsInf(bound, 0) && !math.IsNaN(bound) {
		r.Bound = &bound
	}
	if math.IsInf(mean, 0) || math.IsNaN(mean) || r.Bound == nil {
		r.Verdict = string(d.claim.Op.Decide(mean, mean, bound))
		return r
	}
	r.Value = &mean
	against := bound
	if d.claim.Bound.Of != "" {
		against = 0
	}
	e := bootstrap.MeanOf(margins)
	if e.Values == 1 {
		e.Low, e.High = margins[0], margins[0]
	}
	verdict := d.claim.Op.Decide(e.Low, e.High, against)
	r.Verdict = string(verdict)
	low, high := e.Low-against, e.High-against
	if e.Values > 1 {
		r.Low, r.High = &low, &high
	}
	if verdict == claim.Inconclusive {
		if n, ok := stats.Excluding(e.Mean-against, stats.Deviation(margins)); ok {
			needed := max(int64(n), r.Seeds+1)
			r.SeedsNeeded = &needed
		}
	}
	return r
}

// MarshalJSON writes the row as an object with a member a column.
func (r ClaimRow) MarshalJSON() ([]byte, error) { return marshalRecord(claimColumns(), &r) }

// claimColumns is the one list of what a ClaimRow has.
func claimColumns() []column[ClaimRow] {
	right := func(heading string, drop int) Column {
		return Column{Heading: heading, Right: true, Tight: true, Drop: drop}
	}
	return []column[ClaimRow]{
		{name: "verdict", field: func(r *ClaimRow) any { return &r.Verdict }, place: 1, shown: Column{Heading: "verdict"}},
		{name: "assertion", field: func(r *ClaimRow) any { return &r.Claim }, place: 2, shown: Column{Heading: "assertion"}},
		{name: "scenario", field: func(r *ClaimRow) any { return &r.Scenario }, place: 3, shown: Column{Heading: "scenario"}},
		{name: "load", field: func(r *ClaimRow) any { return &r.Load }, place: 4, shown: Column{Heading: "load"}},
		{name: "flow", field: func(r *ClaimRow) any { return &r.Flow }, place: 5, shown: Column{Heading: "flow"}},
		{name: "policy", field: func(r *ClaimRow) any { return &r.Policy }, place: 6, shown: Column{Heading: "policy"}},
		{name: "value", field: func(r *ClaimRow) any { return &r.Value }, place: 7, shown: right("value", 4), text: (*ClaimRow).valueText},
		{name: "bound", field: func(r *ClaimRow) any { return &r.Bound }, place: 8, shown: right("bound", 2), text: (*ClaimRow).boundText},
		{name: "margin_low", field: func(r *ClaimRow) any { return &r.Low }, place: 9, shown: right("value − bound", 3), text: (*ClaimRow).marginText},
		{name: "margin_high", field: func(r *ClaimRow) any { return &r.High }},
		{name: "seeds_needed", field: func(r *ClaimRow) any { return &r.SeedsNeeded }, place: 10, shown: right("seeds", 1),
			text: func(r *ClaimRow) string {
				if r.SeedsNeeded == nil {
					return ""
				}
				return aboutSeeds(*r.SeedsNeeded)
			}},
		{name: "seeds", field: func(r *ClaimRow) any { return &r.Seeds }},
	}
}

func (r *ClaimRow) valueText() string {
	if r.Value == nil {
		return noValue
	}
	return r.figure.text(*r.Value)
}

func (r *ClaimRow) boundText() string {
	if r.Bound == nil {
		return noValue
	}
	return r.figure.text(*r.Bound)
}

func (r *ClaimRow) marginText() string {
	switch {
	case r.Low == nil:
		return noValue
	case *r.Low == *r.High:
		return r.figure.change(*r.Low)
	}
	return r.figure.change(*r.Low) + ".." + r.figure.change(*r.High)
}

// claimTable returns the table of claims, without the columns that say nothing.
func claimTable(rows []ClaimRow) Table {
	columns := slices.DeleteFunc(claimColumns(), func(c column[ClaimRow]) bool {
		if c.name == "seeds_needed" {
			return !slices.ContainsFunc(rows, func(r ClaimRow) bool { return r.SeedsNeeded != nil })
		}
		first, isText := c.field(&rows[0]).(*string)
		if !isText || c.name != "scenario" && c.name != "load" && c.name != "flow" {
			return false
		}
		return !slices.ContainsFunc(rows, func(r ClaimRow) bool { return *c.field(&r).(*string) != *first })
	})
	t := tableOf(columns, rows)
	if slices.ContainsFunc(rows, func(r ClaimRow) bool { return r.Low != nil }) {
		t.Notes = append(t.Notes, "an assertion holds, or fails, when the whole 95 % interval is on one side")
	}
	if slices.ContainsFunc(rows, func(r ClaimRow) bool { return r.SeedsNeeded != nil }) {
		t.Notes = append(t.Notes, "seeds: how many would decide, four times in five")
	}
	return t
}

// Failed says of each claim that does not hold, or is not decided, where and by how
// much, a line each.
func Failed(rows []ClaimRow, verdict claim.Verdict) []string {
	var lines []string
	for _, r := range rows {
		if r.Verdict != string(verdict) {
			continue
		}
		where := slices.DeleteFunc([]string{r.Load, r.Flow, r.Policy}, func(s string) bool { return s == "" })
		line := fmt.Sprintf("%s: %s: %s", r.Claim, strings.Join(where, " "), r.valueText())
		if r.Low != nil && *r.Low != *r.High {
			line += fmt.Sprintf(", %s from the bound", r.marginText())
		}
		if r.SeedsNeeded != nil {
			line += fmt.Sprintf("; %s seeds would decide", aboutSeeds(*r.SeedsNeeded))
		}
		lines = append(lines, line)
	}
	return lines
}

// withClaims returns how to write something and, as text or Markdown, the table of
// claims below it.
func withClaims(rows []ClaimRow, write func(io.Writer, Format, Layout) error) func(io.Writer, Format, Layout) error {
	return func(w io.Writer, f Format, l Layout) error {
		if err := write(w, f, l); err != nil || len(rows) == 0 || f != FormatTable && f != FormatMarkdown {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		return writeTables(w, f, l, []titled{{"assertions", claimTable(rows)}})
	}
}
