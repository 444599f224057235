package sim

import (
	"math"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/trace"
)

// statuses are the names of the endpoint's statuses in a trace.
var statuses = [...]string{
	endpoint.OK:            trace.StatusOK,
	endpoint.RateLimit:     trace.StatusRateLimit,
	endpoint.Timeout:       trace.StatusTimeout,
	endpoint.PartialOutput: trace.StatusPartialOutput,
	endpoint.ServerError:   trace.StatusServerError,
	endpoint.Overloaded:    trace.StatusOverloaded,
	endpoint.Connection:    trace.StatusConnection,
	endpoint.Rejected:      trace.StatusRejected,
	endpoint.Exhausted:     trace.StatusExhausted,
}

// A call is one attempt with its answer.
type call struct {
	sent    time.Duration
	reached time.Duration // the endpoint
	request *endpoint.Request
	answer  *endpoint.Answer
}

// sending records an attempt of a Client's request and what will become of it.
func (r *recorder) sending(f *flow, id uint32, c call) {
	if r.err != nil {
		return
	}
	request, stay, a := &f.requests[id], &f.stays[id], c.answer
	record := trace.Attempt{
		At:           int64(c.sent),
		Ready:        int64(stay.ready),
		Flow:         f.Name,
		Request:      f.Requests.Ticket(int(request.index)).ID,
		Attempt:      int(request.attempts) - 1,
		Status:       statuses[a.Status],
		InputTokens:  a.Input,
		OutputTokens: a.Output,
		WindowFill:   a.Fill,
		WindowLimit:  a.Limit,
		Call:         c.request.Call,
		HTTP:         a.HTTP,
		Key:          f.Client.Names.Key,
		Model:        f.Client.Names.model(c.request.Scope.Model),
		Prompt:       c.request.Input,
		Cached:       a.Cached,
		Estimate:     c.request.Estimate,
		MaxOutput:    c.request.MaxOutput,
		Uncounted:    a.Uncounted,
		Produced:     a.Produced,
		PromptCached: c.request.Cached,
	}
	if a.Status == endpoint.OK && f.Client.Sizes == nil {
		record.Reply = r.labels[request.item.Label].Name
	}
	if r.step > 0 {
		record.Step = int64(c.sent / r.step)
	}
	if stay.held <= c.sent {
		record.Held = int64(c.sent - stay.held)
	}
	if c.reached > c.sent {
		record.Reached = int64(c.reached)
	}
	r.instants(&record, a)
	r.refusal(&record, a)
	r.err = r.sink.Attempt(record)
}

// instants fills in when an answer came, where that is not at once.
func (r *recorder) instants(record *trace.Attempt, a *endpoint.Answer) {
	for _, at := range []struct {
		field   *int64
		instant time.Duration
	}{{&record.Heard, a.Heard}, {&record.First, a.First}, {&record.Done, a.Done}} {
		if int64(at.instant) > record.At {
			*at.field = int64(at.instant)
		}
	}
}

// refusal fills in what a refused client was told.
func (r *recorder) refusal(record *trace.Attempt, a *endpoint.Answer) {
	if a.Refusal != nil {
		record.RefusedBy, record.Wait = a.Refusal.By, int64(a.Refusal.Wait)
		if a.Refusal.Never {
			record.Wait = math.MaxInt64
		}
	}
	if a.Said != nil {
		record.Hints = a.Said.Words()
	}
}

// A deciding is a decision with what the engine made of it.
type deciding struct {
	now      time.Duration
	decision policy.Decision
	withheld bool // a governor allows no further attempt
}

// decision records what was made of a failed attempt.
func (r *recorder) decision(f *flow, id uint32, d deciding) {
	if r.err != nil {
		return
	}
	request := &f.requests[id]
	record := trace.Decision{
		At:      int64(d.now),
		Flow:    f.Name,
		Request: f.Requests.Ticket(int(request.index)).ID,
		Attempt: int(request.attempts) - 1,
		Again:   d.decision.Again && !d.withheld,
		Why:     d.decision.Why.String(),
		Wait:    int64(d.decision.Wait),
		Own:     int64(d.decision.Own),
		Asked:   int64(d.decision.Asked),
		Heeded:  d.decision.Heeded && !d.decision.IsCut(),
		Cut:     d.decision.IsCut(),
		Layer:   d.decision.Layer,
	}
	switch {
	case d.withheld:
		record.Why, record.Wait = trace.WhyGovernor, 0
	case d.decision.Again && f.Client.Whole:
		record.Lost = f.lives[id].paid
	}
	r.err = r.sink.Decision(record)
}

// fallsBack records that a request begins anew, by the fallback it has turned to.
func (r *recorder) fallsBack(f *flow, id uint32, turn turning) {
	if r.err != nil {
		return
	}
	request := &f.requests[id]
	r.err = r.sink.Decision(trace.Decision{
		At:      int64(turn.now),
		Flow:    f.Name,
		Request: f.Requests.Ticket(int(request.index)).ID,
		Attempt: int(request.attempts) - 1,
		Again:   true,
		Wait:    int64(turn.wait),
		Turned:  f.lives[id].turned.String(),
		Lost:    turn.lost,
		Passed:  turn.passed,
	})
}

// A turning is how a request begins anew.
type turning struct {
	now, wait time.Duration
	lost      int64 // tokens of calls that went well and are made again
	passed    int   // fallbacks before it, to models that lack what the flow needs
}

// life adds to the record of an end what a Client's request remembers.
func (r *recorder) life(f *flow, id uint32, e *trace.End) {
	life := &f.lives[id]
	e.Fallback = life.turned.String()
	if f.Client.Repeat == policy.Unsafe && life.effects > 1 {
		e.Repeated = int(life.effects) - 1
	}
}
