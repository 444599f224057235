package endpoint

import (
	"time"

	"ratesim/exact"
)

// A SlidingCounter estimates a sliding window from two numbers: what was counted
// in this window of the clock, and the part of the previous one that a sliding
// window would still see if that had been spread evenly.
//
//	estimate = current + previous · (Window − elapsed) / Window
//	admitted if estimate + n ≤ Limit
//
// With 50 per minute, 42 counted in the last minute and 18 in this one, which is
// 15 s old, the estimate is 49.5: one more is refused, and waits 0.7143 s. The
// product is compared in full, never rounded to whole units.
//
// It is Cloudflare's, and so is the example: "How we built rate limiting capable of
// scaling to millions of domains", blog.cloudflare.com/counting-things-a-lot-of-different-things/.
type SlidingCounter struct {
	Limit  int64         // units; 0 admits nothing
	Window time.Duration // 0 admits everything
	Offset time.Duration // what has passed at instant 0 of the window that is open then, at least 0; see IntoWindow

	clock             clock
	began             time.Duration // of this window
	open              bool          // began is set
	current, previous int64         // units counted in this window and in the one before
}

// advance moves on to the window of now and returns what is left of it.
func (c *SlidingCounter) advance(now time.Duration) (left time.Duration) {
	c.clock.advance(now)
	if !c.open {
		c.began, c.open = now-time.Duration((uint64(now)+uint64(c.Offset))%uint64(c.Window)), true
	}
	if elapsed := now - c.began; elapsed >= c.Window {
		c.previous, c.current = c.current, 0
		if elapsed-c.Window >= c.Window {
			c.previous = 0
		}
		c.began = now - elapsed%c.Window
	}
	return c.Window - (now - c.began)
}

// Wait returns how long after now n units would be admitted; see Limit.
func (c *SlidingCounter) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	switch {
	case c.Window == 0:
		return 0, true
	case n > c.Limit:
		return 0, false
	}
	left := c.advance(now)
	if fits := (share{of: c.previous, room: c.Limit - n - c.current}).fits(c.Window); fits > 0 {
		return max(0, left-fits), true
	}
	// Not before the next window, in which this one is the previous.
	fits := share{of: c.current, room: c.Limit - n}.fits(c.Window)
	return total(left, c.Window-fits), true
}

// A share is what still counts of the units of a window that is over, beside the
// room there is for them.
type share struct{ of, room int64 }

// fits returns how much of the present window may be left so that the share fits:
// from all of it to 0, when it fits in the next window only.
func (s share) fits(window time.Duration) (left time.Duration) {
	switch {
	case s.room < 0:
		return 0
	case s.of <= s.room:
		return window
	}
	whole, _ := exact.AreaOf(s.room, window).Over(s.of)
	return time.Duration(whole)
}

// Take counts n units in the window of now; see Limit.
func (c *SlidingCounter) Take(now time.Duration, n int64) {
	if c.Window == 0 {
		return
	}
	c.advance(now)
	c.current += n
}

// GiveBack uncounts n units in the window in which they were taken, if that is
// this one or the one before; see Limit.
func (c *SlidingCounter) GiveBack(now time.Duration, n int64, taken time.Duration) {
	if c.Window == 0 {
		return
	}
	c.advance(now)
	switch {
	case taken >= c.began:
		c.current = max(0, c.current-n)
	case taken >= c.began-c.Window:
		c.previous = max(0, c.previous-n)
	}
}

// State returns the room that the estimate leaves, and when it will be 0; see
// Limit.
func (c *SlidingCounter) State(now time.Duration) State {
	if c.Window == 0 {
		return State{}
	}
	left := c.advance(now)
	before := exact.AreaOf(c.previous, left).Units(c.Window)
	s := State{Limit: c.Limit, Remaining: c.Limit - c.current - before}
	switch {
	case c.current > 0:
		s.ResetAfter = total(left, c.Window)
	case c.previous > 0:
		s.ResetAfter = left
	}
	return s
}

// Idle reports whether nothing counts in this window and the one before; see
// Limit.
func (c *SlidingCounter) Idle(now time.Duration) bool {
	if c.Window == 0 {
		return true
	}
	c.advance(now)
	return c.current == 0 && c.previous == 0
}

// Reset forgets all windows; see Limit.
func (c *SlidingCounter) Reset() {
	c.clock, c.began, c.open, c.current, c.previous = 0, 0, false, 0, 0
}

// change sets another Limit from now on. What was counted stays counted.
func (c *SlidingCounter) change(now time.Duration, limit int64) (before int64) {
	if c.Window > 0 {
		c.advance(now)
	}
	before, c.Limit = c.Limit, limit
	return before
}
