package sim

import (
	"time"

	"ratesim/policy"
	"ratesim/trace"
)

// idle lets a request wait for nothing before it is given up, as its policy does
// after the last attempt; not beyond its deadline. It stands among the attempts in
// flight, though none is.
func (r *Runner) idle(f *flow, id uint32, d policy.Decision) {
	until := r.after(d.Idle)
	if f.Budget >= 0 {
		until = min(until, f.lapse(id))
	}
	if f.idling == nil {
		f.idling = map[uint32]time.Duration{}
	}
	f.idling[id] = d.Asked
	r.sendings++
	f.flight.Push(until, r.sendings, id)
}

// rested ends the wait for nothing of a request, if it is in one, and gives the
// request up unless there is a fallback.
func (r *Runner) rested(f *flow, id uint32) bool {
	asked, is := f.idling[id]
	if !is {
		return false
	}
	delete(f.idling, id)
	switch {
	case f.Budget >= 0 && f.lapse(id) <= r.now:
		r.abandon(f, id, trace.WhyDeadline)
	case !r.fallBack(f, id, policy.Decision{Asked: asked}):
		r.abandon(f, id, trace.WhyPolicy)
	}
	return true
}
