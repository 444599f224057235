package endpoint

import (
	"testing"
	"time"
)

// nginx, limit_req rate=1r/s burst=5 nodelay: six at once, the seventh refused.
func TestLeakyBucketIsNginxes(t *testing.T) {
	play(t, &LeakyBucket{Limit: 1, Per: second, Burst: 5}, then(several(6, line{0, 1, 0}), []line{
		{0, 1, second}, {0, 7, never}, {second - 1, 1, 1}, {second, 1, 0}, {second, 1, second}, {7 * second, 6, 0},
	}))
}

func TestLeakyBucketWithoutBurstIsAMinimumInterval(t *testing.T) {
	play(t, &LeakyBucket{Limit: 1, Per: 2 * second}, []line{
		{0, 1, 0}, {0, 1, 2 * second}, {1500 * ms, 1, 500 * ms}, {2 * second, 1, 0},
		{9 * second, 1, 0}, {9 * second, 1, 2 * second}, {11*second - 1, 1, 1}, {11 * second, 1, 0},
	})
}

// Without nodelay what is admitted leaves one by one.
func TestLeakyBucketDelaysWhatIsAheadOfItsTime(t *testing.T) {
	l := &LeakyBucket{Limit: 2, Per: second, Burst: 3}
	for _, tt := range []struct{ at, want time.Duration }{
		{0, 0}, {0, 500 * ms}, {0, second}, {0, 1500 * ms}, {700 * ms, 1300 * ms}, {10 * second, 0},
	} {
		if got := l.Delay(tt.at); got != tt.want {
			t.Errorf("at %v a call is held for %v; want %v", tt.at, got, tt.want)
		}
		l.Take(tt.at, 1)
	}
	if got := (&LeakyBucket{Limit: 2}).Delay(0); got != 0 {
		t.Errorf("without a limit a call is held for %v", got)
	}
}
