package policy

import (
	"strings"
	"time"

	"ratesim/spec"
)

// listMax is how many waits a List holds.
const listMax = 16

// A List waits the times that it lists, and the last one from then on.
type List struct {
	Waits [listMax]time.Duration
	Count int // of them; at least 1
}

// ListOf returns the List of the first 16 waits, of at least one.
func ListOf(waits ...time.Duration) List {
	var l List
	l.Count = copy(l.Waits[:], waits)
	return l
}

// After returns the n-th wait for the n-th failure.
func (p List) After(f Failure, _ float64) time.Duration {
	return p.Waits[min(f.Attempt, p.Count)-1]
}

// Draws reports false.
func (List) Draws() bool { return false }

// Spec returns list(waits=1s>5s>15s).
func (p List) Spec() spec.Spec {
	var words []string
	for _, wait := range p.Waits[:p.Count] {
		words = append(words, wait.String())
	}
	return spec.New("list", spec.Word("waits", strings.Join(words, ">")))
}

// Stages waits as First does after the first failures, and then as Then does,
// for which failures are counted anew.
type Stages struct {
	First    Backoff
	Failures int // after which First decides; at least 1
	Then     Backoff
}

// After returns what the Backoff of the stage does.
func (p Stages) After(f Failure, draw float64) time.Duration {
	if f.Attempt <= p.Failures {
		return p.First.After(f, draw)
	}
	f.Attempt -= p.Failures
	return p.Then.After(f, draw)
}

// Draws reports whether either stage draws.
func (p Stages) Draws() bool { return p.First.Draws() || p.Then.Draws() }

// Spec returns stages(first=…, failures=…, then=…), without failures when it is 1.
func (p Stages) Spec() spec.Spec {
	s := spec.New("stages", nested("first", p.First))
	if p.Failures != 1 {
		s = s.With(spec.Word("failures", formatInt(p.Failures)))
	}
	return s.With(nested("then", p.Then))
}

// ByKind waits one way after a rate limit, and another way otherwise.
type ByKind struct {
	RateLimit Backoff
	Otherwise Backoff
}

// After returns what the Backoff of the failure's kind does.
func (p ByKind) After(f Failure, draw float64) time.Duration {
	if !f.mayHaveWorked() {
		return p.RateLimit.After(f, draw)
	}
	return p.Otherwise.After(f, draw)
}

// Draws reports whether either draws.
func (p ByKind) Draws() bool { return p.RateLimit.Draws() || p.Otherwise.Draws() }

// Spec returns by-kind(rate-limit=…, otherwise=…).
func (p ByKind) Spec() spec.Spec {
	return spec.New("by-kind", nested("rate-limit", p.RateLimit), nested("otherwise", p.Otherwise))
}

// Clamp keeps the waits of another Backoff within bounds. Where the other one is
// a jitter, the bounds hold for what it drew.
type Clamp struct {
	Min  time.Duration // 0 for none
	Max  time.Duration // 0 for none; else not below Min
	Step time.Duration // waits are cut off to a whole number of these, before the bounds; 0 for not at all
	Of   Backoff
}

// After returns the wait of Of in whole Steps, at least Min and at most Max.
func (p Clamp) After(f Failure, draw float64) time.Duration {
	return capped(max(p.Min, p.Of.After(f, draw).Truncate(p.Step)), p.Max)
}

// Draws reports what Of does.
func (p Clamp) Draws() bool { return p.Of.Draws() }

// Spec returns the spec of Of with min-wait, max-wait and wait-step.
func (p Clamp) Spec() spec.Spec {
	s := p.Of.Spec()
	if p.Min > 0 {
		s = s.With(durationWord("min-wait", p.Min))
	}
	if p.Max > 0 {
		s = s.With(durationWord("max-wait", p.Max))
	}
	if p.Step > 0 {
		s = s.With(durationWord("wait-step", p.Step))
	}
	return s
}

// nested returns an argument whose value is the spec of a Backoff.
func nested(key string, b Backoff) spec.Arg {
	s := b.Spec()
	return spec.Arg{Key: key, Value: spec.Value{Spec: &s}}
}
