package client

import (
	"context"
	"strconv"
	"time"

	"ratesim/chance"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/trace"
)

// A request is one that has arrived and has not ended. Its fields are read and
// written under the lock of its Run, or while nobody else knows of it.
type request struct {
	Request
	client *Client
	ctx    context.Context // of the caller, with the Client's budget
	cancel context.CancelFunc
	repeat policy.Repeat
	policy policy.Policy

	session  policy.Session
	arrival  time.Duration
	lapse    time.Duration // the instant at which it is given up; forever for never
	ready    time.Duration // since when it can be sent
	held     time.Duration // since when governors hold it at the head of its line; forever for not yet
	place    uint64        // in its line
	attempts int
	flight   *flight // the last attempt; an empty one before the first
	rest     rest    // after the last attempt of a policy that does so
	born     uint64  // its first place

	steps    []Step       // the calls of a chain; nil for the one of a RoundTripper
	call     int          // of them
	begun    bool         // the session is, of the present call or of all
	failed   bool         // the attempt before the present one did
	paid     int64        // tokens of calls before this one
	fallback int          // the next one to turn to
	turned   FallbackKind // the last one that was turned to
	told     FallbackKind // and that is recorded

	handedOver bool // what becomes of it is the caller's, so it is not sent again

	granted bool          // the next attempt is counted and must be made
	over    *Error        // why there is no next attempt
	permit  chan struct{} // tells of either
}

// request makes a request of what its context says.
func (c *Client) request(ctx context.Context) *request {
	q := &request{
		Request: about(ctx),
		client:  c,
		policy:  c.Policy,
		lapse:   forever,
		held:    forever,
		permit:  make(chan struct{}, 1),
		flight:  &flight{},
	}
	q.repeat = q.Request.Repeat
	if c.Budget > 0 {
		q.ctx, q.cancel = context.WithTimeout(ctx, c.Budget)
	} else {
		q.ctx, q.cancel = context.WithCancel(ctx)
	}
	return q
}

// send sends the request until it is answered, or given up; then the Error says
// why, and the reply is the last one, if there was any.
func (q *request) send(attempt func(context.Context) *reply) (*reply, *Error) {
	if q.ctx.Err() != nil {
		return nil, q.because(trace.WhyDeadline)
	}
	defer q.clearUp()
	q.happen(arriving, uint64(q.Number), q.arrive)
	over := q.await()
	for {
		if over != nil {
			return q.flight.reply, over
		}
		r := q.fly(attempt)
		if r.goesOn {
			return r, nil
		}
		then := q.hear(r)
		if then == ended || then == idling && !q.outlast() {
			return r, q.over
		}
		r.letGo()
		over = q.awaitAgain()
	}
}

// clearUp ends a request whose attempt has panicked, so that it holds no slot.
func (q *request) clearUp() {
	f := q.flight
	if q.attempts == 0 || f.reply != nil {
		return
	}
	f.reply = &reply{failure: &policy.Failure{Kind: policy.Rejected}}
	f.land()
	q.handedOver = true
	q.hear(f.reply)
}

// happen lets something happen to the request.
func (q *request) happen(p phase, place uint64, do func(now time.Duration)) {
	run := q.client.run
	run.instants.happen(event{phase: p, flow: q.client.order, place: place, do: func() { do(run.Now()) }})
}

// arrive takes the request in.
func (q *request) arrive(now time.Duration) {
	c := q.client
	if q.Number == 0 {
		q.Number = *c.numbers + 1
	}
	q.Number-- // of named chance, which counts from 0
	*c.numbers = max(*c.numbers, q.Number+1)
	if q.ID == "" {
		q.ID = strconv.FormatInt(q.Number+1, 10)
	}
	if deadline, ok := q.ctx.Deadline(); ok {
		q.lapse = deadline.Sub(c.run.began)
	}
	q.arrival, q.ready = now, now
	q.queue()
	q.born = q.place
	c.fresh.enter(q)
	c.run.due = true
	if c.run.record != nil {
		c.run.record.request(q)
	}
}

// queue gives the request the last place of all.
func (q *request) queue() {
	q.place = q.client.run.places
	q.client.run.places++
}

// queueAt gives the request the last place, from an instant on.
func (q *request) queueAt(at time.Duration) {
	q.ready, q.held = at, forever
	q.queue()
}

