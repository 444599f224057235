package endpoint

import (
	"testing"
	"time"
)

// changing returns a limit with changes that are in order.
func changing[L any, P changeable[L]](t *testing.T, of P, changes ...Change) Limit {
	t.Helper()
	limit, err := NewScheduled(of, changes)
	if err != nil {
		t.Fatal(err)
	}
	return limit
}

func TestWaitsLookAheadToChanges(t *testing.T) {
	playAll(t, []transcript{
		{"a faster bucket", changing(t, &TokenBucket{Limit: 60, Per: minute, Capacity: 60, Used: 60}, Change{10 * second, 600}), []line{
			{0, 5, 5 * second}, {0, 10, 10 * second}, {0, 30, 12 * second}, {0, 60, 15 * second}, {0, 61, never},
			{12*second - 1, 30, 1}, {12 * second, 30, 0},
		}},
		{"a bucket that stops and goes on", changing(t,
			&TokenBucket{Limit: 60, Per: minute, Capacity: 9, Used: 9}, Change{2 * second, 0}, Change{minute, 60},
		), []line{
			{0, 2, 2 * second}, {0, 3, minute + second}, {2 * second, 2, 0}, {minute, 1, second},
		}},
		{"a bucket that stops for good", changing(t, &TokenBucket{Limit: 60, Per: minute, Capacity: 9, Used: 9}, Change{2 * second, 0}), []line{
			{0, 2, 2 * second}, {0, 3, never},
		}},
		{"a size that fits later only", changing(t, &FixedWindow{Limit: 5, Window: minute}, Change{90 * second, 50}), []line{
			{0, 30, 90 * second}, {0, 51, never}, {90*second - 1, 30, 1}, {90 * second, 30, 0}, {90 * second, 30, 30 * second},
		}},
		{"a size that fits until then only", changing(t, &FixedWindow{Limit: 50, Window: minute}, Change{90 * second, 5}), []line{
			{0, 30, 0}, {0, 30, minute}, {70 * second, 30, 0}, {71 * second, 30, never}, {90 * second, 5, 30 * second}, {90 * second, 6, never},
		}},
		{"a lowered log is too full", changing(t, &SlidingLog{Limit: 100, Window: minute}, Change{10 * second, 60}), []line{
			{0, 80, 0}, {10 * second, 1, 50 * second}, {10 * second, 60, 50 * second},
		}},
		{"a raised log has room at once", changing(t, &SlidingLog{Limit: 10, Window: minute}, Change{10 * second, 60}), []line{
			{0, 10, 0}, {0, 40, 10 * second}, {10 * second, 50, 0}, {10 * second, 10, 50 * second},
		}},
		{"an outage of a minute", changing(t, &Concurrency{Limit: 5}, Change{minute, 0}, Change{2 * minute, 5}), []line{
			{0, 1, 0}, {90 * second, 1, 30 * second}, {2 * minute, 4, 0}, {2 * minute, 1, Forever},
		}},
		{"a slower algorithm of cells", changing(t, &GCRA{Limit: 60, Per: minute, Burst: 4}, Change{2 * second, 6}), []line{
			{0, 4, 0}, {0, 1, second}, {second, 1, 0}, {second, 4, 31 * second}, {2 * second, 1, 0}, {2 * second, 1, 10 * second},
		}},
		{"slices", changing(t, &Sliced{Limit: 600, Window: minute, Slice: second}, Change{10500 * ms, 60}), []line{
			{10 * second, 3, 0}, {10 * second, 8, never}, {10 * second, 7, 0}, {10 * second, 1, second}, {11 * second, 1, 0}, {11 * second, 1, second},
		}},
	})
}

func TestScheduledStateFollowsTheLimit(t *testing.T) {
	log := changing(t, &SlidingLog{Limit: 100, Window: minute}, Change{10 * second, 60})
	log.Take(0, 80)
	for _, tt := range []struct {
		at   time.Duration
		want State
	}{
		{0, State{Limit: 100, Remaining: 20, ResetAfter: minute}},
		{10*second - 1, State{Limit: 100, Remaining: 20, ResetAfter: 50*second + 1}},
		{10 * second, State{Limit: 60, Remaining: -20, ResetAfter: 50 * second}},
	} {
		if got := log.State(tt.at); got != tt.want {
			t.Errorf("at %v the state is %+v; want %+v", tt.at, got, tt.want)
		}
	}
	log.GiveBack(20*second, 30, 0)
	if got := log.State(20 * second).Remaining; got != 10 {
		t.Errorf("%d remain; want 10", got)
	}
}

func TestResetUndoesChanges(t *testing.T) {
	limit := changing(t, &TokenBucket{Limit: 60, Per: minute}, Change{0, 30}, Change{minute, 6})
	for range 3 {
		play(t, limit, []line{{0, 31, never}, {0, 30, 0}, {0, 6, 12 * second}, {0, 30, never}, {2 * minute, 1, 0}, {2 * minute, 7, never}})
		limit.Reset()
	}
}

func TestScheduledHoldsUnitsOfAConcurrency(t *testing.T) {
	limit := changing(t, &Concurrency{Limit: 5}, Change{10 * second, 1})
	h := limit.(holder)
	h.Hold(0, Hold{Units: 2, Until: 20 * second})
	h.Hold(0, Hold{Units: 1, Until: 30 * second})
	play(t, limit, []line{{10 * second, 1, 20 * second}})
	h.Release(15*second, Hold{Units: 1, Until: 30 * second})
	play(t, limit, []line{{15 * second, 1, 5 * second}, {20 * second, 1, 0}})
	other := changing(t, &SlidingLog{Limit: 5, Window: minute}, Change{10 * second, 1})
	other.(holder).Hold(0, Hold{Units: 5, Until: second})
	other.(holder).Release(0, Hold{Units: 5, Until: second}) // only a Concurrency is told of ends
	play(t, other, []line{{5 * second, 1, 55 * second}})
}

func TestChangesMustBeInOrder(t *testing.T) {
	for _, tt := range []struct {
		changes []Change
		want    string
	}{
		{[]Change{{second, 5}, {second, 6}}, "change 2: want an instant after the 1s of the change before it; have 1s"},
		{[]Change{{second, 5}, {0, 6}}, "change 2: want an instant after the 1s of the change before it; have 0s"},
		{[]Change{{second, -5}}, "change 1 at 1s: want a limit of 0 or more; have -5"},
		{[]Change{{-second, 5}}, "change 1: want an instant in the run; have -1s"},
	} {
		if _, err := NewScheduled(&SlidingLog{}, tt.changes); err == nil || err.Error() != tt.want {
			t.Errorf("%v: %v; want %s", tt.changes, err, tt.want)
		}
	}
}

// Not even a log whose ring is full copies it to look ahead.
func TestLookingAheadTouchesNoHeap(t *testing.T) {
	log := changing(t, &SlidingLog{Limit: 8, Window: minute}, Change{time.Hour, 1})
	for at := range time.Duration(9) {
		log.Take(at*second, 1)
		if allocations := testing.AllocsPerRun(100, func() { log.Wait(at*second, 8) }); allocations != 0 {
			t.Errorf("after %d entries a refusal allocates %v times; want 0", at+1, allocations)
		}
	}
	for at := 56 * minute; at < time.Hour; at += 10 * second {
		log.Take(at, 8)
		if allocations := testing.AllocsPerRun(100, func() { log.Wait(at, 8) }); allocations != 0 {
			t.Errorf("at %v a refusal allocates %v times; want 0", at, allocations)
		}
	}
}
