// Package exact holds integers wide enough that units × time is never rounded
// off: what a limit of so many units in so much time, or a client's pace, counts
// in.
package exact

import (
	"math"
	"math/big"
	"math/bits"
	"time"
)

// An Area is units × nanoseconds, below 2¹²⁸. Limits that forget continuously
// count in it: where L units are forgotten per P, a unit counts P and each
// nanosecond takes away L, so that nothing is ever rounded off. An area that
// would be larger stays the largest there is, one that would be below 0 is 0.
type Area struct{ hi, lo uint64 }

// AreaOf returns units × span, neither of which is below 0.
func AreaOf(units int64, span time.Duration) Area {
	hi, lo := bits.Mul64(uint64(units), uint64(span))
	return Area{hi, lo}
}

// IsZero reports whether the area is 0.
func (a Area) IsZero() bool { return a.hi|a.lo == 0 }

// Less reports whether a is below b.
func (a Area) Less(b Area) bool {
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

// Plus returns a + b, at most the largest area there is.
func (a Area) Plus(b Area) Area {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, carry := bits.Add64(a.hi, b.hi, carry)
	if carry > 0 {
		return Area{math.MaxUint64, math.MaxUint64}
	}
	return Area{hi, lo}
}

// Minus returns what is left of a without b, at least 0.
func (a Area) Minus(b Area) Area {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, borrow := bits.Sub64(a.hi, b.hi, borrow)
	if borrow > 0 {
		return Area{}
	}
	return Area{hi, lo}
}

// Lasts returns how long an area lasts of which so many units go in each
// nanosecond, rounded up: at most the longest Duration, which it is without units, too.
func (a Area) Lasts(units int64) time.Duration {
	quotient, rest := a.Over(units)
	if rest && quotient < math.MaxInt64 {
		quotient++
	}
	return time.Duration(quotient)
}

// Units returns how many units make up the area when each counts for span,
// rounded up, at most math.MaxInt64.
func (a Area) Units(span time.Duration) int64 { return int64(a.Lasts(int64(span))) }

// Over returns the whole part of a/divisor, at most math.MaxInt64, and whether
// there is a rest. 0/0 is 0.
func (a Area) Over(divisor int64) (quotient int64, rest bool) {
	switch {
	case a.IsZero():
		return 0, false
	case a.hi >= uint64(divisor):
		return math.MaxInt64, false
	}
	whole, left := bits.Div64(a.hi, a.lo, uint64(divisor))
	return int64(min(whole, math.MaxInt64)), left > 0
}

// Big returns the area as an integer without bounds, to be held against others.
func (a Area) Big() *big.Int {
	high := new(big.Int).SetUint64(a.hi)
	return high.Lsh(high, 64).Add(high, new(big.Int).SetUint64(a.lo))
}
