package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ratesim/claim"
	"ratesim/policy"
	"ratesim/report"
	"ratesim/tune"
)

// The roles that policies have in what is printed.
const (
	roleWinner   = "winner"
	roleRunnerUp = "runner-up"
	roleBaseline = "baseline"
	roleBest     = "best found" // in place of the winner where a constraint does not hold
)

// run searches, judges what was found on further seeds, and says what came of it.
func (t *tuning) run(ctx context.Context, e edge) (report.Tuning, error) {
	t.bases = map[baseValue]float64{}
	most := int64(t.options.heldOut * (tuneChoice + 2 + len(t.search.Others)))
	bar := newProgress(ctx, e, task{name: "runs", total: (t.options.budget + most) * runParts})
	defer bar.close()
	t.search.Run = t.measure(bar)
	found, err := t.search.Do(ctx)
	if err != nil {
		return report.Tuning{}, err
	}
	places := t.choose(found)
	var policies []string
	for _, i := range places {
		policies = append(policies, found.Points[i].Policy)
	}
	for _, text := range t.search.Others {
		if !slices.Contains(policies, text) {
			policies = append(policies, text)
		}
	}
	first := t.search.First + int64(found.Seeds)
	heldOut := report.SeedSpan{First: first, Last: first + int64(t.options.heldOut) - 1}
	var seeds []int64
	for seed := heldOut.First; seed <= heldOut.Last; seed++ {
		seeds = append(seeds, seed)
	}
	samples, err := t.samples(ctx, bar, policies, seeds)
	t.runs.seeds = t.runs.seeds[:0] // of all runs, for the manifest
	for seed := t.search.First; seed <= heldOut.Last; seed++ {
		t.runs.seeds = append(t.runs.seeds, seed)
	}
	if err != nil {
		return report.Tuning{}, err
	}
	return t.report(found, places, samples, heldOut)
}

// choose returns the places of the points that are tried on further seeds: winner,
// runner-up, baseline, and some of the frontier.
func (t *tuning) choose(found tune.Found) []int {
	places := []int{0}
	for _, i := range []int{found.RunnerUp(), t.placeOf(found, t.options.baseline)} {
		if i >= 0 && !slices.Contains(places, i) {
			places = append(places, i)
		}
	}
	return found.Choice(places, tuneChoice)
}

func (t *tuning) placeOf(found tune.Found, text string) int {
	return slices.IndexFunc(found.Points, func(p tune.Point) bool { return p.Policy == text })
}

// report says what came of a search.
func (t *tuning) report(found tune.Found, places []int, samples report.Samples, heldOut report.SeedSpan) (report.Tuning, error) {
	goal := "minimise"
	if t.options.maximise != "" {
		goal = "maximise"
	}
	winner := found.Points[0].Policy
	made := report.Tuning{
		Scenario: t.runs.model.Scenario.JSON(), Load: t.load, Goal: goal + " " + t.axes[0].Name(), Axes: t.axes,
		Winner: winner, Baseline: t.options.baseline, Runs: found.Runs,
		SearchSeeds: report.SeedSpan{First: t.search.First, Last: t.search.First + int64(found.Seeds) - 1}, HeldOut: heldOut,
	}
	if i := found.RunnerUp(); i >= 0 {
		made.RunnerUp = found.Points[i].Policy
	}
	for i, p := range found.Points {
		made.Points = append(made.Points, t.point(p, i < found.Full))
	}
	figures := t.figuresOf(samples)
	for _, i := range places {
		for j, axis := range t.axes {
			made.Points[i].HeldOut[j] = meanOf(figures(made.Points[i].Policy, axis), 1)
		}
	}
	if i := t.placeOf(found, made.RunnerUp); i > 0 {
		made.Points[i].Role = roleRunnerUp
	}
	made.Points[t.placeOf(found, made.Baseline)].Role = roleBaseline
	if err := t.judge(&made, samples); err != nil {
		return made, err
	}
	made.Show(places)
	made.Binding = t.binding(found)
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

// judge says which constraints the winner keeps, and how it compares.
func (t *tuning) judge(made *report.Tuning, samples report.Samples) error {
	rows, err := samples.Judge(t.claims)
	if err != nil {
		return err
	}
	var verdicts []claim.Verdict
	for _, row := range rows {
		if row.Policy == made.Winner {
			made.Constraints = append(made.Constraints, row)
			verdicts = append(verdicts, claim.Verdict(row.Verdict))
		}
	}
	made.Outcome = string(claim.Worst(verdicts))
	best := roleWinner
	if made.Outcome == string(claim.Fail) {
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
	made.Comparison = &paired
	return nil
}

// point returns a point as it is printed.
func (t *tuning) point(p tune.Point, isFull bool) report.TunedPoint {
	made := report.TunedPoint{Policy: p.Policy, Kind: p.Kind, Seeds: int64(p.Seeds), Holds: yesOrNo(p.Holds), HeldOut: make([]*float64, len(t.axes))}
	if isFull {
		made.Frontier = yesOrNo(p.Frontier)
	}
	for i, v := range p.Axes {
		made.Values = append(made.Values, meanOf([]float64{v}, t.signs[i]))
	}
	return made
}

func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// meanOf returns the mean of values times a sign; nil where one is no number.
func meanOf(values []float64, sign float64) *float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	mean := sign * sum / float64(len(values))
	if math.IsNaN(mean) || math.IsInf(mean, 0) {
		return nil
	}
	mean += 0 // no minus before zero
	return &mean
}

// binding says what each constraint costs.
func (t *tuning) binding(found tune.Found) []string {
	var lines []string
	text := func(axis int, place int) string {
		return t.axes[axis].Text(t.signs[axis] * found.Points[place].Axes[axis])
	}
	for i, b := range found.Bindings() {
		axis := slices.IndexFunc(t.axes, func(a report.Axis) bool { return a.Name() == t.bounds[i].Name() })
		nearest := fmt.Sprintf("%s, with %s", found.Points[b.Nearest].Policy, text(axis, b.Nearest))
		name := t.claims[i].Text
		switch {
		case !b.Reachable:
			lines = append(lines, fmt.Sprintf("%s binds: no policy tried keeps it; nearest is %s", name, nearest))
		case found.Points[0].Holds && !b.Binds():
			lines = append(lines, fmt.Sprintf("%s does not bind", name))
		case found.Points[0].Holds:
			lines = append(lines, fmt.Sprintf("%s binds: without it %s would do, with %s %s", name, found.Points[b.Without].Policy, t.axes[0].Name(), text(0, b.Without)))
		case b.Without >= 0:
			lines = append(lines, fmt.Sprintf("%s binds: %s keeps it, but not the others; without it %s keeps them", name, nearest, found.Points[b.Without].Policy))
		default:
			lines = append(lines, fmt.Sprintf("%s can be kept, by %s", name, nearest))
		}
	}
	return lines
}
