package endpoint

import (
	"math"
	"math/bits"
	"time"
)

// An area is units × nanoseconds, below 2¹²⁸. Limits that forget continuously
// count in it: where L units are forgotten per P, a unit counts P and each
// nanosecond takes away L, so that nothing is ever rounded off. An area that
// would be larger stays the largest there is, one that would be below 0 is 0.
type area struct{ hi, lo uint64 }

// areaOf returns units × span, neither of which is below 0.
func areaOf(units int64, span time.Duration) area {
	hi, lo := bits.Mul64(uint64(units), uint64(span))
	return area{hi, lo}
}

func (a area) isZero() bool { return a.hi|a.lo == 0 }

func (a area) less(b area) bool {
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

func (a area) plus(b area) area {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, carry := bits.Add64(a.hi, b.hi, carry)
	if carry > 0 {
		return area{math.MaxUint64, math.MaxUint64}
	}
	return area{hi, lo}
}

// minus returns what is left of a without b, at least 0.
func (a area) minus(b area) area {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, borrow := bits.Sub64(a.hi, b.hi, borrow)
	if borrow > 0 {
		return area{}
	}
	return area{hi, lo}
}

// lasts returns how long an area lasts of which so many units go in each
// nanosecond, rounded up: at most Forever, which it is without units, too.
func (a area) lasts(units int64) time.Duration {
	quotient, rest := a.over(units)
	if rest && quotient < math.MaxInt64 {
		quotient++
	}
	return time.Duration(quotient)
}

// units returns how many units make up the area when each counts for span,
// rounded up, at most math.MaxInt64.
func (a area) units(span time.Duration) int64 { return int64(a.lasts(int64(span))) }

// over returns the whole part of a/divisor, at most math.MaxInt64, and whether
// there is a rest. 0/0 is 0.
func (a area) over(divisor int64) (quotient int64, rest bool) {
	switch {
	case a.isZero():
		return 0, false
	case a.hi >= uint64(divisor):
		return math.MaxInt64, false
	}
	whole, left := bits.Div64(a.hi, a.lo, uint64(divisor))
	return int64(min(whole, math.MaxInt64)), left > 0
}
