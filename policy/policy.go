// Package policy decides what a client does after an attempt has failed: how
// long it waits before it tries again, or that it gives up.
//
// A Policy reads no clock, sleeps for nothing and keeps no memory. What it may
// know is in the Failure, what chance it may use is in the generator, and the
// same two always give the same answer.
//
// Waits are time.Durations. Attempts are counted from 1: after the first
// failure Failure.Attempt is 1. The exponential family follows M. Brooker,
// "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
package policy

import (
	"math"
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// A Failure is all that a client may know when an attempt has failed.
type Failure struct {
	Attempt  int           // attempts made so far, this one included; at least 1
	Elapsed  time.Duration // since the request's first attempt was sent
	LastWait time.Duration // the wait before this attempt; 0 before the first
}

// A Policy answers a Failure with a wait, or gives up.
type Policy interface {
	// Next returns how long to wait before the next attempt, at least 0, or
	// again = false to make none. It draws from rng at most once.
	Next(f Failure, rng *rand.Rand) (wait time.Duration, again bool)
	// Spec returns the policy as Parse reads it.
	Spec() spec.Spec
}

// String returns the canonical spec of a policy.
func String(p Policy) string { return p.Spec().String() }

// None never tries again.
type None struct{}

// Next gives up.
func (None) Next(Failure, *rand.Rand) (time.Duration, bool) { return 0, false }

// Spec returns none.
func (None) Spec() spec.Spec { return spec.New("none") }

// Fixed waits the same time after each failure. It never gives up; wrap it in
// AtMost.
type Fixed struct {
	Wait time.Duration // 0 to try again at once
}

// Next returns Wait.
func (p Fixed) Next(Failure, *rand.Rand) (time.Duration, bool) { return p.Wait, true }

// Spec returns fixed(wait=…).
func (p Fixed) Spec() spec.Spec {
	return spec.New("fixed", spec.Word("wait", p.Wait.String()))
}

// Exponential waits Base after the first failure and Factor times the last wait
// after each further one, never above Cap. It never gives up; wrap it in AtMost.
type Exponential struct {
	Base   time.Duration // 0 to try again at once
	Factor float64       // at least 1; less is taken for 1
	Cap    time.Duration // 0 for no bound but the longest Duration, 292 years
}

// Next returns min(Cap, Base·Factorⁿ⁻¹) for the n-th failure, rounded down to a
// nanosecond. The product is computed in floating point, which is exact for a
// Factor of 2 and a Base below 2⁵³ ns (104 days), and cannot overflow.
func (p Exponential) Next(f Failure, _ *rand.Rand) (time.Duration, bool) {
	if p.Base == 0 {
		return 0, true
	}
	longest := p.Cap
	if longest == 0 {
		longest = math.MaxInt64
	}
	wait := float64(p.Base) * power(max(p.Factor, 1), f.Attempt-1)
	if wait < float64(longest) {
		return time.Duration(wait), true
	}
	return longest, true
}

// power returns xⁿ, by squaring: unlike that of math.Pow its result is the same
// on every machine.
func power(x float64, n int) float64 {
	product := 1.0
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			product *= x
		}
		x *= x
	}
	return product
}

// Spec returns exponential(base=…), with factor and cap when they are not 2 and 0.
func (p Exponential) Spec() spec.Spec {
	s := spec.New("exponential", spec.Word("base", p.Base.String()))
	if p.Factor != 2 {
		s = s.With(spec.Word("factor", formatFloat(p.Factor)))
	}
	if p.Cap > 0 {
		s = s.With(spec.Word("cap", p.Cap.String()))
	}
	return s
}

// AtMost gives up once the request has used up its attempts.
type AtMost struct {
	Attempts int    // the first one included; at least 1
	Of       Policy // not None or AtMost, which give up themselves: no spec says both
}

// Next gives up after the last attempt, and before it returns what Of says.
func (p AtMost) Next(f Failure, rng *rand.Rand) (time.Duration, bool) {
	if f.Attempt >= p.Attempts {
		return 0, false
	}
	return p.Of.Next(f, rng)
}

// Spec returns the spec of Of with attempts=….
func (p AtMost) Spec() spec.Spec {
	return p.Of.Spec().With(spec.Word("attempts", formatInt(p.Attempts)))
}
