package policy

import (
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// A Way is a policy as Sessions go by it: what it can do is looked up once, not
// at each failure.
type Way struct {
	policy  Policy
	retry   *Retry      // the policy, if it is one: by reference, for it is large
	decider Decider     // nil if it gives no reasons
	limiter TimeLimiter // nil if it does not bound the time of attempts
	outer   *Way        // of Layers; else nil
	inner   *Way
}

// NewWay returns the Way of a policy.
func NewWay(p Policy) *Way {
	w := &Way{policy: p}
	if l, ok := p.(Layers); ok {
		w.outer, w.inner = NewWay(l.Outer), NewWay(l.Inner)
		return w
	}
	if r, ok := p.(Retry); ok {
		r.Backoff = lookUp(r.Backoff)
		w.retry = &r
	}
	w.decider, _ = p.(Decider)
	w.limiter, _ = p.(TimeLimiter)
	return w
}

// Begin returns the Session of a request whose first attempt is sent now. Layers
// are each given a memory of their own.
func (w *Way) Begin(now time.Duration) (s Session) {
	w.BeginIn(&s, now)
	return s
}

// BeginIn makes a Session what Begin returns.
func (w *Way) BeginIn(s *Session, now time.Duration) {
	if w.inner != nil {
		around := w.outer.within(nil, now)
		*s = w.inner.within(&around, now)
		return
	}
	s.begin(w, nil, now)
}

// within returns the Session of a policy inside a layer; nil for the outermost.
func (w *Way) within(layer *Session, now time.Duration) (s Session) {
	if w.inner != nil {
		around := w.outer.within(layer, now)
		return w.inner.within(&around, now)
	}
	s.begin(w, layer, now)
	return s
}

// timeLimit returns how long an attempt may take that is sent so long after the
// first one; limited is false if there is no bound.
func (w *Way) timeLimit(elapsed time.Duration) (limit time.Duration, limited bool) {
	if w.limiter == nil {
		return 0, false
	}
	return w.limiter.TimeLimit(elapsed)
}

// decide fills in what the policy makes of a failure.
func (w *Way) decide(d *Decision, f *Failure, rng *rand.Rand) {
	switch {
	case w.retry != nil:
		*d = Decision{}
		w.retry.decide(d, f, rng)
	case w.decider != nil:
		*d = w.decider.Decide(*f, rng)
	default:
		*d = undecided(w.policy, *f, rng)
	}
}

// A Session is the memory of one request: how often it was sent, when first, and
// how long it waited. Whoever sends the request tells it the time, as a span
// since any instant that stays the same.
type Session struct {
	way      *Way
	outer    *Session // of the layer around this one; nil for the outermost
	began    time.Duration
	waited   time.Duration
	lastWait time.Duration
	sentAt   time.Duration // of the attempt in flight
	attempts uint32        // sent since began
	hinted   uint32        // the last of them after which a hint was heeded
	calls    uint32        // by the layer around this one
	sent     uint32        // attempts of all calls
}

// Begin returns the Session of a request whose first attempt is sent now. For
// many requests of one policy, make its Way once.
func Begin(p Policy, now time.Duration) Session { return NewWay(p).Begin(now) }

// begin makes it that of a request whose first attempt is sent now. It sets part
// after part, for a copy of them all would have to wait for each.
func (s *Session) begin(w *Way, outer *Session, now time.Duration) {
	*s = Session{}
	s.way, s.outer = w, outer
	s.began, s.sentAt = now, now
	s.attempts, s.calls, s.sent = 1, 1, 1
}

// call begins the layer anew, with an attempt that is sent at the given instant.
func (s *Session) call(at time.Duration) {
	s.began, s.waited, s.lastWait, s.attempts, s.hinted = at, 0, 0, 1, 0
	s.sentAt = at
	s.calls++
	s.sent++
}

// Failed tells the Session that the attempt in flight has failed now, and
// returns what to do. Of the Failure it needs what came of the attempt; what it
// remembers it fills in. When there is a further attempt, it is sent at the end
// of the wait.
//
// A layer that gives up hands the failure to the one around it, without the
// server's hints. If that one tries again, the layers inside begin anew.
func (s *Session) Failed(now time.Duration, f Failure, rng *rand.Rand) (d Decision) {
	s.FillIn(now, &d, &f, rng)
	return d
}

// FillIn does what Failed does, and copies nothing: it fills in the Decision, and
// in the Failure what it remembers.
func (s *Session) FillIn(now time.Duration, d *Decision, f *Failure, rng *rand.Rand) {
	s.ask(now, d, f, rng)
	if d.Again {
		s.again(now, d)
		return
	}
	if s.outer == nil {
		return
	}
	f.Said = nil
	idle := d.Idle
	s.outer.FillIn(plus(now, idle), d, f, rng)
	d.Layer++
	if d.Again {
		d.Wait = plus(idle, d.Wait)
		s.call(plus(now, d.Wait))
	} else {
		d.Idle = plus(idle, d.Idle)
	}
}

// decide returns what the policy of this layer makes of a failure.
func (s *Session) decide(now time.Duration, f Failure, rng *rand.Rand) (d Decision) {
	s.ask(now, &d, &f, rng)
	return d
}

// ask does what decide does. A layer gives up when no time is left to it by those
// around it.
func (s *Session) ask(now time.Duration, d *Decision, f *Failure, rng *rand.Rand) {
	f.Attempt, f.Hinted = int(s.attempts), int(s.hinted)
	f.Elapsed, f.Waited, f.LastWait = now-s.began, s.waited, s.lastWait
	f.Sent = s.sentAt - s.began
	s.way.decide(d, f, rng)
	if d.Idle > 0 && s.outer != nil {
		if left, limited := s.timeLeft(now); limited {
			d.Idle = min(d.Idle, max(0, left))
		}
	}
	if d.Again && s.outer != nil {
		if left, limited := s.timeLeft(plus(now, d.Wait)); limited && left <= 0 {
			d.stop(WhyBudget, 0)
		}
	}
}

// again remembers a further attempt.
func (s *Session) again(now time.Duration, d *Decision) {
	if d.Heeded {
		s.hinted = s.attempts
	}
	s.attempts++
	s.sent++
	s.waited, s.lastWait = plus(s.waited, d.Wait), d.Wait
	s.sentAt = plus(now, d.Wait)
}

// TimeLimit returns how long an attempt may take that is sent now, before the
// client hangs up; limited is false if it may take for ever. An attempt of a
// layer lasts as long as all that the layers inside it do.
func (s *Session) TimeLimit(now time.Duration) (limit time.Duration, limited bool) {
	limit, limited = s.way.timeLimit(now - s.began)
	left, outside := s.timeLeft(now)
	if outside && (!limited || left < limit) {
		return max(0, left), true
	}
	return limit, limited
}

// timeLeft returns how much time the layers around this one leave at an instant;
// below 0 if none is left.
func (s *Session) timeLeft(at time.Duration) (left time.Duration, limited bool) {
	for inner, outer := s, s.outer; outer != nil; inner, outer = outer, outer.outer {
		limit, bounded := outer.way.timeLimit(inner.began - outer.began)
		if bounded && (!limited || limit-(at-inner.began) < left) {
			left, limited = limit-(at-inner.began), true
		}
	}
	return left, limited
}

// A TimeLimiter is a Policy that bounds the time of an attempt.
type TimeLimiter interface {
	// TimeLimit returns how long an attempt may take that is sent so long after
	// the first one; limited is false if there is no bound.
	TimeLimit(elapsed time.Duration) (limit time.Duration, limited bool)
}

func timeLimit(p Policy, elapsed time.Duration) (limit time.Duration, limited bool) {
	if t, ok := p.(TimeLimiter); ok {
		return t.TimeLimit(elapsed)
	}
	return 0, false
}

// Layers are two policies in one another, as an application's own retries stand
// around those of the SDK that it calls. For more, either is Layers, too.
//
// Only the innermost layer sees what the server says; the others know that a
// call of the layer inside has failed, and how.
type Layers struct {
	Outer Policy
	Inner Policy
}

// Next answers for the innermost layer alone: a Policy has no memory, and so
// cannot know how often the others were asked. Begin a Session for all of them.
func (p Layers) Next(f Failure, rng *rand.Rand) (time.Duration, bool) { return p.Inner.Next(f, rng) }

// Decide does what Next does, and gives the reason.
func (p Layers) Decide(f Failure, rng *rand.Rand) Decision { return Decide(p.Inner, f, rng) }

// Spec returns layers(outer=…, inner=…).
func (p Layers) Spec() spec.Spec {
	outer, inner := p.Outer.Spec(), p.Inner.Spec()
	return spec.New("layers",
		spec.Arg{Key: "outer", Value: spec.Value{Spec: &outer}},
		spec.Arg{Key: "inner", Value: spec.Value{Spec: &inner}})
}

// A Layer is what one layer has done for a request so far.
type Layer struct {
	Policy   Policy
	Calls    int64 // by the layer around it; 1 for the outermost
	Attempts int64 // that it made of them
}

// Amplification returns how many attempts the layer makes of a call.
func (l Layer) Amplification() float64 { return float64(l.Attempts) / float64(l.Calls) }

// Layers returns what each layer has done so far, the outermost first. The
// attempts of the last one are the requests that were sent.
func (s *Session) Layers() []Layer {
	var all []Layer
	if s.outer != nil {
		all = s.outer.Layers()
	}
	return append(all, Layer{Policy: s.way.policy, Calls: int64(s.calls), Attempts: int64(s.sent)})
}
