package sim

import (
	"math"
	"time"
)

// lifetime returns how long after its arrival a request is dropped: at the first
// instant later than the budget, which is negative for none.
func lifetime(budget, step time.Duration) time.Duration {
	if budget < 0 || budget == math.MaxInt64 {
		return math.MaxInt64
	}
	return roundUp(budget+1, step)
}

// roundUp returns the first multiple of step at or after at; at itself when step
// is 0.
func roundUp(at, step time.Duration) time.Duration {
	if step == 0 || at%step == 0 {
		return at
	}
	if at > math.MaxInt64-step {
		return math.MaxInt64
	}
	return at - at%step + step
}
