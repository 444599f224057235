package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
)

// A Free governor lets everything pass and remembers nothing. Other governors
// embed it and say what they do besides.
type Free struct{}

// Ask lets the attempt pass.
func (Free) Ask(time.Duration, Sending, *rand.Rand) Permit { return Permit{} }

// Take does nothing.
func (Free) Take(time.Duration, Sending) {}

// Heard does nothing.
func (Free) Heard(time.Duration, Sending, Outcome) {}

// Retry lets the request be tried again.
func (Free) Retry(time.Duration, Sending, time.Duration) bool { return true }

// Ended does nothing.
func (Free) Ended(time.Duration, Sending) {}

// Reset does nothing.
func (Free) Reset() {}

// A request is what a governor knows a request by.
type request struct {
	flow   int
	number int64
}

func (s Sending) request() request { return request{s.Flow, s.Request} }

// isIn reports whether the attempt failed in a way that is in the set.
func (o Outcome) isIn(set policy.Classes) bool { return !o.OK && set.Contains(o.Failure) }

// plus returns when a wait from an instant on is over, at most Forever.
func plus(at, wait time.Duration) time.Duration {
	if wait > Forever-at {
		return Forever
	}
	return at + wait
}
