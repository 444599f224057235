package wire

import (
	"strings"
	"time"

	"ratesim/hint"
)

// A unit is a name for a length of time. Where one name begins with another it
// stands first.
type unit struct {
	name  string
	size  time.Duration
	loose bool // Go's time.ParseDuration does not have it
}

// shortUnits are those of duration texts, wordUnits those of sentences.
var (
	shortUnits = [...]unit{
		{"ms", time.Millisecond, false}, {"us", time.Microsecond, false}, {"µs", time.Microsecond, false},
		{"μs", time.Microsecond, false}, {"ns", time.Nanosecond, false}, {"h", time.Hour, false},
		{"m", time.Minute, false}, {"s", time.Second, false}, {"d", 24 * time.Hour, true},
	}
	wordUnits = [...]unit{
		{"millisecond", time.Millisecond, true}, {"second", time.Second, true}, {"sec", time.Second, true},
		{"minute", time.Minute, true}, {"min", time.Minute, true}, {"hour", time.Hour, true}, {"day", 24 * time.Hour, true},
	}
)

// Duration reads a length of time written with units, such as 6m0s, 1m30.002s,
// 17ms or 23h47m36.648s, as OpenAI and Groq write x-ratelimit-reset-requests and
// -tokens ("Rate limits", platform.openai.com; console.groq.com). 0 needs no
// unit; any other number without one is ambiguous, so unreadable. A day (1d) is
// marked Loose. The whole text must be understood.
func Duration(text string) hint.Hint {
	return unitsHint(hint.Duration, text)
}

// unitsHint reads a length of time as a hint of the given kind.
func unitsHint(kind hint.Kind, text string) hint.Hint {
	h, ok := scanDuration(trimBlanks(text))
	if !ok {
		return hint.Hint{Kind: kind}
	}
	h.Kind = kind
	return h
}

// scanDuration reads [sign] (number unit)… without blanks, or 0.
func scanDuration(text string) (hint.Hint, bool) {
	h := hint.Hint{Notation: hint.Units}
	rest := strings.TrimLeft(text, "+-")
	switch len(text) - len(rest) {
	case 0:
	case 1:
		h.Marks = hint.Sign
	default:
		return hint.Hint{}, false
	}
	if rest == "0" {
		return h, true
	}
	if rest == "" {
		return hint.Hint{}, false
	}
	for rest != "" {
		n, ok := scanNumber(rest)
		if !ok || n.marks&(hint.Sign|hint.Exponent) != 0 {
			return hint.Hint{}, false
		}
		u, ok := unitOf(n.rest)
		if !ok {
			return hint.Hint{}, false
		}
		h, rest = plus(h, u.times(n)), n.rest[len(u.name):]
	}
	if text[0] == '-' {
		h.Wait = -h.Wait
	}
	return h, true
}

// unitOf returns the short unit that a text begins with.
func unitOf(text string) (unit, bool) {
	for _, u := range shortUnits {
		if strings.HasPrefix(text, u.name) {
			return u, true
		}
	}
	return unit{}, false
}

// times returns a number of units as a hint without a kind.
func (u unit) times(n number) hint.Hint {
	h := hint.Hint{Notation: hint.Units}
	h.Wait, h.Magnitude = n.times(u.size)
	h.Magnitude = min(h.Magnitude, hint.Long) // no client reads it as one number
	if u.loose {
		h.Marks = hint.Loose
	}
	return h
}

// plus returns the sum of two lengths of time, neither below 0.
func plus(a, b hint.Hint) hint.Hint {
	b.Marks |= a.Marks
	if a.Wait >= hint.Forever-b.Wait {
		b.Wait, b.Magnitude = hint.Forever, hint.Long
	} else {
		b.Wait += a.Wait
	}
	return b
}
