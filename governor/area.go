package governor

import (
	"math"
	"math/bits"
	"time"
)

// An area is units × nanoseconds, below 2¹²⁸: what of so many units in so much
// time is never rounded off.
type area struct{ high, low uint64 }

// areaOf returns units × span, neither of which is below 0.
func areaOf(units int64, span time.Duration) area {
	high, low := bits.Mul64(uint64(units), uint64(span))
	return area{high, low}
}

func (a area) less(b area) bool {
	return a.high < b.high || a.high == b.high && a.low < b.low
}

// plus returns a + b. Both are products of two int64, so there is room.
func (a area) plus(b area) area {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return area{high, low}
}

// minus returns what is left of a without b, at least 0.
func (a area) minus(b area) area {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	high, borrow := bits.Sub64(a.high, b.high, borrow)
	if borrow > 0 {
		return area{}
	}
	return area{high, low}
}

// over returns in how many nanoseconds an area is filled by so many units, at
// least 1: rounded up, at most Forever.
func (a area) over(units int64) time.Duration {
	if a.high >= uint64(units) {
		return Forever
	}
	whole, rest := bits.Div64(a.high, a.low, uint64(units))
	if whole >= math.MaxInt64 {
		return Forever
	}
	if rest > 0 {
		whole++
	}
	return time.Duration(whole)
}
