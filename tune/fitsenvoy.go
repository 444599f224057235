package tune

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ratesim/policy"
)

// fitEnvoy is for Envoy 1.40: it draws whole milliseconds from 0 to below min(base · 2ⁿ⁻¹,
// max), its route gives up after 15 s and its cluster has no more than 3 retries under
// way, those that wait among them, unless told otherwise (github.com/envoyproxy/envoy,
// source/common/common/backoff_strategy.cc; config.route.v3.RetryPolicy;
// config.cluster.v3.CircuitBreakers).
func fitEnvoy(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: clientEnvoy, Lacks: lacks(p)}
	if none(p) {
		f.Settings = "no retry_policy"
		return f
	}
	lines := []string{"timeout: 0s  # else the route ends all attempts after 15 s", "retry_policy:"}
	on, lacking := retryOn(p, hinted)
	lines, f.Lacks = append(lines, on...), append(f.Lacks, lacking...)
	if p.Attempts > 0 {
		lines = append(lines, fmt.Sprintf("  num_retries: %d", p.Attempts-1))
	} else {
		f.Lacks = append(f.Lacks, "go on without a bound on attempts: without num_retries it makes one retry")
	}
	back, ok := envoyBackOff(p)
	if !ok {
		f.Lacks = append(f.Lacks, wait(p)+": it draws each wait from 0, doubling; untold it waits up to 0.25 s, with 3 retries under way at most")
	}
	lines = append(lines, back...)
	if p.Timeout > 0 {
		lines = append(lines, fmt.Sprintf("  per_try_timeout: %ss", seconds(p.Timeout)))
	}
	if hinted {
		limited, lacking := envoyHints(p)
		lines, f.Lacks = append(lines, limited...), append(f.Lacks, lacking...)
	}
	if ok {
		lines = append(lines, "circuit_breakers:  # of the cluster; else 3 retries are under way at most", "  thresholds: [{max_retries: 1000000}]")
	}
	f.Settings = strings.Join(lines, "\n")
	return f
}

// envoyBackOff returns the lines that say how long to wait; false, and none, where it
// cannot wait so: others would let it try again too soon.
func envoyBackOff(p policy.Retry) (lines []string, ok bool) {
	for _, s := range shapesOf(p) {
		if lines, ok = s.inEnvoy(p); ok {
			return lines, true
		}
	}
	return nil, false
}

// inEnvoy is envoyBackOff for a shape that the policy may have.
func (s shape) inEnvoy(p policy.Retry) (lines []string, ok bool) {
	longest, ok := s.longest(p)
	if !ok {
		return nil, false
	}
	if !s.draws() && longest == 0 && waitsAlike(p, policy.Fixed{}, 0) {
		return []string{envoyInterval(time.Millisecond, time.Millisecond)}, true // of which it draws 0
	}
	s.base, longest = timesFloat(s.base, s.high), timesFloat(longest, s.high)
	told := shape{base: s.base, factor: 2, cap: longest, high: 1}
	if s.base < time.Millisecond || s.base%time.Millisecond != 0 || longest%time.Millisecond != 0 || !waitsAlike(p, told.backoff(), time.Millisecond) {
		return nil, false
	}
	return []string{envoyInterval(min(s.base, longest), longest)}, true
}

func envoyInterval(base, most time.Duration) string {
	return fmt.Sprintf("  retry_back_off: {base_interval: %ss, max_interval: %ss}", seconds(base), seconds(most))
}

// envoyHints returns the lines that say what becomes of the waits that the server asks
// for, and what it cannot do about them. Those above max_interval, 300 s untold, it does
// not heed: it waits by itself.
func envoyHints(p policy.Retry) (lines, lacking []string) {
	h := p.Heed
	if h.Mode == policy.Ignore {
		return nil, nil
	}
	most, c := envoyMost, hears{mode: policy.Exact, takes: "it takes one to one and a half times the server's", places: "any"}
	if h.Max > 0 && h.Above == policy.AboveBackoff {
		most, c.tells = h.Max, append(c.tells, "max-hint")
	}
	if h.Factor == 1.5 && h.Mode == policy.Exact {
		c.tells = append(c.tells, "heed", "hint-factor")
	}
	lines = append(lines, "  rate_limited_retry_back_off:", "    reset_headers: [{name: retry-after, format: SECONDS}]",
		fmt.Sprintf("    max_interval: %ss  # else it heeds none above 300 s", seconds(most)))
	return lines, c.lacks(p)
}

// envoyMost is max_interval where a policy heeds every wait.
const envoyMost = 24 * time.Hour

// codesInLine is how many statuses stand in a line.
const codesInLine = 10

// retryOn returns the lines that say which failures are retried, without which Envoy
// retries none, and what it cannot tell. Of an attempt without an answer it does not
// tell a lost connection from a timeout: both are "reset". (github.com/envoyproxy/envoy,
// router_filter.rst of its docs, x-envoy-retry-on;
// config.route.v3.RetryPolicy.retriable_status_codes.)
func retryOn(p policy.Retry, hinted bool) (lines, lacking []string) {
	classes := p.Retried()
	contains := func(kind policy.FailureKind) bool { return classes.Contains(policy.Failure{Kind: kind}) }
	var on, codes []string
	for status := 400; status < 600; status++ {
		if classes.Contains(policy.Failure{Status: status}) {
			codes = append(codes, strconv.Itoa(status))
		}
	}
	connection, timeout := contains(policy.Connection), contains(policy.Timeout)
	switch {
	case connection && (timeout || p.Timeout == 0):
		on = append(on, "reset", "connect-failure")
	case connection:
		on = append(on, "connect-failure")
		lacking = append(lacking, "retry a connection that is lost, but no timeout")
	case timeout && p.Timeout > 0:
		lacking = append(lacking, "retry a timeout, but no connection that is lost")
	}
	if len(codes) > 0 {
		on = append(on, "retriable-status-codes")
	}
	lines = append(lines, fmt.Sprintf("  retry_on: %q", strings.Join(on, ",")))
	for i := 0; i < len(codes); i += codesInLine {
		line := strings.Join(codes[i:min(i+codesInLine, len(codes))], ", ")
		if i == 0 {
			line = "  retriable_status_codes: [" + line
		} else {
			line = "    " + line
		}
		if i+codesInLine < len(codes) {
			line += ","
		} else {
			line += "]"
		}
		lines = append(lines, line)
	}
	if contains(policy.Cut) {
		lacking = append(lacking, "retry an answer that breaks off: it has passed on what came")
	}
	if contains(policy.Exhausted) {
		lacking = append(lacking, "tell an account that is used up from other refusals")
	}
	if p.Obey {
		lacking = append(lacking, "go by the server's word on whether to try again (should-retry)")
	}
	if hinted && p.IfHinted != (policy.Classes{}) {
		lacking = append(lacking, "retry "+p.IfHinted.String()+" only where the server asks for a wait (retry-hinted)")
	}
	return lines, lacking
}
