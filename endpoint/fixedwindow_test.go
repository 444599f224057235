package endpoint

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// candelahq/candela#574, plausible/analytics#6497: 240 pass in two seconds, where
// a sliding log admits 120.
func TestFixedWindowLetsTwiceItsLimitThroughAtABoundary(t *testing.T) {
	for _, tt := range []struct {
		what     string
		limit    Limit
		admitted int
		wait     time.Duration // of one more at 61 s
	}{
		{"fixed window", &FixedWindow{Limit: 120, Window: minute}, 240, 59 * second},
		{"sliding log", &SlidingLog{Limit: 120, Window: minute}, 120, 58 * second},
	} {
		admitted := 0
		for i := range time.Duration(240) {
			at := 59*second + i*second/120
			if wait, _ := tt.limit.Wait(at, 1); wait == 0 {
				tt.limit.Take(at, 1)
				admitted++
			}
		}
		if wait, _ := tt.limit.Wait(61*second, 1); admitted != tt.admitted || wait != tt.wait {
			t.Errorf("%s: %d admitted, one more waits %v; want %d, %v", tt.what, admitted, wait, tt.admitted, tt.wait)
		}
	}
}

// NousResearch/hermes-agent#109234: thirty workers that wait exactly as long as
// they are told come back together; 90 requests, 60 of them refused.
func TestFixedWindowBringsWorkersBackTogether(t *testing.T) {
	w := &FixedWindow{Limit: 10, Window: minute}
	w.Take(0, 10)
	var requests, refusals int
	var last time.Duration
	for now, waiting := time.Duration(0), 30; waiting > 0; {
		again, next := 0, now
		for range waiting {
			requests++
			wait, _ := w.Wait(now, 1)
			if wait == 0 {
				w.Take(now, 1)
				last = now
				continue
			}
			refusals++
			again, next = again+1, now+wait
		}
		now, waiting = next, again
	}
	if requests != 90 || refusals != 60 || last != 180*second {
		t.Errorf("%d requests, %d refusals, the last success at %v; want 90, 60, 3m0s", requests, refusals, last)
	}
}

func TestFixedWindowsFollowTheClockOrTheFirstCall(t *testing.T) {
	playAll(t, []transcript{
		{"aligned to the run", &FixedWindow{Limit: 2, Window: 10 * second}, []line{
			{3 * second, 2, 0}, {3 * second, 1, 7 * second}, {10*second - 1, 1, 1}, {10 * second, 2, 0}, {10 * second, 3, never},
		}},
		{"begun 8 s before the run", &FixedWindow{Limit: 2, Window: 10 * second, Offset: 8 * second}, []line{
			{0, 2, 0}, {0, 1, 2 * second}, {2 * second, 2, 0}, {2 * second, 1, 10 * second}, {35 * second, 2, 0}, {35 * second, 1, 7 * second},
		}},
		{"from the first call", &FixedWindow{Limit: 2, Window: 10 * second, FromFirst: true}, []line{
			{3 * second, 1, 0}, {9 * second, 1, 0}, {9 * second, 1, 4 * second}, {13*second - 1, 1, 1},
			{14 * second, 2, 0}, {14 * second, 1, 10 * second}, {99 * second, 1, 0}, {100 * second, 2, 9 * second},
		}},
		{"from the first unit", &FixedWindow{Limit: 2, Window: 10 * second, FromFirst: true}, []line{
			{3 * second, 0, 0}, {9 * second, 2, 0}, {13 * second, 1, 6 * second}, {19 * second, 0, 0}, {20 * second, 2, 0},
		}},
		{"limit 0", &FixedWindow{Window: 10 * second}, []line{{0, 1, never}, {0, 0, 0}}},
	})
}

// Refusals that count do not move a fixed window's end: hammering lengthens no
// wait (envoyproxy/ratelimit counts them), while it does in a sliding log.
func TestHammeringLengthensTheWaitOfALogOnly(t *testing.T) {
	for _, tt := range []struct {
		limit Limit
		want  time.Duration
	}{{&FixedWindow{Limit: 1, Window: minute}, 30 * second}, {&SlidingLog{Limit: 1, Window: minute}, minute}} {
		for at := time.Duration(0); at <= 30*second; at += second {
			tt.limit.Take(at, 1)
		}
		if got, _ := tt.limit.Wait(30*second, 1); got != tt.want {
			t.Errorf("%T: after half a minute the wait is %v; want %v", tt.limit, got, tt.want)
		}
	}
}

