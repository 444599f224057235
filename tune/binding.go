package tune

import "slices"

// A Binding is what one constraint costs, by the seeds of the search. Points are places
// in Found.Points, of those that were tried on all seeds; −1 for none.
type Binding struct {
	Nearest   int // the point that keeps it best
	Reachable bool
	Without   int // the best point by the rule of choosing, were it not for this constraint
}

// Binds reports that the constraint rules out what would be best without it, or cannot be
// kept.
func (b Binding) Binds() bool { return !b.Reachable || b.Without != 0 }

// bindings returns what each constraint costs. Points are in the order of Found.Points.
func (e *engine) bindings(points []*point, f Found) []Binding {
	var all []Binding
	for j := range f.Points[0].Margins {
		b := Binding{Without: -1}
		for i, p := range f.Points[:f.Full] {
			if p.Margins[j] > f.Points[b.Nearest].Margins[j] {
				b.Nearest = i
			}
			isBetter := b.Without < 0 || e.rankBut(points[i], j).compare(e.rankBut(points[b.Without], j)) < 0
			if e.rankBut(points[i], j).holds() && isBetter {
				b.Without = i
			}
		}
		b.Reachable = f.Points[b.Nearest].Margins[j] >= 0
		all = append(all, b)
	}
	return all
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
