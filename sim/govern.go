package sim

import (
	"time"

	"ratesim/chance"
	"ratesim/endpoint"
	"ratesim/governor"
)

// A governed is a governor with the attempt that it is told of.
type governed struct {
	governor.Governor
	sending governor.Sending
}

// govern tells all governors of a flow about the last attempt of a request.
func (f *flow) govern(id uint32, tell func(governed)) {
	sending := f.sendingOf(id, int(f.requests[id].attempts))
	for _, g := range f.Client.Governors {
		tell(governed{g, sending})
	}
}

// sendingOf returns an attempt of a request as governors see it.
func (f *flow) sendingOf(id uint32, attempt int) governor.Sending {
	return governor.Sending{
		Flow:    f.Place,
		Request: int64(f.requests[id].index),
		Attempt: attempt,
		Call:    int(f.lives[id].call),
		Retry:   f.lives[id].failed,
		Tokens:  f.lives[id].tokens,
	}
}

// outcome returns an answer as governors hear of it.
func (l *life) outcome() governor.Outcome {
	if l.status == endpoint.OK {
		return governor.Outcome{OK: true}
	}
	return governor.Outcome{Failure: l.failure()}
}

// permit asks all governors of a flow that has some whether a request may be sent
// now, and counts it in each if so.
func (r *Runner) permit(f *flow, id uint32) governor.Permit {
	var permit governor.Permit
	f.lives[id].tokens = r.sizeOf(f, id).expected()
	sending := f.sendingOf(id, int(f.requests[id].attempts)+1)
	for i, g := range f.Client.Governors {
		r.governing.Set(chance.Name{Seed: r.seed, Flow: f.Place, Request: sending.Request, Try: sending.Attempt, Purpose: chance.Governing + chance.Purpose(i)})
		answer := g.Ask(r.now, sending, r.governingRNG)
		permit.Wait = max(permit.Wait, answer.Wait)
		permit.Refused = permit.Refused || answer.Refused
	}
	if permit.Wait == 0 && !permit.Refused {
		for _, g := range f.Client.Governors {
			g.Take(r.now, sending)
		}
	}
	return permit
}

// mayRetry asks all governors whether a request may be tried again.
func (r *Runner) mayRetry(f *flow, id uint32, wait time.Duration) bool {
	if f.circle == nil {
		return true
	}
	allowed := true
	f.govern(id, func(g governed) { allowed = allowed && g.Retry(r.now, g.sending, wait) })
	return allowed
}

// resetGovernors begins a Client's governors anew. One that several share is
// reset more than once, which does no harm before the run.
func (r *Runner) resetGovernors(f *flow) {
	if f.circle == nil {
		return
	}
	f.circle.held = f.circle.held[:0]
	for _, g := range f.Client.Governors {
		g.Reset()
	}
}
