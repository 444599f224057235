package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"ratesim/chance"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/trace"
)

// A flight is one attempt, from its sending until its answer was heard.
type flight struct {
	request  *request
	number   uint64        // of all the run's
	sent     time.Duration // the instant at which it was counted
	until    time.Duration // the instant at which the client hangs up; forever for never
	reply    *reply        // what came of it
	decision policy.Decision
	withheld bool // a governor allows no further attempt
	entry    *entry
	parts    reply // what came of HTTP requests that the call of Do sends
	turned   FallbackKind

	answered bool // before the client hung up
	hungUp   bool
	cancel   context.CancelCauseFunc
	unhook   func()
}

// A reply is what came of an attempt.
type reply struct {
	response *http.Response  // nil if none came
	failure  *policy.Failure // nil for what went well
	err      error           // of a failure without a response
	status   int             // of HTTP; 0 for none, and for a failure, which has its own
	usage    Usage
	first    time.Duration // the instant at which output began; 0 for unknown
	begin    []byte        // of a refusal's body, as much as was read
	open     bool          // the answer has more to be read, though it was heard
	goesOn   bool          // the answer is handed over before its end, which is heard later
}

// letGo frees the connection of an answer that is not the last one. What was read
// of it stays, in case that it becomes the last after all.
func (r *reply) letGo() {
	if r.response != nil {
		r.response.Body.Close()
		r.response.Body = io.NopCloser(bytes.NewReader(r.begin))
	}
}

// errHungUp is the cause of the end of an attempt's context.
var errHungUp error = hungUp{}

type hungUp struct{}

func (hungUp) Error() string   { return "no answer within the time that the policy allows an attempt" }
func (hungUp) Timeout() bool   { return true }
func (hungUp) Temporary() bool { return true }
func (hungUp) Is(target error) bool {
	return target == context.DeadlineExceeded
}

// limited is a context that tells the instant of the hang-up, for who asks. The
// flight ends it, so that an answer which comes at that very instant is heard.
type limited struct {
	context.Context
	deadline time.Time
}

// Deadline returns the instant at which the client hangs up.
func (l limited) Deadline() (time.Time, bool) { return l.deadline, true }

// fly makes the attempt that was let through.
func (q *request) fly(attempt func(context.Context) *reply) *reply {
	f := q.flight
	q.granted = false
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(q.ctx))
	f.cancel = cancel
	f.watch()
	if f.until < forever {
		ctx = limited{ctx, q.client.run.began.Add(f.until)}
	}
	r := attempt(ctx)
	f.reply = r
	if !r.goesOn {
		f.land()
	}
	return r
}

// watch hangs up when the time of the attempt is over, or the caller's.
func (f *flight) watch() {
	unhook := context.AfterFunc(f.request.ctx, f.hangUp)
	f.unhook = func() { unhook() }
	if f.until < forever {
		timer := time.AfterFunc(f.until-f.request.client.run.Now(), f.hangUp)
		f.unhook = func() { unhook(); timer.Stop() }
	}
}

// hangUp ends the attempt's context, unless its answer has come.
func (f *flight) hangUp() {
	f.request.happen(hangingUp, f.number, func(time.Duration) {
		if !f.answered && !f.hungUp {
			f.hungUp = true
			f.cancel(errHungUp)
		}
	})
}

// land ends what the attempt has set up, and sees whether its failure comes of
// the client's own hanging up.
func (f *flight) land() {
	f.unhook()
	f.request.client.run.mu.Lock()
	f.answered = true
	hungUp := f.hungUp
	f.request.client.run.mu.Unlock()
	if !f.reply.open {
		f.cancel(context.Canceled)
	}
	if r := f.reply; hungUp && r.failure != nil && r.failure.Status < http.StatusBadRequest {
		r.failure = &policy.Failure{Kind: policy.Timeout}
		if r.err == nil || errors.Is(r.err, context.Canceled) {
			r.err = errHungUp
		}
	}
}

// What comes after an attempt was heard of.
type next uint8

const (
	ended  next = iota // the request has
	onward             // there is a further attempt: again, the next call, or by a fallback
	idling             // nothing, before the request ends or a fallback is turned to
)

// hear hears what came of an attempt.
func (q *request) hear(r *reply) (then next) {
	f := q.flight
	report := Report{Sending: q.about(), Sent: f.sent, Failure: r.failure, Err: r.err, Response: r.response, Usage: r.usage}
	q.happen(hearing, f.number, func(now time.Duration) {
		report.Heard = now
		then = q.heard(now, r)
	})
	if hook := q.client.Hook; hook != nil {
		report.Decision, report.Withheld, report.Turned = f.decision, f.withheld, f.turned
		report.Again = r.failure != nil && then == onward
		hook(report)
	}
	return then
}

// heard does what an answer asks for.
func (q *request) heard(now time.Duration, r *reply) next {
	run := q.client.run
	if run.record != nil {
		run.record.heard(q, now)
	}
	if len(q.client.Governors) > 0 {
		for _, g := range q.client.Governors {
			g.Heard(now, q.sending(q.attempts), outcomeOf(r))
		}
		q.client.release()
	}
	if r.failure != nil {
		return q.fails(now, *r.failure)
	}
	q.paid += r.usage.Input + r.usage.Output
	if q.goOn() {
		q.queueAt(now)
		return onward
	}
	q.end(now, trace.End{Outcome: trace.OutcomeCompleted})
	return ended
}

// fails asks the policy what to do about a failure.
func (q *request) fails(now time.Duration, f policy.Failure) next {
	if q.lapse <= now || q.ctx.Err() != nil {
		q.abandon(now, trace.WhyDeadline)
		return ended
	}
	if q.handedOver {
		q.abandon(now, trace.WhyPolicy)
		return ended
	}
	q.chanceOf(chance.Jitter)
	f.Repeat = q.repeat
	decision := q.session.Failed(now, f, q.client.run.rng)
	withheld := decision.Again && !q.mayRetry(now, decision.Wait)
	q.flight.decision, q.flight.withheld = decision, withheld
	if q.client.run.record != nil {
		q.client.run.record.decision(q, now)
	}
	switch {
	case withheld:
		q.abandon(now, trace.WhyGovernor)
	case decision.Again:
		q.failed = true
		q.startOver()
		q.queueAt(after(now, decision.Wait))
		return onward
	case decision.Idle > 0:
		q.rests(now)
		return idling
	case q.fallBack(now, decision.Asked):
		q.flight.turned = q.turned
		return onward
	default:
		q.abandon(now, trace.WhyPolicy)
	}
	return ended
}

// mayRetry asks all governors whether the request may be tried again.
func (q *request) mayRetry(now, wait time.Duration) bool {
	for _, g := range q.client.Governors {
		if !g.Retry(now, q.sending(q.attempts), wait) {
			return false
		}
	}
	return true
}

// outcomeOf returns what came of an attempt as governors hear of it.
func outcomeOf(r *reply) governor.Outcome {
	if r.failure == nil {
		return governor.Outcome{OK: true}
	}
	return governor.Outcome{Failure: *r.failure}
}
