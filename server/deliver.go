package server

import (
	"context"

	"net/http"
	"strconv"
	"time"

	"ratesim/endpoint"
	"ratesim/hint"
	"ratesim/wire"
)

// deliver waits out what an attempt takes, and writes what came of it.
func (s *Server) deliver(w http.ResponseWriter, ctx context.Context, a *attempt) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Bounds.Answer)
	defer cancel()
	d := &delivery{server: s, w: w, control: http.NewResponseController(w), ctx: ctx, attempt: a}
	answers := a.reject == nil && (a.decided.HTTP == http.StatusOK || a.stalls())
	switch {
	case answers && a.ask.Stream:
		d.stream()
		return
	case answers && a.stalls():
		d.stall()
	}
	if !s.until(ctx, a, a.decided.Heard) || !s.conclude(a) {
		d.abort()
	}
	switch {
	case a.decided.HTTP == 0:
		d.reset()
	case a.decided.HTTP != http.StatusOK:
		d.problem()
	case a.decided.Status == endpoint.OK:
		d.whole()
	default:
		d.part()
	}
}

// conclude ends an attempt whose client hears of it now, and returns whether it had
// not been ended by another.
func (s *Server) conclude(a *attempt) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.over {
		return !a.hungUp()
	}
	s.now = max(s.now, a.heard()) // which has come
	s.finish(a)
	s.journal.flush()
	return true
}

// hungUp reports that an attempt was ended before its client could hear of it.
func (a *attempt) hungUp() bool {
	select {
	case <-a.gone:
		return true
	default:
		return false
	}
}

// depart ends an attempt whose client has left.
func (s *Server) depart(a *attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !a.over {
		s.leave(a, s.part())
		s.journal.flush()
	}
}

// A delivery is an attempt on its way back to its client.
type delivery struct {
	server  *Server
	w       http.ResponseWriter
	control *http.ResponseController
	ctx     context.Context
	attempt *attempt
}

// abort ends an attempt before its time, and the connection with it.
func (d *delivery) abort() {
	d.server.depart(d.attempt)
	panic(http.ErrAbortHandler)
}

// reset ends the connection without an answer, by a reset where there can be one.
func (d *delivery) reset() {
	if connection, _, err := d.control.Hijack(); err == nil {
		if tcp, ok := connection.(interface{ SetLinger(int) error }); ok {
			_ = tcp.SetLinger(0) // else it ends without a reset
		}
		_ = connection.Close()
		return
	}
	panic(http.ErrAbortHandler)
}

// patient allows the client so long to take what is written next.
func (d *delivery) patient() {
	_ = d.control.SetWriteDeadline(time.Now().Add(d.server.config.Bounds.Write)) // a listener in memory may have none
}

// head writes the fields of the header that say who answers, and what limits say.
func (d *delivery) head(reply *wire.Reply) {
	s, a := d.server, d.attempt
	header := d.w.Header()
	a.route.Vendor.Head(header, reply.ID)
	a.route.Vendor.HeadTime(header, a.clock.real(a.busy()))
	header.Set("X-Ratesim-Call-Id", a.call.id)
	header.Set("X-Ratesim-Attempt", strconv.Itoa(a.try))
	if a.decided.Said == nil {
		return
	}
	vendor := s.config.Vendor
	if vendor == wire.Any {
		vendor = a.route.Vendor
	}
	sent := a.clock.at(min(a.decided.Heard, horizon)) // from when waits count, and not from when this machine has come to it
	said, rounded := a.clock.scaled(*a.decided.Said, sent)
	if rounded {
		s.mu.Lock()
		s.warn("at this speed waits are no whole seconds: hints in seconds and dates are rounded up, so clients that go by them wait longer than they would")
		s.mu.Unlock()
	}
	vendor.WriteSaid(header, said, sent)
}

// busy returns how long the answer was worked on before its head was written.
func (a *attempt) busy() time.Duration {
	until := a.decided.Done
	if a.ask.Stream && a.decided.First > 0 {
		until = a.decided.First
	}
	return max(0, min(until, horizon)-a.at)
}

// problem writes a refusal or a failure.
func (d *delivery) problem() {
	p := d.server.problemOf(d.attempt)
	d.head(&wire.Reply{ID: p.ID})
	d.patient()
	sendJSON(d.w, p.Status, p.Body(d.attempt.route.Vendor))
}

