package tune

import "math"

// frontier reports which points no other one beats: as good on all axes, and better
// on one. Of points that are equal on all axes only the first is on it.
func frontier(points []*point) []bool {
	means := make([][]float64, len(points))
	for i, p := range points {
		means[i] = p.means()
	}
	on := make([]bool, len(points))
	for i := range points {
		on[i] = true
		for j := range points {
			if j != i && beats(means[j], means[i], j < i) {
				on[i] = false
				break
			}
		}
	}
	return on
}

// means returns the axes of a point. What is no number counts as infinite.
func (p *point) means() []float64 {
	var means []float64
	for _, values := range p.measured.Axes {
		mean := wholeMean(values)
		if math.IsNaN(mean) {
			mean = math.Inf(1)
		}
		means = append(means, mean)
	}
	return means
}

// beats reports that a is better than b on one axis and worse on none, or, if it
// comes earlier, equal on all.
func beats(a, b []float64, earlier bool) bool {
	better := false
	for i := range a {
		if a[i] > b[i] {
			return false
		}
		better = better || a[i] < b[i]
	}
	return better || earlier
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
