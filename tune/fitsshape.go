package tune

import (
	"math"
	"slices"
	"time"

	"ratesim/policy"
)

// A shape is a kind of wait that clients have settings for: a wait that grows, times a
// random factor, and a random time besides. Whether a policy waits so waitsAlike finds
// out: a shape that is taken from it may leave out what matters.
type shape struct {
	base      time.Duration // the wait after the first failure
	increment time.Duration // by which each wait is longer than the last; 0 for none
	factor    float64       // by which each wait is multiplied, where there is no increment; 1 for none
	cap       time.Duration // the longest wait, chance aside; 0 for none
	least     time.Duration // the shortest wait, chance aside; 0 for none
	low, high float64       // the random factor; both 1 for none
	added     time.Duration // the most that chance adds; 0 for nothing
	spread    time.Duration // the most that chance adds or takes off; 0 for nothing
}

// shapeOf returns the shape that a policy's waits may have.
func shapeOf(p policy.Retry) shape {
	s := shapeOfBackoff(fixedAlike(p.Backoff, failuresOf(p)))
	if s.cap > 0 && s.base > s.cap {
		s.base = s.cap // it is the wait already, and clients may want it so
	}
	longest, ok := s.longest(p)
	if ok && longest == max(s.base, s.least) {
		s.base, s.increment, s.factor, s.cap, s.least = longest, 0, 1, 0, 0
	}
	return s
}

func shapeOfBackoff(b policy.Backoff) shape {
	of := func(b policy.Backoff, change func(*shape)) shape {
		s := shapeOfBackoff(b)
		change(&s)
		return s
	}
	switch b := b.(type) {
	case policy.Fixed:
		return shape{base: b.Wait, factor: 1, low: 1, high: 1}
	case policy.Linear:
		return shape{base: b.Base, increment: b.Increment, factor: 1, cap: b.Cap, low: 1, high: 1}
	case policy.Exponential:
		return shape{base: b.Base, factor: max(b.Factor, 1), cap: b.Cap, low: 1, high: 1}
	case policy.Clamp:
		return of(b.Of, func(s *shape) { s.bound(b.Min, b.Max) })
	case policy.FullJitter:
		return of(b.Of, func(s *shape) {
			if s.low, s.high = 0, 1; b.Low > 0 && s.base > 0 && !s.grows() {
				s.low = min(1, b.Low.Seconds()/s.base.Seconds())
			}
		})
	case policy.EqualJitter:
		return of(b.Of, func(s *shape) { s.low, s.high = 0.5, 1 })
	case policy.ProportionalJitter:
		return of(b.Of, func(s *shape) { s.low, s.high = b.Low, b.High })
	case policy.AddedJitter:
		return of(b.Of, func(s *shape) { s.added = b.Jitter })
	case policy.SpreadJitter:
		return of(b.Of, func(s *shape) { s.spread = b.Jitter })
	}
	return shape{factor: 1, low: 1, high: 1}
}

// bound keeps the wait within bounds; 0 for none.
func (s *shape) bound(least, most time.Duration) {
	s.least = max(s.least, least)
	if most > 0 && (s.cap == 0 || most < s.cap) {
		s.cap = most
	}
}

// grows reports that a later wait may be longer, chance aside.
func (s shape) grows() bool { return s.increment > 0 || s.factor > 1 }

// draws reports that chance has a part in it.
func (s shape) draws() bool { return s.low < s.high || s.added > 0 || s.spread > 0 }

// growth returns the wait without chance.
func (s shape) growth() policy.Backoff {
	var b policy.Backoff = policy.Exponential{Base: s.base, Factor: s.factor, Cap: s.cap}
	if s.increment > 0 {
		b = policy.Linear{Base: s.base, Increment: s.increment, Cap: s.cap}
	}
	if s.least > 0 {
		b = policy.Clamp{Min: s.least, Of: b}
	}
	return b
}

// backoff returns what waits so.
func (s shape) backoff() policy.Backoff {
	b := s.growth()
	if s.low != 1 || s.high != 1 {
		b = policy.ProportionalJitter{Of: b, Low: s.low, High: s.high}
	}
	if s.added > 0 {
		b = policy.AddedJitter{Of: b, Jitter: s.added}
	}
	if s.spread > 0 {
		b = policy.SpreadJitter{Of: b, Jitter: s.spread}
	}
	return b
}

// failuresCompared is after how many failures waits are compared.
const failuresCompared = 200

// failuresOf returns after how many failures a policy waits, as far as they are compared.
func failuresOf(p policy.Retry) int {
	if p.Attempts == 0 {
		return failuresCompared
	}
	return min(p.Attempts-1, failuresCompared)
}

// unevenDraws are draws that meet no whole number of anything, so that waits which are
// cut off show.
var unevenDraws = []float64{0.6180339887498949, 0.4142135623730951, 0.8414709848078965}

// waitsAlike reports that a backoff waits as a policy does, to a millionth and to within
// a time.
func waitsAlike(p policy.Retry, b policy.Backoff, within time.Duration) bool {
	failures := failuresOf(p)
	if (p.Attempts == 0 || p.Attempts-1 > failures) && hasStages(p.Backoff) {
		return false // what comes later nobody has looked at
	}
	same := func(a, b time.Duration) bool {
		return math.Abs(float64(a)-float64(b)) <= max(float64(within), 1e-6*float64(max(a, b)))
	}
	for _, kind := range []policy.FailureKind{policy.RateLimit, policy.Timeout} {
		for _, draws := range append(probes(), unevenDraws) {
			f := policy.Failure{Kind: kind}
			if !slices.EqualFunc(waitsAfter(f, p.Backoff, failures, draws), waitsAfter(f, b, failures, draws), same) {
				return false
			}
		}
	}
	return true
}

// hasStages reports that a backoff may become another one after any number of failures.
func hasStages(b policy.Backoff) bool {
	if of, ok := policy.Unjittered(b); ok {
		return hasStages(of)
	}
	switch b := b.(type) {
	case policy.Stages:
		return true
	case policy.ByKind:
		return hasStages(b.RateLimit) || hasStages(b.Otherwise)
	case policy.Clamp:
		return hasStages(b.Of)
	}
	return false
}
