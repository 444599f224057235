package governor

import (
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
			if wait >= Forever-now { // no instant is as late as that
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
			if level := b.level.Big(); level.Cmp(naive) != 0 {
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
