package endpoint

import (
	"testing"
	"time"
)

const us = time.Microsecond

// microsoft/graphrag#757, vercel/ai#2637 and a third case: the wait is what is used
// and what is asked beyond the limit, at the rate at which it drains. Cut off to
// milliseconds it is too short.
func TestTokenBucketTellsTheWaitOfThisRequest(t *testing.T) {
	playAll(t, []transcript{
		{"more used than the limit", &TokenBucket{Limit: 30_000, Per: minute, Used: 73_124}, []line{
			{0, 1_877, 90_002 * ms}, {90_002*ms - 1, 1_877, 1}, {90_002 * ms, 1_877, 0},
		}},
		{"a wait with a fraction of a millisecond", &TokenBucket{Limit: 200_000, Per: minute, Used: 199_821}, []line{
			{0, 2_295, 634_800 * us}, {634 * ms, 2_295, 800 * us}, {635 * ms, 2_295, 0},
		}},
		{"853 too many", &TokenBucket{Limit: 100_000, Per: minute, Used: 98_853}, []line{
			{0, 2_000, 511_800 * us}, {511 * ms, 2_000, 800 * us}, {511_800 * us, 2_000, 0},
		}},
	})
}

// run-llama/llama_index#23202
func TestTokenBucketNeverAdmitsMoreThanItHolds(t *testing.T) {
	playAll(t, []transcript{
		{"as much as it gains", &TokenBucket{Limit: 100, Per: minute}, []line{
			{0, 200, never}, {0, 100, 0}, {0, 100, minute}, {minute, 101, never},
		}},
		{"more than it gains", &TokenBucket{Limit: 100, Per: minute, Capacity: 250}, []line{
			{0, 200, 0}, {0, 200, 90 * second}, {0, 251, never},
		}},
		{"less than it gains", &TokenBucket{Limit: 100, Per: minute, Capacity: 10}, []line{
			{0, 10, 0}, {0, 10, 6 * second}, {0, 11, never},
		}},
		{"it gains nothing", &TokenBucket{Per: minute, Capacity: 3}, []line{
			{0, 2, 0}, {second, 2, never}, {second, 1, 0}, {year, 1, never}, {year, 0, 0},
		}},
		{"it holds nothing", &TokenBucket{Per: minute}, []line{{0, 1, never}, {0, 0, 0}}},
		{"begun empty", &TokenBucket{Limit: 60, Per: minute, Used: 60}, []line{
			{0, 1, second}, {second, 1, 0}, {second, 2, 2 * second},
		}},
		{"a third of a nanosecond each", &TokenBucket{Limit: 3, Per: 1}, []line{
			{0, 3, 0}, {0, 1, 1}, {1, 3, 0}, {1, 3, 1},
		}},
		{"seven a minute, one after the other", &TokenBucket{Limit: 7, Per: minute, Capacity: 1}, []line{
			{0, 1, 0}, {0, 1, 8_571_428_572}, {8_571_428_571, 1, 1}, {8_571_428_572, 1, 0}, {8_571_428_572, 1, 8_571_428_572},
		}},
		{"2⁵³ units in a year", &TokenBucket{Limit: 1 << 53, Per: year}, []line{
			{0, 1 << 53, 0}, {0, 1 << 53, year}, {year / 2, 1 << 52, 0}, {year / 2, 1, 4},
		}},
		{"longer than a Duration", &TokenBucket{Limit: 1, Per: year, Capacity: 1 << 53}, []line{
			{0, 1 << 53, 0}, {0, 100, 100 * year}, {0, 293, Forever}, {0, 1 << 53, Forever},
		}},
	})
}

