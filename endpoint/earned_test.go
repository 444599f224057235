package endpoint

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

// An earnedNaive is a limit that follows what was admitted.
type earnedNaive struct {
	setting
	events
	window, over time.Duration
	times, most  int64
}

func (e *earnedNaive) holds(at time.Duration) int64 {
	earned := big.NewInt(e.since(at - e.over + 1))
	earned.Mul(earned, big.NewInt(e.times)).Mul(earned, big.NewInt(int64(e.window))).Div(earned, big.NewInt(int64(e.over)))
	if most := big.NewInt(e.most); e.most > 0 && earned.Cmp(most) > 0 {
		earned = most
	}
	return max(e.at(at), earned.Int64())
}

func (e *earnedNaive) remaining(at time.Duration) int64    { return e.holds(at) - e.since(at-e.window+1) }
func (e *earnedNaive) fits(at time.Duration, n int64) bool { return n <= e.remaining(at) }
func (e *earnedNaive) idle(at time.Duration) bool          { return e.since(at-e.over+1) == 0 }

func TestEarnedWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		window := randomWindow(rng)
		over := window * time.Duration(1+rng.Int64N(4))
		if rng.IntN(2) == 0 {
			over += time.Duration(rng.Int64N(int64(window)))
		}
		set := randomSetting(rng, window)
		for i := range set.changes {
			set.changes[i].Limit = min(set.changes[i].Limit, 1<<40)
		}
		set.limit = min(set.limit, 1<<40)
		e := Earned{Limit: set.limit, Window: window, Over: over, Times: 1 + rng.Int64N(5)}
		if rng.IntN(2) == 0 {
			e.Most = 1 + upTo(rng, 3*set.limit)
		}
		return subject{
			what: fmt.Sprintf("%+v, limits %v", e, set),
			build: func() Limit {
				fresh := e
				return withChanges(&fresh, set)
			},
			naive: func() naive {
				return &earnedNaive{setting: set, window: window, over: over, times: e.Times, most: e.Most}
			},
			setting: set, scale: window, byClock: true,
			fitsLast: func(n int64) bool { return e.Most == 0 || n <= max(e.Most, set.last()) },
		}
	})
}

// Together: 60 a minute at first; about twice what succeeded in the last hour.
func TestEarnedFollowsWhatWasAdmitted(t *testing.T) {
	e := &Earned{Limit: 60, Window: minute}
	demand := func(from, to time.Duration, perMinute int64) (admitted int64) {
		gap := minute / time.Duration(perMinute)
		for at := from; at < to; at += gap {
			if wait, _ := e.Wait(at, 1); wait == 0 {
				e.Take(at, 1)
				admitted++
			}
		}
		return admitted
	}
	// The figures are those of a second program, which keeps two lists of instants.
	for _, tt := range []struct {
		hour      int
		perMinute int64
		admitted  int64 // in the hour
		limit     int64 // at its end
	}{
		{0, 60, 3600, 120},      // what is needed is admitted
		{1, 120, 7200, 240},     // twice as much, as the hour before has earned it
		{2, 6000, 31_051, 1035}, // far more than was earned: the limit grows with what it admits
		{3, 1, 60, 60},          // nothing to speak of
	} {
		from := time.Duration(tt.hour) * time.Hour
		if got := demand(from, from+time.Hour, tt.perMinute); got != tt.admitted {
			t.Errorf("in hour %d %d are admitted; want %d", tt.hour, got, tt.admitted)
		}
		if got := e.State(from + time.Hour - 1).Limit; got != tt.limit {
			t.Errorf("at the end of hour %d the limit is %d; want %d", tt.hour, got, tt.limit)
		}
	}
}

func TestEarnedTellsWhatHelps(t *testing.T) {
	play(t, &Earned{Limit: 2, Window: 10 * second, Over: 20 * second, Times: 4, Most: 5}, []line{
		{0, 2, 0},                // 4 · 2 · 10/20 = 4 are earned by that
		{second, 2, 0},           // and 8, at most 5, by these
		{second, 2, 9 * second},  // 1 is left until the first two leave
		{second, 6, never},       // more than the most
		{second, 1, 0},           //
		{11 * second, 5, 0},      // all have left the window; five are the most
		{20 * second, 1, second}, //
		{31 * second, 2, 0},      //
	})
	e := &Earned{Limit: 2, Window: 10 * second, Over: 20 * second}
	if wait, ok := e.Wait(0, 3); wait != Forever || !ok {
		t.Errorf("what is not earned waits %v, %v; want forever", wait, ok)
	}
}
