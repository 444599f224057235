package workload

import (
	"math"
	"time"
)

// A Ramp is arrivals whose rate grows or falls evenly from one rate to another
// over some time and then stays: independent of one another, or at the distances
// that the rate gives.
type Ramp struct {
	drawn
	First, Last Rate
	Over        time.Duration // more than 0
	Even        bool          // chance has no part

	passed float64 // arrivals that the rates gave so far
}

// NewRamp returns a ramp whose Over is still to be set.
func NewRamp(s Span, first, last Rate) *Ramp {
	return &Ramp{drawn: drawn{Span: s}, First: first, Last: last}
}

// Reset begins again with the first arrival.
func (r *Ramp) Reset() {
	r.drawn.Reset()
	r.passed = 0
}

// Next returns the next arrival.
func (r *Ramp) Next() (time.Duration, int, bool) {
	switch {
	case !r.Even:
		r.passed += r.exponential()
	case r.next > 0:
		r.passed++
	}
	r.at = max(r.at, later(r.From, nanoseconds(r.instant(r.passed)))) // not back by a rounding either
	return r.arrive(r.at, &r.next)
}

// instant returns when so many arrivals have come on average, in nanoseconds
// after From: where the area under the rate is that large.
func (r *Ramp) instant(arrivals float64) float64 {
	first, last, over := 1/r.First.mean(), 1/r.Last.mean(), float64(r.Over)
	area := float64((first + last) / 2 * over)
	if arrivals >= area {
		return over + (arrivals-area)/last
	}
	// The root of slope/2·t² + first·t = arrivals, in the form in which nothing
	// cancels, however close the rates are to each other.
	slope := (last - first) / over
	root := math.Sqrt(max(0, float64(first*first)+float64(2*slope*arrivals)))
	return 2 * arrivals / (first + root)
}