// await waits in a line until the request may be sent. An Error says why it may
// not.
func (q *request) await() *Error {
	select {
	case <-q.permit:
		return q.over
	case <-q.ctx.Done():
		return q.expire()
	}
}

// awaitAgain waits as long as the policy says, and then in a line.
func (q *request) awaitAgain() *Error {
	if !q.ripen() {
		return q.expire()
	}
	q.happen(ripening, q.place, func(time.Duration) {
		q.client.again.enter(q)
		q.client.run.due = true
	})
	return q.await()
}

// ripen waits until the request is ready to be sent again; false if its time ends
// before, or at that instant.
func (q *request) ripen() bool {
	var ready <-chan time.Time
	if q.ready < q.lapse {
		timer := time.NewTimer(q.ready - q.client.run.Now())
		defer timer.Stop()
		ready = timer.C
	}
	select {
	case <-ready:
		return true
	case <-q.ctx.Done():
		return false
	}
}

// expire gives the request up, unless it was just let through.
func (q *request) expire() *Error {
	q.happen(expiring, q.born, func(now time.Duration) {
		if q.granted || q.over != nil {
			<-q.permit
			return
		}
		q.line().leave(q)
		q.abandon(now, trace.WhyDeadline)
	})
	return q.over
}

// line returns the line in which the request stands.
func (q *request) line() *line {
	if q.attempts > 0 {
		return &q.client.again
	}
	return &q.client.fresh
}

// refused ends a request that a governor lets through no more.
func (q *request) refused(now time.Duration) {
	q.abandon(now, trace.WhyGovernor)
	q.permit <- struct{}{}
}

// transmit counts an attempt that is sent now, and lets the request make it.
func (q *request) transmit(now time.Duration) {
	run := q.client.run
	if !q.begun {
		q.session, q.begun = policy.Begin(q.policy, now), true
	}
	q.flight = &flight{request: q, number: run.sendings, sent: now, until: q.hangUp(now)}
	run.sendings++
	q.attempts++
	if run.record != nil {
		q.flight.entry = run.record.sending(q)
	}
	q.granted = true
	q.permit <- struct{}{}
}

// hangUp returns the instant at which an attempt that is sent now is given up.
func (q *request) hangUp(now time.Duration) time.Duration {
	until := forever
	if limit, limited := q.session.TimeLimit(now); limited {
		until = after(now, limit)
	}
	return min(until, q.lapse)
}

// sending returns an attempt of the request as governors see it.
func (q *request) sending(attempt int) governor.Sending {
	return governor.Sending{Flow: q.client.place, Request: q.Number, Attempt: attempt, Call: q.call, Retry: q.failed, Tokens: q.expected()}
}

// about returns the last attempt.
func (q *request) about() Sending {
	s := Sending{Request: q.Request, Attempt: q.attempts - 1, Call: q.call}
	s.Request.Number++
	return s
}

// abandon gives the request up.
func (q *request) abandon(now time.Duration, why string) {
	q.over = q.because(why)
	q.end(now, trace.End{Outcome: trace.OutcomeGivenUp, Why: why, Lost: q.lose()})
}

// because returns an Error about what became of the request.
func (q *request) because(why string) *Error {
	e := &Error{Why: why, Attempts: q.attempts}
	if q.flight.reply != nil {
		e.Err, e.Decision = q.flight.reply.err, q.flight.decision
	}
	if why == trace.WhyDeadline {
		e.cause = context.Cause(q.ctx)
		if e.cause == nil {
			e.cause = context.DeadlineExceeded
		}
	}
	return e
}

// end tells all who want to know that the request is not sent any more.
func (q *request) end(now time.Duration, e trace.End) {
	c := q.client
	if len(c.Governors) > 0 && q.attempts > 0 {
		for _, g := range c.Governors {
			g.Ended(now, q.sending(q.attempts))
		}
		c.release()
	}
	if c.run.record != nil {
		e.At, e.Fallback = int64(now), q.turned.String()
		c.run.record.end(q, e)
	}
}

// chanceOf makes the next draw that of the wait after the last attempt.
func (q *request) chanceOf(p chance.Purpose) {
	q.client.run.jitter.Set(chance.Name{Seed: q.client.run.seed, Flow: q.client.place, Request: q.Number, Try: q.attempts, Purpose: p})
}
