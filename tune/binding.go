package tune

import (
	"cmp"
	"slices"

	"ratesim/stats"
)

// A Binding is what one constraint costs, by the search's seeds. Points are places in
// Found.Points; −1 for none.
type Binding struct {
	Nearest   int // the point that keeps it best, of those that were tried on all seeds
	Reachable bool
	Without   int // the best point that was tried where only the others hold
}

// Binds reports that the constraint changes what is best, or cannot be kept.
func (b Binding) Binds() bool { return !b.Reachable || b.Without != 0 }

// bindings returns what each constraint costs: with caution where the best point
// keeps them so, else by the means. Points are in the order of Found.Points.
func (e *engine) bindings(points []*point, f Found) []Binding {
	var all []Binding
	for j := range f.Points[0].Margins {
		b := Binding{}
		for i, p := range f.Points[:f.Full] {
			if p.Margins[j] > f.Points[b.Nearest].Margins[j] {
				b.Nearest = i
			}
		}
		b.Reachable = f.Points[b.Nearest].Margins[j] >= 0
		b.Without = slices.Index(points, e.without(points[:f.Full], points[f.Full:], j))
		all = append(all, b)
	}
	return all
}

// without returns the best point where one constraint is let go, nil for none. Full
// points were tried on all seeds; one of the others, which that constraint may have
// stopped early, takes the place of a better-known one where it is better for sure, by
// their differences under the seeds that both have.
func (e *engine) without(full, others []*point, constraint int) *point {
	slack := 0.0
	if e.score(full[0], e.ladder.top(), caution).holds() {
		slack = caution
	}
	of := func(p *point) score { return e.scoreBut(p, p.seeds, slack, constraint) }
	var best *point
	for _, p := range full {
		if of(p).holds() && (best == nil || of(p).compare(of(best)) < 0) {
			best = p
		}
	}
	if best == nil {
		return nil
	}
	others = slices.Clone(others)
	slices.SortStableFunc(others, func(a, b *point) int {
		return cmp.Or(cmp.Compare(b.seeds, a.seeds), of(a).compare(of(b)))
	})
	for _, p := range others {
		if of(p).holds() && isBetterForSure(p, best) {
			best = p
		}
	}
	return best
}

// isBetterForSure reports that the whole interval of the difference in the goal, seed
// by seed, is on the better side.
func isBetterForSure(p, than *point) bool {
	var differences []float64
	for i, v := range p.measured.Axes[0][:min(p.seeds, than.seeds)] {
		differences = append(differences, v-than.measured.Axes[0][i])
	}
	if finite, others := finiteOf(differences); others > 0 || len(finite) < 2 {
		return false
	}
	return stats.Mean(differences)+stats.StudentReach(differences) < 0
}

// RunnerUp returns the place of the best point that is no neighbour of the best: of
// another kind or, where there is none, another policy; −1 for none. A point that did
// what the best one did under every seed is that point in other words.
func (f Found) RunnerUp() int {
	for _, isRunnerUp := range []func(p Point) bool{
		func(p Point) bool { return p.Kind != f.Points[0].Kind },
		func(Point) bool { return true },
	} {
		for i := 1; i < f.Full; i++ {
			if p := f.Points[i]; p.Kind != "" && !p.Alike && isRunnerUp(p) {
				return i
			}
		}
	}
	return -1
}

// Choice returns the places of points to choose from: those given, and at most so
// many of the frontier that are far apart from them and from one another. Where some
// keep to the constraints, only those are a choice; of is how many such points the
// frontier has.
func (f Found) Choice(given []int, most int) (places []int, of int) {
	points := make([]*point, f.Full)
	on := make([]bool, f.Full)
	for i, p := range f.Points[:f.Full] {
		points[i] = &point{text: p.Policy, measured: Measured{Axes: single(p.Axes)}}
		on[i] = p.Frontier && (p.Holds || !f.Points[0].Holds)
		if on[i] {
			of++
		}
	}
	var taken []*point
	for _, i := range given {
		taken = append(taken, points[i])
	}
	var chosen []int
	for _, p := range spread(points, on, taken, most) {
		chosen = append(chosen, slices.Index(points, p))
	}
	slices.Sort(chosen)
	return append(slices.Clone(given), chosen...), of
}

// single makes a row of one value of each value.
func single(values []float64) [][]float64 {
	var rows [][]float64
	for _, v := range values {
		rows = append(rows, []float64{v})
	}
	return rows
}
