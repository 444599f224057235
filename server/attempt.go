package server

import (
	"math"
	"strings"
	"time"

	"ratesim/endpoint"
	"ratesim/hint"
	"ratesim/trace"
	"ratesim/wire"
)

// An attempt is one request of a client and what becomes of it.
type attempt struct {
	asked
	*outcome
	call   *call
	try    int // 0 for the first attempt of its call
	met    int // 0 for the first one that came to the endpoint
	seed   int64
	clock  clock
	flight endpoint.Flight

	decided endpoint.Answer // when it came to the endpoint: what its handler goes by
	known   bool            // it has come to the endpoint
	gone    chan struct{}   // closed when it is over before its time
}

// An outcome is what is remembered of an attempt when it is over, which no text of
// its client is part of.
type outcome struct {
	at      time.Duration   // when it was sent
	reached time.Duration   // when it came to the endpoint
	answer  endpoint.Answer // as it has become
	record  trace.Attempt
	told    time.Duration // shortest wait that it was told and its client could read; −1 for none
	over    bool
	of      *attempt // that is not over; nil if it is
}

// asked is what a client asks for, read and understood.
type asked struct {
	route    wire.Route
	ask      wire.Ask
	sizes    wire.Sizes // all of them said
	sign     sign
	key      string // as shown
	model    string
	flowName string
	name     uint32 // of the prompt, for the lesson's draws
	label    string // that the lesson's classifier answers; "" for no such prompt
	text     string // of the answer; "" for words that are made up
	full     int64  // tokens of the answer if it is not cut short
	fault    *endpoint.NamedFault
	reject   *wire.Problem // it is refused before the endpoint is asked
}

// heard returns when the client heard of it.
func (o *outcome) heard() time.Duration { return max(o.at, o.answer.Heard) }

// request returns what the endpoint is asked.
func (a *attempt) request(t int) endpoint.Request {
	return endpoint.Request{
		Key:       a.name,
		Try:       t,
		Input:     a.sizes.Input,
		Output:    a.sizes.Output,
		Flow:      a.call.flow,
		Number:    a.call.number,
		Call:      a.sign.step,
		Scope:     endpoint.Scope{Key: endpoint.ID(a.key), Model: endpoint.ID(a.model)},
		Cached:    a.sizes.Cached,
		Estimate:  a.sizes.Estimate,
		MaxOutput: a.sizes.MaxOutput,
		HangUp:    endpoint.Forever,
	}
}

// admit takes an attempt in; nil if there is no room for it. The lock is held.
func (s *Server) admit(q asked) *attempt {
	now := s.tick()
	if s.closing || len(s.flying) >= s.config.Bounds.Attempts || now >= horizon-1 {
		s.figures.turned++
		return nil
	}
	met := q.model
	if q.reject != nil {
		met = ""
	}
	if !s.names.meet(q.key, met) {
		q.key, q.model, q.sign.client = "", "", ""
		q.reject = &wire.Problem{Status: 403, Code: "too_many_keys", Message: "This endpoint tells no further keys or models apart."}
	}
	a := &attempt{asked: q, outcome: &outcome{at: now, told: -1}, seed: s.seed, clock: s.clock, gone: make(chan struct{})}
	a.of = a
	s.lapse(now)
	s.join(a)
	s.flying[a] = true
	s.journal.flush()
	return a
}

// decide asks the endpoint about an attempt that has come to it. The lock is held.
func (s *Server) decide(a *attempt) {
	a.met = a.call.met
	a.call.met++
	s.serve(a)
	s.journal.begins(a.outcome)
	if a.answer.Heard <= a.reached {
		s.finish(a)
	}
	s.journal.flush()
	if s.journal.waiting() > s.config.Bounds.Records {
		s.relieve()
	}
}

// join finds the call that an attempt belongs to, or makes a new one.
func (s *Server) join(a *attempt) {
	c := s.calls.find(&a.sign)
	if c != nil && c.flight != nil {
		s.leave(c.flight, s.part()) // its client has left, and we see it only now
		a.at = s.now
	}
	if c == nil || c.last != nil && c.last.answer.Status == endpoint.OK {
		c = s.calls.enter(&a.sign)
		s.journal.arrives(c, a.at)
		s.figures.of(a.key).calls++
	}
	s.calls.resumes(c)
	s.figures.judge(c, a, s.config.Speed)
	a.call, a.try = c, c.attempts
	c.attempts++
	c.flight, c.counted = a, a.sign.count
}

// nameOfTry returns by which try the chance of an attempt is named.
func (a *attempt) nameOfTry() int {
	if a.sign.attempt >= 0 {
		return a.sign.attempt
	}
	return a.try
}

