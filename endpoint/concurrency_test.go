package endpoint

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestConcurrencyWaitsForTheNextCallToEnd(t *testing.T) {
	c := &Concurrency{Limit: 2}
	c.Hold(0, Hold{Units: 1, Until: 5 * second})
	c.Hold(0, Hold{Units: 1, Until: 3 * second})
	for _, tt := range []struct {
		at   time.Duration
		n    int64
		want time.Duration
	}{
		{0, 0, 0}, {0, 1, 3 * second}, {0, 2, 5 * second}, {0, 3, never},
		{3*second - 1, 1, 1}, {3 * second, 1, 0}, {3 * second, 2, 2 * second}, {5 * second, 2, 0},
	} {
		wait, ok := c.Wait(tt.at, tt.n)
		if !ok {
			wait = never
		}
		if wait != tt.want {
			t.Errorf("%d units at %v wait %v; want %v", tt.n, tt.at, wait, tt.want)
		}
	}
	if !c.Idle(5 * second) {
		t.Error("at 5 s it is not idle")
	}
}

func TestConcurrencyFreesAHoldWhoseClientHangsUp(t *testing.T) {
	c := &Concurrency{Limit: 2}
	long := Hold{Units: 1, Until: 60 * second}
	c.Hold(0, long)
	c.Hold(0, long)
	c.Release(10*second, long)
	play(t, c, []line{{10 * second, 2, 50 * second}})
	c.Hold(10*second, Hold{Units: 1, Until: 20 * second})
	if got, want := c.State(10*second), (State{Limit: 2, ResetAfter: 50 * second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	c.Release(15*second, long)
	play(t, c, []line{{15 * second, 2, 5 * second}})
	c.Release(30*second, Hold{Units: 1, Until: 20 * second}) // it has ended already
	if got, want := c.State(30*second), (State{Limit: 2, Remaining: 2}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	c.Hold(30*second, Hold{Units: 1, Until: 30 * second}) // it ends at once
	if !c.Idle(30 * second) {
		t.Error("a hold that ends at once counts")
	}
}

func TestConcurrencyDoesNotKnowWhenATakenUnitComesBack(t *testing.T) {
	c := &Concurrency{Limit: 2}
	c.Take(0, 1)
	c.Hold(0, Hold{Units: 1, Until: 3 * second})
	play(t, c, []line{{second, 1, 2 * second}, {second, 2, Forever}, {3 * second, 2, Forever}})
	if got, want := c.State(3*second), (State{Limit: 2, Remaining: 1, ResetAfter: Forever}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	c.GiveBack(4*second, 9, 0)
	play(t, c, []line{{4 * second, 2, 0}, {4 * second, 1, Forever}})
	c.Release(4*second, Hold{Units: 2, Until: Forever})
	play(t, c, []line{{4 * second, 2, 0}})
}

func TestConcurrencyPanicsForAHoldThatNeverWas(t *testing.T) {
	c := &Concurrency{Limit: 2}
	c.Hold(0, Hold{Units: 1, Until: 5 * second})
	for _, h := range []Hold{{1, 6 * second}, {1, 4 * second}, {2, 5 * second}} {
		got := func() (told string) {
			defer func() { told = fmt.Sprint(recover()) }()
			c.Release(second, h)
			return ""
		}()
		if want := fmt.Sprintf("endpoint: at 1s, %d units held until %v are released", h.Units, h.Until); !strings.Contains(got, want) {
			t.Errorf("the panic says %q; want %q", got, want)
		}
	}
}

// A heldNaive is a concurrency cap: all holds that there were.
type heldNaive struct {
	setting
	holds []Hold
	limit holder // what it is held against
}

func (h *heldNaive) held(at time.Duration) (units int64) {
	for _, one := range h.holds {
		if at < one.Until {
			units += one.Units
		}
	}
	return units
}

func (h *heldNaive) fits(at time.Duration, n int64) bool { return h.held(at)+n <= h.at(at) }

// first returns the first instant from now on at which n units fit.
func (h *heldNaive) first(now time.Duration, n int64) (at time.Duration, ok bool) {
	instants := []time.Duration{now}
	for _, one := range h.holds {
		instants = append(instants, one.Until)
	}
	for _, c := range h.changes {
		instants = append(instants, c.At)
	}
	at = Forever
	for _, i := range instants {
		if i >= now && i < at && h.fits(i, n) {
			at, ok = i, true
		}
	}
	return at, ok || n <= h.last()
}

func TestConcurrencyWaitIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 4))
	for steps := randomSteps(); steps > 0; {
		set := randomSetting(rng, 100)
		limit := withChanges(&Concurrency{Limit: set.limit}, set)
		for range 2 { // the second time after a Reset
			naive := &heldNaive{setting: set, limit: limit.(holder)}
			now := time.Duration(0)
			for range 60 {
				steps--
				now += time.Duration(rng.Int64N(20) * rng.Int64N(2))
				n := upTo(rng, set.at(now)/4+2)
				wait, ok := limit.Wait(now, n)
				at, wantOK := naive.first(now, n)
				if want := at - now; ok != wantOK || ok && wait != want && !(wait == Forever && at == Forever) {
					t.Fatalf("limits %v: at %d %d units wait %d, %v; want %d, %v", set, now, n, wait, ok, want, wantOK)
				}
				if got, want := limit.State(now).Remaining, set.at(now)-naive.held(now); got != want {
					t.Fatalf("limits %v: at %d %d remain; want %d", set, now, got, want)
				}
				naive.holdOrRelease(rng, now, n)
			}
			limit.Reset()
		}
	}
}

// holdOrRelease changes what is held, fitting or not.
func (h *heldNaive) holdOrRelease(rng *rand.Rand, now time.Duration, n int64) {
	switch rng.IntN(4) {
	case 0, 1:
		one := Hold{Units: n, Until: now + time.Duration(rng.Int64N(200))}
		if rng.IntN(8) == 0 {
			one.Until = Forever
		}
		h.limit.Hold(now, one)
		h.holds = append(h.holds, one)
	case 2:
		if len(h.holds) == 0 {
			return
		}
		one := &h.holds[rng.IntN(len(h.holds))]
		part := Hold{Units: upTo(rng, one.Units), Until: one.Until}
		h.limit.Release(now, part)
		one.Units -= part.Units
	}
}
