package policy

import "time"

// A Choice is to try again after a wait, or to give up.
type Choice struct {
	Wait  time.Duration // 0 if Again is false
	Again bool
}

// Plan returns what a policy chooses after each of the first failures of a
// request, all of them like f, if that depends on nothing but their number: not
// on chance, the request's past or hints. The choice after the n-th failure has
// index n−1. Whoever asks a policy often need not ask it twice.
func Plan(p Policy, f Failure, failures int) (plan []Choice, ok bool) {
	if f.Said != nil || !Forgets(p) || draws(p) {
		return nil, false
	}
	for f.Attempt = 1; f.Attempt <= failures; f.Attempt++ {
		wait, again := p.Next(f, nil)
		plan = append(plan, Choice{Wait: wait, Again: again})
	}
	return plan, true
}

// Forgets reports whether a policy does without the request's past but for the
// number of attempts: it looks at no Elapsed, Waited or LastWait. Of a policy of
// your own it is false.
func Forgets(p Policy) bool {
	switch p := p.(type) {
	case None, Fixed, Exponential:
		return true
	case AtMost:
		return Forgets(p.Of)
	case Retry:
		return p.Total == 0 && p.Budget == 0 && !p.LastWait && backoffForgets(p.Backoff)
	}
	return false
}

func backoffForgets(b Backoff) bool {
	switch b := b.(type) {
	case Fixed, Linear, Exponential, Polynomial, List:
		return true
	case FullJitter:
		return backoffForgets(b.Of)
	case EqualJitter:
		return backoffForgets(b.Of)
	case ProportionalJitter:
		return backoffForgets(b.Of)
	case AddedJitter:
		return backoffForgets(b.Of)
	case Stages:
		return backoffForgets(b.First) && backoffForgets(b.Then)
	case ByKind:
		return backoffForgets(b.RateLimit) && backoffForgets(b.Otherwise)
	case Clamp:
		return backoffForgets(b.Of)
	}
	return false
}

// draws reports whether chance has a part in a policy that Forgets.
func draws(p Policy) bool {
	switch p := p.(type) {
	case AtMost:
		return draws(p.Of)
	case Retry:
		return p.Backoff.Draws() || p.Heed.draws()
	}
	return false
}
