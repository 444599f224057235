package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ratesim/report"
	"ratesim/stats"
	"ratesim/tune"
)

// A heldOut is what policies did on seeds that the search has not seen.
type heldOut struct {
	seeds    report.SeedSpan
	samples  report.Samples
	places   []int // of winner, runner-up, baseline and some of the frontier, which may be shown
	measured []int // of all points that ran, those of constraints included
	of       int   // how many of the search's frontier are a choice
	figures  func(string, report.Axis) []float64
}

// holdOut makes the runs of what is shown, on further seeds.
func (t *tuning) holdOut(ctx context.Context, bar *progress, found tune.Found) (h heldOut, err error) {
	h.places, h.of = t.choose(found)
	h.measured = slices.Clone(h.places)
	measure := func(place int) {
		if place >= 0 && !slices.Contains(h.measured, place) {
			h.measured = append(h.measured, place)
		}
	}
	for _, b := range found.Bindings {
		measure(b.Nearest)
		measure(b.Without)
	}
	for _, text := range t.search.Others {
		measure(t.placeOf(found, text))
	}
	var policies []string
	for _, i := range h.measured {
		policies = append(policies, found.Points[i].Policy)
	}
	first := t.search.First + int64(found.Most)
	h.seeds = report.SeedSpan{First: first, Last: first + int64(t.options.heldOut) - 1}
	var seeds []int64
	for seed := h.seeds.First; seed <= h.seeds.Last; seed++ {
		seeds = append(seeds, seed)
	}
	h.samples, err = t.samples(ctx, bar, policies, seeds)
	t.runs.seeds = t.runs.seeds[:0] // of all runs, for the manifest
	for seed := t.search.First; seed <= h.seeds.Last; seed++ {
		t.runs.seeds = append(t.runs.seeds, seed)
	}
	h.figures = t.figuresOf(h.samples)
	return h, err
}

// choose returns the places of the points that may be shown: winner, runner-up,
// baseline, and some of the frontier; of is how many of that are a choice.
func (t *tuning) choose(found tune.Found) (places []int, of int) {
	places = []int{0}
	for _, i := range []int{found.RunnerUp(), t.placeOf(found, t.options.baseline)} {
		if i >= 0 && !slices.Contains(places, i) {
			places = append(places, i)
		}
	}
	return found.Choice(places, tuneChoice)
}

// row returns the means of a point, for which less is better.
func (h heldOut) row(t *tuning, policy string) []float64 {
	var row []float64
	for i, axis := range t.axes {
		row = append(row, t.signs[i]*meanWithNone(h.figures(policy, axis)))
	}
	return row
}

// meanWithNone returns the mean, which is no number or infinite when a value is.
func meanWithNone(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return sum
	}
	return stats.Mean(values)
}

// front shows the points that no other one beats on the held-out seeds, beside those
// that have a role, and says which of them beat the winner there. The winner stays
// what the search chose: seeds that choose cannot also judge the choice (G. Cawley and
// N. Talbot, "On Over-fitting in Model Selection and Subsequent Selection Bias in
// Performance Evaluation", JMLR 11, 2010).
func (t *tuning) front(made *report.Tuning, found tune.Found, h heldOut) error {
	var rows [][]float64
	for _, i := range h.places {
		rows = append(rows, h.row(t, found.Points[i].Policy))
	}
	on := tune.Frontier(rows)
	var shown []int
	var better []string
	beaten, measured := 0, 0
	for n, i := range h.places {
		p := &made.Points[i]
		p.HeldOutFrontier = yesOrNo(on[n])
		if isChoice := p.Frontier == "yes" && (p.Holds != "no" || !found.Points[0].Holds); isChoice {
			measured++
		}
		if p.Role == "" && !on[n] {
			beaten++
			continue
		}
		shown = append(shown, i)
		if tune.Beats(rows[n], rows[0]) {
			better = append(better, p.Policy)
		}
	}
	made.Show(shown)
	made.Notes = append(made.Notes, leftOut(beaten, h.of-measured)...)
	return t.beside(made, h, better)
}

// leftOut says how many points of the search's frontier are not shown.
func leftOut(beaten, untried int) []string {
	var parts []string
	if beaten > 0 {
		parts = append(parts, fmt.Sprintf("%d that others beat here", beaten))
	}
	if untried > 0 {
		parts = append(parts, fmt.Sprintf("%d near to those shown", untried))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"of the search's frontier are left out: " + strings.Join(parts, ", ")}
}

// beside compares the policies that beat the winner with it. Which ones they are chance
// had a say in, so that all that are shown count for the correction.
func (t *tuning) beside(made *report.Tuning, h heldOut, better []string) error {
	if len(better) == 0 {
		return nil
	}
	var policies []string
	for _, p := range made.Shown() {
		policies = append(policies, p.Policy)
	}
	paired, err := report.Pair(h.samples.Keep(policies, policies, t.axes), made.Winner)
	if err != nil {
		return err
	}
	made.SetBetter(paired, better)
	return nil
}

// binding says what each constraint costs, in held-out means, to the best policy by the
// name that it has.
func (t *tuning) binding(found tune.Found, h heldOut, best string) []string {
	var lines []string
	inSearch := ""
	if best != roleWinner {
		inSearch = " in the search"
	}
	for i, b := range found.Bindings {
		mean := func(axis report.Axis, place int) string {
			return axis.Text(meanWithNone(h.figures(found.Points[place].Policy, axis)))
		}
		nearest := fmt.Sprintf("%s, with %s", found.Points[b.Nearest].Policy, mean(t.bounds[i], b.Nearest))
		name := t.claims[i].Text
		switch {
		case !b.Reachable:
			lines = append(lines, fmt.Sprintf("%s binds: in the search no policy kept it; nearest is %s", name, nearest))
		case found.Points[0].Qualifies && !b.Binds():
			lines = append(lines, fmt.Sprintf("%s does not bind%s: of those tried on all seeds none would be better without it", name, inSearch))
		case found.Points[0].Qualifies:
			lines = append(lines, fmt.Sprintf("%s binds%s: it ruled out %s, the best of those tried without it; here that has %s %s, and the %s %s",
				name, inSearch, found.Points[b.Without].Policy, t.axes[0].Typed(), mean(t.axes[0], b.Without), best, mean(t.axes[0], 0)))
		case b.Without >= 0 && !found.Points[b.Nearest].Holds:
			lines = append(lines, fmt.Sprintf("%s binds: %s keeps it, but not the others; without it %s keeps them", name, nearest, found.Points[b.Without].Policy))
		default:
			lines = append(lines, fmt.Sprintf("%s can be kept, by %s", name, nearest))
		}
	}
	return lines
}
