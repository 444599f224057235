package tune

import (
	"math"
	"slices"
)

// Frontier reports which rows of figures no other one beats: as good on all axes, and
// better on one. Less is better, and what is no number counts as infinite. Of rows that
// are equal on all axes only the first is on it.
func Frontier(rows [][]float64) []bool {
	on := make([]bool, len(rows))
	for i := range rows {
		on[i] = true
		for j := range rows {
			if j != i && (Beats(rows[j], rows[i]) || j < i && equalRows(rows[j], rows[i])) {
				on[i] = false
				break
			}
		}
	}
	return on
}

// Beats reports that a is better than b on one axis and worse on none.
func Beats(a, b []float64) bool {
	better := false
	for i := range a {
		x, y := orInfinite(a[i]), orInfinite(b[i])
		if x > y {
			return false
		}
		better = better || x < y
	}
	return better
}

func equalRows(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return orInfinite(x) == orInfinite(y) })
}

// orInfinite returns a value, and infinity for one that is no number.
func orInfinite(value float64) float64 {
	if math.IsNaN(value) {
		return math.Inf(1)
	}
	return value
}

// frontier reports which points are on the frontier, by the seeds that all of them have.
func frontier(points []*point) []bool {
	seeds := math.MaxInt
	for _, p := range points {
		seeds = min(seeds, p.seeds)
	}
	means := make([][]float64, len(points))
	for i, p := range points {
		means[i] = p.meansOf(seeds)
	}
	return Frontier(means)
}

// means returns the axes of a point. What is no number counts as infinite.
func (p *point) means() []float64 { return p.meansOf(math.MaxInt) }

// meansOf is means over the first seeds.
func (p *point) meansOf(seeds int) []float64 {
	var means []float64
	for _, values := range p.measured.Axes {
		means = append(means, orInfinite(wholeMean(values[:min(seeds, len(values))])))
	}
	return means
}

// spread returns points of the frontier, each as far as can be from those before it
// and from those that are taken already (T. Gonzalez, "Clustering to minimize the
// maximum intercluster distance", Theoretical Computer Science 38, 1985). Each axis
// is as long as the frontier.
func spread(points []*point, on []bool, taken []*point, most int) []*point {
	var places [][]float64
	var left []*point
	for i, p := range points {
		if on[i] {
			left, places = append(left, p), append(places, p.means())
		}
	}
	measure := lengths(places)
	nearest := make([]float64, len(left))
	for i := range left {
		nearest[i] = math.Inf(1)
		for _, t := range taken {
			nearest[i] = min(nearest[i], measure.distance(places[i], t.means()))
		}
	}
	var chosen []*point
	for len(chosen) < most {
		farthest := -1
		for i, d := range nearest {
			if d > 0 && (farthest < 0 || d > nearest[farthest]) {
				farthest = i
			}
		}
		if farthest < 0 {
			break
		}
		chosen = append(chosen, left[farthest])
		for i := range nearest {
			nearest[i] = min(nearest[i], measure.distance(places[i], places[farthest]))
		}
	}
	return chosen
}

// A measuring has the length of each axis.
type measuring []float64

// lengths measures places.
func lengths(places [][]float64) measuring {
	if len(places) == 0 {
		return nil
	}
	m := make(measuring, len(places[0]))
	for axis := range m {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range places {
			if !math.IsInf(p[axis], 0) {
				low, high = min(low, p[axis]), max(high, p[axis])
			}
		}
		m[axis] = max(high-low, 0)
	}
	return m
}

// distance returns how far apart two places are on the axis on which that is most.
func (m measuring) distance(a, b []float64) float64 {
	var most float64
	for axis, length := range m {
		switch d := math.Abs(a[axis] - b[axis]); {
		case math.IsNaN(d): // never on both
		case math.IsInf(d, 0):
			most = max(most, 1)
		case length > 0:
			most = max(most, d/length)
		}
	}
	return most
}
