package endpoint

import (
	"math/rand/v2"
	"testing"
	"time"
)

// randomSteps returns how many steps a property is held for.
func randomSteps() int {
	if testing.Short() {
		return 5_000
	}
	return 100_000
}

// upTo returns a number from 0 to most, often a small one.
func upTo(rng *rand.Rand, most int64) int64 {
	switch rng.IntN(4) {
	case 0:
		return min(most, rng.Int64N(4))
	case 1:
		return most - min(most, rng.Int64N(4))
	}
	return rng.Int64N(most + 1)
}

// randomWindow returns a window's length, from a nanosecond to a year.
func randomWindow(rng *rand.Rand) time.Duration {
	switch rng.IntN(4) {
	case 0:
		return time.Duration(1 + rng.Int64N(60))
	case 1:
		return time.Duration(1+rng.Int64N(60)) * second
	case 2:
		return []time.Duration{second, 10 * second, minute, time.Hour, day, year}[rng.IntN(6)]
	}
	return time.Duration(1 + rng.Int64N(int64(year)))
}

// randomLimit returns a number of units, from none to 2⁵³.
func randomLimit(rng *rand.Rand) int64 {
	switch rng.IntN(8) {
	case 0:
		return rng.Int64N(3)
	case 1:
		return rng.Int64N(1 << 53)
	case 2:
		return 1<<53 - rng.Int64N(3)
	case 3, 4:
		return rng.Int64N(1_000_000)
	}
	return 1 + rng.Int64N(40)
}

// randomSetting returns a Limit, and with luck some changes of it within a few
// windows.
func randomSetting(rng *rand.Rand, window time.Duration) setting {
	s := setting{limit: randomLimit(rng)}
	if rng.IntN(2) == 0 {
		return s
	}
	at := time.Duration(0)
	for range 1 + rng.IntN(5) {
		at += 1 + time.Duration(rng.Int64N(4*int64(window)))
		limit := upTo(rng, 2*s.limit)
		if rng.IntN(4) == 0 {
			limit = randomLimit(rng)
		}
		s.changes = append(s.changes, Change{At: at, Limit: limit})
	}
	return s
}

// withChanges returns a limit that changes as a setting says.
func withChanges[L any, P changeable[L]](of P, s setting) Limit {
	if s.changes == nil {
		return of
	}
	scheduled, err := NewScheduled(of, s.changes)
	if err != nil {
		panic(err)
	}
	return scheduled
}
