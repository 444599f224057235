package sim

import (
	"ratesim/endpoint"
	"ratesim/trace"
)

// This is the path of requests without a Client: the answer comes in the instant
// of the call, and the policy goes by the number of attempts.

// send sends what is ready, at most PerStep requests, and does what the answers
// ask for. Most of the time of a run is spent here.
func (r *Runner) send(f *flow) {
	for left := f.PerStep; left > 0; {
		id := f.queue.peek()
		if id == none {
			return
		}
		request := &f.requests[id]
		f.queue.remove(id, request.next)
		if f.Budget >= 0 && f.dropped(id, r.now) {
			f.release(id)
			continue
		}
		left--
		r.events++
		if request.attempts == 0 && !f.forgets {
			f.pasts[id] = past{sent: r.now}
		}
		r.outgoing.Key, r.outgoing.Try = request.item.Hash, int(request.attempts)
		r.outgoing.Input, r.outgoing.Output = int64(request.item.Tokens), r.labels[request.item.Label].Tokens
		answer := r.api.Serve(r.now, &r.outgoing)
		request.attempts++
		f.count(answer.Status, answer.Input+answer.Output)
		if r.record != nil {
			r.record.attempt(f, id, r.now, &answer)
		}
		if answer.Status == endpoint.OK {
			r.complete(f, id, request)
		} else {
			r.again(f, id)
		}
	}
}

// again asks the policy what to do about a failure, and does it.
func (r *Runner) again(f *flow, id uint32) {
	choice := f.choose(id, r.now)
	if !choice.Again {
		r.giveUp(f, id, trace.End{Why: trace.WhyPolicy})
		f.release(id)
		return
	}
	at := r.after(choice.Wait)
	f.queue.wait(id, at)
	if r.record != nil {
		r.record.waits(f, id, at)
	}
}
