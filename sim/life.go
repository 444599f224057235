package sim

import (
	"fmt"
	"math"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/trace"
)

// A life is what a Client's request remembers.
type life struct {
	session  policy.Session // of the present call, or of all of them
	begun    bool           // the session is
	failed   bool           // the attempt before the present one did
	size     Size
	answer   endpoint.Answer // to the attempt in flight
	model    uint32          // that is asked
	worker   int             // of a closed loop, whose request it is
	call     int             // of those in sequence
	fallback int             // the next one to turn to
	turned   FallbackKind    // the last one that was turned to
	effects  int             // how often the work was done
	lost     int64           // what was counted as wasted last, tokens
	paid     int64           // tokens of calls before this one, wasted unless the request is completed
	ready    time.Duration   // since when it could be sent
	held     time.Duration   // since when a governor holds it at the head of its queue; none yet if later than now
	sent     time.Duration   // the instant of its last attempt
	atOnce   int             // attempts at that instant
}

// atOnceMax is how many attempts a request may make at one instant. Time does not
// pass between them, so one that makes more never ends.
const atOnceMax = 10_000

// callAgain makes a request's next attempt the first one of a new call.
func (f *flow) callAgain(id uint32, call int) {
	life := &f.lives[id]
	life.call, life.begun, life.failed = call, false, false
}

// sizeOf returns the size of the request's present call.
func (r *Runner) sizeOf(f *flow, id uint32) Size {
	request := &f.requests[id]
	if f.Client.Sizes == nil {
		return Size{Input: int64(request.item.Tokens), Output: r.labels[request.item.Label].Tokens}
	}
	if f.sized != nil {
		return f.Client.Sizes.(OwnSizes).OfOwn(f.owns[id], r.seed, int64(request.index), f.lives[id].call)
	}
	return f.Client.Sizes.Of(r.seed, int64(request.index), f.lives[id].call)
}

// transmit sends a Client's request, and hears the answer if it comes at once.
func (r *Runner) transmit(f *flow, id uint32) {
	r.events++
	request, life := &f.requests[id], &f.lives[id]
	if !life.begun {
		life.session, life.begun = policy.Begin(f.Policy, r.now), true
	}
	if life.sent != r.now {
		life.sent, life.atOnce = r.now, 0
	}
	if life.atOnce++; life.atOnce > atOnceMax {
		r.trouble = r.standstill(f, id)
	}
	life.size = r.sizeOf(f, id)
	r.outgoing = endpoint.Request{
		Key:       request.item.Hash,
		Try:       int(request.attempts),
		Input:     life.size.Input,
		Output:    life.size.Output,
		Flow:      f.Place,
		Number:    int64(request.index),
		Call:      life.call,
		Scope:     endpoint.Scope{Key: f.Client.Scope.Key, Model: life.model},
		Cached:    life.size.Cached,
		Estimate:  life.size.Estimate,
		MaxOutput: life.size.MaxOutput,
		HangUp:    r.hangUp(f, id),
	}
	life.answer = r.api.Serve(r.now, &r.outgoing)
	life.answer.Heard = roundUp(life.answer.Heard, r.config.Step)
	request.attempts++
	if r.record != nil {
		r.record.sending(f, id, r.now)
	}
	if life.answer.Heard <= r.now {
		r.hear(f, id)
		return
	}
	r.sendings++
	f.flight.push(entry{at: life.answer.Heard, place: r.sendings, batch: id})
}

// standstill says that a request is sent again and again while no time passes.
func (r *Runner) standstill(f *flow, id uint32) error {
	return fmt.Errorf("seed %d: %s request %s is sent more than %d times at %v: the endpoint answers at once and the policy does not wait, so time does not pass",
		r.seed, f.Name, f.Requests.Ticket(int(f.requests[id].index)).ID, atOnceMax, r.now)
}

// hear does what an answer asks for.
func (r *Runner) hear(f *flow, id uint32) {
	life := &f.lives[id]
	f.count(&life.answer)
	if len(f.Client.Governors) > 0 {
		f.govern(id, func(g governed) { g.Heard(r.now, g.sending, outcomeOf(&life.answer)) })
		r.release()
	}
	if life.answer.Worked {
		if life.effects++; life.effects > 1 && f.Client.Repeat == policy.Unsafe {
			f.counts.RepeatedEffects++
		}
	}
	if life.answer.Status == endpoint.OK {
		r.succeed(f, id)
		return
	}
	r.fail(f, id)
}

// succeed goes on to the request's next call, or completes it.
func (r *Runner) succeed(f *flow, id uint32) {
	life := &f.lives[id]
	life.paid += life.answer.Input + life.answer.Output
	if life.call+1 >= f.Client.Calls {
		r.ended(f, id)
		r.complete(f, id)
		return
	}
	if f.Client.Whole {
		life.call++
		life.failed = false
	} else {
		f.callAgain(id, life.call+1)
	}
	r.queueAt(f, id, r.now)
}

