package server

import (
	"fmt"

	"ratesim/endpoint"
	"ratesim/hint"
	"ratesim/trace"
)

// statuses are the names of the endpoint's statuses in a trace.
var statuses = [...]string{
	endpoint.OK:            trace.StatusOK,
	endpoint.RateLimit:     trace.StatusRateLimit,
	endpoint.Timeout:       trace.StatusTimeout,
	endpoint.PartialOutput: trace.StatusPartialOutput,
	endpoint.ServerError:   trace.StatusServerError,
	endpoint.Overloaded:    trace.StatusOverloaded,
	endpoint.Connection:    trace.StatusConnection,
	endpoint.Rejected:      trace.StatusRejected,
	endpoint.Exhausted:     trace.StatusExhausted,
}

// inWords returns a hint as a trace says it.
func inWords(h hint.Hint) string {
	kind := [...]string{"none", "milliseconds", "seconds", "date", "duration", "reset", "should-retry"}[h.Kind]
	if again, given := h.Order(); given {
		return fmt.Sprintf("%s %t", kind, again)
	}
	if h.Notation == hint.Unreadable {
		return kind + " unreadable"
	}
	return fmt.Sprintf("%s %v", kind, h.Wait)
}
