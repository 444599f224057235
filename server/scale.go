package server

import (
	"math"
	"time"

	"ratesim/hint"
)

// scaled returns what an answer said as a client in real time has it: waits are so
// many times shorter as the run is faster. Milliseconds are exact to the nanosecond.
// Whole seconds and dates are rounded up to a second, so that nobody is told to come
// too early; rounded tells whether that lengthened a wait.
func (c clock) scaled(said hint.Said, sent time.Time) (real hint.Said, rounded bool) {
	if c.speed == 1 {
		return said, false
	}
	real.Limits = said.Limits
	for _, h := range said.Hints {
		if h.Notation == hint.Unreadable || h.Kind == hint.ShouldRetry || h.Magnitude != hint.Fits {
			real.Hints = append(real.Hints, h)
			continue
		}
		exact := c.real(h.Wait)
		h.Wait = wholeSeconds(h, exact, sent)
		rounded = rounded || h.Wait != exact
		real.Hints = append(real.Hints, h)
	}
	return real, rounded
}

// wholeSeconds rounds a wait up where its notation has whole seconds only.
func wholeSeconds(h hint.Hint, wait time.Duration, sent time.Time) time.Duration {
	switch {
	case h.Notation == hint.HTTPDate, h.Notation == hint.RFC3339, h.Notation == hint.UnixSeconds:
		at := sent.Add(wait)
		if up := at.Truncate(time.Second); up.Before(at) {
			at = up.Add(time.Second)
		}
		return at.Sub(sent)
	case h.Kind == hint.Seconds && h.Marks&hint.Fraction == 0, h.Kind == hint.Reset && h.Notation == hint.Number:
		return ceiling(wait)
	}
	return wait
}

// ceiling rounds up to a second.
func ceiling(wait time.Duration) time.Duration {
	if rest := wait % time.Second; rest > 0 && wait < math.MaxInt64-time.Second {
		return wait - rest + time.Second
	}
	return wait
}
