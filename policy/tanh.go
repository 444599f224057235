package policy

import (
	"math"
	"time"

	"ratesim/chance"
	"ratesim/spec"
)

// TanhJitter is the exponential backoff with jitter of Polly: the n-th wait ends
// at a random point of a smooth curve, which it counts from where the waits before
// it ended. So all waits of a request together depend on the last draw alone. With
// U of each wait uniform on [0, 1),
//
//	sum of the first n waits = Base · 2ᵗ · tanh(√(4t)) / 1.4, with t = n − 1 + U
//
// It is Polly's RetryHelper (App-vNext/Polly, src/Polly.Core/Retry/RetryHelper.cs),
// after Polly.Contrib.WaitAndRetry's DecorrelatedJitterBackoffV2.
type TanhJitter struct {
	Base time.Duration // 0 to try again at once
}

// After returns what is left of the curve after all waits so far; 0 if they are
// past it, as after a long wait that a server asked for.
func (p TanhJitter) After(f Failure, draw float64) time.Duration {
	return max(0, scale(p.Base, tanhCurve(f.Attempt-1, draw))-f.Waited)
}

// tanhCurve returns 2ᵗ · tanh(√(4t)) / 1.4 for t = whole + part.
func tanhCurve(whole int, part float64) float64 {
	t := float64(whole) + part
	squared := chance.Exp(2 * math.Sqrt(4*t)) // e²ˣ, and tanh x = 1 − 2/(e²ˣ + 1)
	growth := power(2, whole) * chance.Exp(part*math.Ln2)
	return growth * (1 - 2/(squared+1)) / 1.4
}

// Draws reports true.
func (TanhJitter) Draws() bool { return true }

// Spec returns tanh-jitter(base=…).
func (p TanhJitter) Spec() spec.Spec {
	return spec.New("tanh-jitter", durationWord("base", p.Base))
}

// EvensOut reports whether a backoff waits less after it has waited more. Only by
// itself, or within bounds, can it: so its sums are still never less for a larger
// draw, nor after more waiting.
func EvensOut(b Backoff) bool {
	if c, ok := b.(Clamp); ok {
		b = c.Of
	}
	_, ok := b.(TanhJitter)
	return ok
}

// readTanh reads a TanhJitter, which is no part of another backoff.
func readTanh(r *reader) Backoff {
	if r.isPart {
		r.fault(r.spec.At, "%s makes up for all waits so far, and cannot stand inside another backoff", r.called)
	}
	for _, key := range []string{"wait-step", "last-wait"} {
		if r.has(key) {
			r.fault(r.at(key), "%s: a wait of %s is what is left of a sum; leave it out", key, r.called)
		}
	}
	return TanhJitter{Base: r.duration("base", nil)}
}
