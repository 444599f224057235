package endpoint

import (
	"fmt"
	"slices"
	"sort"
	"time"
)

// A Concurrency admits at most Limit units at a time: what is taken is held until
// its call ends. An endpoint that knows on arrival when an answer will be complete
// takes by Hold, and the units come back by themselves. With a limit of 2, held
// until 3 s and until 5 s, one unit waits until 3 s and two wait until 5 s.
//
// Units taken by Take come back when they are given back, and nobody knows when:
// a wait that depends on them is Forever.
//
// DeepSeek limits so (api-docs.deepseek.com, 2026).
type Concurrency struct {
	Limit int64 // units; 0 admits nothing

	clock clock
	held  int64   // units
	loose int64   // those of them that do not come back by themselves
	ends  []entry // those that do, the soonest first, from place first on
	first int
}

// An entry is how many units something is about, and at which instant.
type entry struct {
	at    time.Duration
	units int64
}

// A Hold is what one call takes of a Concurrency.
type Hold struct {
	Units int64
	Until time.Duration // the instant at which they are free again; Forever if nobody knows
}

// advance moves on to now and frees what was held until then.
func (c *Concurrency) advance(now time.Duration) {
	c.clock.advance(now)
	for c.first < len(c.ends) && c.ends[c.first].at <= now {
		c.held -= c.ends[c.first].units
		c.first++
	}
	if c.first == len(c.ends) {
		c.ends, c.first = c.ends[:0], 0
	}
}

// coming returns what comes back by itself, the soonest first.
func (c *Concurrency) coming() []entry { return c.ends[c.first:] }

// find returns the place of an instant among what comes back, or where it would
// belong.
func (c *Concurrency) find(at time.Duration) int {
	return c.first + sort.Search(len(c.coming()), func(i int) bool { return c.coming()[i].at >= at })
}

// Wait returns how long after now n units would be admitted; see Limit.
func (c *Concurrency) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	if n > c.Limit {
		return 0, false
	}
	c.advance(now)
	excess := c.held - (c.Limit - n)
	if excess <= 0 {
		return 0, true
	}
	for _, e := range c.coming() {
		if excess -= e.units; excess <= 0 {
			return e.at - now, true
		}
	}
	return Forever, true
}

// Take holds n units until they are given back; see Limit.
func (c *Concurrency) Take(now time.Duration, n int64) {
	c.Hold(now, Hold{Units: n, Until: Forever})
}

// GiveBack frees n units that were taken by Take; see Limit.
func (c *Concurrency) GiveBack(now time.Duration, n int64, _ time.Duration) {
	c.advance(now)
	n = min(n, c.loose)
	c.held -= n
	c.loose -= n
}

// Hold takes units until an instant; those that end at once are not counted.
func (c *Concurrency) Hold(now time.Duration, h Hold) {
	c.advance(now)
	if h.Until <= now || h.Units == 0 {
		return
	}
	c.held += h.Units
	if h.Until == Forever {
		c.loose += h.Units
		return
	}
	if c.first > len(c.ends)/2 && len(c.ends) == cap(c.ends) {
		c.ends, c.first = c.ends[:copy(c.ends, c.coming())], 0
	}
	place := c.find(h.Until)
	if place < len(c.ends) && c.ends[place].at == h.Until {
		c.ends[place].units += h.Units
		return
	}
	c.ends = slices.Insert(c.ends, place, entry{at: h.Until, units: h.Units})
}

// Release ends a hold early, because its client hung up. After Release(1 s, Hold{1,
// 5 s}) the unit that was held until 5 s is free at 1 s. A hold that has ended by
// itself is left alone; it panics for one that there never was.
func (c *Concurrency) Release(now time.Duration, h Hold) {
	c.advance(now)
	if h.Until <= now || h.Units == 0 {
		return
	}
	if h.Until == Forever {
		c.GiveBack(now, h.Units, now)
		return
	}
	place := c.find(h.Until)
	if place == len(c.ends) || c.ends[place].at != h.Until || c.ends[place].units < h.Units {
		panic(fmt.Sprintf("endpoint: at %v, %d units held until %v are released; there are not as many", now, h.Units, h.Until))
	}
	c.held -= h.Units
	if c.ends[place].units -= h.Units; c.ends[place].units == 0 {
		c.ends = slices.Delete(c.ends, place, place+1)
	}
}

// State returns how many units are free, and when all will be; see Limit.
func (c *Concurrency) State(now time.Duration) State {
	c.advance(now)
	s := State{Limit: c.Limit, Remaining: c.Limit - c.held}
	switch {
	case c.loose > 0:
		s.ResetAfter = Forever
	case c.held > 0:
		s.ResetAfter = c.ends[len(c.ends)-1].at - now
	}
	return s
}

// Idle reports whether nothing is held; see Limit.
func (c *Concurrency) Idle(now time.Duration) bool {
	c.advance(now)
	return c.held == 0
}

// Reset frees everything; see Limit.
func (c *Concurrency) Reset() {
	c.clock, c.held, c.loose, c.ends, c.first = 0, 0, 0, c.ends[:0], 0
}

// change sets another Limit from now on. What is held stays held.
func (c *Concurrency) change(now time.Duration, limit int64) (before int64) {
	c.advance(now)
	before, c.Limit = c.Limit, limit
	return before
}
