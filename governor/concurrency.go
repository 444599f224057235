package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// Concurrency bounds how many requests hold a slot at once. Held for the call,
// a slot is not free while its request waits between two attempts, though nothing
// is in flight: other requests cannot start in the meantime
// (github.com/vectorize-io/hindsight, issue 3130).
type Concurrency struct {
	Free
	Limit int64 // slots; at least 1
	Hold  Hold

	holders map[request]struct{}
}

// A Hold is how long a slot is held.
type Hold uint8

// The holds. The zero Hold is Attempt.
const (
	Attempt Hold = iota // until an attempt is answered
	Call                // until its request has ended, all waits included
)

// Size returns the number of slots.
func (c *Concurrency) Size() int64 { return c.Limit }

// Ask lets the attempt pass if a slot is free, or its request has one.
func (c *Concurrency) Ask(now time.Duration, s Sending, _ *rand.Rand) Permit {
	return c.AskLeaving(now, s, 0)
}

// AskLeaving is Ask for what leaves so many slots free.
func (c *Concurrency) AskLeaving(_ time.Duration, s Sending, keep int64) Permit {
	if _, holds := c.holders[s.request()]; holds || int64(len(c.holders)) < c.Limit-keep {
		return Permit{}
	}
	return Permit{Wait: Forever}
}

// Take gives a slot to the request, unless it has one.
func (c *Concurrency) Take(_ time.Duration, s Sending) { c.holders[s.request()] = struct{}{} }

// Heard frees the slot if it is held for the attempt.
func (c *Concurrency) Heard(_ time.Duration, s Sending, _ Outcome) {
	if c.Hold == Attempt {
		delete(c.holders, s.request())
	}
}

// Ended frees the slot.
func (c *Concurrency) Ended(_ time.Duration, s Sending) { delete(c.holders, s.request()) }

// Reset frees all slots.
func (c *Concurrency) Reset() { c.holders = map[request]struct{}{} }

func concurrencyForm() spec.Form[func() Store] {
	return spec.Form[func() Store]{
		Name: "concurrency", About: "so many requests at once, and no more",
		Arguments: []spec.Argument{
			{Name: "limit", Unit: "slots", About: "requests that may hold a slot at once"},
			{Name: "hold", Unit: "word", Default: "attempt", About: "how long a request holds its slot: until an attempt is answered, or until it has ended, waits included", Choices: []string{"attempt", "call"}},
		},
		Read: func(r *spec.Reader) func() Store {
			return store(Concurrency{Limit: r.Count("limit", 1), Hold: Hold(r.Choice("hold"))})
		},
	}
}
