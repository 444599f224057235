package policy

import (
	"math"
	"time"
)

// A Summary is a policy in a few words. Its waits are those after rate limits, and
// without what chance makes of them.
type Summary struct {
	Attempts int           // the first one included; 0 for no bound
	Base     time.Duration // the wait after the first failure
	Cap      time.Duration // the longest wait; 0 for no bound, and for a wait that does not grow
	Jitter   string        // what chance makes of a wait w: ×0.75…1, +0…1s, 0…w; none
	Hints    string        // what it makes of a wait that the server asks for
}

// Summarize returns a policy in a few words; of layers the innermost one.
func Summarize(p Policy) Summary {
	switch p := p.(type) {
	case None:
		return Summary{Attempts: 1, Jitter: "none", Hints: "ignored"}
	case Layers:
		return Summarize(p.Inner)
	case Retry:
		wait := plain(p.Backoff)
		s := Summary{Attempts: p.Attempts, Base: firstOf(wait), Jitter: jitterWord(p.Backoff), Hints: p.Heed.word()}
		const late = math.MaxInt // failures, after which whatever grows has grown
		if last := wait.After(Failure{Kind: RateLimit, Attempt: late}, 0); last < forever && last != s.Base {
			s.Cap = last
		}
		return s
	}
	return Summary{}
}

func firstOf(b Backoff) time.Duration { return b.After(Failure{Kind: RateLimit, Attempt: 1}, 0) }

// plain returns a backoff without chance: of a jitter what it is put on, or what
// stands for its growth.
func plain(b Backoff) Backoff {
	if of, ok := Unjittered(b); ok {
		return plain(of)
	}
	switch b := b.(type) {
	case Decorrelated:
		return Exponential{Base: b.Base, Factor: b.Factor, Cap: b.Cap}
	case RisingJitter:
		return Exponential{Base: b.Base, Factor: b.Factor, Cap: b.Cap}
	case CompoundJitter:
		return Exponential{Base: b.Base, Factor: 2, Cap: b.Cap}
	case TanhJitter:
		return Exponential{Base: b.Base, Factor: 2}
	case Stages:
		return Stages{First: plain(b.First), Failures: b.Failures, Then: plain(b.Then)}
	case ByKind:
		return plain(b.RateLimit)
	case Clamp:
		b.Of = plain(b.Of)
		return b
	}
	return b
}

// jitterWord says what chance makes of a wait.
func jitterWord(b Backoff) string {
	switch b := b.(type) {
	case FullJitter:
		if b.Low < time.Microsecond {
			return "0…w"
		}
		return b.Low.String() + "…w"
	case EqualJitter:
		return "w/2…w"
	case ProportionalJitter:
		return "×" + formatFloat(b.Low) + "…" + formatFloat(b.High)
	case AddedJitter:
		return "+0…" + formatFloat(b.Jitter.Seconds()) + "s"
	case SpreadJitter:
		return "±" + formatFloat(b.Jitter.Seconds()) + "s"
	case Decorrelated:
		return formatFloat(max(1, b.From)) + "…" + formatFloat(b.Factor) + "×last"
	case RisingJitter:
		return "1…" + formatFloat(b.Factor) + "×last"
	case CompoundJitter:
		return "0…2ⁿ×last"
	case TanhJitter:
		return "tanh"
	case Stages:
		if b.Then.Draws() {
			return jitterWord(b.Then)
		}
		return jitterWord(b.First)
	case ByKind:
		return jitterWord(b.RateLimit)
	case Clamp:
		return jitterWord(b.Of)
	}
	return "none"
}

// word says what is made of a wait that the server asks for.
func (h *Heed) word() string {
	then := [...]string{AboveStop: "else stops", AboveBackoff: "else own", AboveCut: "longer cut", AboveWait: "longer, too", AboveSooner: "or sooner", AboveOverflow: "else 1 ms"}
	switch {
	case h.Mode == Ignore:
		return "ignored"
	case h.Max == 0 && h.Mode == Minimum:
		return "at least"
	case h.Max == 0:
		return "exactly"
	}
	bound := "≤" + roughly(h.Max)
	if next, excluded := h.Below(); excluded {
		bound = "<" + roughly(next)
	}
	return bound + ", " + then[h.Above]
}

// Below returns the whole number of seconds that Max falls a nanosecond short of,
// if it does: a bound that is itself not heeded.
func (h Heed) Below() (bound time.Duration, excluded bool) {
	return h.Max + 1, h.Max > 0 && (h.Max+1)%time.Second == 0
}

// roughly returns a duration in a unit in which it is short.
func roughly(d time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		from, length time.Duration
		name         string
	}{{2 * day, day, "d"}, {time.Hour, time.Hour, "h"}, {0, time.Second, "s"}} {
		if d >= unit.from {
			return formatFloat(math.Round(10*float64(d)/float64(unit.length))/10) + " " + unit.name
		}
	}
	return ""
}
