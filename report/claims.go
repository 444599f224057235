package report

import (
	"errors"
	"fmt"
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
	Never                        int64    // runs in which the figure is never, such as a latency without an answer
	Unseen                       *float64 // the share of runs that may well differ where none of the seeds does, and break the claim; nil when that is no doubt

	figure Figure
	tests  int // for how many p is adjusted, of a figure beside that of other seeds; 0 for an interval
}

// CheckClaim finds, before anything is run, what no run of the cases could have:
// figures, policies, conditions. Nil cases are not known: the figure alone is checked.
func CheckClaim(c claim.Claim, figures []Figure, cases []Case) error {
	figure, err := FindFigure(figures, c.Term)
	if err != nil {
		return err
	}
	var faults []error
	faults = append(faults, figure.checkKind(c.Bound), figure.checkBound(c.Bound))
	if cases == nil {
		return errors.Join(faults...)
	}
	for _, condition := range c.Term.Where {
		faults = append(faults, checkCondition(condition, cases))
	}
	if c.Bound.Of != "" {
		faults = append(faults, checkCondition(claim.Condition{Key: "policy", Value: c.Bound.Of}, cases))
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	return checkApplies(c, cases)
}

// checkApplies wants a case that a claim is about: one about none would always pass.
func checkApplies(c claim.Claim, cases []Case) error {
	all := Samples{Cases: cases}
	meets := func(of Case) bool { return c.Term.Meets(of.value) }
	switch {
	case slices.ContainsFunc(cases, func(of Case) bool { return all.isMeant(c, of) }):
		return nil
	case slices.ContainsFunc(cases, meets):
		return fmt.Errorf("applies to no row: the only policy that it is about is %s, which it is held against", c.Bound.Of)
	case len(c.Term.Where) > 0:
		return fmt.Errorf("applies to no row: no run meets all of its conditions")
	}
	return fmt.Errorf("applies to no row: there is none")
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
	return fmt.Errorf("no run has the %s %q; there are %s%s", c.Key, c.Value, printable(strings.Join(values, ", ")), suggest.Question(c.Value, values))
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
		if math.IsInf(v, 1) {
			r.Never++
		}
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
	switch {
	case e.Values == 1:
		e.Low, e.High = margins[0], margins[0]
	case d.claim.Bound.Of == "":
		e = d.figure.within(e)
	}
	verdict := d.claim.Op.Decide(e.Low, e.High, against)
	r.Verdict, r.Unseen = string(verdict), d.unseen(e, against)
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
