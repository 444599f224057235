package main

import (
	"context"
	"math"
	"slices"

	"ratesim/policy"
	"ratesim/report"
	"ratesim/tune"
)

// The roles that policies have in what is printed.
const (
	roleWinner   = "winner"
	roleRunnerUp = "runner-up"
	roleBaseline = "baseline"
	roleBest     = "best found" // in place of the winner where it wins nothing; see judge
)

// run searches, judges what was found on further seeds, and says what came of it.
func (t *tuning) run(ctx context.Context, e edge) (report.Tuning, error) {
	t.bases = map[baseValue]float64{}
	most := int64(t.options.heldOut * (tuneChoice + 2 + 2*len(t.claims) + len(t.search.Others)))
	bar := newProgress(ctx, e, task{name: "runs", total: (t.options.budget + most) * runParts})
	defer bar.close()
	t.search.Run = t.measure(bar)
	found, err := t.search.Do(ctx)
	if err != nil {
		return report.Tuning{}, err
	}
	if err := t.checkValues(found); err != nil {
		return report.Tuning{}, err
	}
	h, err := t.holdOut(ctx, bar, found)
	if err != nil {
		return report.Tuning{}, err
	}
	made, err := t.report(found, h)
	if err == nil {
		err = t.verdict(made, found)
	}
	return made, err
}

func (t *tuning) placeOf(found tune.Found, text string) int {
	return slices.IndexFunc(found.Points, func(p tune.Point) bool { return p.Policy == text })
}

// report says what came of a search.
func (t *tuning) report(found tune.Found, h heldOut) (report.Tuning, error) {
	winner := found.Points[0].Policy
	made := report.Tuning{
		Scenario: t.runs.model.Scenario.JSON(), Load: t.load, Goal: t.goal(), Axes: t.axes,
		Winner: winner, Baseline: t.options.baseline, Runs: found.Runs,
		SearchSeeds: report.SeedSpan{First: t.search.First, Last: t.search.First + int64(found.Most) - 1}, HeldOut: h.seeds,
	}
	if i := found.RunnerUp(); i >= 0 {
		made.RunnerUp = found.Points[i].Policy
	}
	for i, p := range found.Points {
		made.Points = append(made.Points, t.point(p, i < found.Full))
	}
	for _, i := range h.measured {
		for j, axis := range t.axes {
			made.Points[i].HeldOut[j] = meanOf(h.figures(made.Points[i].Policy, axis), 1)
		}
	}
	if i := t.placeOf(found, made.RunnerUp); i > 0 {
		made.Points[i].Role = roleRunnerUp
	}
	made.Points[t.placeOf(found, made.Baseline)].Role = roleBaseline
	if err := t.judge(&made, h.samples, found); err != nil {
		return made, err
	}
	if err := t.front(&made, found, h); err != nil {
		return made, err
	}
	made.Binding = t.binding(found, h, made.Points[0].Role)
	made.Notes = append(made.Notes, slices.Concat(t.unjudged(&made), t.goalNotes(found))...)
	if t.runs.model.Scenario.IsOpen() && !t.hinted {
		made.Notes = append(made.Notes, "the endpoint never asks for a wait, so heed is not searched")
	}
	for _, f := range tune.Fits(t.parsed(winner), t.hinted) {
		made.Settings = append(made.Settings, report.ClientFit(f))
	}
	return made, nil
}

// parsed returns the policy of a text that has made runs.
func (t *tuning) parsed(text string) policy.Policy {
	p, err := t.runs.model.Scenario.ParsePolicy(text)
	if err != nil {
		panic("ratesim: " + text + ": " + err.Error())
	}
	return p
}

// judge says which constraints the winner keeps, and how it compares. It is the best
// found, no winner, where it wins nothing.
func (t *tuning) judge(made *report.Tuning, samples report.Samples, found tune.Found) error {
	rows, err := samples.Judge(t.claims)
	if err != nil {
		return err
	}
	constraints, worst, keepers := judged(rows, made.Winner)
	made.Constraints, made.Outcome = constraints, string(t.outcome(found, worst))
	made.Notes = append(made.Notes, constraintNotes(found, worst, keepers)...)
	if len(t.claims) > 0 {
		made.Rule = ruleOfChoice
		keepConstraints(made, rows)
	}
	if err := t.noteBetter(made, samples, worst); err != nil {
		return err
	}
	best := roleWinner
	if !t.wins(found, worst) {
		best = roleBest
	}
	made.Points[0].Role = best
	for i := range made.Constraints {
		made.Constraints[i].Policy = best
	}
	policies, roles := []string{made.Winner}, []string{best}
	for _, other := range []struct{ policy, role string }{{made.RunnerUp, roleRunnerUp}, {made.Baseline, roleBaseline}} {
		if other.policy != "" && !slices.Contains(policies, other.policy) {
			policies, roles = append(policies, other.policy), append(roles, other.role)
		}
	}
	if len(policies) == 1 {
		return nil
	}
	paired, err := report.Pair(samples.Keep(policies, roles, t.axes), best)
	if err != nil {
		return err
	}
	paired.WithoutLesson()
	paired.Show(true, nil)
	paired.Remarks = breakNotes(made, policies[1:], roles[1:])
	paired.Called = best // another policy has the role of the baseline
	made.Comparison = &paired
	return nil
}

// point returns a point as it is printed.
func (t *tuning) point(p tune.Point, isFull bool) report.TunedPoint {
	made := report.TunedPoint{Policy: p.Policy, Kind: p.Kind, Seeds: int64(p.Seeds), Holds: holds(p), HeldOut: make([]*float64, len(t.axes))}
	if isFull {
		made.Frontier = yesOrNo(p.Frontier)
	}
	for i, v := range p.Axes {
		made.Values = append(made.Values, meanOf([]float64{v}, t.signs[i]))
	}
	return made
}

// holds says whether a policy keeps to the constraints in the search.
func holds(p tune.Point) string {
	if p.Holds && !p.Qualifies {
		return "unsure"
	}
	return yesOrNo(p.Holds)
}

func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// meanOf returns the mean of values times a sign; nil where one is no number.
func meanOf(values []float64, sign float64) *float64 {
	mean := sign * meanWithNone(values)
	if math.IsNaN(mean) || math.IsInf(mean, 0) {
		return nil
	}
	mean += 0 // no minus before zero
	return &mean
}
