package policy

import (
	"math"
	"time"
)

// forever is the longest Duration, 292 years: what is longer is taken for it.
const forever time.Duration = math.MaxInt64

// plus returns a + b, which are not negative, at most forever.
func plus(a, b time.Duration) time.Duration {
	if b > forever-a {
		return forever
	}
	return a + b
}

// scale returns wait · factor, which are not negative, rounded to a nanosecond,
// at most forever.
func scale(wait time.Duration, factor float64) time.Duration {
	if factor == 1 {
		return wait
	}
	product := math.RoundToEven(float64(wait) * factor)
	if product < float64(forever) {
		return time.Duration(product)
	}
	return forever
}

// between returns the wait that lies at draw, in [0, 1), of the way from low to
// high, rounded to a nanosecond, halves to an even one; low if high is not above
// it. It is the one place where chance becomes time: a 53-bit uniform times the
// span.
func between(low, high time.Duration, draw float64) time.Duration {
	if high <= low {
		return low
	}
	// The largest draw takes more off than rounding to a float64 can add, so the sum
	// does not pass high.
	return low + time.Duration(math.RoundToEven(draw*float64(high-low)))
}

// capped returns the wait, at most longest if that is not 0.
func capped(wait, longest time.Duration) time.Duration {
	if longest > 0 {
		return min(wait, longest)
	}
	return wait
}
