package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// An SREThrottle refuses attempts itself while the server refuses many. With the
// requests of a window, those that it refused itself included, and those that the
// server accepted, the probability is
//
//	max(0, (requests − K · accepts) / (requests + 1))
//
// It is the adaptive throttling of "Site Reliability Engineering", chapter 21,
// "Handling Overload" (https://sre.google/sre-book/handling-overload/).
type SREThrottle struct {
	Free
	K      float64        // requests that are sent for each that is accepted, about; at least 1
	Window time.Duration  // in which both are counted
	On     policy.Classes // failures by which the server does not accept a request

	counts recent // requests, and accepts as some
}

// Ask refuses by chance. What it refuses counts as a request.
func (t *SREThrottle) Ask(now time.Duration, _ Sending, rng *rand.Rand) Permit {
	probability := t.probability(t.counts.at(now))
	if probability == 0 || rng.Float64() >= probability {
		return Permit{}
	}
	t.counts.add(now, tally{all: 1})
	return Permit{Refused: true}
}

// Take counts a request.
func (t *SREThrottle) Take(now time.Duration, _ Sending) { t.counts.add(now, tally{all: 1}) }

// Heard counts what the server accepted.
func (t *SREThrottle) Heard(now time.Duration, _ Sending, o Outcome) {
	if !o.isIn(t.On) {
		t.counts.add(now, tally{some: 1})
	}
}

// Reset forgets all requests.
func (t *SREThrottle) Reset() { t.counts = over(t.Window) }

// probability returns the probability with which an attempt is refused.
func (t *SREThrottle) probability(c tally) float64 {
	beyond := float64(c.all) - float64(t.K*float64(c.some))
	return max(0, beyond/float64(c.all+1))
}

func sreThrottleForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "sre-throttle", About: "refuses attempts by chance, the more of them the fewer are accepted",
		Arguments: []spec.Argument{
			{Name: "k", Unit: "factor", Default: "2", About: "requests for each that is accepted, below which none is refused"},
			{Name: "window", Unit: "duration", Default: "2m", About: "the time in which both are counted, in tenths of it"},
			on(throttles, "by which the server does not accept a request"),
		},
		Read: func(r *spec.Reader) Maker {
			return made(SREThrottle{K: r.Number("k", 1, 1e6), Window: r.Positive("window"), On: failures(r)})
		},
	}
}
