package sim

import (
	"math"
	"time"
)

// next returns the instant of the next event, the longest Duration if there is
// none.
func (r *Runner) next() time.Duration {
	if r.config.Order == ByQueue {
		return r.nextInLine()
	}
	return time.Duration(r.agenda.lowest())
}

// nextInLine does what next does when all flows stand in one line.
func (r *Runner) nextInLine() time.Duration {
	return min(time.Duration(r.agenda.lowest()), r.nextSending(r.foremost()))
}

// schedule looks up when the flow has something to do next.
func (r *Runner) schedule(f *flow) {
	next := min(f.arrival, f.expiry())
	if f.Client == nil {
		next = min(next, f.queue.nextReady())
	} else {
		next = min(next, f.again.nextReady(), f.flight.Next())
	}
	if f.isReady() {
		next = min(next, r.nextSendingOf(f))
	}
	r.agenda.set(f.number, uint64(next))
}

// nextSendingOf returns the instant at which one of the flow's lines can be sent,
// unless it must wait for those of others.
func (r *Runner) nextSendingOf(f *flow) time.Duration {
	if r.config.Order == ByQueue {
		return math.MaxInt64
	}
	return min(r.nextSending(&f.queue), r.nextSending(&f.again))
}

// nextSending returns the instant at which the head of a line can be sent, the
// longest Duration if there is none.
func (r *Runner) nextSending(q *queue) time.Duration {
	if q == nil || !q.isReady() || q.flow.PerStep == 0 {
		return math.MaxInt64
	}
	return max(r.now+r.config.Step, q.heldUntil)
}

// instant lets happen all that is due now. Flows that have something to do are
// found by the agenda, in order, until they are scheduled again.
func (r *Runner) instant() {
	now := uint64(r.now)
	alone := r.only
	if alone == nil {
		alone = r.alone(now)
	}
	if alone != nil {
		r.hearOf(alone)
		r.welcome(alone)
	} else {
		r.begin(now)
	}
	switch {
	case r.trouble != nil:
	case r.config.Order != ByFlow:
		r.sendMixed(now)
	case alone != nil && alone.circle == nil: // so it has roused nobody
		r.sendOf(alone)
	default:
		r.sendInTurn(now)
	}
}

// alone returns the only flow that has something to do now, as is mostly so in
// continuous time; nil if there are several.
func (r *Runner) alone(now uint64) *flow {
	first := r.agenda.first(now)
	if first < 0 || r.agenda.after(first, now) >= 0 {
		return nil
	}
	return r.flows[first]
}

// begin lets happen what comes before anything is sent.
func (r *Runner) begin(now uint64) {
	first := r.agenda.first(now)
	if r.sendings > 0 {
		for n := first; n >= 0; n = r.agenda.after(n, now) {
			r.hearOf(r.flows[n])
		}
		first = r.agenda.first(now) // another one may have been roused
	}
	for n := first; n >= 0; n = r.agenda.after(n, now) {
		r.welcome(r.flows[n])
	}
}

// hearOf hears those answers of a flow that are due.
func (r *Runner) hearOf(f *flow) {
	if f.flight.Next() <= r.now {
		r.hearDue(f)
	}
}

// hearDue does what hearOf does when there are some.
func (r *Runner) hearDue(f *flow) {
	r.hearing = true
	for f.flight.Next() <= r.now {
		id := f.flight.Pop().ID()
		if len(f.idling) > 0 && r.rested(f, id) || r.far != nil && r.arrives(f, id) {
			continue
		}
		r.hear(f, id)
	}
	r.hearing = false
}

// welcome lets requests arrive, deadlines expire and waits end.
func (r *Runner) welcome(f *flow) {
	for f.arrival <= r.now {
		r.arrive(f)
		if r.events > r.limit {
			r.overrun(f, manyArrive)
			return
		}
	}
	for f.expiry() <= r.now {
		r.expire(f, f.ages.oldest)
	}
	q := &f.queue
	if f.Client != nil {
		q = &f.again // only these wait
	}
	if q.nextReady() <= r.now {
		q.ripen(r.now)
	}
}

// rouse lets a flow send at this instant whose governors have heard something,
// unless its turn has passed.
func (r *Runner) rouse(f *flow) {
	f.queue.heldUntil, f.again.heldUntil = 0, 0
	switch {
	case r.config.Order != ByFlow:
		r.rank(f)
	case f.number <= r.turn:
		r.schedule(f)
		return
	}
	r.agenda.set(f.number, uint64(r.now))
}
