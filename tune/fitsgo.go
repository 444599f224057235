package tune

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ratesim/policy"
)

// failsafeHears is what failsafe-go makes of Retry-After
// (github.com/failsafe-go/failsafe-go v0.9.8, failsafehttp/policy.go).
var failsafeHears = hears{
	mode: policy.Exact, tells: []string{"heed"},
	takes: "it takes the server's", after: failsafeAfter, places: "429 and 503 alone",
}

// failsafeAfter are the failures after which it reads the field: by status, so that an
// account which is used up is a 429, too.
var failsafeAfter = mustClasses("429+503+exhausted")

// failsafeBudgets are the rules of a budget that it has: its longest duration ends a wait.
var failsafeBudgets = []policy.BudgetRule{policy.Shorten}

func mustClasses(text string) policy.Classes {
	c, err := policy.ParseClasses(text)
	if err != nil {
		panic("tune: " + err.Error())
	}
	return c
}

// fitFailsafe is for failsafe-go v0.9.8 (github.com/failsafe-go/failsafe-go,
// retrypolicy/retryexecutor.go and failsafehttp/policy.go). With a backoff its longest
// delay must be above the first one, and a random delay from 0 on is none. Its random
// delay does not grow; its jitter does, but falls on the server's waits, too. Where these
// are to be ignored its delay function goes: a builder of retrypolicy alone would take
// every response for a success. Without delays it stays, as it then is all that waits.
func fitFailsafe(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: clientFailsafe, Lacks: lacks(p, failsafeBudgets...)}
	ignores := hinted && !none(p) && p.Heed.Mode == policy.Ignore
	heeds := hinted && !none(p) && !ignores
	calls := []string{"failsafehttp.NewRetryPolicyBuilder()"}
	delays, ok := failsafeDelays(p, !heeds)
	switch {
	case none(p):
	case !ok:
		f.Lacks = append(f.Lacks, wait(p)+", but for a delay function of your own (WithDelayFunc): without one it tries again at once")
	case ignores:
		calls = append(calls, "WithDelayFunc(nil)")
	}
	calls = append(calls, delays...)
	if bounds(p, failsafeBudgets) {
		calls = append(calls, fmt.Sprintf("WithMaxDuration(%s)", inGo(p.Budget)))
	}
	attempts := -1
	if p.Attempts > 0 {
		attempts = p.Attempts
	}
	calls = append(calls, fmt.Sprintf("WithMaxAttempts(%d)", attempts), "Build()")
	if ok || none(p) || p.Attempts > 0 { // else it would try again at once for ever
		f.Settings = strings.Join(calls, ".\n  ")
	}
	f.Lacks = append(f.Lacks, lacksTimeout(p)...)
	if heeds {
		f.Lacks = append(f.Lacks, failsafeHears.lacks(p)...)
	}
	return f
}

// failsafeDelays returns the calls that say how long to wait; false, and none, where
// there are none for it. Jitter is for where the server's waits are not taken.
func failsafeDelays(p policy.Retry, withJitter bool) (calls []string, ok bool) {
	if none(p) {
		return nil, false
	}
	for _, s := range shapesOf(p) {
		if calls, told := s.inFailsafe(p, withJitter); told != nil && waitsAlike(p, told, time.Microsecond) {
			return calls, true
		}
	}
	return nil, false
}

// inFailsafe returns the calls of failsafe-go for a shape that a policy may have, and
// what waits as they do; nil where it has none.
func (s shape) inFailsafe(p policy.Retry, withJitter bool) (calls []string, told policy.Backoff) {
	longest, ok := s.longest(p)
	if !ok || s.increment > 0 || s.least > 0 || s.added > 0 && s.grows() || s.added > 0 && s.spread > 0 || (s.added > 0 || s.spread > 0) && s.low < s.high {
		return nil, nil
	}
	call := func(format string, args ...any) { calls = append(calls, fmt.Sprintf(format, args...)) }
	switch draws := s.draws(); {
	case !s.grows() && s.spread == 0 && draws:
		from, to := max(1, timesFloat(s.base, s.low)), timesFloat(s.base, s.high)+s.added
		call("WithRandomDelay(%s, %s)", inGo(from), inGo(to))
		return calls, policy.AddedJitter{Of: policy.Fixed{Wait: from}, Jitter: to - from}
	case draws && !withJitter:
		return nil, nil
	}
	middle := float64((s.low + s.high) / 2)
	s.base, s.cap = timesFloat(s.base, middle), timesFloat(longest, middle)
	if s.grows() {
		call("WithBackoffFactor(%s, %s, %s)", inGo(s.base), inGo(s.cap), number64(s.factor))
	} else {
		call("WithDelay(%s)", inGo(s.base))
	}
	share := (s.high - s.low) / (s.high + s.low)
	switch {
	case s.spread > 0:
		call("WithJitter(%s)", inGo(s.spread))
	case s.low < s.high:
		call("WithJitterFactor(%s)", shareInGo(share))
	}
	s.low, s.high = 1, 1
	if share > 0 {
		s.low, s.high = 1-share, 1+share
	}
	if s.grows() && (s.base == 0 || s.cap <= s.base) || !s.grows() && s.base == 0 && s.draws() {
		return nil, nil // it takes no such backoff, and adds no jitter to no delay
	}
	return calls, s.backoff()
}

// timesFloat returns a part of a duration, to the nanosecond.
func timesFloat(d time.Duration, part float64) time.Duration {
	return time.Duration(math.Round(float64(d) * part))
}

// shareInGo returns a share as Go's source has it: a third as what it is.
func shareInGo(share float64) string {
	if math.Abs(share-1.0/3) < 1e-12 {
		return "1.0/3"
	}
	return number64(share)
}

// inGo returns a duration as Go's source has it.
func inGo(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{time.Minute, "time.Minute"}, {time.Second, "time.Second"}, {time.Millisecond, "time.Millisecond"}} {
		if d > 0 && d%unit.of == 0 {
			return fmt.Sprintf("%d*%s", d/unit.of, unit.name)
		}
	}
	return fmt.Sprintf("%d", int64(d))
}
