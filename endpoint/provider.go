package endpoint

import (
	"fmt"
	"time"

	"ratesim/chance"
)

// A Provider is an endpoint in continuous time: limits, faults, latency and a
// queue, each of which may be left out. The zero Provider answers everything at
// once.
//
// A call goes through it in this order:
//
//  1. faults that come before the limits, in their order, until one strikes;
//  2. the limits: a call that finds no room in one of them is refused;
//  3. faults of admitted calls, in their order, until one strikes;
//  4. the server's line, then the work;
//  5. the client's hanging up, if the answer comes later than that;
//  6. the limits count the call as it has become.
//
// It is for one run at a time, and so are its Faults, Quotas and Server.
type Provider struct {
	Quotas    *Quotas       // nil for no limits
	Latency   Latency       // nil for answers at once
	RoundTrip time.Duration // on the network, all of it on the way back
	Network   Latency       // of each message on the network, there and back, besides; nil for none
	Faults    []NamedFault
	Hints     []Saying
	Server    *Server       // nil for one that works on any number of calls at a time
	Ghost     bool          // work goes on, and is charged, when its client has hung up
	BeganAt   time.Time     // the instant 0, for hints that are dates
	Skew      time.Duration // by which the server's clock is ahead of the client's
	Refused   int           // HTTP status of a request for which a limit has no room now; 0 for 429
	NeverFits int           // HTTP status of a request that is larger than a limit; 0 for 400

	seed    int64
	meeting Meeting
	busy    instants // when each call in flight ends
}

// Reset forgets all calls and names the run's chance by its seed.
func (p *Provider) Reset(seed int64) {
	p.seed, p.busy = seed, p.busy[:0]
	if p.Quotas != nil {
		p.Quotas.Reset()
	}
	if p.Server != nil {
		p.Server.Reset()
	}
	for _, f := range p.Faults {
		if remembers, ok := f.Fault.(Remembering); ok {
			remembers.Reset()
		}
	}
}

// Check returns what in the provider does not fit together: a hint about a limit
// that there is not.
func (p *Provider) Check() error {
	for i, s := range p.Hints {
		if s.Limit == "" || p.Quotas != nil && p.Quotas.Has(s.Limit) {
			continue
		}
		return fmt.Errorf("hint %d is about limit %q, and there is no such limit", i+1, s.Limit)
	}
	return nil
}

// Serve answers one call.
func (p *Provider) Serve(now time.Duration, r *Request) Answer {
	c := p.course(now, r)
	return p.answer(&c, r)
}

// course sends a call through the provider.
func (p *Provider) course(now time.Duration, r *Request) course {
	c := course{call: callOf(now, r), slow: Effect{Factor: one}}
	p.meet(now, r)
	if !p.strike(&c, false) && p.admits(&c) {
		p.strike(&c, true)
	}
	p.work(&c)
	c.hangUp(r.HangUp, p.Ghost)
	return c
}

// callOf returns a request as the limits see it when it arrives.
func callOf(now time.Duration, r *Request) Call {
	return Call{Scope: r.Scope, At: now, Input: r.Input, Cached: r.Cached, Estimate: r.Estimate, MaxOutput: r.MaxOutput, Output: r.Output}
}

// meet prepares what faults and latency go by.
func (p *Provider) meet(now time.Duration, r *Request) {
	m := &p.meeting
	m.Request, m.Now, m.InFlight = r, now, p.busy.until(now)+1
	m.name = chance.Name{Seed: p.seed, Flow: r.Flow, Request: r.Number, Try: r.Try}
}

// strike lets faults strike a call, either those before the limits or those of
// admitted calls, until one makes it fail.
func (p *Provider) strike(c *course, counted bool) (failed bool) {
	for i := range p.Faults {
		f := &p.Faults[i]
		if f.Counted != counted {
			continue
		}
		if e, ok := f.strike(&p.meeting); ok && c.meets(e) {
			return true
		}
	}
	return false
}

// admits asks the limits.
func (p *Provider) admits(c *course) bool {
	if p.Quotas != nil {
		if refusal, admitted := p.Quotas.Ask(c.call); !admitted {
			c.refuse(refusal, p.Refused, p.NeverFits)
			return false
		}
	}
	c.admitted = true
	return true
}

// work sets when an answer comes if its client waits for it.
func (p *Provider) work(c *course) {
	c.begins = c.call.At
	if c.admitted && p.Server != nil && !c.effect.isInstant() {
		begins, ok := p.Server.Enter(c.call.At)
		if c.begins = begins; !ok {
			c.turnAway(p.Server.Full)
		}
	}
	switch {
	case c.effect.isInstant():
		c.fail(c.call.At)
	case c.effect.Status == OK || c.effect.Status == PartialOutput || c.effect.Worked:
		p.produce(c)
	default:
		c.fail(total(c.begins, c.effect.After))
	}
	c.heard = total(total(c.call.Done, p.RoundTrip), p.message(chance.Answering))
	if c.effect.stalls() {
		c.heard = Forever
	}
}

// produce sets when output comes, and when it ends.
func (p *Provider) produce(c *course) {
	var first, whole time.Duration
	if p.Latency != nil {
		p.meeting.about(chance.Latency)
		first, whole = p.Latency.Of(&p.meeting)
	}
	c.call.First, c.call.Done = total(c.begins, c.slow.slow(first)), total(c.begins, c.slow.slow(whole))
	if c.effect.Status == PartialOutput {
		c.call = c.call.after(c.effect.cut(c.call.Output))
		return
	}
	c.call.Done = max(c.call.Done, total(c.begins, c.effect.After))
	c.worked = c.call.Done < Forever
}

// answer counts a call and makes its answer.
func (p *Provider) answer(c *course, r *Request) Answer {
	a := c.charged(r)
	if p.Quotas != nil {
		a.Fill, a.Limit = p.Quotas.Fill(&c.call, c.limit())
	}
	if c.admitted {
		p.take(c)
	}
	if a.HTTP > 0 {
		a.Said = p.say(telling{call: &c.call, heard: a.Heard, status: a.HTTP, refusal: c.refusal, effect: &c.effect})
	}
	return a
}

// charged returns the answer to a call, but for what its provider says of limits.
func (c *course) charged(r *Request) Answer {
	a := Answer{
		Status:    c.effect.Status,
		HTTP:      c.effect.HTTP,
		Ending:    c.effect.Ending,
		Heard:     c.heard,
		Done:      c.call.Done,
		Worked:    c.worked,
		Refusal:   c.refusal,
		Uncounted: !c.admitted && c.refusal == nil,
	}
	switch {
	case c.hungUp, c.effect.stalls():
		a.Status, a.HTTP = Timeout, 0
	case a.Status == OK:
		a.HTTP = httpOK
	}
	if c.billed() {
		a.Input, a.Cached, a.Output = r.Input, r.Cached, c.call.Output
	} else {
		a.Produced = c.call.Output
	}
	if c.call.Output > 0 {
		a.First = c.call.First
	}
	return a
}

// take counts a call that was admitted, as it has become.
func (p *Provider) take(c *course) {
	if p.Server != nil && !c.effect.isInstant() {
		p.Server.Work(c.call.At, c.call.Done)
	}
	if p.Quotas != nil {
		p.Quotas.Take(c.call)
	}
	if c.call.Done > c.call.At {
		p.busy.push(c.call.Done)
	}
}
