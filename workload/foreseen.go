package workload

import (
	"math"
	"time"
)

// Foreseen are Arrivals of which it is known beforehand how many there will be.
type Foreseen interface {
	Arrivals
	// Least returns how many come before an instant at the least: of those that are
	// drawn but for a chance that nobody meets.
	Least(until time.Duration) float64
}

// lasts returns how long a span is, cut at an instant.
func (s Span) lasts(until time.Duration) time.Duration {
	if s.Until > 0 {
		until = min(until, s.Until)
	}
	return max(0, until-s.From)
}

// atMost returns a number of arrivals, or the bound on them if that is less.
func (s Span) atMost(n float64) float64 {
	if s.Count > 0 {
		return min(n, float64(s.Count))
	}
	return n
}

// Least returns how many come before an instant.
func (c *Constant) Least(until time.Duration) float64 {
	return c.atMost(math.Floor(float64(c.lasts(until)) / c.Rate.mean()))
}

// Least returns how many come before an instant, but for those of the last batch.
func (b *Batches) Least(until time.Duration) float64 {
	if b.Every == 0 {
		return 0 // whatever their number, the run gets past them
	}
	return b.atMost(float64(b.Size) * math.Floor(float64(b.lasts(until))/float64(b.Every)))
}

// deviations is how far below its mean a number of Poisson arrivals does not fall: in
// standard deviations, more than ten of which are met less than once in 10²³ runs.
const deviations = 10

// Least returns ten standard deviations less than come before an instant on average.
func (p *Poisson) Least(until time.Duration) float64 {
	mean := float64(p.lasts(until)) / p.Rate.mean()
	return p.atMost(max(0, math.Floor(mean-float64(deviations*math.Sqrt(mean)))))
}
