package tune

import "slices"

// A Binding is what one constraint costs. Points are places in Found.Points, among
// those that were tried on all seeds; −1 for none.
type Binding struct {
	Nearest   int // the point that keeps it best
	Reachable bool
	Without   int // the best point where only the others hold
}

// Binds reports that the constraint changes what is best, or cannot be kept.
func (b Binding) Binds() bool { return !b.Reachable || b.Without != 0 }

// Bindings returns what each constraint costs: with caution where the best point
// keeps them so, else by the means.
func (f Found) Bindings() []Binding {
	points := f.Points[:f.Full]
	var all []Binding
	for j := range points[0].Margins {
		b := Binding{Without: -1}
		for i, p := range points {
			if p.Margins[j] > points[b.Nearest].Margins[j] {
				b.Nearest = i
			}
			others := !slices.ContainsFunc(f.otherMargins(p, j), func(m float64) bool { return !(m >= 0) })
			if others && (b.Without < 0 || p.Axes[0] < points[b.Without].Axes[0]) {
				b.Without = i
			}
		}
		b.Reachable = points[b.Nearest].Margins[j] >= 0
		if b.Without >= 0 && points[b.Without].Axes[0] >= points[0].Axes[0] && points[0].Holds {
			b.Without = 0
		}
		all = append(all, b)
	}
	return all
}

// otherMargins returns the margins but one.
func (f Found) otherMargins(p Point, but int) []float64 {
	margins := p.Margins
	if f.Points[0].Safe {
		margins = p.Lows
	}
	return append(slices.Clone(margins[:but]), margins[but+1:]...)
}

// RunnerUp returns the place of the best point that is no neighbour of the best: of
// another kind or, where there is none, another policy; −1 for none.
func (f Found) RunnerUp() int {
	for i := 1; i < f.Full; i++ {
		if f.Points[i].Kind != f.Points[0].Kind && f.Points[i].Kind != "" {
			return i
		}
	}
	for i := 1; i < f.Full; i++ {
		if f.Points[i].Kind != "" {
			return i
		}
	}
	return -1
}

// Choice returns the places of points to choose from: those given, and at most so
// many of the frontier that are far apart from them and from one another. Where some
// keep to the constraints, only those are a choice.
func (f Found) Choice(given []int, most int) []int {
	points := make([]*point, f.Full)
	on := make([]bool, f.Full)
	for i, p := range f.Points[:f.Full] {
		points[i] = &point{text: p.Policy, measured: Measured{Axes: single(p.Axes)}}
		on[i] = p.Frontier && (p.Holds || !f.Points[0].Holds)
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
	return append(slices.Clone(given), chosen...)
}

// single makes a row of one value of each value.
func single(values []float64) [][]float64 {
	var rows [][]float64
	for _, v := range values {
		rows = append(rows, []float64{v})
	}
	return rows
}
