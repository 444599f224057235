package sim

import (
	"time"

	"ratesim/endpoint"
)

// A travel is an attempt on its way to a distant endpoint.
type travel struct {
	request  endpoint.Request
	sent     time.Duration
	underWay bool
}

// depart sends the outgoing call on its way. One whose client hangs up before it
// has arrived never does, and is heard of as a timeout then; nor does one that
// arrives at the horizon or later.
func (r *Runner) depart(f *flow, id uint32) {
	at := plus(r.now, r.far.Way(r.now, &r.outgoing))
	at = roundUp(at, r.config.Step)
	lost := endpoint.Answer{Status: endpoint.Timeout, Uncounted: true}
	switch {
	case r.outgoing.HangUp < at:
		lost.Heard = r.outgoing.HangUp
		r.answered(f, id, call{r.now, r.now, &r.outgoing, &lost})
	case at >= r.config.Horizon:
		lost.Heard = at
		r.answered(f, id, call{r.now, r.now, &r.outgoing, &lost})
	case at == r.now:
		r.reach(f, id, r.now)
	default:
		for len(f.travels) <= int(id) {
			f.travels = append(f.travels, travel{})
		}
		f.travels[id] = travel{request: r.outgoing, sent: r.now, underWay: true}
		r.expect(f, id, at)
	}
}

// arrives lets a call that was on its way reach the endpoint; ok is false if it is
// not on its way.
func (r *Runner) arrives(f *flow, id uint32) (ok bool) {
	if int(id) >= len(f.travels) || !f.travels[id].underWay {
		return false
	}
	t := &f.travels[id]
	t.underWay = false
	r.outgoing = t.request
	r.reach(f, id, t.sent)
	return true
}

// reach lets the endpoint answer the outgoing call.
func (r *Runner) reach(f *flow, id uint32, sent time.Duration) {
	answer := r.api.Serve(r.now, &r.outgoing)
	answer.Heard = roundUp(answer.Heard, r.config.Step)
	r.answered(f, id, call{sent, r.now, &r.outgoing, &answer})
}

// answered hears an answer when it comes.
func (r *Runner) answered(f *flow, id uint32, c call) {
	life, a := &f.lives[id], c.answer
	life.said, life.cost = a.Said, a.Input+a.Output
	life.http, life.status, life.worked = uint16(a.HTTP), a.Status, a.Worked
	if r.record != nil {
		r.record.sending(f, id, c)
	}
	if a.Heard <= r.now {
		r.hear(f, id)
		return
	}
	r.expect(f, id, a.Heard)
}

// expect comes back to an attempt in flight at an instant.
func (r *Runner) expect(f *flow, id uint32, at time.Duration) {
	r.sendings++
	f.flight.Push(at, r.sendings, id)
}

// plus returns the instant when a wait from another is over, the last one there is
// at most.
func plus(at, wait time.Duration) time.Duration {
	if wait > endpoint.Forever-at {
		return endpoint.Forever
	}
	return at + wait
}
