package endpoint

import "time"

// A Flight is a call that a Provider has answered as if its client waited for the
// answer, and whose client may yet hang up.
type Flight struct {
	course  course
	request Request
	answer  Answer
}

// Send answers one call as Serve does, and returns besides what Hangup needs if its
// client turns out not to wait. The request's HangUp should be Forever.
func (p *Provider) Send(now time.Duration, r *Request) (Answer, Flight) {
	c := p.course(now, r)
	a := p.answer(&c, r)
	return a, Flight{course: c, request: *r, answer: a}
}

// Hangup ends a call whose client has gone, and returns the answer as it has become:
// what Serve would have returned if the Request had said so, but that calls which
// came in between have met the limits, the line and the crowd as if it would wait. A
// client that has heard its answer already changes nothing.
func (p *Provider) Hangup(now time.Duration, f *Flight) Answer {
	c := f.course
	if c.heard <= now {
		return f.answer
	}
	c.hangUp(now, p.Ghost)
	if c.admitted && c.call != f.course.call {
		p.leave(now, f)
	}
	a := c.charged(&f.request)
	a.Fill, a.Limit = f.answer.Fill, f.answer.Limit
	return a
}

// leave gives back what a call holds.
func (p *Provider) leave(now time.Duration, f *Flight) {
	c := &f.course
	p.busy.move(c.call.Done, now)
	if p.Quotas != nil {
		p.Quotas.Hangup(now, c.call)
	}
	if p.Server != nil && !c.effect.isInstant() {
		p.Server.leave(now, c)
	}
}

// leave frees the place of a call in the line, or its slot. Calls that have been
// told their turn keep it.
func (s *Server) leave(now time.Duration, c *course) {
	if c.begins > now {
		s.line.move(c.begins, now)
	}
	s.busy.move(c.call.Done, max(now, c.begins))
}
