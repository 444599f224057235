package wire

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"ratesim/hint"
)

// A number is the decimal number that a text begins with: 0.digits × 10^point.
type number struct {
	digits   string // of the mantissa, without leading zeros; "" for 0
	point    int    // where the decimal point stands in digits; may lie outside
	negative bool
	marks    hint.Marks
	text     string // as written
	rest     string // of the text, after the number
}

// scanNumber reads [sign] digits [. digits] [e [sign] digits] at the beginning
// of a text: at least one digit, and an exponent only with digits of its own. It
// is what Go, Python and JavaScript have in common.
func scanNumber(text string) (number, bool) {
	var n number
	rest := text
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		n.negative, n.marks, rest = rest[0] == '-', hint.Sign, rest[1:]
	}
	whole, rest := cutDigits(rest)
	fraction := ""
	if strings.HasPrefix(rest, ".") {
		after := ""
		fraction, after = cutDigits(rest[1:])
		if whole != "" || fraction != "" {
			n.marks |= hint.Fraction
			rest = after
		}
	}
	if whole == "" && fraction == "" {
		return number{}, false
	}
	exponent, rest, given := cutExponent(rest)
	if given {
		n.marks |= hint.Exponent
	}
	all := whole + fraction
	n.digits = strings.TrimLeft(all, "0")
	n.point = len(whole) - (len(all) - len(n.digits)) + exponent
	n.text, n.rest = text[:len(text)-len(rest)], rest
	if rest != "" {
		n.marks |= hint.Trailing
	}
	return n, true
}

// cutDigits splits a text after the digits that it begins with.
func cutDigits(text string) (digits, rest string) {
	i := 0
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return text[:i], text[i:]
}

// cutExponent splits a text after the exponent that it begins with, if it does.
// An exponent beyond ±10⁹ is as good as any other that large.
func cutExponent(text string) (exponent int, rest string, given bool) {
	if text == "" || text[0] != 'e' && text[0] != 'E' {
		return 0, text, false
	}
	sign := 1
	rest = text[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		if rest[0] == '-' {
			sign = -1
		}
		rest = rest[1:]
	}
	digits, rest := cutDigits(rest)
	if digits == "" {
		return 0, text, false
	}
	size, err := strconv.Atoi(digits)
	if err != nil || size > 1e9 {
		size = 1e9
	}
	return sign * size, rest, true
}

// times returns the number times a unit, rounded away from 0 to a nanosecond, or
// ±hint.Forever with the reason why it is not the value.
func (n number) times(unit time.Duration) (time.Duration, hint.Magnitude) {
	wait, magnitude := n.size(unit)
	if n.negative {
		wait = -wait
	}
	return wait, magnitude
}

// size returns what times does, for the number without its sign.
func (n number) size(unit time.Duration) (time.Duration, hint.Magnitude) {
	whole := uint64(0)
	if n.digits != "" && n.point > 0 {
		var err error
		whole, err = strconv.ParseUint(n.wholeDigits(), 10, 63)
		if err != nil {
			return hint.Forever, n.beyond()
		}
	}
	hi, lo := bits.Mul64(whole, uint64(unit))
	lo, carry := bits.Add64(lo, n.fraction(unit), 0)
	if hi+carry != 0 || lo >= math.MaxInt64 {
		return hint.Forever, hint.Long
	}
	return time.Duration(lo), hint.Fits
}

// wholeDigits returns the digits before the point, which is not before the
// first one. 20 digits are more than 63 bits hold, so there are no more.
func (n number) wholeDigits() string {
	if n.point <= len(n.digits) {
		return n.digits[:n.point]
	}
	return n.digits + strings.Repeat("0", min(n.point-len(n.digits), 20))
}

// beyond returns the magnitude of a number that 63 bits cannot hold.
func (n number) beyond() hint.Magnitude {
	if f, _ := strconv.ParseFloat(n.text, 64); math.IsInf(f, 0) {
		return hint.Endless
	}
	return hint.Huge
}

// fraction returns the digits after the point times a unit, rounded up to a
// nanosecond. The first 19 of them are counted exactly; digits beyond those
// round the 19th up.
func (n number) fraction(unit time.Duration) uint64 {
	const places = 19 // 10¹⁹ is the largest power that 64 bits hold
	digits := n.digits
	if n.point > 0 {
		digits = digits[min(n.point, len(digits)):]
	} else if digits != "" {
		digits = strings.Repeat("0", min(-n.point, places)) + digits
	}
	more := len(digits) > places && strings.Trim(digits[places:], "0") != ""
	digits = digits[:min(len(digits), places)]
	digits += strings.Repeat("0", places-len(digits))
	parts, _ := strconv.ParseUint(digits, 10, 64) // 19 digits always fit
	if more {
		parts++
	}
	hi, lo := bits.Mul64(parts, uint64(unit))
	quotient, remainder := bits.Div64(hi, lo, 1e19)
	if remainder > 0 {
		quotient++
	}
	return quotient
}

// hint returns the number as a hint in the given unit.
func (n number) hint(kind hint.Kind, unit time.Duration) hint.Hint {
	wait, magnitude := n.times(unit)
	return hint.Hint{Kind: kind, Notation: hint.Number, Marks: n.marks, Magnitude: magnitude, Wait: wait}
}

// wordHint returns infinity and NaN, which readers of floating-point numbers
// take in words (Go's strconv.ParseFloat; Python's float; JavaScript's
// parseFloat takes "Infinity" only), and any other text as unreadable.
func wordHint(kind hint.Kind, text string) hint.Hint {
	h := hint.Hint{Kind: kind}
	word := strings.TrimLeft(text, "+-")
	signs := len(text) - len(word)
	switch strings.ToLower(word) {
	case "inf", "infinity":
		h.Notation, h.Marks, h.Magnitude, h.Wait = hint.Number, hint.Word, hint.Endless, hint.Forever
		if signs == 1 {
			h.Marks |= hint.Sign
		}
		if text[0] == '-' {
			h.Wait = -hint.Forever
		}
	case "nan":
		h.Marks = hint.Word
	}
	if signs > 1 {
		return hint.Hint{Kind: kind}
	}
	return h
}

// numberHint reads a text that ought to be a number of the given unit.
func numberHint(kind hint.Kind, text string, unit time.Duration) hint.Hint {
	text = trimBlanks(text)
	if n, ok := scanNumber(text); ok {
		return n.hint(kind, unit)
	}
	return wordHint(kind, text)
}

// trimBlanks returns a field value without the blanks around it, which are no
// part of it (RFC 9110, section 5.5).
func trimBlanks(text string) string { return strings.Trim(text, " \t") }
