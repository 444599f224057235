package endpoint

import (
	"fmt"
	"math"
	"time"
)

// A Limit is one rule by which an endpoint admits. It counts units of whatever
// its user means by them, and is told the time, which never goes back: a limit
// panics if it does. Sizes are 0 or more.
//
// Who asks several limits asks all of them before one of them takes; see Quotas.
// To count a refused call, too, is to take in spite of the answer.
//
// The examples below are of a SlidingLog of 3 units per 10 s that has taken one
// unit at each of 0, 1 and 2 s.
type Limit interface {
	// Wait returns how long after now n units would be admitted if nothing else
	// happened until then; 0 for now. A nanosecond earlier they would be refused.
	// A wait is Forever if it is longer than a Duration holds, or if nobody knows
	// yet. ok is false for a size that will never fit.
	//
	// At 9 s one unit waits 1 s, two units wait 2 s, and four never fit.
	Wait(now time.Duration, n int64) (wait time.Duration, ok bool)

	// Take counts n units, also more than fit.
	//
	// After Take(9 s, 1) one unit waits 2 s.
	Take(now time.Duration, n int64)

	// GiveBack uncounts n units of what was taken at an instant, because too much
	// was expected then. (When it was too little, the rest is taken.) What no
	// longer counts cannot be given back, and no count falls below 0.
	//
	// After GiveBack(9 s, 1, 2 s) one unit is admitted at once.
	GiveBack(now time.Duration, n int64, taken time.Duration)

	// State returns what a server's headers say of the limit.
	//
	// At 9 s it is {Limit: 3, Remaining: 0, ResetAfter: 3 s}.
	State(now time.Duration) State

	// Idle reports whether nothing counts, so that from now on the limit answers
	// like one that was never asked.
	//
	// It does so from 12 s on.
	Idle(now time.Duration) bool

	// Reset forgets all that was counted and begins again at instant 0.
	Reset()
}

// Forever is a wait without a known end, or longer than a Duration can hold.
const Forever time.Duration = math.MaxInt64

// A State is how full a limit is. The zero State is that of no limit.
type State struct {
	Limit      int64         // units that fit when nothing counts
	Remaining  int64         // whole units left; below 0 when more were taken than fit
	ResetAfter time.Duration // until nothing counts if nothing is asked, of windows by the clock until the end; 0 for now
}

// A clock is the last instant that a limit was told.
type clock time.Duration

// advance moves the clock on to now.
func (c *clock) advance(now time.Duration) {
	if now < time.Duration(*c) {
		c.goneBack(now)
	}
	*c = clock(now)
}

func (c *clock) goneBack(now time.Duration) {
	panic(fmt.Sprintf("endpoint: time went back from %v to %v", time.Duration(*c), now))
}

// total returns the sum of spans, none of which is below 0, at most Forever.
func total(spans ...time.Duration) time.Duration {
	var sum time.Duration
	for _, span := range spans {
		if span > Forever-sum {
			return Forever
		}
		sum += span
	}
	return sum
}
