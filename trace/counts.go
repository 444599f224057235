package trace

// Counts are the figures of one flow in one run. The zero value is a flow in
// which nothing has happened yet.
type Counts struct {
	Requests   int64 // arrived before the horizon
	Completed  int64 // answered in full
	GivenUp    int64 // ended by the policy, a governor or a deadline
	Unfinished int64 // queued, waiting or in flight at the horizon

	Calls       int64 // attempts of any outcome
	RateLimited int64 // refused by a limit
	Timeouts    int64 // cut off before the output started
	Partial     int64 // output cut off midway
	Failed      int64 // failed otherwise: broken, overloaded, not connected, refused for good
	InFlight    int64 // not heard of before the horizon; what they cost is not counted

	Tokens int64 // input and output charged for all calls
	Wasted int64 // the part of Tokens charged for calls that came to nothing

	Correct  int64 // completed with the right answer
	Ungraded int64 // requests without a topic among the labels

	RepeatedEffects int64 // how often work was done again that must be done once
}

// OK returns the number of calls that were answered in full.
func (c Counts) OK() int64 {
	return c.Calls - c.RateLimited - c.Timeouts - c.Partial - c.Failed - c.InFlight
}

// attempt counts one sending of a request in a run.
func (c *Counts) attempt(a *Attempt, r *Run) {
	c.Calls++
	if a.isInFlight(*r) {
		c.InFlight++
		return
	}
	c.Tokens += a.InputTokens + a.OutputTokens
	switch a.Status {
	case StatusOK:
		return
	case StatusRateLimit:
		c.RateLimited++
	case StatusTimeout:
		c.Timeouts++
	case StatusPartialOutput:
		c.Partial++
	default:
		c.Failed++
	}
	c.Wasted += a.InputTokens + a.OutputTokens
}

// end counts what became of a request.
func (c *Counts) end(e *End) {
	c.Wasted += e.Lost
	c.RepeatedEffects += int64(e.Repeated)
	switch e.Outcome {
	case OutcomeCompleted:
		c.Completed++
	case OutcomeGivenUp:
		c.GivenUp++
	case OutcomeUnfinished:
		c.Unfinished++
	}
	switch {
	case e.Correct == nil:
		c.Ungraded++
	case *e.Correct:
		c.Correct++
	}
}
