package tune

import (
	"math"
	"slices"
	"time"

	"ratesim/policy"
)

// shapesOf returns the shapes that a policy's waits may have: the one that its parts
// have, and the one of the waits that it makes, whatever parts make them.
func shapesOf(p policy.Retry) []shape {
	shapes := []shape{shapeOf(p)}
	if s, ok := measured(p); ok {
		shapes = append(shapes, s)
	}
	return shapes
}

// measured returns the shape of as many waits as a policy makes: waits of one range, or
// those that grow by what the second is longer than the first, up to the longest. Its
// random factor is that of the first. It is false where there is no wait to measure, and
// where nobody knows the longest.
func measured(p policy.Retry) (s shape, ok bool) {
	failures := failuresOf(p)
	if failures == 0 {
		return shape{}, false
	}
	least, most := waits(p.Backoff, failures, []float64{0}), waits(p.Backoff, failures, []float64{math.Nextafter(1, 0)})
	first, longest := most[0], slices.Max(most)
	if first == 0 || failures == failuresCompared && longest != most[failures-2] {
		return shape{}, false
	}
	s = shape{base: first, factor: 1, low: least[0].Seconds() / first.Seconds(), high: 1}
	if longest > first {
		s.factor, s.cap = growthFactor(first, most[1], longest), longest
	}
	return s, true
}

// growthFactor returns by what waits grow. Where the second is the longest any larger
// factor does as well: a short one is taken.
func growthFactor(first, second, longest time.Duration) float64 {
	factor := max(1, second.Seconds()/first.Seconds())
	if second == longest {
		return math.Ceil(factor*10) / 10
	}
	return factor
}
