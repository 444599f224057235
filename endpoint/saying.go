package endpoint

import (
	"slices"
	"time"

	"ratesim/hint"
)

// A Saying is one thing that a provider says of waits in its answers. It is what
// its Format can carry: a client sees no more than the wire has room for.
//
// The kind of the Format says what it is about: a Reset, an order (ShouldRetry),
// the counts of a limit (None), or else a wait.
type Saying struct {
	Format hint.Format
	After  Statuses // of answers that carry it
	Limit  string   // the rule that it is about; "" for the one that refused, or else the first
	Fits   Fits     // the requests whose answers carry it

	Fixed bool          // it says Value, whatever holds; otherwise what holds, exactly
	Value time.Duration // of a wait or a reset
	Times millionths    // wrong on purpose: multiplies what is said; 0 for 1
	Add   time.Duration // added to that
	Less  time.Duration // taken off it, even below 0

	Again bool // an order to try again, or not to

	Nearest int64 // the count of what is left is rounded to a multiple of it; 0 for 1
	Owing   bool  // that count may be below 0; otherwise it is 0 then
	Left    bool  // it says what is left alone, not the limit
}

// Statuses are ranges of HTTP statuses.
type Statuses []StatusRange

// A StatusRange is the statuses from First to Last.
type StatusRange struct{ First, Last int }

// has reports whether a status is among them.
func (s Statuses) has(status int) bool {
	for _, r := range s {
		if r.First <= status && status <= r.Last {
			return true
		}
	}
	return false
}

// A Fits says of which requests something is said.
type Fits uint8

// All requests, those that fit or will fit, and those that are refused because they
// never fit. The zero Fits is FitsAny.
const (
	FitsAny Fits = iota
	FitsSometime
	FitsNever
)

// isAbout reports whether an answer may carry what is said.
func (s *Saying) isAbout(t *telling) bool {
	never := t.refusal != nil && t.refusal.Never
	return s.After.has(t.status) && (s.Fits == FitsAny || never == (s.Fits == FitsNever))
}

// A telling is what may be said in one answer.
type telling struct {
	call    *Call
	heard   time.Duration
	status  int      // HTTP status
	refusal *Refusal // nil if no limit refused
	effect  *Effect  // that a fault had
}

// say returns what an answer says, nil for nothing.
func (p *Provider) say(t telling) *hint.Said {
	var said hint.Said
	for i := range p.Hints {
		if p.Hints[i].isAbout(&t) {
			p.Hints[i].tell(p, &t, &said)
		}
	}
	if t.effect.Wait != TellsNothing && t.effect.tells() && !slices.ContainsFunc(said.Hints, isWait) {
		said.Hints = append(said.Hints, p.carry(t.effect.plain(), t.effect.Told, &t))
	}
	if said.Hints == nil && said.Limits == nil {
		return nil
	}
	return &hint.Said{Hints: said.Hints, Limits: said.Limits}
}

// isWait reports whether a hint says a wait, and not a reset or an order.
func isWait(h hint.Hint) bool { return h.Kind != hint.Reset && h.Kind != hint.ShouldRetry }

// tells reports whether the failure knows a wait.
func (e *Effect) tells() bool { return e.Told > 0 || e.Wait == TellsFixed }

// Asks reports whether any answer of the provider may ask its client to wait, for a
// time or until a limit is renewed.
func (p *Provider) Asks() bool {
	for _, s := range p.Hints {
		if s.Format.Kind != hint.None && s.Format.Kind != hint.ShouldRetry {
			return true
		}
	}
	for _, f := range p.Faults {
		if asking, ok := f.Fault.(interface{ asks() bool }); ok && asking.asks() {
			return true
		}
	}
	return false
}

// asks reports whether the failure asks for a wait where no hint does.
func (e Effect) asks() bool { return e.Wait != TellsNothing }

// asks reports whether one of the steps does.
func (f *Script) asks() bool { return slices.ContainsFunc(f.Steps, Effect.asks) }