// body returns the whole answer.
func (d *delivery) body(reply *wire.Reply) []byte {
	a := d.attempt
	if a.route.API != wire.Embeddings {
		return a.route.API.Body(reply)
	}
	text := &writer{state: uint64(a.call.number)}
	vectors := make([][]float32, a.ask.Inputs)
	for i := range vectors {
		vectors[i] = text.vector(a.ask.Dimensions)
	}
	return wire.EmbeddingsBody(reply, vectors, a.ask.Base64)
}

// whole writes an answer that went well.
func (d *delivery) whole() {
	reply := d.attempt.reply()
	d.head(reply)
	d.patient()
	sendJSON(d.w, http.StatusOK, d.body(reply))
}

// part writes an answer that breaks off, as its ending says.
func (d *delivery) part() {
	reply := d.attempt.reply()
	d.head(reply)
	body := d.body(reply)
	kept := body[:len(body)/2]
	d.patient()
	switch d.attempt.decided.Ending {
	case endpoint.EndsClean:
		sendJSON(d.w, http.StatusOK, kept)
		return
	case endpoint.EndsMalformed:
		sendJSON(d.w, http.StatusOK, append(kept, "?<"...))
		return
	case endpoint.EndsError:
		sendJSON(d.w, http.StatusOK, d.server.problemOf(d.attempt).Body(d.attempt.route.Vendor))
		return
	}
	d.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	sendJSON(d.w, http.StatusOK, kept)
	_ = d.control.Flush()
	panic(http.ErrAbortHandler)
}

// stalls reports that the answer goes silent midway.
func (a *attempt) stalls() bool { return a.decided.Ending == endpoint.EndsStall }

// stall writes half of an answer, and nothing more until the client leaves.
func (d *delivery) stall() {
	if d.server.until(d.ctx, d.attempt, d.attempt.decided.Done) {
		reply := d.attempt.reply()
		d.head(reply)
		body := d.body(reply)
		d.patient()
		d.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		sendJSON(d.w, http.StatusOK, body[:len(body)/2])
		_ = d.control.Flush()
		d.server.until(d.ctx, d.attempt, horizon)
	}
	d.abort()
}

// problemOf returns what is said of an attempt that failed.
func (s *Server) problemOf(a *attempt) *wire.Problem {
	if a.reject != nil {
		return a.reject.Named(a.reply().ID)
	}
	w := &a.decided
	p := &wire.Problem{Status: w.HTTP, UsedUp: w.Status == endpoint.Exhausted, Overload: w.Status == endpoint.Overloaded, ID: a.reply().ID}
	switch {
	case w.Refusal != nil:
		shortage := s.shortage(a)
		p.Metric, p.Message = shortage.Metric, shortage.Message()
	case p.UsedUp:
		p.Message = "The account has nothing left to spend."
	case w.Status == endpoint.RateLimit:
		p.Message = "Too many requests." + told(w.Said)
	case p.Overload:
		p.Message = "Overloaded." + told(w.Said)
	case w.Status == endpoint.PartialOutput:
		p.Status, p.Message = http.StatusInternalServerError, "The answer broke off."
	case w.Status == endpoint.Rejected:
		p.Message = "The request was refused by a fault of this scenario."
	default:
		p.Message = "The server had a fault." + told(w.Said)
	}
	return p
}

// told returns the sentences by which an answer says a wait.
func told(said *hint.Said) string {
	text := ""
	if said != nil {
		for _, h := range said.Hints {
			if h.Channel == hint.Message {
				text += " " + wire.Sentence(h)
			}
		}
	}
	return text
}

// shortage returns why a limit refused an attempt.
func (s *Server) shortage(a *attempt) *wire.Shortage {
	w := &a.decided
	metric := "requests"
	for _, l := range s.config.Run.Limits {
		if l.Name == w.Refusal.By && l.Unit != "calls" {
			metric = map[string]string{"requests": "requests", "tokens": "tokens", "input": "input-tokens", "output": "output-tokens", "in-flight": "requests"}[l.Unit]
		}
	}
	said := w.Said
	if said != nil {
		real, _ := a.clock.scaled(*said, time.Now())
		said = &real
	}
	return &wire.Shortage{
		Model: a.model, Limit: w.Refusal.By, Metric: metric, Most: w.Limit, Asked: w.Refusal.Asked,
		Used: w.Fill, Never: w.Refusal.Never, Told: told(said),
	}
}
