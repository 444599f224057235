package endpoint

import (
	"testing"
	"time"
)

// MicrosoftDocs/azure-docs#110096: 60 requests at once, a tenth of what the minute
// allows, under 600 a minute enforced as a whole, in tens of seconds, in seconds.
// Those refused come again after a second.
func TestSlicesRefuseABurst(t *testing.T) {
	for _, tt := range []struct {
		slice              time.Duration
		admitted, requests int           // at once; in all
		last               time.Duration // success
	}{{0, 60, 60, 0}, {10 * second, 60, 60, 0}, {second, 10, 210, 5 * second}} {
		admitted, requests, last := burst(&Sliced{Limit: 600, Window: minute, Slice: tt.slice}, 60)
		if admitted != tt.admitted || requests != tt.requests || last != tt.last {
			t.Errorf("slices of %v: %d admitted at once, %d requests until %v; want %d, %d, %v",
				tt.slice, admitted, requests, last, tt.admitted, tt.requests, tt.last)
		}
	}
}

// The same 60 one by one, each 100 ms, and 240 under 300 a minute, 20 each 5 s.
func TestSlicesDoNotMindASteadyStream(t *testing.T) {
	for _, tt := range []struct {
		slice           time.Duration
		steady, batches int // admitted
	}{{0, 60, 240}, {10 * second, 60, 240}, {second, 60, 60}} {
		steady, batches := 0, 0
		one, twenty := &Sliced{Limit: 600, Window: minute, Slice: tt.slice}, &Sliced{Limit: 300, Window: minute, Slice: tt.slice}
		for i := range time.Duration(60) {
			steady += takeIfFree(one, i*100*ms)
		}
		for i := range time.Duration(240) {
			batches += takeIfFree(twenty, i/20*5*second)
		}
		if steady != tt.steady || batches != tt.batches {
			t.Errorf("slices of %v: %d of 60 and %d of 240 are admitted; want %d, %d", tt.slice, steady, batches, tt.steady, tt.batches)
		}
	}
}

// takeIfFree takes one unit if there is room, and returns how many it took.
func takeIfFree(limit Limit, now time.Duration) int {
	if wait, ok := limit.Wait(now, 1); wait > 0 || !ok {
		return 0
	}
	limit.Take(now, 1)
	return 1
}

// burst sends so many calls at once, each again a second after it was refused.
func burst(limit Limit, calls int) (admitted, requests int, last time.Duration) {
	for at := time.Duration(0); calls > 0; at += second {
		refused := 0
		for range calls {
			requests++
			if takeIfFree(limit, at) == 0 {
				refused++
				continue
			}
			last = at
		}
		if at == 0 {
			admitted = calls - refused
		}
		calls = refused
	}
	return admitted, requests, last
}

// What does not divide is rounded up in a slice, and the window's limit holds.
func TestSlicesThatDoNotDivideGiveNothingAway(t *testing.T) {
	playAll(t, []transcript{
		{"100 in seconds are 2 each, until there were 100", &Sliced{Limit: 100, Window: minute, Slice: second}, then(
			[]line{{0, 2, 0}, {0, 1, second}, {0, 3, never}},
			eachSecond(49, line{second, 2, 0}),
			[]line{{50 * second, 1, 10 * second}, {minute - 1, 1, 1}, {minute, 2, 0}},
		)},
		{"12 in seconds are 1 each, until there were 12", &Sliced{Limit: 12, Window: minute, Slice: second}, then(
			eachSecond(12, line{0, 1, 0}), []line{{12 * second, 1, 48 * second}},
		)},
		{"12 in tens of seconds are 2 each", &Sliced{Limit: 12, Window: minute, Slice: 10 * second}, []line{
			{0, 2, 0}, {3 * second, 1, 7 * second}, {10 * second, 3, never}, {10 * second, 2, 0},
		}},
		{"slices longer than the window", &Sliced{Limit: 12, Window: minute, Slice: time.Hour}, []line{
			{0, 12, 0}, {0, 1, minute},
		}},
		{"slices by the clock", &Sliced{Limit: 60, Window: minute, Slice: 10 * second, Offset: 25 * second}, []line{
			{0, 10, 0}, {0, 1, 5 * second}, {5 * second, 10, 0}, {5 * second, 1, 10 * second},
		}},
		{"limit 0", &Sliced{Window: minute, Slice: second}, []line{{0, 1, never}, {0, 0, 0}}},
	})
}

// eachSecond returns a line so many times, each a second after the other.
func eachSecond(n int, l line) (lines []line) {
	for range n {
		lines = append(lines, l)
		l.at += second
	}
	return lines
}

func TestSlicedStateIsThatOfTheTighterOne(t *testing.T) {
	s := &Sliced{Limit: 100, Window: minute, Slice: second}
	s.Take(0, 1)
	if got, want := s.State(0), (State{Limit: 2, Remaining: 1, ResetAfter: second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	s.Take(10*second, 98)
	if got, want := s.State(20*second), (State{Limit: 2, Remaining: 1, ResetAfter: 40 * second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	s.GiveBack(20*second, 50, 10*second)
	if got, want := s.State(20*second), (State{Limit: 2, Remaining: 2, ResetAfter: second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
}
