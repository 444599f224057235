package sim

import (
	"time"

	"ratesim/endpoint"
	"ratesim/hint"
	"ratesim/policy"
	"ratesim/trace"
)

// A life is what a Client's request remembers: 128 bytes, two lines of a cache.
type life struct {
	session policy.Session // of the present call, or of all of them; begun when that is sent
	tokens  int64          // what the client expects the present call to cost
	paid    int64          // tokens of calls before this one, wasted unless the request is completed

	said   *hint.Said // of the answer to the last attempt, like what follows
	cost   int64      // tokens
	http   uint16
	status endpoint.Status
	worked bool

	turned   FallbackKind // the last one that was turned to
	begun    bool         // the session is
	failed   bool         // the attempt before the present one did
	fallback uint16       // the next one to turn to
	atOnce   uint16       // attempts at the instant of the last one
	sent     uint32       // the number of that instant; 0 for none
	model    uint32       // that is asked
	worker   uint32       // of a closed loop, whose request it is
	call     uint32       // of those in sequence
	effects  uint32       // how often the work was done
}

// callAgain makes a request's next attempt the first one of a new call.
func (f *flow) callAgain(id, call uint32) {
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
		return f.Client.Sizes.(OwnSizes).OfOwn(f.owns[id], r.seed, int64(request.index), int(f.lives[id].call))
	}
	return f.Client.Sizes.Of(r.seed, int64(request.index), int(f.lives[id].call))
}

// transmit sends a Client's request, and hears the answer if it comes at once.
func (r *Runner) transmit(f *flow, id uint32) {
	r.events++
	life := &f.lives[id]
	if !life.begun {
		life.begun = true
		f.way.BeginIn(&life.session, r.now)
	}
	if life.sent != r.moment {
		life.sent, life.atOnce = r.moment, 0
	}
	if life.atOnce++; life.atOnce > sendingsMax {
		r.standstill(f, id)
	}
	r.address(f, id, life)
	if r.far != nil {
		r.depart(f, id)
		return
	}
	r.reach(f, id, r.now)
}

// address fills in the attempt that is sent, and counts it.
func (r *Runner) address(f *flow, id uint32, life *life) {
	request, to := &f.requests[id], &r.outgoing
	to.Key, to.Try, to.Flow = request.item.Hash, int(request.attempts), f.Place
	request.attempts++
	to.Number, to.Call = int64(request.index), int(life.call)
	to.Scope.Key, to.Scope.Model = f.Client.Scope.Key, life.model
	to.HangUp = endpoint.Forever
	if f.hasty || f.Budget >= 0 {
		to.HangUp = r.hangUp(f, id)
	}
	if f.Client.Sizes == nil {
		to.Input, to.Output = int64(request.item.Tokens), r.labels[request.item.Label].Tokens
		to.Cached, to.Estimate, to.MaxOutput, life.tokens = 0, 0, 0, to.Input
		return
	}
	size := r.sizeOf(f, id)
	to.Input, to.Output, to.Cached = size.Input, size.Output, size.Cached
	to.Estimate, to.MaxOutput, life.tokens = size.Estimate, size.MaxOutput, size.expected()
}

// hear does what an answer asks for.
func (r *Runner) hear(f *flow, id uint32) {
	life := &f.lives[id]
	f.count(life.status, life.cost)
	if f.circle != nil {
		f.govern(id, func(g governed) { g.Heard(r.now, g.sending, life.outcome()) })
		r.ask(f.circle)
	}
	if life.worked {
		if life.effects++; life.effects > 1 && f.Client.Repeat == policy.Unsafe {
			f.counts.RepeatedEffects++
		}
	}
	if life.status == endpoint.OK {
		r.succeed(f, id)
		return
	}
	r.fail(f, id)
}

