package client

import (
	"time"

	"ratesim/trace"
)

// rest is the wait after the last attempt of a policy that waits before it gives up.
type rest struct {
	until  time.Duration // not beyond the request's time
	asked  time.Duration // by the server
	number uint64        // among the attempts in flight, where it stands though there is none
}

// rests notes that the request waits for nothing before it is given up.
func (q *request) rests(now time.Duration) {
	decision, run := q.flight.decision, q.client.run
	q.rest = rest{until: min(after(now, decision.Idle), q.lapse), asked: decision.Asked, number: run.sendings}
	run.sendings++
}

// outlast waits until the rest is over, and then gives the request up unless there is
// a fallback; it reports whether the request is sent again.
func (q *request) outlast() (again bool) {
	timer := time.NewTimer(q.rest.until - q.client.run.Now())
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-q.ctx.Done():
	}
	q.happen(hearing, q.rest.number, func(now time.Duration) {
		switch {
		case q.lapse <= now || q.ctx.Err() != nil:
			q.abandon(now, trace.WhyDeadline)
		case q.fallBack(now, q.rest.asked):
			again = true
		default:
			q.abandon(now, trace.WhyPolicy)
		}
	})
	return again
}
