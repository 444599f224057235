package hint

import "time"

// A Format is how a server puts a wait: the kind of hint, how it writes it and
// how it rounds. It is the endpoint's trait, so that a simulated client sees
// what the wire could carry and no more.
//
// The zero values of its fields are a plain server's: the kind's own notation,
// the step of that notation, rounded up.
type Format struct {
	Kind     Kind
	Channel  Channel
	Notation Notation      // Unreadable for the kind's own: Number, HTTPDate or Units; a Reset must name one
	Of       Dimension     // of a Reset
	Step     time.Duration // multiples of which are said; 0 for that of the notation
	Rounding Rounding
}

// A Rounding is where a value between two steps goes.
type Rounding uint8

// The roundings. The zero Rounding is Up.
const (
	Up      Rounding = iota // never too early
	Down                    // truncated: too early by less than a step
	Nearest                 // to the nearer step, the later one of two
)

// Carry returns what remains of a wait when a server says it at the instant sent
// by its own clock. The wait of the Hint counts from that instant, too; for a
// client whose answer came later, or whose clock differs, see Hint.Later.
//
// A span is rounded to a multiple of the step, an instant to one of the clock.
// A wait of Forever, or one that rounds to more, is Long. A Format without a
// Kind, or with one that carries no wait, gives an unreadable Hint.
func (f Format) Carry(wait time.Duration, sent time.Time) Hint {
	h := Hint{Kind: f.Kind, Channel: f.Channel, Notation: f.notation(), Of: f.Of}
	if h.Notation == Unreadable {
		return h
	}
	step := f.step(h.Notation)
	whole := true // of the notation's unit: no fraction is written
	if h.Notation.isInstant() {
		sent = sent.Round(0)
		at := f.Rounding.instant(sent.Add(wait), step)
		h.Wait = at.Sub(sent)
		whole = at.Truncate(h.unit()).Equal(at)
	} else {
		h.Wait = f.Rounding.span(wait, step)
		whole = h.Wait%h.unit() == 0
	}
	switch {
	case wait == Forever || h.Wait == Forever:
		h.Wait, h.Magnitude, whole = Forever, Long, true
	case wait <= -Forever || h.Wait <= -Forever:
		h.Wait, h.Magnitude, whole = -Forever, Long, true
	}
	if !whole && h.isNumeric() {
		h.Marks |= Fraction
	}
	if h.Wait < 0 && !h.Notation.isInstant() {
		h.Marks |= Sign
	}
	return h
}

// notation returns how the format writes: as told, or as its kind does.
// Unreadable is for kinds without a wait, and for a Reset that names none.
func (f Format) notation() Notation {
	switch {
	case f.Kind == None || f.Kind == ShouldRetry:
		return Unreadable
	case f.Notation != Unreadable:
		return f.Notation
	case f.Kind == Milliseconds || f.Kind == Seconds:
		return Number
	case f.Kind == Date:
		return HTTPDate
	case f.Kind == Duration:
		return Units
	}
	return Unreadable
}

// step returns the step of the format: as told, or the usual one of the notation.
// An HTTP date can only say whole seconds.
func (f Format) step(n Notation) time.Duration {
	own := time.Second
	switch {
	case n == Number && f.Kind == Milliseconds, n == UnixMilliseconds:
		own = time.Millisecond
	case n == Units:
		own = time.Nanosecond
	}
	if f.Step <= 0 || n == HTTPDate && f.Step%own != 0 {
		return own
	}
	return f.Step
}

// unit returns the unit that the value is counted in.
func (h Hint) unit() time.Duration {
	if h.Kind == Milliseconds || h.Notation == UnixMilliseconds {
		return time.Millisecond
	}
	return time.Second
}

// isNumeric reports whether the value is written as a number.
func (h Hint) isNumeric() bool {
	return h.Notation == Number || h.Notation == UnixSeconds || h.Notation == UnixMilliseconds
}

// span rounds a wait to a multiple of step, at most Forever.
func (r Rounding) span(wait, step time.Duration) time.Duration {
	past := wait % step // since the multiple before
	if past < 0 {
		past += step
	}
	before := wait - past
	if before > wait { // beyond the shortest Duration
		before = -Forever
	}
	if past == 0 || !r.up(past, step) {
		return before
	}
	if before > Forever-step {
		return Forever
	}
	return before + step
}

// instant rounds an instant to a multiple of step by the clock.
func (r Rounding) instant(at time.Time, step time.Duration) time.Time {
	before := at.Truncate(step)
	past := at.Sub(before)
	if past == 0 || !r.up(past, step) {
		return before
	}
	return before.Add(step)
}

// up reports whether a value that lies past a step goes to the next one.
func (r Rounding) up(past, step time.Duration) bool {
	return r == Up || r == Nearest && past >= step-past
}
