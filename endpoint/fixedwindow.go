package endpoint

import (
	"math/bits"
	"time"
)

// A FixedWindow admits at most Limit units in each window, and forgets them all
// at its end; windows follow one another without a gap. With 10 per minute and a
// full window, a call waits until the minute is over.
//
// A window of a second is a cap by the calendar's second, one of 24 h, placed by
// IntoWindow, a daily limit. envoyproxy/ratelimit counts by the clock.
//
// With FromFirst a window begins when a unit is taken and none is open, as in
// BerriAI/litellm (parallel_request_limiter_v3.py).
type FixedWindow struct {
	Limit     int64         // units; 0 admits nothing
	Window    time.Duration // 0 admits everything
	Offset    time.Duration // what has passed at instant 0 of the window that is open then, at least 0; see IntoWindow
	FromFirst bool          // windows begin with the first unit taken; there is no Offset then

	clock clock
	began time.Duration // of the window that is open
	open  bool          // always, by the clock, once it was told the time
	used  int64         // units counted in it
}

// IntoWindow returns how far into its window an instant lies when windows are
// aligned to the clock of its time zone: to whole minutes, hours, or midnight for
// 24 h; other lengths are counted from the beginning of 1970. It is the Offset of
// a run that begins at that instant.
//
// A quarter past nine in the evening is 21.25 h into a day and 15 min into an
// hour. Zones that change their offset from UTC during the run move midnight,
// which the windows do not follow.
func IntoWindow(at time.Time, window time.Duration) time.Duration {
	if window <= 0 {
		return 0
	}
	_, zone := at.Zone()
	seconds := (at.Unix() + int64(zone)) % int64(window)
	if seconds < 0 {
		seconds += int64(window)
	}
	hi, lo := bits.Mul64(uint64(seconds), uint64(time.Second))
	lo, carry := bits.Add64(lo, uint64(at.Nanosecond()), 0)
	return time.Duration(bits.Rem64(hi+carry, lo, uint64(window)))
}

// advance moves on to the window of now.
func (f *FixedWindow) advance(now time.Duration) {
	f.clock.advance(now)
	if f.open && now-f.began < f.Window {
		return
	}
	f.used, f.open = 0, !f.FromFirst
	f.began = now - time.Duration((uint64(now)+uint64(f.Offset))%uint64(f.Window))
}

// Wait returns how long after now n units would be admitted; see Limit.
func (f *FixedWindow) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	switch {
	case f.Window == 0:
		return 0, true
	case n > f.Limit:
		return 0, false
	}
	f.advance(now)
	if f.used <= f.Limit-n {
		return 0, true
	}
	return f.Window - (now - f.began), true
}

// Take counts n units in the window of now; see Limit.
func (f *FixedWindow) Take(now time.Duration, n int64) {
	if f.Window == 0 {
		return
	}
	f.advance(now)
	if !f.open && n > 0 {
		f.began, f.open = now, true
	}
	f.used += n
}

// GiveBack uncounts n units if they were taken in the window of now; see Limit.
func (f *FixedWindow) GiveBack(now time.Duration, n int64, taken time.Duration) {
	if f.Window == 0 {
		return
	}
	f.advance(now)
	if f.open && taken >= f.began {
		f.used = max(0, f.used-n)
	}
}

// State returns the room in the window and its end; see Limit.
func (f *FixedWindow) State(now time.Duration) State {
	if f.Window == 0 {
		return State{}
	}
	f.advance(now)
	s := State{Limit: f.Limit, Remaining: f.Limit - f.used}
	if f.open {
		s.ResetAfter = f.Window - (now - f.began)
	}
	return s
}

// Idle reports whether nothing counts in the window, or none is open when
// windows begin with what is taken; see Limit.
func (f *FixedWindow) Idle(now time.Duration) bool {
	if f.Window == 0 {
		return true
	}
	f.advance(now)
	return f.used == 0 && !(f.FromFirst && f.open)
}

// Reset forgets all windows; see Limit.
func (f *FixedWindow) Reset() { f.clock, f.began, f.open, f.used = 0, 0, false, 0 }

// change sets another Limit from now on. What was counted stays counted.
func (f *FixedWindow) change(now time.Duration, limit int64) (before int64) {
	if f.Window > 0 {
		f.advance(now)
	}
	before, f.Limit = f.Limit, limit
	return before
}
