package tune

import (
	"fmt"
	"strings"
	"time"

	"ratesim/policy"
)

// fitFailsafe is for failsafe-go v0.9.8 (github.com/failsafe-go/failsafe-go,
// retrypolicy/retry.go and failsafehttp/policy.go). With a backoff its longest delay
// must be above the first one, and a random delay from 0 on is none. Its random delay
// does not grow. Where the server's waits are to be ignored its delay function goes: a
// builder of retrypolicy alone would take every response for a success.
func fitFailsafe(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: "failsafe-go", Lacks: lacks(p)}
	s := shapeOf(p)
	lines := []string{"failsafehttp.NewRetryPolicyBuilder()"}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	heeds := hinted && !none(p)
	if heeds && p.Heed.Mode == policy.Ignore {
		add("WithDelayFunc(nil)")
	}
	longest := s.longest(p.Attempts)
	switch {
	case none(p):
	case s.kind == "fixed":
		add("WithDelay(%s)", inGo(s.base))
	case s.kind == "exponential" && s.factor > 1:
		add("WithBackoffFactor(%s, %s, %s)", inGo(s.base), inGo(longest), number64(s.factor))
	case s.kind == "full" && longest <= s.base:
		add("WithRandomDelay(1, %s)", inGo(longest))
	case s.kind == "equal" && longest <= s.base:
		add("WithRandomDelay(%s, %s)", inGo(longest/2), inGo(longest))
	default:
		f.Lacks = append(f.Lacks, wait(p)+", but for a delay function of your own (WithDelayFunc)")
	}
	if p.Attempts > 0 {
		add("WithMaxAttempts(%d)", p.Attempts)
	} else {
		add("WithMaxAttempts(-1)")
	}
	add("Build()")
	f.Settings = strings.Join(lines, ".\n  ")
	if heeds && p.Heed.Mode == policy.Minimum {
		f.Lacks = append(f.Lacks, "wait the longer of its own wait and the server's: after 429 and 503 it takes the server's")
	}
	return f
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
