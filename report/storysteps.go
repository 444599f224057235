package report

import (
	"fmt"

	"ratesim/trace"
)

// events returns what happened between arrival and end, in order.
func (s Story) events() []event {
	if s.Run.Open {
		return s.openEvents()
	}
	return s.stepEvents()
}

// stepEvents returns what happened to a request of the lesson's kind.
func (s Story) stepEvents() []event {
	var all []event
	last := s.Request.Arrival
	for i, a := range s.Attempts {
		if i > 0 {
			all = append(all, event{at: last, text: "waits " + s.span(a.Ready-last)})
		}
		if a.At > a.Ready {
			all = append(all, event{at: a.Ready, text: fmt.Sprintf("is in the queue for %s", s.span(a.At-a.Ready))})
		}
		all = append(all, event{at: a.At, text: fmt.Sprintf("call %d: %s", a.Attempt+1, attemptText(a))})
		last = a.At
	}
	return all
}

// attemptText says what became of a call, and what it cost.
func attemptText(a trace.Attempt) string {
	window := "no limit"
	if a.WindowLimit > 0 || a.Status == trace.StatusRateLimit {
		window = fmt.Sprintf("window %d of %d", a.WindowFill, a.WindowLimit)
	}
	paid := fmt.Sprintf("paid %d + %d tokens", a.InputTokens, a.OutputTokens)
	switch a.Status {
	case trace.StatusOK:
		return fmt.Sprintf("answered %q; %s; %s", a.Reply, window, paid)
	case trace.StatusRateLimit:
		return fmt.Sprintf("refused by the limit; %s; paid nothing", window)
	case trace.StatusTimeout:
		return fmt.Sprintf("timed out before the output; %s; %s", window, paid)
	case trace.StatusPartialOutput:
		return fmt.Sprintf("output cut off at %q; %s; %s", a.Reply, window, paid)
	}
	return fmt.Sprintf("%s; %s; %s", a.Status, window, paid)
}
