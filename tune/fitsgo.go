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
// every response for a success.
func fitFailsafe(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: clientFailsafe, Lacks: lacks(p)}
	heeds := hinted && !none(p)
	calls := []string{"failsafehttp.NewRetryPolicyBuilder()"}
	if heeds && p.Heed.Mode == policy.Ignore {
		calls = append(calls, "WithDelayFunc(nil)")
		heeds = false
	}
	if !none(p) {
		delays, ok := failsafeDelays(p, !heeds)
		if !ok {
			f.Lacks = append(f.Lacks, wait(p)+", but for a delay function of your own (WithDelayFunc): without one it tries again at once")
		}
		calls = append(calls, delays...)
	}
	attempts := -1
	if p.Attempts > 0 {
		attempts = p.Attempts
	}
	calls = append(calls, fmt.Sprintf("WithMaxAttempts(%d)", attempts), "Build()")
	f.Settings = strings.Join(calls, ".\n  ")
	f.Lacks = append(f.Lacks, lacksTimeout(p)...)
	if heeds {
		f.Lacks = append(f.Lacks, failsafeHears.lacks(p)...)
	}
	return f
}

// failsafeDelays returns the calls that say how long to wait; false where there are none
// for it. Jitter is for where the server's waits are not taken.
func failsafeDelays(p policy.Retry, withJitter bool) (calls []string, ok bool) {
	s := shapeOf(p)
	longest, ok := s.longest(p)
	if !ok || s.increment > 0 || s.least > 0 || s.added > 0 && s.grows() || s.added > 0 && s.spread > 0 || (s.added > 0 || s.spread > 0) && s.low < s.high {
		return nil, false
	}
	call := func(format string, args ...any) { calls = append(calls, fmt.Sprintf(format, args...)) }
	switch draws := s.draws(); {
	case s.grows() && draws && !withJitter:
		return nil, false
	case !s.grows() && s.spread == 0 && draws:
		from, to := max(1, timesFloat(s.base, s.low)), timesFloat(s.base, s.high)+s.added
		call("WithRandomDelay(%s, %s)", inGo(from), inGo(to))
		return calls, waitsAlike(p, policy.AddedJitter{Of: policy.Fixed{Wait: from}, Jitter: to - from}, time.Microsecond)
	case draws && !withJitter:
		return nil, false
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
	isTaken := s.base > 0 && s.cap > s.base // as a backoff
	if !s.grows() {
		isTaken = s.base > 0 || !s.draws() // it adds no jitter to no delay
	}
	return calls, isTaken && waitsAlike(p, s.backoff(), time.Microsecond)
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
