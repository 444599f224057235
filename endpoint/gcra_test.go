package endpoint

import (
	"testing"
	"time"
)

// brandur/redis-cell#56, with both meanings of burst: 15 on top of the first is a
// total of 16.
func TestGCRATellsWhatItsBurstMeans(t *testing.T) {
	playAll(t, []transcript{
		{"16 in total", &GCRA{Limit: 30, Per: minute, Burst: 16}, then(several(16, line{0, 1, 0}), []line{
			{0, 1, 2 * second}, {500 * ms, 1, 1500 * ms}, {1500 * ms, 1, 500 * ms}, {2 * second, 1, 0}, {2500 * ms, 1, 1500 * ms},
		})},
		{"a second later it is admitted, too", &GCRA{Limit: 30, Per: minute, Burst: 16}, then(several(16, line{0, 1, 0}), []line{
			{500 * ms, 1, 1500 * ms}, {2500 * ms, 1, 0},
		})},
		{"15 in total", &GCRA{Limit: 30, Per: minute, Burst: 15}, then(several(15, line{0, 1, 0}), []line{
			{0, 1, 2 * second}, {2 * second, 1, 0},
		})},
		{"none on top of the first", &GCRA{Limit: 30, Per: minute}, []line{
			{0, 1, 0}, {0, 1, 2 * second}, {0, 2, never}, {2 * second, 1, 0},
		}},
		{"several at once", &GCRA{Limit: 30, Per: minute, Burst: 5}, []line{
			{0, 6, never}, {0, 3, 0}, {0, 3, 2 * second}, {0, 5, 6 * second}, {2 * second, 3, 0},
		}},
		{"no rate", &GCRA{Per: minute, Burst: 2}, []line{{0, 1, 0}, {0, 1, 0}, {0, 1, never}, {year, 1, never}}},
		{"intervals that are no whole nanoseconds", &GCRA{Limit: 7, Per: minute}, []line{
			{0, 1, 0}, {0, 1, 8_571_428_572}, {8_571_428_572, 1, 0}, {8_571_428_572, 1, 8_571_428_572},
		}},
	})
}

// The README of brandur/redis-cell: CL.THROTTLE with a burst of 15 and 30 per 60 s
// answers the first call with limit 16, remaining 15, reset 2.
func TestGCRAStateIsThatOfRedisCell(t *testing.T) {
	g := &GCRA{Limit: 30, Per: minute, Burst: 16}
	play(t, g, []line{{0, 1, 0}})
	if got, want := g.State(0), (State{Limit: 16, Remaining: 15, ResetAfter: 2 * second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
}

func TestGCRATakesBack(t *testing.T) {
	g := &GCRA{Limit: 30, Per: minute, Burst: 5}
	g.Take(10*second, 5)
	g.GiveBack(10*second, 2, 10*second)
	play(t, g, []line{{10 * second, 3, 2 * second}, {10 * second, 2, 0}})
	g.GiveBack(11*second, 90, 10*second)
	play(t, g, []line{{11 * second, 5, 0}, {11 * second, 1, 2 * second}})
}

// A GCRA with a burst of a whole period is the bucket of OpenAI's limits.
func TestGCRAIsATokenBucketInOtherWords(t *testing.T) {
	g, b := &GCRA{Limit: 500, Per: minute, Burst: 500}, &TokenBucket{Limit: 500, Per: minute}
	for at := time.Duration(0); at < 10*minute; at += 97 * ms {
		wait, ok := g.Wait(at, 1)
		if want, wantOK := b.Wait(at, 1); wait != want || ok != wantOK {
			t.Fatalf("at %v the wait is %v, %v; want %v, %v", at, wait, ok, want, wantOK)
		}
		if wait == 0 {
			g.Take(at, 1)
			b.Take(at, 1)
		}
		if g.State(at) != b.State(at) {
			t.Fatalf("at %v the states are %+v and %+v", at, g.State(at), b.State(at))
		}
	}
}
