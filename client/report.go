package client

import (
	"fmt"
	"net/http"
	"time"

	"ratesim/policy"
	"ratesim/trace"
)

// A Report tells a Hook of one attempt.
type Report struct {
	Sending
	Sent     time.Duration   // the instant at which governors let it through
	Heard    time.Duration   // the instant at which its answer, or its failure, was heard
	Failure  *policy.Failure // nil for what went well
	Err      error           // of a failure without an answer
	Response *http.Response  // the answer, whose body is not the Hook's to read; nil for none
	Usage    Usage           // of what went well, if Options.Usage reads it
	Decision policy.Decision // what the policy makes of the failure; zero if it was not asked
	Withheld bool            // the policy would try again, but a governor does not let it
	Again    bool            // there is another attempt, after Decision.Wait or by the fallback
	Turned   FallbackKind    // what is turned to at once, since the policy makes no further attempt
}

// An Error says why a request was given up.
type Error struct {
	Why      string          // trace.WhyPolicy, WhyGovernor or WhyDeadline
	Attempts int             // that were made
	Decision policy.Decision // the last one of the policy; zero if it was not asked
	Err      error           // of the last attempt; nil if there was none, or it had an answer

	cause error // the end of the context
}

// Error says it in a sentence.
func (e *Error) Error() string {
	reason := "a governor lets no further attempt through"
	switch e.Why {
	case trace.WhyDeadline:
		reason = fmt.Sprintf("the time of the request has ended: %v", e.cause)
	case trace.WhyPolicy:
		reason = e.Decision.Why.Sentence()
	}
	text := fmt.Sprintf("given up after %s: %s", plural(e.Attempts), reason)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func plural(attempts int) string {
	if attempts == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", attempts)
}

// Unwrap returns the error of the last attempt and, where that is the reason, why
// the context ended.
func (e *Error) Unwrap() []error {
	var all []error
	for _, err := range []error{e.cause, e.Err} {
		if err != nil {
			all = append(all, err)
		}
	}
	return all
}

// Timeout reports whether time ran out: that of the request, or of its last
// attempt. Package net/http asks.
func (e *Error) Timeout() bool {
	if t, ok := e.cause.(interface{ Timeout() bool }); ok && t.Timeout() {
		return true
	}
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}
