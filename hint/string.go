package hint

import (
	"fmt"
	"strings"
)

// The words of each enumeration, in the order of its constants.
var (
	kinds      = [...]string{"none", "milliseconds", "seconds", "date", "duration", "reset", "should-retry"}
	channels   = [...]string{"common", "azure", "aws", "grpc", "details", "message"}
	notations  = [...]string{"unreadable", "number", "http-date", "rfc3339", "unix-seconds", "unix-milliseconds", "units", "boolean"}
	marks      = [...]string{"fraction", "sign", "exponent", "trailing", "word", "rfc850", "asctime", "loose"}
	magnitudes = [...]string{"fits", "long", "huge", "endless"}
	units      = [...]string{"unknown", "requests", "tokens", "input-tokens", "output-tokens", "content-bytes", "concurrent-requests"}
	roundings  = [...]string{"up", "down", "nearest"}
)

func (k Kind) String() string      { return word(kinds[:], int(k)) }
func (c Channel) String() string   { return word(channels[:], int(c)) }
func (n Notation) String() string  { return word(notations[:], int(n)) }
func (m Magnitude) String() string { return word(magnitudes[:], int(m)) }
func (u Unit) String() string      { return word(units[:], int(u)) }
func (r Rounding) String() string  { return word(roundings[:], int(r)) }

// String returns the marks joined with +, "" for none.
func (m Marks) String() string {
	var names []string
	for i, name := range marks {
		if m&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}

// String returns the name, unit and window that are known, such as
// "tokens per 1m0s".
func (d Dimension) String() string {
	s := d.Unit.String()
	if d.Name != "" {
		s = d.Name + " " + s
	}
	if d.Window > 0 {
		s += " per " + d.Window.String()
	}
	return s
}

// String returns the hint for a person to read, such as
// "seconds 1.5s (number, fraction)".
func (h Hint) String() string {
	s := h.Kind.String()
	if h.Kind == Reset {
		s += " of " + h.Of.String()
	}
	if h.Channel != Common {
		s = h.Channel.String() + " " + s
	}
	switch {
	case h.Notation == Unreadable:
		return s + " (unreadable)"
	case h.Kind == ShouldRetry:
		return fmt.Sprintf("%s %v", s, h.Again)
	}
	how := h.Notation.String()
	if h.Marks != 0 {
		how += ", " + h.Marks.String()
	}
	if h.Magnitude != Fits {
		how += ", " + h.Magnitude.String()
	}
	return fmt.Sprintf("%s %v (%s)", s, h.Wait, how)
}

// word returns the word with the given number, or the number itself.
func word(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return fmt.Sprint(i)
}
