package endpoint

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

const (
	ms     = time.Millisecond
	minute = time.Minute
	day    = 24 * time.Hour
	year   = 365 * day
)

// A line of a transcript asks for n units at an instant and says how long they
// must wait. Those that need not wait are taken.
type line struct {
	at   time.Duration
	n    int64
	wait time.Duration
}

// never is the wait of a size that never fits.
const never time.Duration = -1

// play holds a transcript against a limit.
func play(t *testing.T, limit Limit, lines []line) {
	t.Helper()
	for i, l := range lines {
		wait, ok := limit.Wait(l.at, l.n)
		if !ok {
			wait = never
		}
		if wait != l.wait {
			t.Errorf("line %d: %d units at %v wait %v; want %v", i, l.n, l.at, wait, l.wait)
		}
		if wait == 0 {
			limit.Take(l.at, l.n)
		}
	}
}

// A transcript is a limit and what it answers.
type transcript struct {
	what  string
	limit Limit
	lines []line
}

func playAll(t *testing.T, all []transcript) {
	t.Helper()
	for _, tt := range all {
		t.Run(tt.what, func(t *testing.T) { play(t, tt.limit, tt.lines) })
	}
}

// several returns one line so many times.
func several(n int, l line) (lines []line) {
	for range n {
		lines = append(lines, l)
	}
	return lines
}

// then joins parts of a transcript.
func then(parts ...[]line) (lines []line) {
	for _, p := range parts {
		lines = append(lines, p...)
	}
	return lines
}

// anyLimits returns a new limit of each kind, of 6 units a minute where there is
// one, and the kind's name.
func anyLimits() map[string]Limit {
	scheduled, err := NewScheduled(&TokenBucket{Limit: 6, Per: minute}, []Change{{At: time.Hour, Limit: 3}})
	if err != nil {
		panic(err)
	}
	return map[string]Limit{
		"sliding log":         &SlidingLog{Limit: 6, Window: minute},
		"sliding counter":     &SlidingCounter{Limit: 6, Window: minute, Offset: 20 * second},
		"fixed window":        &FixedWindow{Limit: 6, Window: minute, Offset: 20 * second},
		"window from first":   &FixedWindow{Limit: 6, Window: minute, FromFirst: true},
		"token bucket":        &TokenBucket{Limit: 6, Per: minute},
		"bucket with debt":    &TokenBucket{Limit: 6, Per: minute, Debt: true},
		"gcra":                &GCRA{Limit: 6, Per: minute, Burst: 6},
		"leaky bucket":        &LeakyBucket{Limit: 6, Per: minute, Burst: 5},
		"sliced":              &Sliced{Limit: 6, Window: minute, Slice: 20 * second},
		"earned":              &Earned{Limit: 6, Window: minute, Over: minute},
		"concurrency":         &Concurrency{Limit: 6},
		"scheduled changes":   scheduled,
		"bucket, partly used": &TokenBucket{Limit: 6, Per: minute, Capacity: 9, Used: 3},
	}
}

func TestTheExamplesOfLimitHold(t *testing.T) {
	taken := func() *SlidingLog {
		log := &SlidingLog{Limit: 3, Window: 10 * second}
		for at := range time.Duration(3) {
			log.Take(at*second, 1)
		}
		return log
	}
	play(t, taken(), []line{{9 * second, 1, second}, {9 * second, 2, 2 * second}, {9 * second, 4, never}})
	log := taken()
	log.Take(9*second, 1)
	play(t, log, []line{{9 * second, 1, 2 * second}})
	log = taken()
	if got, want := log.State(9*second), (State{Limit: 3, ResetAfter: 3 * second}); got != want {
		t.Errorf("at 9 s the state is %+v; want %+v", got, want)
	}
	log.GiveBack(9*second, 1, 2*second)
	play(t, log, []line{{9 * second, 1, 0}})
	log = taken()
	if log.Idle(12*second-1) || !log.Idle(12*second) {
		t.Error("it is not idle from 12 s on")
	}
}

func TestLimitsPanicWhenTimeGoesBack(t *testing.T) {
	for name, limit := range anyLimits() {
		for what, ask := range map[string]func(){
			"Wait":     func() { limit.Wait(4*second, 1) },
			"Take":     func() { limit.Take(4*second, 1) },
			"GiveBack": func() { limit.GiveBack(4*second, 1, 0) },
			"State":    func() { limit.State(4 * second) },
			"Idle":     func() { limit.Idle(4 * second) },
		} {
			limit.Reset()
			limit.Take(5*second, 1)
			got := func() (told string) {
				defer func() { told = fmt.Sprint(recover()) }()
				ask()
				return ""
			}()
			if !strings.Contains(got, "endpoint: time went back from 5s to 4s") {
				t.Errorf("%s: %s at 4 s after 5 s panics with %q", name, what, got)
			}
		}
	}
}

func TestLimitsTouchNoHeap(t *testing.T) {
	for name, limit := range anyLimits() {
		now := time.Duration(0)
		rng := rand.New(rand.NewPCG(1, 2))
		step := func() {
			now += time.Duration(rng.Int64N(int64(3 * second)))
			n := rng.Int64N(3)
			if wait, ok := limit.Wait(now, n); ok && wait == 0 {
				limit.Take(now, n)
				limit.GiveBack(now, n/2, now)
			}
			limit.State(now)
			limit.Idle(now)
		}
		for range 1000 {
			step()
		}
		if allocations := testing.AllocsPerRun(10000, step); allocations != 0 {
			t.Errorf("%s: a call allocates %v times; want 0", name, allocations)
		}
	}
}

func TestWithoutAWindowThereIsNoLimit(t *testing.T) {
	for name, limit := range map[string]Limit{
		"sliding log":     &SlidingLog{Limit: 1},
		"sliding counter": &SlidingCounter{Limit: 1},
		"fixed window":    &FixedWindow{Limit: 1},
		"token bucket":    &TokenBucket{Limit: 1},
		"gcra":            &GCRA{Limit: 1},
		"leaky bucket":    &LeakyBucket{Limit: 1},
		"sliced":          &Sliced{Limit: 1},
		"earned":          &Earned{Limit: 1},
	} {
		play(t, limit, []line{{0, 1 << 62, 0}, {0, 1 << 62, 0}, {second, 1, 0}})
		limit.GiveBack(second, 1, 0)
		if s := limit.State(2 * second); s != (State{}) || !limit.Idle(2*second) {
			t.Errorf("%s: the state is %+v, and idle is %v", name, s, limit.Idle(2*second))
		}
	}
}
