package policy

import (
	"time"

	"ratesim/spec"
)

// SpreadJitter waits a random time more or less than another Backoff does, as
// WithJitter of sethvargo/go-retry does (v0.5.0, backoff.go).
type SpreadJitter struct {
	Of     Backoff
	Jitter time.Duration // the most that is added or taken off; 0 for nothing
}

// After returns w − Jitter + draw·2·Jitter, at least 0, where w is the wait of Of.
func (p SpreadJitter) After(f Failure, draw float64) time.Duration {
	wait := p.Of.After(f, draw)
	moved := between(0, plus(p.Jitter, p.Jitter), draw)
	if moved <= p.Jitter {
		return max(0, wait-(p.Jitter-moved))
	}
	return plus(wait, moved-p.Jitter)
}

// Draws reports true.
func (SpreadJitter) Draws() bool { return true }

// Spec returns spread-jitter(…, jitter=…) with the arguments of Of.
func (p SpreadJitter) Spec() spec.Spec {
	return around("spread-jitter", p.Of).With(durationWord("jitter", p.Jitter))
}
