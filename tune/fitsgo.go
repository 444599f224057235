package tune

import (
	"fmt"
	"strings"
	"time"

	"ratesim/policy"
)

// fitFailsafe is for failsafe-go v0.9.8 (github.com/failsafe-go/failsafe-go,
// retrypolicy/retry.go and failsafehttp/policy.go). With a backoff its longest delay
// must be above the first one, and a random delay from 0 on is none.
func fitFailsafe(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: "failsafe-go", Lacks: lacks(p)}
	s := shapeOf(p.Backoff)
	lines := []string{"failsafehttp.NewRetryPolicyBuilder()"}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	longest := s.longest(p.Attempts)
	switch {
	case none(p):
	case s.kind == "fixed", s.kind == "exponential" && longest <= s.base:
		add("WithDelay(%s)", inGo(min(s.base, max(longest, 1))))
	case s.kind == "exponential" && s.factor > 1:
		add("WithBackoffFactor(%s, %s, %s)", inGo(s.base), inGo(longest), number64(s.factor))
	case s.kind == "full" && s.factor == 1:
		add("WithRandomDelay(1, %s)", inGo(s.base))
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
	switch {
	case none(p) || !hinted:
	case p.Heed.Mode == policy.Ignore:
		f.Settings = strings.Replace(f.Settings, "failsafehttp.NewRetryPolicyBuilder()", "retrypolicy.NewBuilder[*http.Response]()", 1)
	case p.Heed.Mode == policy.Minimum:
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

// fitEnvoy is for Envoy 1.40: it draws from 0 to min(base · 2ⁿ⁻¹, max), and its route
// gives up after 15 s unless told otherwise (github.com/envoyproxy/envoy,
// source/common/common/backoff_strategy.cc; config.route.v3.RetryPolicy).
func fitEnvoy(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: "Envoy", Lacks: lacks(p)}
	if none(p) {
		f.Settings = "no retry_policy"
		return f
	}
	s := shapeOf(p.Backoff)
	lines := []string{"timeout: 0s  # else the route ends all attempts after 15 s", "retry_policy:"}
	if p.Attempts > 0 {
		lines = append(lines, fmt.Sprintf("  num_retries: %d", p.Attempts-1))
	} else {
		f.Lacks = append(f.Lacks, "go on without a bound on attempts")
	}
	if s.kind == "full" && s.factor == 2 {
		longest := s.longest(p.Attempts)
		lines = append(lines, fmt.Sprintf("  retry_back_off: {base_interval: %ss, max_interval: %ss}", seconds(min(s.base, longest)), seconds(longest)))
	} else {
		f.Lacks = append(f.Lacks, wait(p)+": it draws each wait from 0, doubling")
	}
	switch {
	case !hinted:
	case p.Heed.Mode == policy.Exact:
		lines = append(lines, "  rate_limited_retry_back_off:", "    reset_headers: [{name: retry-after, format: SECONDS}]")
	case p.Heed.Mode == policy.Minimum:
		f.Lacks = append(f.Lacks, "wait the longer of its own wait and the server's: it takes one to one and a half times the server's")
	}
	f.Settings = strings.Join(lines, "\n")
	return f
}
