package policy

import "time"

// A Choice is to try again after a wait, or to give up.
type Choice struct {
	Wait  time.Duration // 0 if Again is false
	Again bool
}

// Plan returns what a policy chooses after each of the first failures of a
// request, all of them like f, if that depends on nothing but their number: not
// on chance, time, earlier waits or hints. The choice after the n-th failure has
// index n−1. Whoever asks a policy often need not ask it twice.
func Plan(p Policy, f Failure, failures int) (plan []Choice, ok bool) {
	if f.Said != nil || !isPlain(p) {
		return nil, false
	}
	for f.Attempt = 1; f.Attempt <= failures; f.Attempt++ {
		wait, again := p.Next(f, nil)
		plan = append(plan, Choice{Wait: wait, Again: again})
	}
	return plan, true
}

// isPlain reports whether a policy's choice depends on the failure and the number
// of attempts alone.
func isPlain(p Policy) bool {
	switch p := p.(type) {
	case None, Fixed, Exponential:
		return true
	case AtMost:
		return isPlain(p.Of)
	case Retry:
		return p.Total == 0 && p.Budget == 0 && !p.Heed.draws() && countsOnly(p.Backoff)
	}
	return false
}

// countsOnly reports whether a wait depends on the failure and the number of
// attempts alone.
func countsOnly(b Backoff) bool {
	switch b := b.(type) {
	case Fixed, Linear, Exponential, Polynomial, List:
		return true
	case Stages:
		return countsOnly(b.First) && countsOnly(b.Then)
	case ByKind:
		return countsOnly(b.RateLimit) && countsOnly(b.Otherwise)
	case Clamp:
		return countsOnly(b.Of)
	}
	return false
}
