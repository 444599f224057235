package sim

import (
	"math"
	"time"

	"ratesim/chance"
	"ratesim/endpoint"
	"ratesim/trace"
)

// sendAll sends what is ready.
func (r *Runner) sendAll() error {
	if r.config.Order != ByFlow {
		return r.sendMixed()
	}
	for _, f := range r.flows {
		switch {
		case f.Client != nil && f.queue.ready+f.again.ready > 0:
			r.sendFrom(f)
		case f.Client == nil && f.queue.ready > 0:
			r.send(f)
		}
	}
	return r.trouble
}

// sendFrom sends what is ready of a Client.
func (r *Runner) sendFrom(f *flow) {
	f.left = f.PerStep
	for f.left > 0 && r.events <= r.bound && r.trouble == nil {
		q := f.foremost(r.now)
		if q == nil {
			return
		}
		f.left--
		r.sendNext(q)
	}
}

// sendMixed sends what is ready, one request after another, from whichever line
// comes first.
func (r *Runner) sendMixed() error {
	for _, f := range r.flows {
		f.left = f.PerStep
	}
	for r.events <= r.bound && r.trouble == nil {
		q := r.foremost()
		if q == nil || q.heldUntil > r.now {
			break
		}
		q.flow.left--
		r.sendNext(q)
	}
	return r.trouble
}

// foremost returns the line of a flow whose head comes first of those that
// governors do not hold, nil if there is none.
func (f *flow) foremost(now time.Duration) *queue {
	again, queue := f.again.ready > 0 && f.again.heldUntil <= now, f.queue.ready > 0 && f.queue.heldUntil <= now
	switch {
	case again && !(queue && f.queue.head() < f.again.head()):
		return &f.again
	case queue:
		return &f.queue
	}
	return nil
}

// head returns the place of the request that comes first. There must be one.
func (q *queue) head() uint64 { return q.flow.requests[q.peek()].place }

// foremost returns the line whose head comes first of all flows, nil if there is
// none. In one line for all, that may be one which governors hold for a time.
func (r *Runner) foremost() *queue {
	var first *queue
	var least uint64
	for _, f := range r.flows {
		for _, q := range [...]*queue{&f.again, &f.queue} {
			if q.ready == 0 || f.left <= 0 || q.heldUntil > r.now && (r.config.Order == Fair || q.heldUntil == math.MaxInt64) {
				continue
			}
			if rank := r.rank(q); first == nil || rank < least {
				first, least = q, rank
			}
		}
	}
	return first
}

// rank returns by what the heads of lines are ordered.
func (r *Runner) rank(q *queue) uint64 {
	if r.config.Order == ByQueue {
		return q.head()
	}
	request := &q.flow.requests[q.peek()]
	r.governing.Set(chance.Name{Seed: r.seed, Flow: q.flow.Place, Request: int64(request.index), Try: int(request.attempts) + 1, Purpose: chance.Rank})
	return r.governing.Uint64()
}

// sendNext sends the head of a Client's line, unless its governors hold it or let
// it through no more.
func (r *Runner) sendNext(q *queue) {
	f, id := q.flow, q.peek()
	if f.Budget >= 0 && f.dropped(id, r.now) {
		f.release(q.take())
		return
	}
	permit := r.permit(f, id)
	switch {
	case permit.Refused:
		q.take()
		r.events++
		r.abandon(f, id, trace.WhyGovernor)
	case permit.Wait > 0:
		f.lives[id].held = min(f.lives[id].held, r.now)
		q.heldUntil = math.MaxInt64
		if permit.Wait < math.MaxInt64-r.now {
			q.heldUntil = roundUp(r.now+permit.Wait, r.config.Step)
		}
	default:
		r.transmit(f, q.take())
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
