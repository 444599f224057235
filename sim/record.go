package sim

import (
	"math"
	"time"

	"ratesim/endpoint"
	"ratesim/tickets"
	"ratesim/trace"
)

// A recorder turns what happens into records of a trace. It stops at the first
// error of its sink.
type recorder struct {
	sink   trace.Sink
	step   time.Duration
	labels []Label
	err    error
}

// A stay is how long a request has stood in its queue.
type stay struct {
	ready time.Duration // since when it can be sent
	held  time.Duration // since when a governor holds it at the head; none yet if later than now
}

// waits notes that a request can be sent from an instant on.
func (r *recorder) waits(f *flow, id uint32, until time.Duration) {
	for len(f.stays) <= int(id) {
		f.stays = append(f.stays, stay{})
	}
	f.stays[id] = stay{ready: until, held: math.MaxInt64}
}

// holds notes that a governor holds a request.
func (r *recorder) holds(f *flow, id uint32, now time.Duration) {
	f.stays[id].held = min(f.stays[id].held, now)
}

// request records an arrival.
func (r *recorder) request(f *flow, id uint32) {
	if r.err != nil {
		return
	}
	r.waits(f, id, f.arrival)
	ticket := f.Requests.Ticket(int(f.requests[id].index))
	record := trace.Request{Flow: f.Name, ID: ticket.ID, Arrival: int64(f.arrival)}
	if ticket.Topic != "" {
		record.Topic = &ticket.Topic
	}
	r.err = r.sink.Request(record)
}

// attempt records one that has been made and counted.
func (r *recorder) attempt(f *flow, id uint32, now time.Duration, a *endpoint.Answer) {
	if r.err != nil {
		return
	}
	request := &f.requests[id]
	record := Attempt(*a, r.labels[request.item.Label].Name)
	record.At, record.Ready, record.Flow = int64(now), int64(f.stays[id].ready), f.Name
	record.Request, record.Attempt = f.Requests.Ticket(int(request.index)).ID, int(request.attempts)-1
	if r.step > 0 {
		record.Step = int64(now / r.step)
	}
	r.err = r.sink.Attempt(record)
}

// Attempt returns the record of an answer to a prompt whose full answer is the
// label. Which attempt of which request it is, and when, is left open.
func Attempt(a endpoint.Answer, label string) trace.Attempt {
	record := trace.Attempt{
		InputTokens:  a.Input,
		OutputTokens: a.Output,
		WindowFill:   a.Fill,
		WindowLimit:  a.Limit,
	}
	switch a.Status {
	case endpoint.OK:
		record.Status, record.Reply = trace.StatusOK, label
	case endpoint.RateLimit:
		record.Status = trace.StatusRateLimit
	case endpoint.Timeout:
		record.Status = trace.StatusTimeout
	case endpoint.PartialOutput:
		record.Status, record.Reply = trace.StatusPartialOutput, tickets.Prefix(label, 2)
	}
	return record
}

// end records what became of a request; flow and request are filled in.
func (r *recorder) end(f *flow, id uint32, e trace.End) {
	if r.err != nil {
		return
	}
	request := &f.requests[id]
	if f.Client != nil {
		r.life(f, id, &e)
	}
	e.Flow, e.Request = f.Name, f.Requests.Ticket(int(request.index)).ID
	if request.item.Grade != tickets.Ungraded {
		correct := e.Outcome == trace.OutcomeCompleted && request.item.Grade == tickets.Right
		e.Correct = &correct
	}
	r.err = r.sink.End(e)
}
