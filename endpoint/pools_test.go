package endpoint

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestPoolsKeepALimitForEachScope(t *testing.T) {
	p := &Pools{New: func() Limit { return &SlidingLog{Limit: 1, Window: minute} }}
	for _, tt := range []struct {
		at    time.Duration
		scope Scope
		want  time.Duration
	}{
		{0, Scope{}, 0}, {0, Scope{Key: 1}, 0}, {0, Scope{Key: 2}, 0}, {0, Scope{Model: 1}, 0}, {0, Scope{Key: 1, Model: 1}, 0},
		{second, Scope{}, 59 * second}, {second, Scope{Key: 1}, 59 * second}, {second, Scope{Key: 1, Model: 1}, 59 * second}, {second, Scope{Key: 3}, 0},
	} {
		limit := p.Of(tt.at, tt.scope)
		wait, _ := limit.Wait(tt.at, 1)
		if wait != tt.want {
			t.Errorf("%+v at %v waits %v; want %v", tt.scope, tt.at, wait, tt.want)
		}
		if wait == 0 {
			limit.Take(tt.at, 1)
		}
	}
	p.Reset()
	if wait, _ := p.Of(0, Scope{Key: 1}).Wait(0, 1); wait != 0 || p.Len() != 1 {
		t.Errorf("after a reset a call waits %v, beside %d limits", wait, p.Len())
	}
}

// Dropping idle limits changes no answer: for each kind of limit, pools are held
// against limits that are never dropped.
func TestDroppingIdlePoolsChangesNothing(t *testing.T) {
	for name := range anyLimits() {
		rng := rand.New(rand.NewPCG(20260218, 5))
		p := &Pools{New: func() Limit { return anyLimits()[name] }}
		kept := map[Scope]Limit{}
		var now time.Duration
		for range randomSteps() / 10 {
			now += time.Duration(rng.Int64N(int64(500 * ms)))
			// The keys in use move on, and come back.
			s := Scope{Key: uint32(now/(2*second))%800 + rng.Uint32N(20)}
			if kept[s] == nil {
				kept[s] = anyLimits()[name]
			}
			n := rng.Int64N(4)
			wait, ok := p.Of(now, s).Wait(now, n)
			if want, wantOK := kept[s].Wait(now, n); wait != want || ok != wantOK {
				t.Fatalf("%s: at %v %d units of %+v wait %v, %v; want %v, %v", name, now, n, s, wait, ok, want, wantOK)
			}
			if wait == 0 {
				p.Of(now, s).Take(now, n)
				kept[s].Take(now, n)
			}
			if rng.IntN(4) == 0 || name == "concurrency" { // whose units come back in no other way
				p.Of(now, s).GiveBack(now, n, now)
				kept[s].GiveBack(now, n, now)
			}
			if p.Len() > 300 {
				t.Fatalf("%s: %d limits are kept for some 100 that count anything", name, p.Len())
			}
		}
		if !testing.Short() && p.Len()*2 > len(kept) {
			t.Errorf("%s: %d of %d limits are kept", name, p.Len(), len(kept))
		}
	}
}

func TestPoolsTouchNoHeapOnceTheyAreWarm(t *testing.T) {
	p := &Pools{New: func() Limit { return &TokenBucket{Limit: 60, Per: minute} }}
	var now time.Duration
	step := func() {
		now += 10 * ms
		p.Of(now, Scope{Key: uint32(now / (10 * ms))}).Take(now, 1)
	}
	for range 10_000 {
		step()
	}
	if allocations := testing.AllocsPerRun(10_000, step); allocations != 0 {
		t.Errorf("a new scope allocates %v times; want 0", allocations)
	}
}
