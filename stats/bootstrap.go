package stats

import (
	"math"
	"slices"

	"ratesim/chance"
)

// resamples is how often values are drawn anew. The ends of an interval then move
// by about 3 % of its half-width from one seed of the bootstrap to another.
const resamples = 2000

// A Bootstrap makes intervals by drawing values anew from those that there are,
// with replacement. The draws for n values are made once and serve all figures.
// The zero value is ready; it must not be used by several goroutines at once.
type Bootstrap struct {
	Resamples int // 0 for 2,000

	drawn map[int][]uint16 // by the number of values: which are taken, resample by resample
	means []float64
}

// bca returns the interval of a mean by B. Efron, "Better bootstrap confidence
// intervals", Journal of the American Statistical Association 82, 1987: bias
// corrected and accelerated, read at ±z. The acceleration is the jackknife's.
func (b *Bootstrap) bca(values []float64, z float64) Interval {
	means := b.resampled(values)
	m := momentsOf(values)
	bias := quantile(shareBelow(means, m))
	a := m.acceleration()
	end := func(z float64) float64 {
		w := bias + z
		left := 1 - float64(a*w)
		if left <= 0 {
			return percentile(means, max(0, math.Copysign(1, w)))
		}
		return percentile(means, phi(bias+w/left))
	}
	return Interval{end(-z), end(z)}
}

// shareBelow returns which share of sorted resampled means lies below the mean,
// half of those at it included, and never nothing or all.
func shareBelow(means []float64, m moments) float64 {
	slack := 1e-9 * math.Sqrt(m.squares)
	below, _ := slices.BinarySearch(means, m.mean-slack)
	upTo, _ := slices.BinarySearch(means, m.mean+slack)
	share := float64(below+upTo) / 2 / float64(len(means))
	least := 0.5 / float64(len(means))
	return min(max(share, least), 1-least)
}

// percentile returns the value below which lies a share of sorted values, with a
// straight line between two.
func percentile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	left := int(at)
	if left+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[left] + float64((at-float64(left))*(sorted[left+1]-sorted[left]))
}

// resampled returns the means of the resamples, sorted. They are overwritten by
// the next call.
func (b *Bootstrap) resampled(values []float64) []float64 {
	n := len(values)
	taken := b.draws(n)
	b.means = b.means[:0]
	for ; len(taken) > 0; taken = taken[n:] {
		var even, odd float64 // two sums, which a processor adds at once
		one := taken[:n]
		for ; len(one) > 1; one = one[2:] {
			even += values[one[0]]
			odd += values[one[1]]
		}
		if len(one) > 0 {
			even += values[one[0]]
		}
		b.means = append(b.means, (even+odd)/float64(n))
	}
	slices.Sort(b.means)
	return b.means
}

// draws returns which of n values the resamples take, n for each.
func (b *Bootstrap) draws(n int) []uint16 {
	if taken, ok := b.drawn[n]; ok {
		return taken
	}
	if b.drawn == nil {
		b.drawn = map[int][]uint16{}
	}
	count := b.Resamples
	if count == 0 {
		count = resamples
	}
	var source chance.Named
	source.Set(chance.Name{Request: int64(n), Purpose: chance.Resample})
	taken := make([]uint16, count*n)
	for i := range taken {
		taken[i] = uint16(source.Uint64() >> 32 * uint64(n) >> 32)
	}
	b.drawn[n] = taken
	return taken
}
