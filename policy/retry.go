package policy

import (
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// A Retry is a policy made of parts: a Backoff, and the rules of when to use it.
// All bounds are inclusive: what reaches one just so is within it.
type Retry struct {
	Backoff Backoff // how long to wait; must be set

	On       Classes // failures that are retried; zero for DefaultClasses
	IfHinted Classes // failures that are, too, if the server asked for a wait; zero for none
	Unsafe   UnsafeRule
	Obey     bool // the server's word on whether to try again overrules On
	LastWait bool // after the last attempt it waits once more, and then gives up

	Attempts int           // the first one included; 0 for no bound
	Total    time.Duration // of all waits; 0 for no bound
	Budget   time.Duration // since the first attempt was sent; 0 for no bound
	AtBudget BudgetRule
	Timeout  time.Duration // of each attempt, after which the client hangs up; 0 for none

	Heed Heed
}

// An UnsafeRule is when to repeat a request that is not safe to repeat.
type UnsafeRule uint8

// The rules. The zero UnsafeRule is IfRefused.
const (
	IfRefused UnsafeRule = iota // after a rate limit, which did no work; with an idempotency key after any failure
	Never                       // not even after that, nor with a key
	Always                      // after any failure, though the work may then be done twice
)

// A BudgetRule is how the time since the first attempt is bounded.
type BudgetRule uint8

// The rules. The zero BudgetRule is NoWaitPast.
const (
	NoWaitPast BudgetRule = iota // no wait begins that would end past the budget
	Overrun                      // no wait begins past the budget; the last one may end past it
	Shorten                      // a wait that would end past the budget ends at it; the attempt then is the last
	CutOff                       // no wait begins that would leave no time, and an attempt is cut off at the budget
	Late                         // as Shorten, but by the time at which the attempt was sent: what it took does not count yet
)

// Next returns what Decide does, without the reasons.
func (p Retry) Next(f Failure, rng *rand.Rand) (time.Duration, bool) {
	var d Decision
	p.decide(&d, &f, rng)
	return d.Wait, d.Again
}

// Decide returns what to do about a failure. It asks, in this order: is the
// request safe to repeat, what does the server order, is the failure one that is
// retried, are there attempts left; then what the backoff and the hint make of
// the wait, and at last whether total and budget allow it.
//
// If chance has a part in the policy, it draws once for each failure that gets as
// far as the wait, whether or not the draw decides; else never.
func (p Retry) Decide(f Failure, rng *rand.Rand) Decision {
	var d Decision
	p.decide(&d, &f, rng)
	return d
}

// decide fills in a Decision.
func (p *Retry) decide(d *Decision, f *Failure, rng *rand.Rand) {
	a := answer{odd: Skip}
	if f.Said != nil {
		a = p.Heed.listen(f)
	}
	d.Asked, d.Hinted = a.wait, a.hinted
	d.Why = p.refuses(f, &a)
	isLast := d.Why == WhyAttempts && p.LastWait
	if d.Why != WhyNot && !isLast {
		return
	}
	draw := 0.0
	if p.Backoff.Draws() || p.Heed.draws() {
		draw = rng.Float64()
	}
	d.Own = p.own(f, draw)
	d.Wait, d.Again = d.Own, true
	if a.odd == Usual {
		p.Heed.heed(d, a.reset, draw)
	}
	if isLast {
		idle := d.Wait
		d.stop(WhyAttempts, 0)
		d.Idle, d.Wanted = idle, idle
	}
	if d.Again {
		d.Wanted = d.Wait
		p.bound(d, f)
	}
}

// own returns the backoff's wait.
func (p *Retry) own(f *Failure, draw float64) time.Duration {
	if !p.Heed.Restart {
		return p.Backoff.After(*f, draw)
	}
	counted := *f
	counted.Attempt -= f.Hinted
	return p.Backoff.After(counted, draw)
}

// refuses returns why a failure is not retried, before any wait is thought of.
func (p *Retry) refuses(f *Failure, a *answer) Why {
	again, given := false, false
	if p.Obey {
		again, given = order(f)
	}
	switch {
	case p.mustNotRepeat(f):
		return WhyUnsafe
	case given && !again:
		return WhyOrder
	case !given && !p.retries(f) && !(a.hinted && p.IfHinted.contains(f)):
		return WhyFailure
	case p.Attempts > 0 && f.Attempt >= p.Attempts:
		return WhyAttempts
	case a.odd == GiveUp:
		return WhyBadHint
	}
	return WhyNot
}

// Retried returns the failures that are retried, hint or no hint.
func (p Retry) Retried() Classes {
	if p.On.isGiven() {
		return p.On
	}
	return defaultClasses
}

// retries reports whether a failure is retried, hint or no hint.
func (p *Retry) retries(f *Failure) bool {
	if p.On.isGiven() {
		return p.On.contains(f)
	}
	return defaultClasses.contains(f)
}

func (p *Retry) mustNotRepeat(f *Failure) bool {
	switch {
	case f.Repeat == Safe || p.Unsafe == Always:
		return false
	case p.Unsafe == Never:
		return true
	}
	return f.Repeat == Unsafe && f.mayHaveWorked()
}

// order returns whether the server said to try again or not; given is false if
// it said neither.
func order(f *Failure) (again, given bool) {
	if f.Said == nil {
		return false, false
	}
	for i := range f.Said.Hints {
		if again, given = f.Said.Hints[i].Order(); given {
			return again, true
		}
	}
	return false, false
}

// bound applies the bounds on waits and time to a decision to wait.
func (p *Retry) bound(d *Decision, f *Failure) {
	if p.Total > 0 && plus(f.Waited, d.Wait) > p.Total {
		d.stop(WhyTotal, p.Total)
		return
	}
	if p.Budget == 0 {
		return
	}
	next := plus(f.Elapsed, d.Wait)
	switch p.AtBudget {
	case NoWaitPast:
		if next > p.Budget {
			d.stop(WhyBudget, p.Budget)
		}
	case Overrun:
		if f.Elapsed > p.Budget {
			d.stop(WhyBudget, p.Budget)
		}
	case Shorten:
		if next > p.Budget && f.Elapsed >= p.Budget {
			d.stop(WhyBudget, p.Budget)
		} else if next > p.Budget {
			d.Wait = p.Budget - f.Elapsed
		}
	case CutOff:
		if next >= p.Budget {
			d.stop(WhyBudget, p.Budget)
		}
	case Late:
		if f.Sent >= p.Budget {
			d.stop(WhyBudget, p.Budget)
		}
		d.Wait = min(d.Wait, max(0, p.Budget-f.Sent))
	}
}

func (d *Decision) stop(why Why, bound time.Duration) {
	d.Wait, d.Again, d.Heeded, d.Why, d.Bound = 0, false, false, why, bound
}

// TimeLimit returns how long an attempt may take that is sent so long after the
// first one; limited is false if there is no bound.
func (p Retry) TimeLimit(elapsed time.Duration) (limit time.Duration, limited bool) {
	limit, limited = p.Timeout, p.Timeout > 0
	if p.Budget > 0 && p.AtBudget == CutOff {
		left := max(0, p.Budget-elapsed)
		if !limited || left < limit {
			limit, limited = left, true
		}
	}
	return limit, limited
}

// Spec returns the spec of the Backoff with the rules that are not the usual
// ones.
func (p Retry) Spec() spec.Spec {
	s := p.Backoff.Spec()
	for _, r := range rules() {
		if text := r.text(&p); text != "" {
			s = s.With(spec.Word(r.Name, text))
		}
	}
	return s
}
