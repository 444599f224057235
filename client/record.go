package client

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"ratesim/policy"
	"ratesim/trace"
)

// statusOverloaded is an answer of a server that has more to do than it can
// ("Errors", platform.claude.com).
const statusOverloaded = 529

// A recorder writes the trace of a Run. What became of an attempt is known later
// than that it was made, and records are written in the order in which things
// began, so those behind an attempt in flight are kept until it is answered.
type recorder struct {
	run    *Run
	sink   trace.Sink
	opened bool // the head of the trace is written
	closed bool
	kept   []*entry
	err    error // the sink's first one
}

// An entry is a record that is to be written.
type entry struct {
	write   func(trace.Sink) error
	attempt trace.Attempt // of one that is in flight
	known   bool          // it can be written
}

// open writes the head of the trace.
func (r *recorder) open() {
	r.opened = true
	head := trace.Run{
		Version:   trace.Version,
		Scenario:  r.run.config.Name,
		Load:      r.run.config.Load,
		Seed:      r.run.seed,
		HorizonNS: int64(r.run.config.Horizon),
		Open:      true,
		Observed:  trace.ObservedByClient,
		Limits:    []trace.Limit{},
	}
	for i, c := range r.run.clients {
		spec := policy.String(c.Policy)
		if i == 0 {
			head.Policy, head.PolicySpec = spec, spec
		}
		if c.Of == nil {
			head.Flows = append(head.Flows, trace.Flow{Name: c.Flow})
		}
	}
	r.err = r.sink.Run(head)
}

// write writes a record behind all those that began before.
func (r *recorder) write(at time.Duration, write func(trace.Sink) error) {
	if r.isOver(at) {
		return
	}
	r.kept = append(r.kept, &entry{write: write, known: true})
	r.flush()
}

// isOver reports whether what happens at an instant is not recorded any more.
func (r *recorder) isOver(at time.Duration) bool { return r.closed || at >= r.run.config.Horizon }

// flush writes what is known.
func (r *recorder) flush() {
	written := 0
	for _, e := range r.kept {
		if !e.known {
			break
		}
		if r.err == nil {
			r.err = e.write(r.sink)
		}
		written++
	}
	clear(r.kept[:written])
	r.kept = r.kept[written:]
}

// request records an arrival.
func (r *recorder) request(q *request) {
	if !r.opened {
		r.open()
	}
	record := trace.Request{Flow: q.client.Flow, ID: q.ID, Arrival: int64(q.arrival)}
	if len(q.steps) > 1 {
		record.Calls = len(q.steps)
	}
	if q.Topic != "" {
		record.Topic = &q.Topic
	}
	if r.isOver(q.arrival) {
		return
	}
	q.client.live[q.born] = q
	r.write(q.arrival, func(s trace.Sink) error { return s.Request(record) })
}

// sending notes an attempt that is made now; nil if it is not recorded.
func (r *recorder) sending(q *request) *entry {
	at := q.flight.sent
	if r.isOver(at) {
		return nil
	}
	e := &entry{attempt: trace.Attempt{
		At:        int64(at),
		Ready:     int64(q.ready),
		Flow:      q.client.Flow,
		Request:   q.ID,
		Attempt:   q.attempts - 1,
		Call:      q.call,
		Key:       q.Key,
		Model:     q.Model,
		Prompt:    q.Prompt,
		Estimate:  q.Estimate,
		MaxOutput: q.MaxOutput,

		PromptCached: q.Cached,
	}}
	if q.held <= at {
		e.attempt.Held = int64(at - q.held)
	}
	e.write = func(s trace.Sink) error { return s.Attempt(e.attempt) }
	r.kept = append(r.kept, e)
	return e
}

