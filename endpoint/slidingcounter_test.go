package endpoint

import "testing"

// blog.cloudflare.com/counting-things-a-lot-of-different-things/: 50 a minute, 42
// in the last one, 18 in the 15 s of this one; the estimate is 49.5.
func TestSlidingCounterIsCloudflares(t *testing.T) {
	c := &SlidingCounter{Limit: 50, Window: minute}
	c.Take(30*second, 42)
	c.Take(65*second, 18)
	if got := c.State(75 * second); got.Remaining != 0 {
		t.Errorf("%d remain of 50 at an estimate of 49.5; want 0", got.Remaining)
	}
	// 31 units of room for the last minute's: 31/42 of it, 44.285714285 s, may be left.
	play(t, c, []line{{75 * second, 1, 714_285_715}, {75_714_285_714, 1, 1}, {75_714_285_715, 1, 0}})
}

func TestSlidingCounterForgetsEvenly(t *testing.T) {
	playAll(t, []transcript{
		{"after a full window", &SlidingCounter{Limit: 10, Window: 10 * second}, []line{
			{0, 10, 0}, {0, 1, 11 * second}, {10 * second, 1, second}, {11 * second, 1, 0}, {11 * second, 1, second},
			{15 * second, 5, second}, {15 * second, 4, 0},
		}},
		{"of this window nothing goes before its end", &SlidingCounter{Limit: 10, Window: 10 * second}, []line{
			{2 * second, 8, 0}, {5 * second, 3, 5*second + 1250*ms}, {5 * second, 10, 15 * second}, {5 * second, 11, never},
		}},
		{"two windows later nothing counts", &SlidingCounter{Limit: 10, Window: 10 * second}, []line{
			{9 * second, 10, 0}, {20*second - 1, 10, 1}, {20 * second, 10, 0}, {40 * second, 10, 0},
		}},
		{"windows begun 4 s before the run", &SlidingCounter{Limit: 10, Window: 10 * second, Offset: 4 * second}, []line{
			{0, 10, 0}, {0, 5, 11 * second},
		}},
		{"limit 0", &SlidingCounter{Window: second}, []line{{0, 1, never}, {0, 0, 0}}},
		{"large numbers", &SlidingCounter{Limit: 1 << 53, Window: year}, []line{
			{0, 1 << 53, 0}, {year, 1, 4}, {year + 4, 1, 0},
		}},
	})
}

func TestSlidingCounterGivesBackInTwoWindows(t *testing.T) {
	c := &SlidingCounter{Limit: 10, Window: 10 * second}
	c.Take(5*second, 8)
	c.Take(12*second, 2)
	c.GiveBack(15*second, 4, 5*second) // 4 of the last window, half of them still count
	if got, want := c.State(15*second), (State{Limit: 10, Remaining: 6, ResetAfter: 15 * second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	c.GiveBack(15*second, 9, 12*second)
	if got, want := c.State(15*second), (State{Limit: 10, Remaining: 8, ResetAfter: 5 * second}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
	c.GiveBack(25*second, 1, 5*second) // too long ago
	if got, want := c.State(25*second), (State{Limit: 10, Remaining: 10}); got != want {
		t.Errorf("the state is %+v; want %+v", got, want)
	}
}
