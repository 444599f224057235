package endpoint

import (
	"math"
	"time"

	"ratesim/chance"
)

// ExponentialLatency has answers that take Mean on average, as likely to end in the
// next instant however long they have taken: half of them take less than 0.69 times
// Mean, and one of twenty more than three times that. They come in one piece.
type ExponentialLatency struct{ Mean time.Duration }

// Of returns the latency twice, to the nearest nanosecond.
func (l ExponentialLatency) Of(m *Meeting) (first, whole time.Duration) {
	whole = nearest(-float64(float64(l.Mean) * chance.Log(m.share())))
	return whole, whole
}

// NormalLatency has answers that take Mean + Deviation · z, where z is drawn from the
// standard normal distribution; of one that would be negative, as much without its
// sign. They come in one piece.
type NormalLatency struct{ Mean, Deviation time.Duration }

// Of returns the latency twice, to the nearest nanosecond.
func (l NormalLatency) Of(m *Meeting) (first, whole time.Duration) {
	whole = nearest(math.Abs(float64(l.Mean) + float64(float64(l.Deviation)*chance.Normal(m.share()))))
	return whole, whole
}

// share draws a number between 0 and 1 that is neither.
func (m *Meeting) share() float64 { return (float64(m.Draw()>>12) + 0.5) / (1 << 52) }

// nearest returns the whole number of nanoseconds nearest to one that is not
// negative, Forever at most.
func nearest(nanoseconds float64) time.Duration {
	if rounded := math.Round(nanoseconds); rounded < math.MaxInt64 {
		return time.Duration(rounded)
	}
	return Forever
}
