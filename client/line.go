package client

import (
	"cmp"
	"slices"
	"time"

	"ratesim/chance"
	"ratesim/governor"
)

// A line holds the requests of one Client that are ready to be sent, by the place
// that each was given when it was queued.
type line struct {
	requests  []*request
	heldUntil time.Duration // when governors can be asked again about the first of them
}

func byPlace(a, b *request) int { return cmp.Compare(a.place, b.place) }

// enter puts a request into the line.
func (l *line) enter(q *request) {
	at, _ := slices.BinarySearchFunc(l.requests, q, byPlace)
	l.requests = slices.Insert(l.requests, at, q)
}

// leave takes a request out of the line, if it is there.
func (l *line) leave(q *request) {
	if at, found := slices.BinarySearchFunc(l.requests, q, byPlace); found {
		l.requests = slices.Delete(l.requests, at, at+1)
	}
}

// canSend reports whether governors may be asked about the head of the line.
func (l *line) canSend(now time.Duration) bool { return len(l.requests) > 0 && l.heldUntil <= now }

// foremost returns the line whose head comes first of those that governors do not
// hold, nil if there is none.
func (c *Client) foremost(now time.Duration) *line {
	again, fresh := c.again.canSend(now), c.fresh.canSend(now)
	switch {
	case again && !(fresh && c.fresh.requests[0].place < c.again.requests[0].place):
		return &c.again
	case fresh:
		return &c.fresh
	}
	return nil
}

// sendOne asks about the head of the next line; false if no client can send.
func (r *Run) sendOne() bool {
	now := r.Now()
	for r.cursor < len(r.clients) {
		c := r.clients[r.cursor]
		if l := c.foremost(now); l != nil {
			c.sendNext(l, now)
			return true
		}
		r.cursor++
	}
	r.setWake(now)
	return false
}

// sendNext sends the head of a line, unless governors hold it or let it through
// no more.
func (c *Client) sendNext(l *line, now time.Duration) {
	q := l.requests[0]
	permit := c.permit(q, now)
	switch {
	case permit.Refused:
		l.leave(q)
		q.refused(now)
	case permit.Wait > 0:
		q.held = min(q.held, now)
		l.heldUntil = after(now, permit.Wait)
	default:
		l.leave(q)
		q.transmit(now)
	}
}

// permit asks all governors whether a request may be sent now, and counts it in
// each if so.
func (c *Client) permit(q *request, now time.Duration) governor.Permit {
	var permit governor.Permit
	q.sizes()
	sending := q.sending(q.attempts + 1)
	for i, g := range c.Governors {
		c.run.jitter.Set(chance.Name{Seed: c.run.seed, Flow: c.place, Request: sending.Request, Try: sending.Attempt, Purpose: chance.Governing + chance.Purpose(i)})
		answer := g.Ask(now, sending, c.run.rng)
		permit.Wait = max(permit.Wait, answer.Wait)
		permit.Refused = permit.Refused || answer.Refused
	}
	if permit.Wait == 0 && !permit.Refused {
		for _, g := range c.Governors {
			g.Take(now, sending)
		}
	}
	return permit
}

// release makes clients that governors hold ask again, if they share one with this
// client, be it by way of others: what it has heard may let them send.
func (c *Client) release() {
	for _, o := range c.run.clients {
		if o.circle == c.circle {
			o.fresh.heldUntil, o.again.heldUntil = 0, 0
		}
	}
	c.run.due = true
}

// setWake sets the timer to the instant at which governors can be asked again.
func (r *Run) setWake(now time.Duration) {
	at := forever
	for _, c := range r.clients {
		for _, l := range [...]*line{&c.fresh, &c.again} {
			if len(l.requests) > 0 {
				at = min(at, l.heldUntil)
			}
		}
	}
	if at == r.wakeAt {
		return
	}
	if r.wake != nil {
		r.wake.Stop()
	}
	if r.wakeAt = at; at < forever {
		r.wake = time.AfterFunc(at-now, func() { r.instants.happen(event{phase: waking, do: func() { r.woken(at) }}) })
	}
}

// woken lets everybody who was held until then ask again.
func (r *Run) woken(at time.Duration) {
	if r.wakeAt == at {
		r.wakeAt = forever
	}
	r.due = true
}

// after returns an instant so much later, forever if that is beyond all.
func after(now, wait time.Duration) time.Duration {
	if wait >= forever-now {
		return forever
	}
	return now + wait
}
