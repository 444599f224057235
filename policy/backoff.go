package policy

import (
	"math"
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// A Backoff says how long to wait after a failure. It never gives up; a Retry
// says when to use it.
type Backoff interface {
	// After returns the wait after a failure, at least 0. The draw is uniform on
	// [0, 1): a larger one gives no shorter wait, nor does a longer LastWait. Of a
	// longer Waited the same is so unless the backoff evens out.
	After(f Failure, draw float64) time.Duration
	// Draws reports whether the wait depends on the draw.
	Draws() bool
	// Spec returns the backoff as Parse reads it.
	Spec() spec.Spec
}

// Fixed waits the same time after each failure. It is a Backoff, and a Policy
// that never gives up.
type Fixed struct {
	Wait time.Duration // 0 to try again at once
}

// After returns Wait.
func (p Fixed) After(Failure, float64) time.Duration { return p.Wait }

// Draws reports false.
func (Fixed) Draws() bool { return false }

// Next returns Wait.
func (p Fixed) Next(Failure, *rand.Rand) (time.Duration, bool) { return p.Wait, true }

// Spec returns fixed(wait=…).
func (p Fixed) Spec() spec.Spec {
	return spec.New("fixed", durationWord("wait", p.Wait))
}

// Linear waits Base after the first failure and Increment more after each
// further one, never above Cap.
type Linear struct {
	Base      time.Duration // 0 to try again at once the first time
	Increment time.Duration // 0 for a fixed wait
	Cap       time.Duration // 0 for none
}

// After returns min(Cap, Base + (n−1)·Increment) for the n-th failure.
func (p Linear) After(f Failure, _ float64) time.Duration {
	more := forever
	if n := time.Duration(f.Attempt - 1); p.Increment == 0 || n <= forever/p.Increment {
		more = n * p.Increment
	}
	return capped(plus(p.Base, more), p.Cap)
}

// Draws reports false.
func (Linear) Draws() bool { return false }

// Spec returns linear(base=…, increment=…), with the cap if there is one.
func (p Linear) Spec() spec.Spec {
	return withCap(spec.New("linear", durationWord("base", p.Base), durationWord("increment", p.Increment)), p.Cap)
}

// Exponential waits Base after the first failure and Factor times the last wait
// after each further one, never above Cap. It is a Backoff, and a Policy that
// never gives up.
type Exponential struct {
	Base   time.Duration // 0 to try again at once
	Factor float64       // at least 1; less is taken for 1
	Cap    time.Duration // 0 for none but the longest Duration, 292 years
	Less   time.Duration // taken off each wait, as far as it goes; 0 for nothing
	Whole  time.Duration // each wait is cut off to a whole number of these before the next grows from it; 0 for not at all
}

// After returns min(Cap, Base·Factorⁿ⁻¹ − Less) for the n-th failure, rounded
// down to a nanosecond. The product is computed in floating point, which is
// exact for a Factor of 2 and a Base below 2⁵³ ns (104 days), and cannot
// overflow.
func (p Exponential) After(f Failure, _ float64) time.Duration {
	if p.Base == 0 {
		return 0
	}
	if p.Whole > 0 {
		return capped(max(0, p.inWholes(f.Attempt)-p.Less), p.Cap)
	}
	wait := forever
	if product := float64(p.Base) * power(max(p.Factor, 1), f.Attempt-1); product < float64(forever) {
		wait = time.Duration(product)
	}
	return capped(max(0, wait-p.Less), p.Cap)
}

// inWholes returns the n-th wait, each cut off before the next grows from it, as
// resilience4j does (IntervalFunction.java).
func (p Exponential) inWholes(n int) time.Duration {
	wait := p.Base.Truncate(p.Whole)
	for ; n > 1; n-- {
		product := float64(wait) * max(p.Factor, 1)
		if product >= float64(forever) {
			return forever
		}
		next := time.Duration(product).Truncate(p.Whole)
		if next == wait || p.Cap > 0 && next-p.Less >= p.Cap {
			return next
		}
		wait = next
	}
	return wait
}

// Draws reports false.
func (Exponential) Draws() bool { return false }

// Next returns what After does.
func (p Exponential) Next(f Failure, _ *rand.Rand) (time.Duration, bool) { return p.After(f, 0), true }

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

// Spec returns exponential(base=…), with factor, cap, less and whole when they
// are not 2, 0, 0 and 0.
func (p Exponential) Spec() spec.Spec {
	s := spec.New("exponential", durationWord("base", p.Base))
	if p.Factor != 2 {
		s = s.With(spec.Word("factor", formatFloat(p.Factor)))
	}
	s = withCap(s, p.Cap)
	if p.Less > 0 {
		s = s.With(durationWord("less", p.Less))
	}
	if p.Whole > 0 {
		s = s.With(durationWord("whole", p.Whole))
	}
	return s
}

// Polynomial waits Base times a power of the number of failures.
type Polynomial struct {
	Base  time.Duration // 0 to try again at once
	Power float64       // in halves: 0.5, 1, 1.5, 2 and so on; others are rounded
	Cap   time.Duration // 0 for none
}

// After returns min(Cap, Base·n^Power) for the n-th failure, rounded to a
// nanosecond. Roots and products are the same on every machine; other powers
// would not be.
func (p Polynomial) After(f Failure, _ float64) time.Duration {
	halves := int(math.Round(2 * p.Power))
	factor := power(float64(f.Attempt), halves/2)
	if halves%2 == 1 {
		factor *= math.Sqrt(float64(f.Attempt))
	}
	return capped(scale(p.Base, factor), p.Cap)
}

// Draws reports false.
func (Polynomial) Draws() bool { return false }

// Spec returns polynomial(base=…, power=…), with the cap if there is one.
func (p Polynomial) Spec() spec.Spec {
	return withCap(spec.New("polynomial", durationWord("base", p.Base), spec.Word("power", formatFloat(p.Power))), p.Cap)
}

func durationWord(key string, d time.Duration) spec.Arg { return spec.Word(key, d.String()) }

func withCap(s spec.Spec, longest time.Duration) spec.Spec {
	if longest == 0 {
		return s
	}
	return s.With(durationWord("cap", longest))
}
