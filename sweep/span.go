package sweep

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"ratesim/chance"
)

// A span is a range of numbers inside a text. Its numbers are whole multiples of
// 10^-decimals, so that none carries the noise of binary fractions.
type span struct {
	before, after string
	low, high     int64
	step          int64 // 0 when it was not given
	decimals      int
	log           bool
}

// finer is how many decimals more than its ends a number has that a space-filling
// design chooses from a range of fractions.
const finer = 4

// digitsMax bounds the digits of an end, so that no sum of them is too large.
const digitsMax = 12

var (
	wholeRange  = onFirstUse(`^([-+]?\d+(?:\.\d+)?)([a-z%]*)\.\.([-+]?\d+(?:\.\d+)?)([a-z%]*)(?:/([^/]*))?$`)
	bracedRange = onFirstUse(`^(.*?)\{([^{}]*\.\.[^{}]*)\}(.*)$`)
)

// onFirstUse returns a pattern that is read when it is first needed: most commands need
// none.
func onFirstUse(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// parseItem reads a value or a range.
func parseItem(text string) (item, error) {
	if m := wholeRange().FindStringSubmatch(text); m != nil {
		s, err := parseSpan(m)
		return item{text: text, isRange: true, span: s}, err
	}
	m := bracedRange().FindStringSubmatch(text)
	if m == nil {
		return item{text: text}, nil
	}
	inner := wholeRange().FindStringSubmatch(m[2])
	if inner == nil {
		return item{}, fmt.Errorf("want a range such as {5..20} or {0.5..2/0.5} in braces; have {%s}", m[2])
	}
	s, err := parseSpan(inner)
	s.before, s.after = m[1]+s.before, s.after+m[3]
	return item{text: text, isRange: true, span: s}, err
}

// parseSpan reads the parts of a range: its ends with their units, and its step.
func parseSpan(m []string) (span, error) {
	low, unit, high, unitHigh, step := m[1], m[2], m[3], m[4], m[5]
	s := span{after: unitHigh, log: step == "log"}
	if unit != "" && unit != unitHigh {
		return s, fmt.Errorf("want both ends in one unit; have %s", m[0])
	}
	steps := strings.TrimSuffix(step, unitHigh)
	if step == "" || s.log {
		steps = "0"
	}
	s.decimals = max(decimals(low), decimals(high), decimals(steps))
	var ok [3]bool
	s.low, ok[0] = scaled(low, s.decimals)
	s.high, ok[1] = scaled(high, s.decimals)
	s.step, ok[2] = scaled(steps, s.decimals)
	switch {
	case !ok[0] || !ok[1]:
		return s, fmt.Errorf("want ends of at most %d digits; have %s", digitsMax, m[0])
	case !ok[2] || s.step < 0 || s.step == 0 && step != "" && !s.log:
		return s, fmt.Errorf("want a step above 0, or log, after the /; have %s", m[0])
	case s.high <= s.low:
		return s, fmt.Errorf("want the smaller end first; have %s", m[0])
	case s.log && s.low <= 0:
		return s, fmt.Errorf("want ends above 0 for log; have %s", m[0])
	}
	return s, nil
}

// decimals returns how many digits a number has behind the point.
func decimals(number string) int {
	_, fraction, _ := strings.Cut(number, ".")
	return len(fraction)
}

// scaled returns a number in units of 10^-decimals.
func scaled(number string, decimals int) (n int64, ok bool) {
	whole, fraction, _ := strings.Cut(number, ".")
	digits := whole + fraction + strings.Repeat("0", decimals-len(fraction))
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil && len(strings.TrimLeft(digits, "+-")) <= digitsMax
}

// text returns a number of units of 10^-decimals in its place.
func (s span) text(n int64, decimals int) string {
	sign, digits := "", strconv.FormatInt(n, 10)
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	if decimals > 0 {
		digits = strings.Repeat("0", max(0, decimals+1-len(digits))) + digits
		point := len(digits) - decimals
		digits = strings.TrimRight(digits[:point]+"."+digits[point:], "0")
		digits = strings.TrimSuffix(digits, ".")
	}
	return s.before + sign + digits + s.after
}

// count returns how many values an item has in a grid.
func (i item) count() (int64, error) {
	switch {
	case !i.isRange:
		return 1, nil
	case i.log:
		return 0, fmt.Errorf("%s: a list or a grid has no room for a log range; want the values themselves, or --design latin-hypercube or halton", i.text)
	case i.step == 0 && i.decimals > 0:
		return 0, fmt.Errorf("%s: want a step in a list or a grid, such as %s/%s", i.text, i.text, span{}.text(1, i.decimals))
	}
	if n := (i.high-i.low)/i.stride() + 1; n <= valuesMax {
		return n, nil
	}
	return 0, fmt.Errorf("%s: want at most %d values", i.text, valuesMax)
}

// stride is how far two values of a grid are apart.
func (s span) stride() int64 { return max(s.step, 1) }

// at returns one of the values that an item has in a grid.
func (i item) at(n int64) string {
	if !i.isRange {
		return i.text
	}
	return i.span.text(i.low+n*i.stride(), i.decimals)
}

// part returns which of n equal parts a share lies in, in 2⁻⁶⁴.
func part(share, n uint64) uint64 {
	index, _ := bits.Mul64(share, n)
	return index
}

// pick returns the value below which a share of the range lies, in 2⁻⁶⁴.
func (i item) pick(share uint64) string {
	if !i.isRange {
		return i.text
	}
	low, high, decimals := i.low, i.high, i.decimals
	if i.step == 0 && decimals > 0 {
		for range finer {
			low, high, decimals = low*10, high*10, decimals+1
		}
	}
	if i.log {
		return i.span.text(pickLog(low, high, share), decimals)
	}
	stride := i.stride()
	n := uint64((high-low)/stride + 1)
	return i.span.text(low+int64(part(share, n))*stride, decimals)
}

// pickLog returns the number below which a share of a range lies when equal ratios
// are equally long.
func pickLog(low, high int64, share uint64) int64 {
	u := float64(share) / (1 << 64)
	from, to := chance.Log(float64(low)), chance.Log(float64(high))
	return min(max(int64(chance.Exp(from+float64(u*(to-from)))+0.5), low), high)
}

// A Kind is what the values of a column are.
type Kind int

// The kinds, each of which holds those before it.
const (
	Integer Kind = iota
	Number       // a decimal fraction, or nothing
	Text
)

// kind returns what the values of an item are.
func (i item) kind() Kind {
	if i.isRange {
		switch {
		case i.before != "" || i.after != "":
			return Text
		case i.decimals > 0:
			return Number
		}
		return Integer
	}
	if _, err := strconv.ParseInt(i.text, 10, 64); err == nil {
		return Integer
	}
	if _, err := strconv.ParseFloat(i.text, 64); err == nil && !strings.ContainsAny(i.text, "xXnN_iIpP") {
		return Number
	}
	return Text
}
