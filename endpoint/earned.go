package endpoint

import (
	"sort"
	"time"

	"ratesim/exact"
	"ratesim/spec"
)

// An Earned is a limit that follows what was admitted of late: Times the average of
// the last Over, but at least Limit and at most Most units in any Window. It begins
// with nothing earned.
//
// With 60 a minute, twice the average of an hour, 60 calls a minute earn after an
// hour 120 a minute; of 7,200 in the last hour 240 a minute are earned. Who stops
// for an hour is back at 60.
//
// Together documents such limits: about twice the rate that succeeded in the last
// hour, at least 60 requests a minute ("Rate limits", docs.together.ai). What is
// admitted is taken for what succeeds.
type Earned struct {
	Limit  int64         // units in any Window that need not be earned
	Window time.Duration // 0 admits everything
	Over   time.Duration // at least the Window; 0 for an hour
	Times  int64         // at most 1,000; 0 for 2
	Most   int64         // units in any Window, unless Limit is more; 0 for no bound

	recent, long SlidingLog // what was admitted in the last Window and the last Over
	begun        bool       // they are set
}

// begin sets the logs.
func (e *Earned) begin() {
	if e.begun {
		return
	}
	e.recent.Window, e.long.Window = e.Window, e.Over
	if e.Over == 0 {
		e.long.Window = time.Hour
	}
	e.begun = true
}

// holds returns how many units fit in a window after so many in the last Over.
func (e *Earned) holds(admitted int64) int64 {
	times := e.Times
	if times == 0 {
		times = 2
	}
	earned, _ := exact.AreaOf(times*admitted, e.Window).Over(int64(e.long.Window))
	if e.Most > 0 {
		earned = min(earned, e.Most)
	}
	return max(earned, e.Limit)
}

// Wait returns how long after now n units would be admitted; see Limit. It is Forever
// for what must be earned first.
//
// While nothing is asked what is earned only falls, so that room comes in the instants
// in which something leaves the window, and in no others.
func (e *Earned) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	e.begin()
	switch {
	case e.Window == 0:
		return 0, true
	case e.Most > 0 && n > max(e.Most, e.Limit):
		return 0, false
	}
	e.recent.moveOn(now)
	e.long.moveOn(now)
	for at, left := now, true; left; at, left = e.recent.leavesAfter(at) {
		if n <= e.holds(e.long.countsAt(at))-e.recent.countsAt(at) {
			return at - now, true
		}
	}
	return Forever, true
}

// Take counts n units; see Limit.
func (e *Earned) Take(now time.Duration, n int64) {
	e.begin()
	if e.Window > 0 {
		e.recent.Take(now, n)
		e.long.Take(now, n)
	}
}

// GiveBack uncounts n units of what was taken at an instant, and what they have
// earned; see Limit.
func (e *Earned) GiveBack(now time.Duration, n int64, taken time.Duration) {
	e.begin()
	if e.Window > 0 {
		e.recent.GiveBack(now, n, taken)
		e.long.GiveBack(now, n, taken)
	}
}

// State returns the room in the window, and when that is empty; see Limit. Its Limit
// is what is earned now.
func (e *Earned) State(now time.Duration) State {
	e.begin()
	if e.Window == 0 {
		return State{}
	}
	state := e.recent.State(now)
	e.long.moveOn(now)
	state.Limit = e.holds(e.long.countsAt(now))
	state.Remaining = state.Limit - e.recent.countsAt(now)
	return state
}

// Idle reports whether nothing counts and nothing is earned; see Limit.
func (e *Earned) Idle(now time.Duration) bool {
	e.begin()
	return e.Window == 0 || e.recent.Idle(now) && e.long.Idle(now)
}

// Reset forgets all that was counted; see Limit.
func (e *Earned) Reset() {
	e.recent.Reset()
	e.long.Reset()
}

// change sets another Limit from now on. What was counted stays counted.
func (e *Earned) change(now time.Duration, limit int64) (before int64) {
	e.begin()
	if e.Window > 0 {
		e.recent.moveOn(now)
		e.long.moveOn(now)
	}
	before, e.Limit = e.Limit, limit
	return before
}

// countsAt returns the units that still count at an instant from now on, if nothing
// is counted until then.
func (l *SlidingLog) countsAt(at time.Duration) (units int64) {
	gone := sort.Search(l.length, func(i int) bool { return l.mark(i).at > at-l.Window })
	switch {
	case l.now <= at-l.Window:
		return 0
	case gone == 0:
		return l.sum
	}
	return l.sum - (l.mark(gone-1).total - l.gone)
}

// leavesAfter returns the first instant after another one at which something leaves
// the window, if there is any.
func (l *SlidingLog) leavesAfter(at time.Duration) (next time.Duration, ok bool) {
	first := sort.Search(l.length, func(i int) bool { return l.mark(i).at+l.Window > at })
	switch {
	case first < l.length:
		return l.mark(first).at + l.Window, true
	case l.present > 0 && l.now+l.Window > at:
		return l.now + l.Window, true
	}
	return 0, false
}

func earnedForm() spec.Form[Rule] {
	return limitForm("earned", "as many as were admitted of late on average, times a factor, but no fewer than the limit", []spec.Argument{
		{Name: "times", Unit: "factor", Default: "2", About: "how many times the average are earned, a whole number from 1 to 1,000"},
		{Name: "over", Unit: "duration", Default: "1h", About: "the time over which the average is taken, at least the window"},
		{Name: "most", Unit: "units", Default: "0", Zero: "no bound", About: "what can be earned at most"},
	}, func(r *spec.Reader) maker {
		e := Earned{Limit: size(r).limit, Window: size(r).window, Over: r.Positive("over"), Times: r.Count("times", 1), Most: r.Count("most", 0)}
		if e.Over < e.Window {
			r.Fault("over", "want at least the window, %v; have %v", e.Window, e.Over)
		}
		if r.Flag("count-refused") {
			r.Fault("count-refused", "want no: refused calls earn nothing")
		}
		if e.Times > 1000 {
			r.Fault("times", "want at most 1000; have %d", e.Times)
		}
		return timeless(r, func() *Earned { one := e; return &one })
	})
}
