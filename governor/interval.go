package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// An Interval keeps two attempts at least Every apart. It saves nothing up: after
// a long silence, too, only one may be sent. Uber's ratelimit without slack is such
// a client.
type Interval struct {
	Free
	Every time.Duration
	Of    Paced // which attempts are kept apart

	last time.Duration // when an attempt was sent, if one was
	sent bool
}

// Ask returns what is left of the interval.
func (i *Interval) Ask(now time.Duration, s Sending, _ *rand.Rand) Permit {
	if !i.sent || !i.Of.isAbout(s) {
		return Permit{}
	}
	return Permit{Wait: max(0, i.Every-(now-i.last))}
}

// Take begins an interval.
func (i *Interval) Take(now time.Duration, s Sending) {
	if i.Of.isAbout(s) {
		i.last, i.sent = now, true
	}
}

// Reset forgets the last attempt.
func (i *Interval) Reset() { i.last, i.sent = 0, false }

func intervalForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "interval", About: "attempts are at least so far apart, also after a silence",
		Arguments: []spec.Argument{
			{Name: "every", Unit: "duration", About: "the least time between two attempts"},
			ofAttempts(),
		},
		Read: func(r *spec.Reader) Maker {
			return made(Interval{Every: r.Positive("every"), Of: Paced(r.Choice("of"))})
		},
	}
}
