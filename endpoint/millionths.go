package endpoint

import (
	"math"
	"time"

	"ratesim/exact"
)

// A millionths is a share or factor in whole millionths, so that products with it
// are exact.
type millionths int64

// one is the factor that changes nothing.
const one millionths = 1_000_000

// inMillionths returns the nearest number of millionths.
func inMillionths(f float64) millionths { return millionths(math.Round(f * 1e6)) }

// of returns the part of a span, rounded down, at most Forever.
func (m millionths) of(span time.Duration) time.Duration {
	if span == Forever && m >= one {
		return Forever
	}
	part, _ := exact.AreaOf(int64(m), span).Over(int64(one))
	return time.Duration(part)
}

// ofUnits returns the part of a number of units, rounded down.
func (m millionths) ofUnits(units int64) int64 { return int64(m.of(time.Duration(units))) }
