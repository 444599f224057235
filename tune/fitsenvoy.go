package tune

import (
	"fmt"
	"strconv"
	"strings"

	"ratesim/policy"
)

// fitEnvoy is for Envoy 1.40: it draws from 0 to min(base · 2ⁿ⁻¹, max), and its route
// gives up after 15 s unless told otherwise (github.com/envoyproxy/envoy,
// source/common/common/backoff_strategy.cc; config.route.v3.RetryPolicy).
func fitEnvoy(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: "Envoy", Lacks: lacks(p)}
	if none(p) {
		f.Settings = "no retry_policy"
		return f
	}
	s := shapeOf(p)
	lines := []string{"timeout: 0s  # else the route ends all attempts after 15 s", "retry_policy:"}
	on, lacking := retryOn(p)
	lines, f.Lacks = append(lines, on...), append(f.Lacks, lacking...)
	if p.Attempts > 0 {
		lines = append(lines, fmt.Sprintf("  num_retries: %d", p.Attempts-1))
	} else {
		f.Lacks = append(f.Lacks, "go on without a bound on attempts")
	}
	if longest := s.longest(p.Attempts); s.kind == "full" && (s.factor == 2 || longest <= s.base) {
		lines = append(lines, fmt.Sprintf("  retry_back_off: {base_interval: %ss, max_interval: %ss}", seconds(min(s.base, longest)), seconds(longest)))
	} else {
		f.Lacks = append(f.Lacks, wait(p)+": it draws each wait from 0, doubling")
	}
	if p.Timeout > 0 {
		lines = append(lines, fmt.Sprintf("  per_try_timeout: %ss", seconds(p.Timeout)))
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

// codesInLine is how many statuses stand in a line.
const codesInLine = 10

// retryOn returns the lines that say which failures are retried, without which Envoy
// retries none, and what it cannot tell. Of an attempt without an answer it does not
// tell a lost connection from a timeout: both are "reset". (github.com/envoyproxy/envoy,
// router_filter.rst of its docs, x-envoy-retry-on;
// config.route.v3.RetryPolicy.retriable_status_codes.)
func retryOn(p policy.Retry) (lines, lacking []string) {
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
	return lines, lacking
}
