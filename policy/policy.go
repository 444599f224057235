// Package policy decides what a client does after an attempt has failed: how
// long it waits before it tries again, or that it gives up.
//
// A Policy reads no clock, sleeps for nothing and keeps no memory. What it may
// know is in the Failure, what chance it may use is in the generator, and the
// same two always give the same answer. The memory of one request is a Session,
// which a simulator and a real client share.
//
// Policies are made of parts. A Backoff says how long to wait and never gives
// up; backoffs wrap one another: FullJitter{Of: Exponential{…}}. A Retry adds the
// rules of when to use it: which failures, how often, how long in all, and what
// to make of the server's hints. Layers stand policies in one another, as an
// application's retries stand around those of an SDK. Parse reads all of them
// from text and String writes them.
//
// Waits are time.Durations. Attempts are counted from 1: after the first
// failure Failure.Attempt is 1. The exponential family and its jitters follow
// M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
package policy

import (
	"math/rand/v2"
	"slices"
	"time"

	"ratesim/spec"
)

// A Policy answers a Failure with a wait, or gives up.
type Policy interface {
	// Next returns how long to wait before the next attempt, at least 0, or
	// again = false to make none. It draws from rng at most once.
	Next(f Failure, rng *rand.Rand) (wait time.Duration, again bool)
	// Spec returns the policy as Parse reads it.
	Spec() spec.Spec
}

// String returns the canonical spec of a policy.
func String(p Policy) string { return p.Spec().String() }

// None never tries again.
type None struct{}

// Next gives up.
func (None) Next(Failure, *rand.Rand) (time.Duration, bool) { return 0, false }

// Decide gives up: one attempt is all there is.
func (None) Decide(Failure, *rand.Rand) Decision { return Decision{Why: WhyAttempts} }

// Spec returns none.
func (None) Spec() spec.Spec { return spec.New("none") }

// AtMost bounds the attempts of a policy of your own; a Retry has Attempts.
type AtMost struct {
	Attempts int    // the first one included; at least 1
	Of       Policy // without a bound on attempts: no spec says two
}

// Next gives up after the last attempt, and before it asks Of.
func (p AtMost) Next(f Failure, rng *rand.Rand) (time.Duration, bool) {
	if f.Attempt >= p.Attempts {
		return 0, false
	}
	return p.Of.Next(f, rng)
}

// Decide does what Next does, and gives the reason.
func (p AtMost) Decide(f Failure, rng *rand.Rand) Decision {
	if f.Attempt >= p.Attempts {
		return Decision{Why: WhyAttempts}
	}
	return Decide(p.Of, f, rng)
}

// TimeLimit returns what Of does.
func (p AtMost) TimeLimit(elapsed time.Duration) (limit time.Duration, limited bool) {
	return timeLimit(p.Of, elapsed)
}

// Spec returns the spec of Of with attempts=….
func (p AtMost) Spec() spec.Spec {
	of := p.Of.Spec()
	of.Args = slices.DeleteFunc(slices.Clone(of.Args), func(a spec.Arg) bool { return a.Key == "attempts" })
	return of.With(spec.Word("attempts", formatInt(p.Attempts)))
}
