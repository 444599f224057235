package hint

import (
	"fmt"
	"strings"
)

// Words returns the hints as a trace says them, such as "milliseconds 511ms,
// seconds 30s"; "" for none.
func (s Said) Words() string {
	words := make([]string, len(s.Hints))
	for i, h := range s.Hints {
		words[i] = h.words()
	}
	return strings.Join(words, ", ")
}

// words returns the kind of the hint and its value.
func (h Hint) words() string {
	if again, given := h.Order(); given {
		return fmt.Sprintf("%v %t", h.Kind, again)
	}
	if h.Notation == Unreadable {
		return h.Kind.String() + " unreadable"
	}
	return fmt.Sprintf("%v %v", h.Kind, h.Wait)
}
