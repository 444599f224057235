package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ratesim/claim"
	"ratesim/policy"
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/tune"
)

// A tuning is a search made ready.
type tuning struct {
	options *tuneOptions
	format  report.Format
	runs    *runs
	load    string
	claims  []claim.Claim
	axes    []report.Axis // the goal first
	signs   []float64     // by axis: −1 where more is better
	bounds  []report.Axis // by claim
	search  tune.Search
	hinted  bool // the endpoint may ask for waits

	bases map[baseValue]float64
}

// A baseValue names what a policy beside the space came to under a seed, which claims
// such as "< +5% of none" go by.
type baseValue struct {
	policy, axis string
	seed         int64
}

// takeLoad finds the one load that the policy is for. Where there is none it leaves no
// cases.
func (t *tuning) takeLoad(loads list) error {
	load, err := t.oneLoad(loads)
	t.load = load
	if err != nil {
		t.runs.cases = nil
	}
	t.runs.cases = slices.DeleteFunc(t.runs.cases, func(c scenario.Case) bool { return c.Load != load })
	return err
}

// oneLoad returns the load of the flag or of the scenario, "" for an open one.
func (t *tuning) oneLoad(loads list) (string, error) {
	s := t.runs.model.Scenario
	if s.IsOpen() {
		if len(loads) > 0 {
			return "", fmt.Errorf("--load: the scenario %s has no loads; its flows say when requests arrive", s.Name)
		}
		return "", nil
	}
	if len(loads) == 0 {
		loads = s.Loads.Names()
	}
	if len(loads) != 1 {
		return "", fmt.Errorf("--load: want one that the policy is for; have %s", strings.Join(loads, ", "))
	}
	if err := s.CheckLoad(loads[0]); err != nil {
		return "", fmt.Errorf("--load: %w", err)
	}
	return loads[0], nil
}

// takeFigures finds the figures of goal, constraints and frontier.
func (t *tuning) takeFigures() error {
	shape := t.runs.shape(nil)
	for _, c := range shape.cases {
		c.Policy = "" // that of the search, which has no name yet
		shape.cases = append(shape.cases, c)
	}
	o := t.options
	var faults []error
	for _, m := range o.mentioned {
		axis, err := t.axis(m.term, shape)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", m.flag, err))
			continue
		}
		sign := -float64(axis.Figure.Better)
		if m.isGoal() {
			sign = map[bool]float64{true: -1, false: 1}[o.maximise != ""]
		}
		t.addAxis(axis, sign)
	}
	for _, c := range t.claims {
		axis, err := t.axis(c.Term, shape)
		if err == nil {
			err = report.CheckClaim(c, shape.figures, shape.cases)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("--subject-to %q: %w", c.Text, err))
			continue
		}
		t.bounds = append(t.bounds, axis)
		t.addAxis(axis, -float64(c.Op.Upwards()))
	}
	if len(o.figures) == 0 {
		t.addUsual(shape)
	}
	return errors.Join(faults...)
}

// usualAxes are the figures of a frontier where none are asked for.
var usualAxes = []string{"completed_share", "interactive_share", "latency_p95_ns", "wasted_tokens"}

func (t *tuning) addUsual(s shape) {
	for _, name := range usualAxes {
		if axis, err := t.axis(claim.Term{Figure: name}, s); err == nil {
			t.addAxis(axis, -float64(axis.Figure.Better))
		}
	}
}

// addAxis adds an axis that there is not yet. Less of a figure that has no better
// side is better.
func (t *tuning) addAxis(axis report.Axis, sign float64) {
	if slices.ContainsFunc(t.axes, func(a report.Axis) bool { return a.Name() == axis.Name() }) {
		return
	}
	if sign == 0 {
		sign = 1
	}
	t.axes, t.signs = append(t.axes, axis), append(t.signs, sign)
}

// axis returns the figure and the flow that a term is about.
func (t *tuning) axis(term claim.Term, s shape) (report.Axis, error) {
	figure, err := report.FindFigure(s.figures, term)
	if err != nil {
		return report.Axis{}, err
	}
	if term.Given("policy") != "" {
		return report.Axis{}, errors.New("want no policy: it is what the search chooses")
	}
	anything := claim.Claim{Term: term, Bound: claim.Bound{Factor: true}} // a bound that fits every figure
	if err := report.CheckClaim(anything, s.figures, s.cases); err != nil {
		return report.Axis{}, err
	}
	axis := report.Axis{Figure: figure, Flow: term.Given("flow")}
	if axis.Flow == "" {
		for _, c := range s.cases { // all flows together come last
			axis.Flow = c.Flow
		}
	}
	return axis, nil
}

// takeSpace finds the policies that are tried, and whether the budget is enough.
func (t *tuning) takeSpace() error {
	s := t.runs.model.Scenario
	t.hinted = t.runs.model.Live().Provider.Asks()
	world := tune.World{Defaults: policy.Defaults{Step: s.Step, Attempts: int(s.Attempts)}, Hints: t.hinted, Horizon: time.Duration(t.runs.model.Header(scenario.Case{}, 0).HorizonNS)}
	space, err := tune.ParseSpace(t.options.spaces, world)
	var faults []error
	if err != nil {
		faults = append(faults, fmt.Errorf("--space: %w", err))
	}
	first := t.runs.seeds[0]
	t.search = tune.Search{Space: space, Others: t.options.runs.policies, Budget: t.options.budget, First: first, Seed: first}
	least, inWords := int64(1), "at least 1 run"
	if err == nil {
		least = t.search.BudgetMin()
		inWords = fmt.Sprintf("at least %d runs for %s and %s", least, counted(int64(len(space.Kinds)), "kind"), strings.Join(t.search.Others, ", "))
	}
	faults = append(faults, t.options.checkBudget(least, inWords))
	if first > math.MaxInt64-2*seedsMax {
		faults = append(faults, fmt.Errorf("--seed: want a seed that others can follow; have %d", first))
	}
	return errors.Join(faults...)
}