// serve asks the endpoint.
func (s *Server) serve(a *attempt) {
	if a.reject != nil {
		a.answer = endpoint.Answer{Status: endpoint.Rejected, HTTP: a.reject.Status, Heard: a.at, Done: a.at, Uncounted: true}
	} else {
		r := a.request(a.nameOfTry())
		s.config.Provider.Faults = s.faults.with(a.fault)
		a.answer, a.flight = s.config.Provider.Send(a.reached, &r)
		s.asked = a.reached
		a.told = shortestWait(a.answer.Said)
	}
	a.decided, a.known = a.answer, true
	a.write()
}

// shortestWait returns the shortest wait that an answer tells, −1 for none: of two
// that differ a client may go by either.
func shortestWait(said *hint.Said) time.Duration {
	shortest := time.Duration(-1)
	if said == nil {
		return shortest
	}
	for _, h := range said.Hints {
		if h.Kind == hint.Reset {
			continue
		}
		if wait, ok := h.Read(hint.Floats); ok && wait >= 0 && (shortest < 0 || wait < shortest) {
			shortest = wait
		}
	}
	return shortest
}

// finish ends an attempt as it was decided. The lock is held.
func (s *Server) finish(a *attempt) {
	if a.over {
		return
	}
	a.over, a.of = true, nil
	delete(s.flying, a)
	c := a.call
	c.flight, c.last = nil, a.outcome
	s.figures.count(a)
	if a.answer.Status == endpoint.OK {
		s.journal.ends(c, max(s.now, a.heard()))
		s.calls.forget(c)
		return
	}
	s.calls.waits(c)
}

// leave ends an attempt whose client has gone, or is sent away. The lock is held.
func (s *Server) leave(a *attempt, now time.Duration) {
	if a.over {
		return
	}
	if !a.known {
		s.lose(a, now)
		close(a.gone)
		return
	}
	if a.reject == nil {
		a.answer = s.config.Provider.Hangup(now, &a.flight)
	}
	a.write()
	s.finish(a)
	close(a.gone)
}

// lapse ends calls that nobody will attempt again. The lock is held.
func (s *Server) lapse(now time.Duration) {
	for c := s.calls.lapsed(now, patience*time.Duration(s.config.Speed)); c != nil; c = s.calls.lapsed(now, patience*time.Duration(s.config.Speed)) {
		s.end(c, now)
	}
}

// end ends a call whose last attempt has failed.
func (s *Server) end(c *call, now time.Duration) {
	s.figures.abandoned(c)
	s.journal.ends(c, now)
	s.calls.forget(c)
}

// relieve cuts off the attempt behind which too many records are kept.
func (s *Server) relieve() {
	if a := s.journal.oldest(); a != nil {
		s.warn("an answer that took too long was cut off, so that no more records need be kept behind it")
		s.leave(a, s.part())
		s.journal.flush()
	}
}

// write fills in the record.
func (a *attempt) write() {
	w := &a.answer
	a.record = trace.Attempt{
		At: int64(a.at), Ready: int64(a.at), Attempt: a.met, Flow: a.flowName, Request: a.call.id,
		Status: statuses[w.Status], InputTokens: w.Input, OutputTokens: w.Output, WindowFill: w.Fill, WindowLimit: w.Limit,
		HTTP: w.HTTP, Key: a.key, Model: a.model, Prompt: a.sizes.Input, Cached: w.Cached, Estimate: a.sizes.Estimate,
		MaxOutput: a.sizes.MaxOutput, Uncounted: w.Uncounted, Produced: w.Produced,
		PromptCached: a.sizes.Cached,
	}
	if w.Status == endpoint.OK {
		a.record.Reply = a.label
	}
	if a.reached > a.at {
		a.record.Reached = int64(a.reached)
	}
	for _, at := range []struct {
		field   *int64
		instant time.Duration
	}{{&a.record.Heard, w.Heard}, {&a.record.First, w.First}, {&a.record.Done, w.Done}} {
		if at.instant > a.at {
			*at.field = int64(at.instant)
		}
	}
	if w.Refusal != nil {
		a.record.RefusedBy, a.record.Wait = w.Refusal.By, int64(w.Refusal.Wait)
		if w.Refusal.Never {
			a.record.Wait = math.MaxInt64
		}
	}
	if w.Said != nil {
		var said []string
		for _, h := range w.Said.Hints {
			said = append(said, inWords(h))
		}
		a.record.Hints = strings.Join(said, ", ")
	}
}
