package endpoint

import (
	"math"
	"math/bits"
	"time"

	"ratesim/chance"
	"ratesim/exact"
)

// A Latency says how long an answer takes once it is worked on.
type Latency interface {
	// Of returns when the output begins and when it is complete, from when work
	// on the call begins. It may draw once.
	Of(m *Meeting) (first, whole time.Duration)
}

// Constant answers take the same time, and come in one piece.
type Constant time.Duration

// Of returns the latency twice.
func (l Constant) Of(*Meeting) (first, whole time.Duration) {
	return time.Duration(l), time.Duration(l)
}

// Uniform answers take from From to To, each nanosecond as likely as another, and
// come in one piece.
type Uniform struct{ From, To time.Duration }

// Of returns the latency twice.
func (l Uniform) Of(m *Meeting) (first, whole time.Duration) {
	past, _ := bits.Mul64(m.Draw(), uint64(l.To-l.From)+1)
	whole = l.From + time.Duration(past)
	return whole, whole
}

// LogNormal answers take Median · e^(Sigma · z), where z is drawn from the standard
// normal distribution: half of them less than Median, and with a Sigma of 0.5 one
// of forty more than 2.66 times that. They come in one piece.
type LogNormal struct {
	Median time.Duration
	Sigma  float64 // 0 for Median always
}

// Of returns the latency twice, to the nearest nanosecond.
func (l LogNormal) Of(m *Meeting) (first, whole time.Duration) {
	whole = nearest(float64(l.Median) * chance.Exp(l.Sigma*chance.Normal(m.share())))
	return whole, whole
}

// Streamed answers begin after First and then take PerToken for each token of
// output: token k is there at First + k · PerToken.
type Streamed struct {
	First    Latency
	PerToken time.Duration
}

// Of returns when the stream begins and ends.
func (l Streamed) Of(m *Meeting) (first, whole time.Duration) {
	_, first = l.First.Of(m)
	return first, total(first, exact.AreaOf(m.Output, l.PerToken).Lasts(1))
}

// Loaded answers take longer the more calls are in flight: with n of them, this
// one included, 1 + Per · (n − Above) times as long.
//
// With 8 above and 0.25 per call, ten calls in flight make it 1.5 times as long.
type Loaded struct {
	Latency Latency
	Above   int64 // calls that make no difference
	Per     millionths
}

// Of returns the latency, stretched.
func (l Loaded) Of(m *Meeting) (first, whole time.Duration) {
	first, whole = l.Latency.Of(m)
	factor := one
	if excess := m.InFlight - l.Above; excess > 0 {
		factor += min(millionths(exact.AreaOf(excess, time.Duration(l.Per)).Lasts(1)), math.MaxInt64-one)
	}
	return factor.of(first), factor.of(whole)
}
