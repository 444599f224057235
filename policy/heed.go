package policy

import (
	"time"

	"ratesim/hint"
)

// A Heed is what a client makes of a wait that the server asks for. The zero
// Heed waits at least as long as asked, however long that is.
type Heed struct {
	Mode  HeedMode
	After Classes // failures whose hints are heeded; zero for all
	Order Order   // which hints, in which order
	Read  Reading // what their values may look like

	Max   time.Duration // the longest hint that is heeded as it is, inclusive; 0 for no bound
	Above Above         // what to do about one above Max
	Min   time.Duration // what a shorter hint is taken for; 0 for none

	Zero       Odd // what to do about a hint of 0 or a date gone by; Usual to heed it
	Negative   Odd // about one below 0, if Read takes it; Usual to skip it
	Unreadable Odd // about one that Read does not take; Usual to skip it
	Repeated   Odd // about one that was given more than once; Usual to heed the first

	Jitter      time.Duration // the most that chance adds to a hint; 0 for nothing
	Factor      float64       // the most by which chance multiplies a hint; 0 and 1 for not at all
	ResetFactor float64       // and a reset besides; 0 and 1 for not at all
	Lead        time.Duration // by how much a hint may lengthen the backoff's own wait; 0 for no bound
	Restart     bool          // the backoff begins anew after a hint was heeded
}

// A HeedMode is how a hint and the backoff's own wait make one wait.
type HeedMode uint8

// The modes. The zero HeedMode is Minimum.
const (
	Minimum HeedMode = iota // the longer of the two
	Exact                   // the hint
	Ignore                  // the backoff's own wait
)

// An Above is what to do about a hint above the longest that is heeded.
type Above uint8

// What may be done. The zero Above is AboveStop.
const (
	AboveStop     Above = iota // make no further attempt
	AboveBackoff               // take the backoff's own wait, as if nothing was asked
	AboveCut                   // take the longest that is heeded
	AboveWait                  // wait as long as asked all the same
	AboveSooner                // take the hint or the backoff's own wait, whichever ends sooner
	AboveOverflow              // wait 1 ms: a JavaScript timer of 2³¹ ms or more overflows and fires at once
)

// An Odd is what to do about a hint that is not simply a time to wait.
type Odd uint8

// What may be done. The zero Odd is Usual.
const (
	Usual      Odd = iota // as the field says
	TakeZero              // heed it as a wait of 0
	Skip                  // look at the next hint
	OwnBackoff            // take the backoff's own wait, whatever other hints say
	GiveUp                // make no further attempt
	GiveWay               // look at the next hint, and heed this one as 0 if there is none
)

// An answer is what a client gathers from all that a server said.
type answer struct {
	wait   time.Duration // what was asked for, at least 0
	odd    Odd           // Usual if wait is to be heeded, Skip if there is nothing to heed, or OwnBackoff or GiveUp
	hinted bool          // there was a hint that was not skipped
	reset  bool          // it was a reset
}

// listen returns what the server asked for after a failure, in what it Said.
func (h *Heed) listen(f *Failure) answer {
	otherwise := answer{odd: Skip}
	if h.Mode == Ignore || h.After.isGiven() && !h.After.contains(f) {
		return otherwise
	}
	hints := f.Said.Hints
	for tried := uint64(0); ; {
		i := h.Order.next(hints, tried)
		if i < 0 {
			return otherwise
		}
		tried |= 1 << i
		wait, odd := h.value(hints[i])
		if h.Repeated != Usual && isRepeated(hints, i) {
			odd = h.Repeated.or(TakeZero)
		}
		if odd == GiveWay {
			otherwise = answer{hinted: true, reset: hints[i].Kind == hint.Reset}
			continue
		}
		if odd != Skip {
			return answer{wait: wait, odd: odd, hinted: true, reset: hints[i].Kind == hint.Reset}
		}
	}
}

// isRepeated reports whether another hint came by the same field.
func isRepeated(hints []hint.Hint, i int) bool {
	for k, other := range hints {
		if k != i && other.Channel == hints[i].Channel && other.Kind == hints[i].Kind {
			return true
		}
	}
	return false
}

// value returns the wait of one hint, at least 0, and what to do about it: Usual
// to heed it.
func (h *Heed) value(said hint.Hint) (time.Duration, Odd) {
	wait, ok := h.Read.read(said)
	switch {
	case !ok:
		return 0, h.Unreadable.or(Skip)
	case wait > 0:
		return wait, Usual
	case wait < 0 && !isInstant(said.Notation):
		return 0, h.Negative.or(Skip)
	}
	return 0, h.Zero.or(TakeZero)
}

// or returns what to do, with what is usual; Usual stands for a hint of 0 that
// is heeded.
func (o Odd) or(usual Odd) Odd {
	if o == Usual {
		o = usual
	}
	if o == TakeZero {
		return Usual
	}
	return o
}

// isInstant reports whether a wait below 0 means that an instant has passed.
func isInstant(n hint.Notation) bool {
	return n == hint.HTTPDate || n == hint.RFC3339 || n == hint.UnixSeconds || n == hint.UnixMilliseconds
}

// draws reports whether chance has a part in what is made of a hint.
func (h *Heed) draws() bool {
	return h.Jitter > 0 || h.Factor > 1 || h.ResetFactor > 1
}

// heed makes one wait of the backoff's own and of what was asked for; reset says
// that this was a reset.
func (h *Heed) heed(d *Decision, reset bool, draw float64) {
	asked := max(d.Asked, h.Min)
	if h.Max > 0 && asked > h.Max {
		switch h.Above {
		case AboveStop:
			d.stop(WhyHint, h.Max)
			return
		case AboveBackoff:
			return
		case AboveSooner:
			d.Wait = min(d.Own, asked)
			return
		case AboveOverflow:
			d.Wait, d.Heeded = time.Millisecond, true
			return
		case AboveCut:
			asked = h.Max
		}
	}
	asked = h.stretch(asked, reset, draw)
	if h.Mode == Minimum {
		asked = max(d.Own, asked)
	}
	if h.Lead > 0 {
		asked = min(asked, plus(d.Own, h.Lead))
	}
	d.Wait, d.Heeded = asked, true
}

// stretch returns a hint with what chance adds to it.
func (h *Heed) stretch(asked time.Duration, reset bool, draw float64) time.Duration {
	longest := scale(asked, max(1, h.Factor))
	if reset {
		longest = scale(longest, max(1, h.ResetFactor))
	}
	return between(asked, plus(longest, h.Jitter), draw)
}
