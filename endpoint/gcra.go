package endpoint

import (
	"time"

	"ratesim/exact"
)

// A GCRA is the generic cell rate algorithm: Limit units per Per are expected one
// by one, T = Per/Limit apart, and may come early by what a Burst allows. It keeps
// one number, the theoretical arrival time TAT of the next unit.
//
//	new TAT = max(now, TAT) + n·T; admitted if new TAT − Burst·T ≤ now
//
// Burst is the total: so many units are admitted at one instant. With 30 per
// minute and a Burst of 16, TAT is 32 s after 16 calls at 0 s, and one at 0.5 s
// waits until 34 − 16·2 = 2 s. (redis-cell's max_burst is one less: it counts what
// comes on top of the first.)
//
// It admits what a TokenBucket of that Capacity admits. It is the virtual
// scheduling algorithm of ITU-T recommendation I.371; brandur/redis-cell and
// throttled/throttled are in use.
type GCRA struct {
	Limit int64         // units expected per Per; 0 for none after the first burst
	Per   time.Duration // 0 admits everything
	Burst int64         // units admitted at one instant, the first included; 0 for 1

	clock clock
	tat   exact.Area // TAT: its instant × Limit
}

// burst returns the units admitted at one instant.
func (g *GCRA) burst() int64 { return max(1, g.Burst) }

// Wait returns how long after now n units would be admitted; see Limit.
func (g *GCRA) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	if g.Per == 0 {
		return 0, true
	}
	g.clock.advance(now)
	early := g.early(now, n).Minus(exact.AreaOf(g.burst(), g.Per))
	if n > g.burst() || g.Limit == 0 && !early.IsZero() {
		return 0, false
	}
	return early.Lasts(g.Limit), true
}

// early returns new TAT − now for n units, times Limit.
func (g *GCRA) early(now time.Duration, n int64) exact.Area {
	return g.tat.Minus(exact.AreaOf(g.Limit, now)).Plus(exact.AreaOf(n, g.Per))
}

// Take moves TAT on by n units; see Limit.
func (g *GCRA) Take(now time.Duration, n int64) {
	g.clock.advance(now)
	g.tat = exact.AreaOf(g.Limit, now).Plus(g.early(now, n))
}

// GiveBack moves TAT back by n units, whenever they were taken; see Limit.
func (g *GCRA) GiveBack(now time.Duration, n int64, _ time.Duration) {
	g.clock.advance(now)
	g.tat = g.tat.Minus(exact.AreaOf(n, g.Per))
}

// State returns the burst left, and the time until TAT; see Limit.
func (g *GCRA) State(now time.Duration) State {
	if g.Per == 0 {
		return State{}
	}
	g.clock.advance(now)
	ahead := g.early(now, 0)
	return State{Limit: g.burst(), Remaining: g.burst() - ahead.Units(g.Per), ResetAfter: ahead.Lasts(g.Limit)}
}

// Idle reports whether TAT has come; see Limit.
func (g *GCRA) Idle(now time.Duration) bool {
	g.clock.advance(now)
	return g.early(now, 0).IsZero()
}

// Reset puts TAT at instant 0; see Limit.
func (g *GCRA) Reset() { g.clock, g.tat = 0, exact.Area{} }

// change sets another Limit from now on. The units ahead of now stay as many.
func (g *GCRA) change(now time.Duration, limit int64) (before int64) {
	g.clock.advance(now)
	ahead := g.early(now, 0)
	before, g.Limit = g.Limit, limit
	g.tat = exact.AreaOf(limit, now).Plus(ahead)
	return before
}
