package governor

import (
	"time"

	"ratesim/exact"
	"ratesim/spec"
)

// A RetryBudget allows retries up to a share of the requests of a Window, and a
// Minimum besides for clients that send little. As long as all fails, the load is
// at most 1 + Share times that without retries, and the minimum.
//
// It is Finagle's RetryBudget (finagle-core, service/RetryBudget.scala) and that of
// Linkerd and tower. Finagle's guide speaks of requests; its code pays in successes.
type RetryBudget struct {
	Free
	Share     float64       // retries a request, to a millionth
	Window    time.Duration // in which both are counted
	Minimum   int64         // retries a second that are always allowed
	Successes bool          // only successes are counted as requests

	counts   recent // requests, and retries apart from them as some
	retrying map[request]struct{}
}

// Take counts an attempt that is no retry.
func (b *RetryBudget) Take(now time.Duration, s Sending) {
	_, isRetry := b.retrying[s.request()]
	delete(b.retrying, s.request())
	if !isRetry && !b.Successes {
		b.counts.add(now, tally{all: 1})
	}
}

// Heard counts a success.
func (b *RetryBudget) Heard(now time.Duration, _ Sending, o Outcome) {
	if o.OK && b.Successes {
		b.counts.add(now, tally{all: 1})
	}
}

// Retry reports whether one more retry is within the share and the minimum.
func (b *RetryBudget) Retry(now time.Duration, s Sending, _ time.Duration) bool {
	counted := b.counts.at(now)
	share := time.Duration(millionths(b.Share)) * time.Microsecond
	allowed := exact.AreaOf(counted.all, share).Plus(exact.AreaOf(b.Minimum, b.Window))
	if allowed.Less(exact.AreaOf(counted.some+1, time.Second)) { // a retry counts for a second
		return false
	}
	b.counts.add(now, tally{some: 1})
	b.retrying[s.request()] = struct{}{}
	return true
}

// Ended forgets a retry that was not sent.
func (b *RetryBudget) Ended(_ time.Duration, s Sending) { delete(b.retrying, s.request()) }

// Reset forgets all requests.
func (b *RetryBudget) Reset() {
	b.counts, b.retrying = over(b.Window), map[request]struct{}{}
}

func retryBudgetForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "retry-budget", About: "retries are at most a share of recent requests",
		Arguments: []spec.Argument{
			{Name: "share", Unit: "retries", Default: "0.2", Zero: "only the minimum", About: "retries allowed for each request of the window"},
			{Name: "window", Unit: "duration", Default: "10s", About: "the time in which requests and retries are counted, in tenths of it"},
			{Name: "minimum", Unit: "retries", Default: "10", Zero: "only the share", About: "retries allowed besides for each second of the window"},
			{Name: "of", Unit: "word", Default: "requests", About: "what the share is of: all requests that are sent, or only the successes that come back", Choices: []string{"requests", "successes"}},
		},
		Read: func(r *spec.Reader) Maker {
			return made(RetryBudget{
				Share:     r.Number("share", 0, 1000),
				Window:    r.Positive("window"),
				Minimum:   r.Count("minimum", 0),
				Successes: r.Choice("of") == 1,
			})
		},
	}
}
