package tune

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ratesim/policy"
)

// fitTenacity is for tenacity 9.1.4 (github.com/jd/tenacity, tenacity/wait.py and
// stop.py).
func fitTenacity(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: clientTenacity, Lacks: lacks(p, tenacityBudgets...)}
	var parts []string
	waits, ok := tenacityWaits(p)
	switch {
	case none(p):
	case !ok:
		f.Lacks = append(f.Lacks, wait(p)+", but for a wait function of your own: without one it tries again at once")
	default:
		parts = append(parts, "wait="+waits)
	}
	if stops := tenacityStops(p); len(stops) > 0 {
		parts = append(parts, "stop="+strings.Join(stops, " | "))
	}
	if ok || p.Attempts > 0 { // else it would try again at once for ever
		f.Settings = "@retry(" + strings.Join(parts, ",\n       ") + ")"
	}
	f.Lacks = append(f.Lacks, lacksTimeout(p)...)
	if hinted && !none(p) {
		f.Lacks = append(f.Lacks, hears{mode: policy.Ignore}.lacks(p)...)
	}
	return f
}

// tenacityBudgets are the rules of a budget that it has. What reaches a budget just so
// it takes to be past it, which no attempt that takes time does.
var tenacityBudgets = []policy.BudgetRule{policy.NoWaitPast, policy.Overrun}

// tenacityStops returns the stops of a policy as tenacity is told them.
func tenacityStops(p policy.Retry) (stops []string) {
	if p.Attempts > 0 {
		stops = append(stops, "stop_after_attempt("+strconv.Itoa(p.Attempts)+")")
	}
	switch {
	case !bounds(p, tenacityBudgets):
	case p.AtBudget == policy.Overrun:
		stops = append(stops, "stop_after_delay("+seconds(p.Budget)+")")
	default:
		stops = append(stops, "stop_before_delay("+seconds(p.Budget)+")")
	}
	return stops
}

// tenacityWaits returns the waits of a policy as tenacity is told them; false where it
// has no such waits.
func tenacityWaits(p policy.Retry) (string, bool) {
	for _, s := range shapesOf(p) {
		if text := s.inTenacity(); text != "" && waitsAlike(p, s.backoff(), time.Microsecond) {
			return text, true
		}
		if text, ok := tenacityChain(p); ok {
			return text, true // which reads better than a shape of no part
		}
	}
	return "", false
}

// inTenacity returns a shape in the words of tenacity; "" where it has none. Where two
// of its waits are added they draw apart, so that at most one of them may draw. Its least
// random wait is not used: before 9.0.0 it meant something else.
func (s shape) inTenacity() string {
	low, high, base, top := s.low, s.high, s.base.Seconds(), s.cap.Seconds()
	jitter := (s.added + s.spread).Seconds()
	switch {
	case !s.grows():
		return between("wait_fixed", "wait_random", low*base-s.spread.Seconds(), high*base+jitter)
	case low < high && jitter > 0, low < high && s.least > 0, s.increment > 0 && (low != 1 || high != 1 || s.least > 0):
		return ""
	case s.spread > max(s.base, s.least):
		return "" // it refuses a wait below 0
	}
	grown := func(name string, part float64) string {
		if part == 0 {
			return ""
		}
		text := name + "(multiplier=" + number64(part*base) + ", exp_base=" + number64(s.factor)
		if s.increment > 0 {
			text = name + "(start=" + number64(base) + ", increment=" + seconds(s.increment)
		}
		if s.least > 0 {
			text += ", min=" + number64(part*s.least.Seconds())
		}
		if top > 0 {
			text += ", max=" + number64(part*top)
		}
		return text + ")"
	}
	var terms []string
	for _, term := range []string{
		grown(map[bool]string{true: "wait_incrementing", false: "wait_exponential"}[s.increment > 0], low),
		grown("wait_random_exponential", high-low),
		between("", "wait_random", (-s.spread).Seconds(), jitter),
	} {
		if term != "" {
			terms = append(terms, term)
		}
	}
	return strings.Join(terms, "\n       + ")
}

// between returns the call of a wait from low to high: the first one where they are equal.
func between(fixed, random string, low, high float64) string {
	switch {
	case low < 0 && fixed != "":
		return ""
	case low < high:
		return random + "(" + number64(low) + ", " + number64(high) + ")"
	case fixed == "":
		return ""
	}
	return fixed + "(" + number64(low) + ")"
}

// How many waits are told one by one, and in a line.
const (
	waitsTold   = 16
	waitsInLine = 4
)

// tenacityChain returns waits without chance one by one, the last one for all further
// failures; false where they are too many.
func tenacityChain(p policy.Retry) (string, bool) {
	if p.Backoff.Draws() || failuresOf(p) == 0 {
		return "", false
	}
	all := waits(p.Backoff, failuresOf(p), []float64{0})
	for len(all) > 1 && all[len(all)-1] == all[len(all)-2] {
		all = all[:len(all)-1]
	}
	if len(all) > waitsTold || !waitsAlike(p, policy.ListOf(all...), time.Microsecond) {
		return "", false
	}
	var lines []string
	for some := range slices.Chunk(all, waitsInLine) {
		var words []string
		for _, wait := range some {
			words = append(words, seconds(wait))
		}
		lines = append(lines, strings.Join(words, ", "))
	}
	return "wait_chain(*map(wait_fixed, [" + strings.Join(lines, ",\n         ") + "]))", true
}

// seconds returns a duration as a number of seconds.
func seconds(d time.Duration) string { return number64(d.Seconds()) }

// number64 returns a number in as few digits as tell it apart from all others, and at
// most fifteen, so that no sum of tenths shows.
func number64(v float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if err != nil {
		short = v
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}
