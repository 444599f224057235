package endpoint

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

func TestSlidingLogWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		window := randomWindow(rng)
		set := randomSetting(rng, window)
		return subject{
			what:    fmt.Sprintf("window %d, limits %v", window, set),
			build:   func() Limit { return withChanges(&SlidingLog{Limit: set.limit, Window: window}, set) },
			naive:   func() naive { return &logNaive{setting: set, window: window} },
			setting: set, scale: window,
		}
	})
}

func TestSlidingCounterWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		window := randomWindow(rng)
		offset := time.Duration(rng.Int64N(2 * int64(window)))
		set := randomSetting(rng, window)
		return subject{
			what: fmt.Sprintf("window %d, offset %d, limits %v", window, offset, set),
			build: func() Limit {
				return withChanges(&SlidingCounter{Limit: set.limit, Window: window, Offset: offset}, set)
			},
			naive:   func() naive { return &counterNaive{setting: set, grid: grid{window, offset}} },
			setting: set, scale: window,
		}
	})
}

func TestFixedWindowWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		window := randomWindow(rng)
		offset := time.Duration(rng.Int64N(2 * int64(window)))
		set := randomSetting(rng, window)
		return subject{
			what:    fmt.Sprintf("window %d, offset %d, limits %v", window, offset, set),
			build:   func() Limit { return withChanges(&FixedWindow{Limit: set.limit, Window: window, Offset: offset}, set) },
			naive:   func() naive { return &windowNaive{setting: set, grid: grid{window, offset}} },
			setting: set, scale: window, byClock: true,
		}
	})
}

func TestWindowFromTheFirstCallWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		window := randomWindow(rng)
		set := randomSetting(rng, window)
		return subject{
			what:    fmt.Sprintf("window %d, limits %v", window, set),
			build:   func() Limit { return withChanges(&FixedWindow{Limit: set.limit, Window: window, FromFirst: true}, set) },
			naive:   func() naive { return &firstNaive{setting: set, window: window} },
			setting: set, scale: window,
		}
	})
}

func TestSlicedWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		window := randomWindow(rng)
		slice := 1 + time.Duration(rng.Int64N(int64(window)))
		if rng.IntN(2) == 0 {
			slice = max(1, window/[]time.Duration{1, 6, 60, 7}[rng.IntN(4)])
		}
		offset := time.Duration(rng.Int64N(2 * int64(window)))
		set := randomSetting(rng, window)
		last := &slicedNaive{setting: setting{limit: set.last()}, whole: grid{window, offset}, slice: grid{slice, offset}}
		return subject{
			what: fmt.Sprintf("window %d, slice %d, offset %d, limits %v", window, slice, offset, set),
			build: func() Limit {
				return withChanges(&Sliced{Limit: set.limit, Window: window, Slice: slice, Offset: offset}, set)
			},
			naive: func() naive {
				return &slicedNaive{setting: set, whole: grid{window, offset}, slice: grid{slice, offset}}
			},
			setting: set, scale: window, byClock: true,
			fitsLast: func(n int64) bool { return n <= min(set.last(), last.perSlice(0)) },
		}
	})
}

func TestTokenBucketWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		per := randomWindow(rng)
		set := randomSetting(rng, per)
		b := TokenBucket{Limit: set.limit, Per: per, Debt: rng.IntN(3) == 0}
		if rng.IntN(2) == 0 {
			b.Capacity = randomLimit(rng)
		}
		if rng.IntN(2) == 0 {
			b.Used = upTo(rng, 2*set.limit)
		}
		last := bucketNaive{setting: setting{limit: set.last()}, capacity: b.Capacity}
		return subject{
			what: fmt.Sprintf("%+v, limits %v", b, set),
			build: func() Limit {
				fresh := b
				return withChanges(&fresh, set)
			},
			naive: func() naive {
				naive := &bucketNaive{setting: set, per: per, capacity: b.Capacity, debt: b.Debt, used: new(big.Int)}
				naive.take(0, b.Used)
				return naive
			},
			setting: set, scale: per,
			fitsLast: func(n int64) bool { return set.last() > 0 && (b.Debt || n <= last.size(0)) },
		}
	})
}

func TestGCRAWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		per := randomWindow(rng)
		set := randomSetting(rng, per)
		burst := randomLimit(rng)
		return subject{
			what:  fmt.Sprintf("per %d, burst %d, limits %v", per, burst, set),
			build: func() Limit { return withChanges(&GCRA{Limit: set.limit, Per: per, Burst: burst}, set) },
			naive: func() naive {
				return &bucketNaive{setting: set, per: per, capacity: max(1, burst), used: new(big.Int)}
			},
			setting: set, scale: per,
			fitsLast: func(n int64) bool { return set.last() > 0 && n <= max(1, burst) },
		}
	})
}

func TestLeakyBucketWaitIsExact(t *testing.T) {
	prove(t, func(rng *rand.Rand) subject {
		per := randomWindow(rng)
		set := randomSetting(rng, per)
		burst := randomLimit(rng)
		return subject{
			what:  fmt.Sprintf("per %d, burst %d, limits %v", per, burst, set),
			build: func() Limit { return withChanges(&LeakyBucket{Limit: set.limit, Per: per, Burst: burst}, set) },
			naive: func() naive {
				return &bucketNaive{setting: set, per: per, capacity: burst + 1, used: new(big.Int)}
			},
			setting: set, scale: per,
			fitsLast: func(n int64) bool { return set.last() > 0 && n <= burst+1 },
		}
	})
}
