package hint

import (
	"cmp"
	"time"
)

// ByPrecision orders hints by how near they come to the instant meant, the
// nearest first: milliseconds, times with a fraction of a second, whole seconds,
// dates (which depend on two clocks), resets (which answer another question),
// orders without a wait, and last what is unreadable. It is made for
// slices.SortStableFunc, which keeps equals as the server listed them.
func ByPrecision(a, b Hint) int {
	return cmp.Compare(a.rank(), b.rank())
}

// rank returns a hint's place in the order of precision; 0 is the first.
func (h Hint) rank() int {
	fine := h.Wait%time.Second != 0
	switch {
	case h.Notation == Unreadable:
		return 8
	case h.Kind == Milliseconds:
		return 0
	case h.Kind == Duration && fine:
		return 1
	case h.Kind == Seconds && fine:
		return 2
	case h.Kind == Duration:
		return 3
	case h.Kind == Seconds:
		return 4
	case h.Kind == Date:
		return 5
	case h.Kind == Reset:
		return 6
	default:
		return 7
	}
}