// plain returns how a provider without hints says what a failure asks for: in
// seconds, or in milliseconds if it was told a wait that is no whole number of them.
func (e *Effect) plain() hint.Format {
	if e.Wait == TellsFixed && e.Told%time.Second != 0 {
		return hint.Format{Kind: hint.Milliseconds, Step: time.Nanosecond}
	}
	return hint.Format{Kind: hint.Seconds}
}

// tell adds what is said to an answer.
func (s *Saying) tell(p *Provider, t *telling, said *hint.Said) {
	switch s.Format.Kind {
	case hint.ShouldRetry:
		said.Hints = append(said.Hints, hint.Hint{Kind: hint.ShouldRetry, Channel: s.Format.Channel, Notation: hint.Boolean, Again: s.Again})
	case hint.None:
		if state, of, ok := p.state(t, s.Limit); ok {
			limit := hint.Limit{Of: s.dimension(of), Remaining: hint.Count{Units: s.rounded(state.Remaining), Presence: hint.Present}}
			if !s.Left {
				limit.Limit = hint.Count{Units: state.Limit, Presence: hint.Present}
			}
			said.Limits = append(said.Limits, limit)
		}
	default:
		if wait, of, ok := s.wait(p, t); ok {
			format := s.Format
			if format.Kind == hint.Reset {
				format.Of = s.dimension(of)
			}
			said.Hints = append(said.Hints, p.carry(format, s.wrong(wait), t))
		}
	}
}

// rounded returns a count as it is said: to the nearest multiple of Nearest, halves
// away from 0.
func (s *Saying) rounded(units int64) int64 {
	half := s.Nearest / 2
	switch {
	case units < 0 && !s.Owing:
		return 0
	case s.Nearest <= 1:
		return units
	case units < 0:
		half = -half
	}
	return (units + half) / s.Nearest * s.Nearest
}

// wait returns the wait that is to be said, or until the reset, if there is one.
func (s *Saying) wait(p *Provider, t *telling) (wait time.Duration, of Unit, ok bool) {
	if s.Format.Kind == hint.Reset {
		state, of, ok := p.state(t, s.Limit)
		wait = state.ResetAfter
		if s.Fixed {
			wait = s.Value
		}
		return wait, of, ok && wait < Forever
	}
	switch {
	case s.Fixed:
		return s.Value, 0, true
	case t.refusal == nil:
		return t.effect.Told, 0, t.effect.tells()
	case t.refusal.Never:
		return 0, 0, false
	case s.Limit != "":
		wait, ok = p.Quotas.Wait(t.call, s.Limit)
	default:
		wait, ok = t.refusal.Wait, true
	}
	return wait, 0, ok && wait < Forever
}

// state returns the state of a rule: the named one, or that which refused, or the
// first.
func (p *Provider) state(t *telling, name string) (state State, of Unit, ok bool) {
	if name == "" && t.refusal != nil {
		name = t.refusal.By
	}
	if p.Quotas == nil {
		return State{}, 0, false
	}
	return p.Quotas.State(t.call.At, t.call.Scope, name)
}

// wrong makes a wait as wrong as it is meant to be.
func (s *Saying) wrong(wait time.Duration) time.Duration {
	if s.Times > 0 {
		wait = s.Times.of(wait)
	}
	return total(wait, s.Add) - s.Less
}

// dimension returns what a reset or a count is of.
func (s *Saying) dimension(of Unit) hint.Dimension {
	d := s.Format.Of
	if d.Unit == hint.UnknownUnit {
		d.Unit = [...]hint.Unit{
			Requests: hint.Requests, InputTokens: hint.InputTokens, OutputTokens: hint.OutputTokens, Tokens: hint.Tokens, InFlight: hint.Concurrent,
		}[of]
	}
	return d
}

// carry returns a wait as the client has it when it hears the answer. The wait
// counts from the call's arrival on, by the server's clock; an instant is nearer by
// what the answer took, and farther by what that clock is ahead.
func (p *Provider) carry(format hint.Format, wait time.Duration, t *telling) hint.Hint {
	sent := p.BeganAt.Add(t.call.At).Add(p.Skew)
	return format.Carry(wait, sent).Later(t.heard - t.call.At).Later(-p.Skew)
}