// AlaskanTuna/Rokabot#149: 15 a minute with room for 15 is 29 in the first minute,
// of which an endpoint that counts any 60 s refuses 14.
func TestFullBucketLetsTwiceItsRateThrough(t *testing.T) {
	for _, tt := range []struct{ used, released, refused int64 }{{0, 29, 14}, {15, 14, 0}} {
		bucket := &TokenBucket{Limit: 15, Per: minute, Used: tt.used}
		log := &SlidingLog{Limit: 15, Window: minute}
		var released, refused int64
		for at := time.Duration(0); at < minute; at += second {
			for wait, _ := bucket.Wait(at, 1); wait == 0; wait, _ = bucket.Wait(at, 1) {
				bucket.Take(at, 1)
				released++
				if wait, _ := log.Wait(at, 1); wait > 0 {
					refused++
					continue
				}
				log.Take(at, 1)
			}
		}
		if released != tt.released || refused != tt.refused {
			t.Errorf("with %d used: %d released, %d refused; want %d, %d", tt.used, released, refused, tt.released, tt.refused)
		}
	}
}

// vibrantlabsai/ragas#642, Graphify-Labs/graphify#1523: a bucket of 500 hides for
// minutes that there are too many workers, each of which calls every 2 s.
func TestBucketHidesTooManyWorkersForMinutes(t *testing.T) {
	for _, tt := range []struct {
		workers           int
		first             time.Duration // at which one is refused; 0 for never
		admitted, refused int
	}{
		{16, 0, 0, 0},
		{17, 2900 * second, 16, 1},
		{25, 116 * second, 16, 9},
	} {
		bucket := &TokenBucket{Limit: 500, Per: minute}
		var first time.Duration
		var admitted, refused int
		for at := time.Duration(0); at < 2*time.Hour && refused == 0; at += 2 * second {
			admitted = 0
			for range tt.workers {
				if wait, _ := bucket.Wait(at, 1); wait > 0 {
					first = at
					refused++
					continue
				}
				bucket.Take(at, 1)
				admitted++
			}
		}
		if refused == 0 {
			admitted = 0
		}
		if first != tt.first || admitted != tt.admitted || refused != tt.refused {
			t.Errorf("%d workers: at %v %d are admitted and %d refused; want %v, %d, %d",
				tt.workers, first, admitted, refused, tt.first, tt.admitted, tt.refused)
		}
	}
}

// Azure's answers of 2026: any size is admitted while there is something left, and
// then the remaining tokens are below 0.
func TestBucketWithDebtAdmitsAnySizeWhileItHoldsSomething(t *testing.T) {
	b := &TokenBucket{Limit: 100_000, Per: minute, Debt: true}
	play(t, b, []line{{0, 99_000, 0}, {0, 1_853, 0}})
	if got, want := b.State(0), (State{Limit: 100_000, Remaining: -853, ResetAfter: 60_511_800 * us}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	play(t, b, []line{
		{0, 1, 511_800*us + 1}, {0, 1 << 40, 511_800*us + 1},
		{511_800 * us, 1, 1}, // it holds nothing now
		{511_800*us + 1, 2_000, 0},
		{511_800*us + 1, 2_000, 1_200 * ms}, // a storm of equals digs the next debt
	})
	play(t, &TokenBucket{Per: minute, Debt: true}, []line{{0, 0, never}, {0, 1, never}})
	play(t, &TokenBucket{Per: minute, Capacity: 5, Debt: true}, []line{{0, 9, 0}, {0, 1, never}, {year, 1, never}})
}

func TestBucketTakesBackUntilItIsFull(t *testing.T) {
	b := &TokenBucket{Limit: 60, Per: minute}
	b.Take(0, 50)
	b.GiveBack(0, 20, 0)
	play(t, b, []line{{0, 31, second}})
	b.GiveBack(0, 90, 0)
	play(t, b, []line{{0, 61, never}, {0, 60, 0}})
	b.Take(0, 40) // corrected upwards, below 0
	if got := b.State(0); got.Remaining != -40 || got.ResetAfter != 100*second {
		t.Errorf("the state is %+v", got)
	}
}

func TestRemainingIsRoundedDown(t *testing.T) {
	b := &TokenBucket{Limit: 60, Per: minute}
	b.Take(0, 61)
	for _, tt := range []struct {
		at   time.Duration
		want int64
	}{{0, -1}, {999 * ms, -1}, {second, 0}, {1999 * ms, 0}, {2 * second, 1}} {
		if got := b.State(tt.at).Remaining; got != tt.want {
			t.Errorf("at %v %d remain; want %d", tt.at, got, tt.want)
		}
	}
}
