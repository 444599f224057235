package sim

import (
	"math"
	"time"

	"ratesim/chance"
	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/trace"
)

// sendInTurn sends what is ready, one flow after another.
func (r *Runner) sendInTurn(now uint64) {
	for n := r.agenda.first(now); n >= 0; n = r.agenda.after(n, now) {
		r.turn = n
		r.sendOf(r.flows[n])
	}
	r.turn = -1
}

// sendOf sends what is ready of a flow.
func (r *Runner) sendOf(f *flow) {
	switch {
	case f.Client == nil:
		r.send(f)
	case f.isReady():
		r.sendFrom(f)
	}
	if r.events > r.limit {
		r.overrun(f, nobodyWaits)
	}
	r.schedule(f)
}

// sendFrom sends what is ready of a Client.
func (r *Runner) sendFrom(f *flow) {
	for left := f.PerStep; left > 0 && f.isReady() && r.events <= r.limit; left-- {
		q := f.foremost(r.now)
		if q == nil {
			return
		}
		r.sendNext(q)
	}
}

// sendMixed sends what is ready, one request after another, from whichever line
// comes first.
func (r *Runner) sendMixed(now uint64) {
	for n := r.agenda.first(now); n >= 0; n = r.agenda.after(n, now) {
		r.rank(r.flows[n])
	}
	for r.trouble == nil {
		q := r.foremost()
		if q == nil || q.heldUntil > r.now {
			break
		}
		r.agenda.set(q.flow.number, now)
		r.sendNext(q)
		r.rank(q.flow)
		if r.events > r.limit {
			r.overrun(q.flow, nobodyWaits)
		}
	}
	for n := r.agenda.first(now); n >= 0; n = r.agenda.after(n, now) {
		r.schedule(r.flows[n])
	}
}

// isReady reports whether one of the flow's lines has a request that can be sent.
func (f *flow) isReady() bool { return f.queue.isReady() || f.again.isReady() }

// foremost returns the line of a flow whose head comes first of those that
// governors do not hold, nil if there is none.
func (f *flow) foremost(now time.Duration) *queue {
	again, queue := f.again.isReady() && f.again.heldUntil <= now, f.queue.isReady() && f.queue.heldUntil <= now
	switch {
	case again && !(queue && f.queue.head() < f.again.head()):
		return &f.again
	case queue:
		return &f.queue
	}
	return nil
}

// head returns the place of the request that comes first. There must be one.
func (q *queue) head() uint32 { return q.flow.requests[q.peek()].place }

// foremost returns the line whose head comes first of all flows, nil if there is
// none. In one line for all, that may be one which governors hold for a time.
func (r *Runner) foremost() *queue {
	if r.lines.lowest() == never {
		return nil
	}
	line := r.lines.winner()
	f := r.flows[line/2]
	if line%2 == 0 {
		return &f.again
	}
	return &f.queue
}

// rank looks up where the lines of a flow stand among those of all.
func (r *Runner) rank(f *flow) {
	r.lines.set(2*f.number, r.rankOf(&f.again))
	r.lines.set(2*f.number+1, r.rankOf(&f.queue))
}

// rankOf returns by what the head of a line is ordered; never if it cannot be
// sent.
func (r *Runner) rankOf(q *queue) uint64 {
	fair := r.config.Order == Fair
	if !q.isReady() || q.flow.PerStep == 0 || q.heldUntil > r.now && (fair || q.heldUntil == math.MaxInt64) {
		return never
	}
	if !fair {
		return uint64(q.head())
	}
	request := &q.flow.requests[q.peek()]
	r.governing.Set(chance.Name{Seed: r.seed, Flow: q.flow.Place, Request: int64(request.index), Try: int(request.attempts) + 1, Purpose: chance.Rank})
	return min(r.governing.Uint64(), never-1)
}

// sendNext sends the head of a Client's line, unless its governors hold it or let
// it through no more.
func (r *Runner) sendNext(q *queue) {
	f, id := q.flow, q.peek()
	if f.Budget >= 0 && f.dropped(id, r.now) {
		q.remove(id, f.requests[id].next)
		f.release(id)
		return
	}
	var permit governor.Permit
	if f.circle != nil {
		permit = r.permit(f, id)
	}
	switch {
	case permit.Refused:
		q.remove(id, f.requests[id].next)
		r.events++
		r.abandon(f, id, trace.WhyGovernor)
	case permit.Wait > 0:
		r.hold(q, id, permit.Wait)
	default:
		q.remove(id, f.requests[id].next)
		r.transmit(f, id)
	}
}

// hold makes a line wait, whose head is a request that governors hold.
func (r *Runner) hold(q *queue, id uint32, wait time.Duration) {
	if r.record != nil {
		r.record.holds(q.flow, id, r.now)
	}
	q.flow.circle.hold(q.flow)
	q.heldUntil = math.MaxInt64
	if wait < math.MaxInt64-r.now {
		q.heldUntil = roundUp(r.now+wait, r.config.Step)
	}
}

// hangUp returns the instant at which the client gives up an attempt that is sent
// now.
func (r *Runner) hangUp(f *flow, id uint32) time.Duration {
	until := endpoint.Forever
	if f.hasty {
		if limit, limited := f.lives[id].session.TimeLimit(r.now); limited && limit < endpoint.Forever-r.now {
			until = r.now + limit
		}
	}
	if f.Budget >= 0 {
		until = min(until, f.lapse(id))
	}
	return until
}