func TestFixedWindowGivesBackInItsWindowOnly(t *testing.T) {
	w := &FixedWindow{Limit: 10, Window: minute, Offset: 20 * second}
	w.Take(0, 8)
	w.GiveBack(30*second, 5, 0)
	play(t, w, []line{{30 * second, 7, 0}})
	w.Take(40*second, 4)
	w.GiveBack(50*second, 3, 30*second) // of the window before
	play(t, w, []line{{50 * second, 7, 50 * second}, {50 * second, 6, 0}})
	w.GiveBack(50*second, 99, 50*second)
	play(t, w, []line{{50 * second, 10, 0}})
	from := &FixedWindow{Limit: 10, Window: minute, FromFirst: true}
	from.GiveBack(0, 1, 0) // before anything was taken
	play(t, from, []line{{5 * second, 10, 0}, {5 * second, 1, minute}})
	from.GiveBack(70*second, 1, 5*second)
	if got, want := from.State(70*second), (State{Limit: 10, Remaining: 10}); got != want {
		t.Errorf("with no window open the state is %+v; want %+v", got, want)
	}
}

// A cap by the calendar's second that begins a quarter second into one.
func TestCapByTheCalendarsSecond(t *testing.T) {
	began := time.Date(2026, 2, 18, 9, 30, 0, 250_000_000, time.UTC)
	w := &FixedWindow{Limit: 3, Window: second, Offset: IntoWindow(began, second)}
	play(t, w, []line{{0, 3, 0}, {0, 1, 750 * ms}, {750 * ms, 3, 0}, {1700 * ms, 1, 50 * ms}, {1750 * ms, 1, 0}})
}

// A daily limit is a window of 24 h that begins at a zone's midnight: Google's
// requests per day at midnight in California, OpenRouter's by UTC.
func TestDailyLimitIsAWindowOfTheZonesDay(t *testing.T) {
	began := time.Date(2026, 2, 18, 21, 15, 0, 0, time.FixedZone("PST", -8*3600))
	play(t, &FixedWindow{Limit: 20, Window: day, Offset: IntoWindow(began, day)}, []line{
		{0, 20, 0}, {0, 1, 2*time.Hour + 45*minute}, {2*time.Hour + 45*minute, 20, 0}, {3 * time.Hour, 1, 23*time.Hour + 45*minute},
	})
	play(t, &FixedWindow{Limit: 50, Window: day, Offset: IntoWindow(began.UTC(), day)}, []line{
		{0, 50, 0}, {0, 1, 18*time.Hour + 45*minute},
	})
}

func TestIntoWindowFollowsTheZonesClock(t *testing.T) {
	zone := func(seconds int) *time.Location { return time.FixedZone("", seconds) }
	for _, tt := range []struct {
		at     time.Time
		window time.Duration
		want   time.Duration
	}{
		{time.Date(2026, 2, 18, 21, 15, 20, 5, time.UTC), minute, 20*second + 5},
		{time.Date(2026, 2, 18, 21, 15, 20, 0, time.UTC), time.Hour, 15*minute + 20*second},
		{time.Date(2026, 2, 18, 21, 15, 20, 0, time.UTC), day, 21*time.Hour + 15*minute + 20*second},
		{time.Date(2026, 2, 18, 21, 15, 20, 0, zone(-8*3600)), day, 21*time.Hour + 15*minute + 20*second},
		{time.Date(2026, 2, 18, 0, 30, 0, 0, zone(5*3600+45*60)), time.Hour, 30 * minute},
		{time.Date(1969, 12, 31, 23, 59, 59, 999_999_999, time.UTC), minute, minute - 1},
		{time.Date(1900, 1, 1, 0, 0, 1, 0, zone(3600)), day, second},
		{time.Unix(20, 1), 7 * second, 6*second + 1},
		{time.Unix(20, 1), 0, 0},
		{time.Time{}, time.Hour, 0},
	} {
		if got := IntoWindow(tt.at, tt.window); got != tt.want {
			t.Errorf("%v is %v into its window of %v; want %v", tt.at, got, tt.window, tt.want)
		}
	}
}

func TestIntoWindowIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.Int64Range(1, int64(year)).Draw(t, "window")
		seconds := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "seconds")
		nanoseconds := rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")
		zone := rapid.IntRange(-12*3600, 14*3600).Draw(t, "zone")
		since := new(big.Int).Mul(big.NewInt(seconds+int64(zone)), big.NewInt(int64(second)))
		since.Add(since, big.NewInt(nanoseconds))
		want := new(big.Int).Mod(since, big.NewInt(window)).Int64()
		at := time.Unix(seconds, nanoseconds).In(time.FixedZone("", zone))
		if got := IntoWindow(at, time.Duration(window)); int64(got) != want {
			t.Fatalf("%v is %d into its window of %d; want %d", at, got, window, want)
		}
	})
}
