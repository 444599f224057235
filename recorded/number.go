package recorded

import (
	"math"
	"time"
)

// The largest numbers of tokens in a file, as of sizes that are drawn: of a prompt
// or a bound, and of an answer.
const (
	tokensMax = 1 << 30
	answerMax = 1 << 22
)

// wholeNumber reads a number of tokens. 374.0 is whole, too, as tables are written
// that once had a gap.
func wholeNumber(text []byte) (n int64, ok bool) {
	d, ok := parseDecimal(text)
	if !ok || d.negative || d.exponent {
		return 0, false
	}
	for _, digit := range d.fraction {
		if digit != '0' {
			return 0, false
		}
	}
	n, ok = d.scaled(0)
	return n, ok && n <= tokensMax
}

// A decimal is a number as it was written.
type decimal struct {
	negative        bool
	whole, fraction []byte // digits
	power           int    // of ten
	exponent        bool   // it was written with one
}

// parseDecimal reads a number such as 12, 0.5 or 9.5e-05.
func parseDecimal(text []byte) (d decimal, ok bool) {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		d.negative, text = text[0] == '-', text[1:]
	}
	d.whole, text = digits(text)
	if len(text) > 0 && text[0] == '.' {
		d.fraction, text = digits(text[1:])
	}
	if len(d.whole)+len(d.fraction) == 0 {
		return d, false
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		d.exponent = true
		negative := false
		if text = text[1:]; len(text) > 0 && (text[0] == '-' || text[0] == '+') {
			negative, text = text[0] == '-', text[1:]
		}
		var power []byte
		power, text = digits(text)
		if len(power) == 0 {
			return d, false
		}
		const most = 10_000 // beyond all that has a meaning
		for _, digit := range power {
			d.power = min(10*d.power+int(digit-'0'), most)
		}
		if negative {
			d.power = -d.power
		}
	}
	return d, len(text) == 0
}

// digits splits a text after its leading digits.
func digits(text []byte) (before, rest []byte) {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[:n], text[n:]
}

// scaled returns the size of the number times a power of ten, rounded to the
// nearest whole, a half up; ok is false when that is no int64.
func (d *decimal) scaled(power int) (n int64, ok bool) {
	end := len(d.whole) + d.power + power // digits of the result, those that are 0 at the end included
	count := len(d.whole) + len(d.fraction)
	for i := range min(max(end, 0), count) {
		digit := int64(d.digit(i))
		if n > (math.MaxInt64-digit)/10 {
			return 0, false
		}
		n = 10*n + digit
	}
	for i := count; i < end && n > 0; i++ {
		if n > math.MaxInt64/10 {
			return 0, false
		}
		n *= 10
	}
	if end >= 0 && end < count && d.digit(end) >= 5 {
		if n == math.MaxInt64 {
			return 0, false
		}
		n++
	}
	return n, true
}

// digit returns digit i of the number, the point left out.
func (d *decimal) digit(i int) byte {
	if i < len(d.whole) {
		return d.whole[i] - '0'
	}
	return d.fraction[i-len(d.whole)] - '0'
}

// spanMax bounds the time between the first row of a file and any other.
const spanMax = 1 << 61 * time.Nanosecond
