package recorded

import (
	"fmt"
	"math"
	"math/bits"
)

// A Ratio is an exact factor of more than 0. The zero Ratio is 1.
type Ratio struct {
	num, den int64
}

// ParseRatio reads a factor such as 2, 0.5 or 1.25, with at most six digits behind
// the point. The message says what is wrong, "" if nothing.
func ParseRatio(text string) (r Ratio, message string) {
	d, ok := parseDecimal([]byte(text))
	n, fits := d.scaled(6)
	if !ok || d.negative || d.exponent || !fits || n == 0 || n > 1e12 || len(d.fraction) > 6 {
		return Ratio{}, fmt.Sprintf("want a number from 0.000001 to 1000000 with at most six digits behind the point; have %q", text)
	}
	return Ratio{num: n, den: 1e6}, ""
}

// isOne reports that the factor changes nothing.
func (r Ratio) isOne() bool { return r.num == r.den }

// into returns n divided by the factor, rounded down, at most the largest int64. n
// is not negative.
func (r Ratio) into(n int64) int64 {
	if r.isOne() {
		return n
	}
	return muldiv(n, r.den, r.num, 0)
}

// of returns n times the factor, rounded to the nearest, a half up, and at least 1
// if n is. n is not negative.
func (r Ratio) of(n int64) int64 {
	if r.isOne() || n == 0 {
		return n
	}
	return max(1, muldiv(n, r.num, r.den, r.den/2))
}

// muldiv returns (n·by + plus) / over, rounded down, at most the largest int64.
func muldiv(n, by, over, plus int64) int64 {
	high, low := bits.Mul64(uint64(n), uint64(by))
	low, carry := bits.Add64(low, uint64(plus), 0)
	high += carry
	if high >= uint64(over) {
		return math.MaxInt64
	}
	quotient, _ := bits.Div64(high, low, uint64(over))
	return int64(min(quotient, math.MaxInt64))
}