// heard records what became of an attempt.
func (r *recorder) heard(q *request, now time.Duration) {
	e, reply := q.flight.entry, q.flight.reply
	if e == nil || r.closed {
		return
	}
	a := &e.attempt
	a.Status = statusOf(reply)
	a.InputTokens, a.Cached, a.OutputTokens = reply.usage.Input, reply.usage.Cached, reply.usage.Output
	a.Reply = reply.usage.Reply
	if int64(now) > a.At {
		a.Heard = int64(now)
	}
	if int64(reply.first) > a.At && reply.failure == nil {
		a.First = int64(reply.first)
	}
	switch {
	case reply.failure == nil:
		a.HTTP = reply.status
	case reply.failure != nil:
		a.HTTP = reply.failure.Status
		if reply.failure.Said != nil {
			a.Hints = reply.failure.Said.Words()
		}
	}
	e.known = true
	r.flush()
}

// statusOf returns what became of an attempt in the words of a trace.
func statusOf(r *reply) string {
	if r.failure == nil {
		return trace.StatusOK
	}
	switch r.failure.Kind {
	case policy.RateLimit:
		return trace.StatusRateLimit
	case policy.Exhausted:
		return trace.StatusExhausted
	case policy.Rejected:
		return trace.StatusRejected
	case policy.Timeout:
		return trace.StatusTimeout
	case policy.Connection:
		return trace.StatusConnection
	case policy.Cut:
		return trace.StatusPartialOutput
	}
	switch status := r.failure.Status; {
	case status == statusOverloaded:
		return trace.StatusOverloaded
	case status == http.StatusTooManyRequests:
		return trace.StatusRateLimit
	}
	return trace.StatusServerError
}

// decision records what was made of a failed attempt.
func (r *recorder) decision(q *request, now time.Duration) {
	d, withheld := q.flight.decision, q.flight.withheld
	record := trace.Decision{
		At:      int64(now),
		Flow:    q.client.Flow,
		Request: q.ID,
		Attempt: q.attempts - 1,
		Again:   d.Again && !withheld,
		Why:     d.Why.String(),
		Wait:    int64(d.Wait),
		Own:     int64(d.Own),
		Asked:   int64(d.Asked),
		Heeded:  d.Heeded && !d.IsCut(),
		Cut:     d.IsCut(),
		Layer:   d.Layer,
	}
	switch {
	case withheld:
		record.Why, record.Wait = trace.WhyGovernor, 0
	case d.Again && q.client.Whole:
		record.Lost = q.paid
	}
	r.write(now, func(s trace.Sink) error { return s.Decision(record) })
}

// fallsBack records that a request begins anew.
func (r *recorder) fallsBack(q *request, now time.Duration, t turning) {
	if r.isOver(now) {
		return
	}
	q.told = q.turned
	record := trace.Decision{
		At:      int64(now),
		Flow:    q.client.Flow,
		Request: q.ID,
		Attempt: q.attempts - 1,
		Again:   true,
		Wait:    int64(t.wait),
		Turned:  q.turned.String(),
		Lost:    t.lost,
		Passed:  t.passed,
	}
	r.write(now, func(s trace.Sink) error { return s.Decision(record) })
}

// end records what became of a request.
func (r *recorder) end(q *request, e trace.End) {
	if r.isOver(time.Duration(e.At)) {
		return
	}
	e.Flow, e.Request = q.client.Flow, q.ID
	delete(q.client.live, q.born)
	r.write(time.Duration(e.At), func(s trace.Sink) error { return s.End(e) })
}

// close writes what is left: nobody knows yet what becomes of attempts in flight,
// and requests that have not ended are unfinished.
func (r *recorder) close() error {
	if r.closed {
		return r.err
	}
	if !r.opened {
		r.open()
	}
	horizon := int64(r.run.config.Horizon)
	for _, e := range r.kept {
		if !e.known {
			e.known, e.attempt.Status, e.attempt.Heard = true, trace.StatusTimeout, horizon
		}
	}
	r.flush()
	for _, c := range r.run.clients {
		for _, born := range slices.Sorted(maps.Keys(c.live)) {
			if q := c.live[born]; r.err == nil {
				r.err = r.sink.End(trace.End{At: horizon, Flow: c.Flow, Request: q.ID, Outcome: trace.OutcomeUnfinished, Fallback: q.told.String()})
			}
		}
		clear(c.live)
	}
	r.closed = true
	return r.err
}