// fail asks the policy what to do about a failure, and does it.
func (r *Runner) fail(f *flow, id uint32) {
	request, life := &f.requests[id], &f.lives[id]
	if f.Budget >= 0 && f.lapse(id) <= r.now {
		r.abandon(f, id, trace.WhyDeadline)
		return
	}
	f.chance.Renew(int64(request.index), int(request.attempts))
	failure := failureOf(&life.answer)
	failure.Repeat = f.Client.Repeat
	decision := life.session.Failed(r.now, failure, f.rng)
	allowed := !decision.Again || r.mayRetry(f, id, decision.Wait)
	if r.record != nil {
		r.record.decision(f, id, deciding{now: r.now, decision: decision, withheld: !allowed})
	}
	switch {
	case !allowed:
		r.abandon(f, id, trace.WhyGovernor)
	case decision.Again:
		life.failed = true
		if f.Client.Whole {
			r.lose(f, id)
			life.call = 0
		}
		r.queueAfter(f, id, decision.Wait)
	case decision.Idle > 0:
		r.idle(f, id, decision)
	case !r.fallBack(f, id, decision):
		r.abandon(f, id, trace.WhyPolicy)
	}
}

// lose counts the tokens of calls that went well as wasted.
func (r *Runner) lose(f *flow, id uint32) {
	life := &f.lives[id]
	f.counts.Wasted += life.paid
	life.lost, life.paid = life.paid, 0
}

// fallBack turns to the next fallback by which a request can still be completed.
func (r *Runner) fallBack(f *flow, id uint32, d policy.Decision) bool {
	life := &f.lives[id]
	for life.fallback < len(f.Client.Fallbacks) {
		to := f.Client.Fallbacks[life.fallback]
		life.fallback++
		switch {
		case to.Kind == Queue:
			life.turned = Queue
			r.beginAnew(f, id, max(to.After, d.Asked))
			return true
		case to.Kind == Model && to.Capable:
			life.turned, life.model = Model, to.Model
			r.beginAnew(f, id, 0)
			return true
		case to.Kind == Person:
			life.turned = Person
			return false
		}
	}
	return false
}

// beginAnew tries a request again after a wait, as if it had not been tried.
func (r *Runner) beginAnew(f *flow, id uint32, wait time.Duration) {
	turn, call := turning{now: r.now, wait: wait}, f.lives[id].call
	if f.Client.Whole {
		r.lose(f, id)
		turn.lost, call = f.lives[id].lost, 0
	}
	f.callAgain(id, call)
	if r.record != nil {
		r.record.fallsBack(f, id, turn)
	}
	r.queueAfter(f, id, wait)
}

// abandon gives up a request that was sent.
func (r *Runner) abandon(f *flow, id uint32, why string) {
	r.lose(f, id)
	r.ended(f, id)
	r.giveUp(f, id, why)
	f.release(id)
}

// expire gives up a request whose time is over while it is queued.
func (r *Runner) expire(f *flow, id uint32) {
	if f.Client != nil {
		r.lose(f, id)
		r.ended(f, id)
	}
	r.giveUp(f, id, trace.WhyDeadline)
}

// ended tells all who want to know that a request is not sent any more.
func (r *Runner) ended(f *flow, id uint32) {
	life := &f.lives[id]
	if len(f.Client.Governors) > 0 && f.requests[id].attempts > 0 {
		f.govern(id, func(g governed) { g.Ended(r.now, g.sending) })
		r.release()
	}
	if f.Loop != nil {
		f.Loop.Ended(r.now, life.worker)
		f.advance(r.config.Step)
	}
}

// queueAfter queues a request until a wait has passed.
func (r *Runner) queueAfter(f *flow, id uint32, wait time.Duration) {
	r.queueAt(f, id, r.after(wait))
}

// queueAt queues a request that can be sent from an instant on.
func (r *Runner) queueAt(f *flow, id uint32, at time.Duration) {
	life := &f.lives[id]
	life.ready, life.held = at, math.MaxInt64
	if r.hearing && at <= r.now {
		f.again.enter(id)
		return
	}
	f.again.wait(id, at)
}

// failureOf returns what a client learns from an answer.
func failureOf(a *endpoint.Answer) policy.Failure {
	f := policy.Failure{Status: a.HTTP, Said: a.Said}
	switch a.Status {
	case endpoint.RateLimit:
		f.Kind = policy.RateLimit
	case endpoint.Timeout:
		f.Kind = policy.Timeout
	case endpoint.PartialOutput:
		f.Kind = policy.Cut
	case endpoint.ServerError, endpoint.Overloaded:
		f.Kind = policy.ServerError
	case endpoint.Connection:
		f.Kind = policy.Connection
	case endpoint.Rejected:
		f.Kind = policy.Rejected
	case endpoint.Exhausted:
		f.Kind = policy.Exhausted
	}
	return f
}
