package policy

import (
	"math/rand/v2"
	"time"
)

// A Decision is what a policy makes of a failure, with its reasons.
type Decision struct {
	Wait  time.Duration // before the next attempt; 0 if there is none
	Again bool          // there is one
	Why   Why           // there is none; WhyNot if there is
	Idle  time.Duration // there is none, but it waits so long before it gives up

	Own    time.Duration // what the backoff alone would wait; 0 if it was not asked
	Asked  time.Duration // what the server asked for, as read; 0 unless Hinted
	Hinted bool          // the server asked for a wait in a way that the policy reads
	Heeded bool          // and the policy went by it
	Wanted time.Duration // the wait, or Idle, before the bounds on total and budget had their say
	Layer  int           // which of policies in one another decided; 0 for the innermost
	Bound  time.Duration // the bound that stopped it: on the hint, the total or the budget; else 0
}

// IsCut reports that the policy went by what the server asked for, and that the wait is
// shorter all the same, because that was longer than it accepts.
func (d *Decision) IsCut() bool { return d.Heeded && d.Wait < d.Asked }

// idles returns how long it waits before it gives up, if no layer around cuts that.
func (d *Decision) idles() time.Duration {
	if d.Idle == 0 {
		return 0
	}
	return d.Wanted
}

// A Why is the reason to make no further attempt.
type Why uint8

// The reasons. The zero Why is WhyNot.
const (
	WhyNot      Why = iota // there is a further attempt
	WhyAttempts            // the attempts are used up
	WhyTotal               // the next wait would take all waits past their total
	WhyBudget              // the time since the first attempt is used up, or would be after the next wait
	WhyHint                // the server asks for a longer wait than the policy accepts
	WhyBadHint             // the server asks for a wait in a way at which the policy gives up
	WhyOrder               // the server says not to try again
	WhyFailure             // the failure is of a kind that the policy does not retry
	WhyUnsafe              // the work may have been done, and doing it again is not safe
	WhyPolicy              // a policy that gives no reasons gave up
)

// String returns the reason as one word; "" for WhyNot.
func (w Why) String() string {
	words := [...]string{"", "attempts", "total", "budget", "hint", "bad-hint", "order", "failure", "unsafe", "policy"}
	if int(w) < len(words) {
		return words[w]
	}
	return formatInt(int(w))
}

// Sentence returns the reason for a person to read; "" for WhyNot.
func (w Why) Sentence() string {
	sentences := [...]string{
		"",
		"the attempts are used up",
		"the next wait would take all waits past their total",
		"the time allowed for the request does not suffice for another attempt",
		"the server asks for a longer wait than the policy accepts",
		"the server asks for a wait in a way at which the policy gives up",
		"the server says not to try again",
		"the policy does not retry this kind of failure",
		"the work may have been done, and the request is not safe to repeat",
		"the policy gives up",
	}
	if int(w) < len(sentences) {
		return sentences[w]
	}
	return w.String()
}

// A Decider is a Policy that gives its reasons. Its Next says the same.
type Decider interface {
	Policy
	Decide(f Failure, rng *rand.Rand) Decision
}

// Decide returns what a policy makes of a failure. A policy that is no Decider
// has no reason but WhyPolicy.
func Decide(p Policy, f Failure, rng *rand.Rand) Decision {
	if d, ok := p.(Decider); ok {
		return d.Decide(f, rng)
	}
	return undecided(p, f, rng)
}

// undecided is the Decision of a policy that is no Decider.
func undecided(p Policy, f Failure, rng *rand.Rand) Decision {
	wait, again := p.Next(f, rng)
	if !again {
		return Decision{Why: WhyPolicy}
	}
	return Decision{Wait: wait, Again: true, Own: wait, Wanted: wait}
}
