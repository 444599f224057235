package governor

import (
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A wait that a bucket tells is enough, and a nanosecond less is not.
func TestBucketWaitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bucket{
			gain:     rapid.Int64Range(1, 1<<53).Draw(t, "gain"),
			per:      time.Duration(rapid.Int64Range(1, int64(365*24*time.Hour)).Draw(t, "per")),
			capacity: rapid.Int64Range(1, 1<<53).Draw(t, "capacity"),
		}
		naive, now := new(big.Int), time.Duration(0)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			now += time.Duration(rapid.Int64Range(0, int64(b.per)).Draw(t, "gap"))
			b.advanceNaively(naive, now)
			n := rapid.Int64Range(0, b.capacity).Draw(t, "n")
			wait := b.wait(now, n)
			if wait > Forever-now {
				return
			}
			early, due := b, b
			if wait > 0 && early.wait(now+wait-1, n) == 0 {
				t.Fatalf("%+v: %d units are there before %v have passed", b, n, wait)
			}
			if left := due.wait(now+wait, n); left != 0 {
				t.Fatalf("%+v: %v are left after a wait of %v for %d units", b, left, wait, n)
			}
			now += wait
			b.advanceNaively(naive, now)
			b.take(now, n)
			naive.Sub(naive, new(big.Int).Mul(big.NewInt(n), big.NewInt(int64(b.per))))
			if level := b.level.big(); level.Cmp(naive) != 0 {
				t.Fatalf("the level is %v; want %v", level, naive)
			}
		}
	})
}

// advanceNaively fills a level as a bucket at b.asOf does.
func (b bucket) advanceNaively(level *big.Int, now time.Duration) {
	level.Add(level, new(big.Int).Mul(big.NewInt(b.gain), big.NewInt(int64(now-b.asOf))))
	if full := new(big.Int).Mul(big.NewInt(b.capacity), big.NewInt(int64(b.per))); level.Cmp(full) > 0 {
		level.Set(full)
	}
}

func (a area) big() *big.Int {
	high := new(big.Int).SetUint64(a.high)
	return high.Lsh(high, 64).Add(high, new(big.Int).SetUint64(a.low))
}

func TestAreaIsFilledInTime(t *testing.T) {
	for _, tt := range []struct {
		a     area
		units int64
		want  time.Duration
	}{
		{area{}, 1, 0},
		{areaOf(60, 1), 60, 1},
		{areaOf(61, 1), 60, 2},
		{areaOf(853, minute), 100_000, 511_800_000}, // 0.5118 s
		{areaOf(1, Forever), 1, Forever},
		{areaOf(2, Forever), 1, Forever},
		{areaOf(math.MaxInt64, Forever), math.MaxInt64, Forever},
		{areaOf(math.MaxInt64, Forever), 1, Forever},
	} {
		if got := tt.a.over(tt.units); got != tt.want {
			t.Errorf("%v over %d = %v; want %v", tt.a, tt.units, got, tt.want)
		}
	}
}

func TestTimeThatGoesBackIsABrokenPromise(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a bucket whose time goes back does not panic")
		}
	}()
	b := bucket{gain: 1, per: second, capacity: 1}
	b.advance(2)
	b.advance(1)
}

// An event counts until nine tenths of the window have passed at least, and no
// longer than the window.
func TestRecentForgets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := time.Duration(rapid.Int64Range(1, 1e12).Draw(t, "tenth")) * 10
		r, now := over(window), time.Duration(0)
		var events []time.Duration
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now += time.Duration(rapid.Int64Range(0, int64(window)/3).Draw(t, "gap"))
			if rapid.Bool().Draw(t, "more") {
				now += time.Duration(rapid.Int64Range(0, 3).Draw(t, "windows")) * window
			}
			r.add(now, tally{1, 2})
			events = append(events, now)
			var least, most int64
			for _, at := range events {
				if now-at < window {
					most++
				}
				if now-at <= window/10*9 {
					least++
				}
			}
			if got := r.at(now); got.all < least || got.all > most || got.some != 2*got.all {
				t.Fatalf("%+v are counted; want from %d to %d", got, least, most)
			}
		}
	})
}
