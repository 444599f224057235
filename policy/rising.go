package policy

import (
	"time"

	"ratesim/spec"
)

// RisingJitter never waits less than the last time. It is what Finagle calls
// decorrelated jitter (twitter/finagle, finagle-core, Backoff.scala): unlike
// Decorrelated its first wait is Base, the range of the others begins at the last
// wait, and the cap is that of the range, not of what was drawn from it.
type RisingJitter struct {
	Base   time.Duration // the first wait; 0 to try again at once
	Cap    time.Duration // 0 for none
	Factor float64       // upper end of the range, in last waits; at least 1
}

// After returns Base after the first failure; then a wait between the last one and
// min(Cap, Factor·last).
func (p RisingJitter) After(f Failure, draw float64) time.Duration {
	if f.Attempt <= 1 {
		return capped(p.Base, p.Cap)
	}
	last := capped(max(p.Base, f.LastWait), p.Cap)
	return between(last, capped(scale(last, p.Factor), p.Cap), draw)
}

// Draws reports true.
func (RisingJitter) Draws() bool { return true }

// Spec returns rising-jitter(base=…), with cap and factor when they are not 0 and 3.
func (p RisingJitter) Spec() spec.Spec {
	s := withCap(spec.New("rising-jitter", durationWord("base", p.Base)), p.Cap)
	if p.Factor != 3 {
		s = s.With(spec.Word("factor", formatFloat(p.Factor)))
	}
	return s
}

// CompoundJitter draws each wait below a power of 2 times the last one, which was
// drawn, too, so that chance compounds. It is what Finagle calls exponential jitter
// (twitter/finagle, finagle-core, Backoff.scala).
type CompoundJitter struct {
	Base time.Duration // the first wait; 0 to try again at once
	Cap  time.Duration // the wait from when the range would reach it; 0 for none
}

// After returns Base after the first failure; after the n-th a wait between 0 and
// 2ⁿ⁻¹·last, or Cap without any chance if that is not below it.
func (p CompoundJitter) After(f Failure, draw float64) time.Duration {
	if f.Attempt <= 1 {
		return capped(p.Base, p.Cap)
	}
	longest := scale(f.LastWait, power(2, f.Attempt-1))
	if p.Cap > 0 && longest >= p.Cap {
		return p.Cap
	}
	return between(0, longest, draw)
}

// Draws reports true.
func (CompoundJitter) Draws() bool { return true }

// Spec returns compound-jitter(base=…), with the cap if there is one.
func (p CompoundJitter) Spec() spec.Spec {
	return withCap(spec.New("compound-jitter", durationWord("base", p.Base)), p.Cap)
}