// succeed goes on to the request's next call, or completes it.
func (r *Runner) succeed(f *flow, id uint32) {
	life := &f.lives[id]
	life.paid += life.cost
	if int(life.call)+1 >= f.Client.Calls {
		r.ended(f, id)
		r.complete(f, id, &f.requests[id])
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
	failure, decision := &r.failure, &r.decision
	*failure = life.failure()
	failure.Repeat = f.Client.Repeat
	life.session.FillIn(r.now, decision, failure, f.rng)
	allowed := !decision.Again || r.mayRetry(f, id, decision.Wait)
	if r.record != nil {
		r.record.decision(f, id, deciding{now: r.now, decision: *decision, withheld: !allowed})
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
		r.idle(f, id, *decision)
	case !r.fallBack(f, id, *decision):
		r.abandon(f, id, trace.WhyPolicy)
	}
}

// lose counts the tokens of calls that went well as wasted, and returns them.
func (r *Runner) lose(f *flow, id uint32) (lost int64) {
	life := &f.lives[id]
	lost, life.paid = life.paid, 0
	f.counts.Wasted += lost
	return lost
}

// fallBack turns to the next fallback by which a request can still be completed.
func (r *Runner) fallBack(f *flow, id uint32, d policy.Decision) bool {
	life, turn := &f.lives[id], turning{now: r.now}
	for int(life.fallback) < len(f.Client.Fallbacks) {
		to := f.Client.Fallbacks[life.fallback]
		life.fallback++
		switch {
		case to.Kind == Queue:
			life.turned, turn.wait = Queue, max(to.After, d.Asked)
			r.beginAnew(f, id, turn)
			return true
		case to.Kind == Model && to.Capable:
			life.turned, life.model = Model, to.Model
			r.beginAnew(f, id, turn)
			return true
		case to.Kind == Person:
			life.turned = Person
			return false
		}
		turn.passed++
	}
	return false
}

// beginAnew tries a request again after a wait, as if it had not been tried.
func (r *Runner) beginAnew(f *flow, id uint32, turn turning) {
	call := f.lives[id].call
	if f.Client.Whole {
		turn.lost, call = r.lose(f, id), 0
	}
	f.callAgain(id, call)
	if r.record != nil {
		r.record.fallsBack(f, id, turn)
	}
	r.queueAfter(f, id, turn.wait)
}

// abandon gives up a request that was sent.
func (r *Runner) abandon(f *flow, id uint32, why string) {
	lost := r.lose(f, id)
	r.ended(f, id)
	r.giveUp(f, id, trace.End{Why: why, Lost: lost})
	f.release(id)
}

// expire gives up a request whose time is over while it is queued.
func (r *Runner) expire(f *flow, id uint32) {
	e := trace.End{Why: trace.WhyDeadline}
	if f.Client != nil {
		e.Lost = r.lose(f, id)
		r.ended(f, id)
	}
	r.giveUp(f, id, e)
}

// ended tells all who want to know that a request is not sent any more.
func (r *Runner) ended(f *flow, id uint32) {
	if f.circle != nil || f.Loop != nil {
		r.tellEnded(f, id)
	}
}

// tellEnded does what ended does when there is somebody.
func (r *Runner) tellEnded(f *flow, id uint32) {
	life := &f.lives[id]
	if f.circle != nil && f.requests[id].attempts > 0 {
		f.govern(id, func(g governed) { g.Ended(r.now, g.sending) })
		r.ask(f.circle)
	}
	if f.Loop != nil {
		f.Loop.Ended(r.now, int(life.worker))
		f.advance(r.config.Step)
	}
}

// queueAfter queues a request until a wait has passed.
func (r *Runner) queueAfter(f *flow, id uint32, wait time.Duration) {
	r.queueAt(f, id, r.after(wait))
}

// queueAt queues a request that can be sent from an instant on.
func (r *Runner) queueAt(f *flow, id uint32, at time.Duration) {
	if r.record != nil {
		r.record.waits(f, id, at)
	}
	if r.hearing && at <= r.now {
		f.again.enter(id)
		return
	}
	f.again.wait(id, at)
}

// kinds are the endpoint's statuses as a policy knows them.
var kinds = [...]policy.FailureKind{
	endpoint.RateLimit:     policy.RateLimit,
	endpoint.Timeout:       policy.Timeout,
	endpoint.PartialOutput: policy.Cut,
	endpoint.ServerError:   policy.ServerError,
	endpoint.Overloaded:    policy.ServerError,
	endpoint.Connection:    policy.Connection,
	endpoint.Rejected:      policy.Rejected,
	endpoint.Exhausted:     policy.Exhausted,
}

// failure returns what a client learns from an answer.
func (l *life) failure() policy.Failure {
	return policy.Failure{Kind: kinds[l.status], Status: int(l.http), Said: l.said}
}
