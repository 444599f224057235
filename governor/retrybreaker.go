package governor

import (
	"time"

	"ratesim/exact"
	"ratesim/policy"
	"ratesim/spec"
)

// A RetryBreaker allows no retries while failed attempts are more than a Share of
// all requests since the beginning. It never holds up a first attempt, and it
// never forgets.
//
// It is the breaker of M. Brooker, "Fixing retries with token buckets and circuit
// breakers", 2022 (brooker.co.za/blog/2022/02/28/retries.html), with 0.1.
type RetryBreaker struct {
	Free
	Share float64        // failures a request, to a millionth
	On    policy.Classes // failures that count

	requests, failures int64
}

// Take counts a request at its first attempt.
func (b *RetryBreaker) Take(_ time.Duration, s Sending) {
	if s.Attempt == 1 {
		b.requests++
	}
}

// Heard counts a failure.
func (b *RetryBreaker) Heard(_ time.Duration, _ Sending, o Outcome) {
	if o.isIn(b.On) {
		b.failures++
	}
}

// Retry reports whether failures are no more than the share.
func (b *RetryBreaker) Retry(time.Duration, Sending, time.Duration) bool {
	allowed := exact.AreaOf(b.requests, time.Duration(millionths(b.Share)))
	return !allowed.Less(exact.AreaOf(b.failures, million))
}

// Reset forgets all requests.
func (b *RetryBreaker) Reset() { b.requests, b.failures = 0, 0 }

func retryBreakerForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "retry-breaker", About: "no retries while too many of all requests have failed",
		Arguments: []spec.Argument{
			{Name: "share", Unit: "failures", Default: "0.1", Zero: "no retries after the first failure", About: "failed attempts for each request since the beginning, above which nothing is retried"},
			on(worthARetry(), "that count"),
		},
		Read: func(r *spec.Reader) Maker {
			return made(RetryBreaker{Share: r.Number("share", 0, thousand), On: failures(r)})
		},
	}
}
