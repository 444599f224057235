package policy

import (
	"time"

	"ratesim/spec"
)

// FullJitter waits between Low and what another Backoff waits, so that clients
// which failed together do not come back together.
type FullJitter struct {
	Of  Backoff
	Low time.Duration // the least wait; 0 for none
}

// After returns Low + draw·(w − Low), where w is the wait of Of; Low if w is
// less.
func (p FullJitter) After(f Failure, draw float64) time.Duration {
	return between(p.Low, p.Of.After(f, draw), draw)
}

// Draws reports true.
func (FullJitter) Draws() bool { return true }

// Spec returns full-jitter(…) with the arguments of Of, and low when it is not 0.
func (p FullJitter) Spec() spec.Spec {
	s := around("full-jitter", p.Of)
	if p.Low > 0 {
		s = s.With(durationWord("low", p.Low))
	}
	return s
}

// EqualJitter waits half of what another Backoff waits, and a random part of the
// other half.
type EqualJitter struct{ Of Backoff }

// After returns w/2 + draw·w/2, where w is the wait of Of.
func (p EqualJitter) After(f Failure, draw float64) time.Duration {
	wait := p.Of.After(f, draw)
	return between(wait/2, wait, draw)
}

// Draws reports true.
func (EqualJitter) Draws() bool { return true }

// Spec returns equal-jitter(…) with the arguments of Of.
func (p EqualJitter) Spec() spec.Spec { return around("equal-jitter", p.Of) }

// ProportionalJitter waits what another Backoff waits, times a random factor.
type ProportionalJitter struct {
	Of   Backoff
	Low  float64 // least factor; at least 0
	High float64 // largest factor; at least Low
}

// After returns w·(Low + draw·(High − Low)), where w is the wait of Of.
func (p ProportionalJitter) After(f Failure, draw float64) time.Duration {
	wait := p.Of.After(f, draw)
	return between(scale(wait, p.Low), scale(wait, p.High), draw)
}

// Draws reports true.
func (ProportionalJitter) Draws() bool { return true }

// Spec returns proportional-jitter(…, low=…, high=…) with the arguments of Of.
func (p ProportionalJitter) Spec() spec.Spec {
	return around("proportional-jitter", p.Of).With(
		spec.Word("low", formatFloat(p.Low)), spec.Word("high", formatFloat(p.High)))
}

// AddedJitter waits a random time more than another Backoff does.
type AddedJitter struct {
	Of     Backoff
	Jitter time.Duration // the most that is added; 0 for nothing
}

// After returns w + draw·Jitter, where w is the wait of Of.
func (p AddedJitter) After(f Failure, draw float64) time.Duration {
	wait := p.Of.After(f, draw)
	return between(wait, plus(wait, p.Jitter), draw)
}

// Draws reports true.
func (AddedJitter) Draws() bool { return true }

// Spec returns added-jitter(…, jitter=…) with the arguments of Of.
func (p AddedJitter) Spec() spec.Spec {
	return around("added-jitter", p.Of).With(durationWord("jitter", p.Jitter))
}

// Decorrelated draws each wait from a range that depends on the last one, and so
// remembers what it drew, not how often it failed.
type Decorrelated struct {
	Base   time.Duration // the least wait, and what stands for the last one at first; 0 to try again at once
	Cap    time.Duration // 0 for none
	Factor float64       // upper end of the range, in last waits
	From   float64       // lower end, in last waits; 0 for Base alone
}

// After returns min(Cap, a wait between max(Base, From·last) and Factor·last),
// where last is LastWait, and Base after the first failure.
func (p Decorrelated) After(f Failure, draw float64) time.Duration {
	last := f.LastWait
	if f.Attempt <= 1 {
		last = p.Base
	}
	low := max(p.Base, scale(last, p.From))
	return capped(between(low, scale(last, p.Factor), draw), p.Cap)
}

// Draws reports true.
func (Decorrelated) Draws() bool { return true }

// Spec returns decorrelated(base=…), with cap, factor and from when they are not
// 0, 3 and 0.
func (p Decorrelated) Spec() spec.Spec {
	s := withCap(spec.New("decorrelated", durationWord("base", p.Base)), p.Cap)
	if p.Factor != 3 {
		s = s.With(spec.Word("factor", formatFloat(p.Factor)))
	}
	if p.From != 0 {
		s = s.With(spec.Word("from", formatFloat(p.From)))
	}
	return s
}

// around returns the spec of a jitter without its own arguments: with those of
// an Exponential, or else with the other Backoff as of=….
func around(name string, of Backoff) spec.Spec {
	if exponential, ok := of.(Exponential); ok {
		return spec.New(name, exponential.Spec().Args...)
	}
	return spec.New(name, nested("of", of))
}

// Unjittered returns the wait that a jitter is put on. It is not ok where there is none:
// for a backoff that is no jitter, and for one whose waits are chance from the first.
func Unjittered(b Backoff) (of Backoff, ok bool) {
	switch b := b.(type) {
	case FullJitter:
		return b.Of, true
	case EqualJitter:
		return b.Of, true
	case ProportionalJitter:
		return b.Of, true
	case AddedJitter:
		return b.Of, true
	case SpreadJitter:
		return b.Of, true
	}
	return nil, false
}
