package endpoint

import (
	"slices"
	"time"
)

// An instants is a binary heap of instants, the soonest first.
type instants []time.Duration

// soonest returns the first instant. There must be one.
func (h instants) soonest() time.Duration { return h[0] }

// push adds an instant.
func (h *instants) push(at time.Duration) {
	*h = append(*h, at)
	all := *h
	for i := len(all) - 1; i > 0; {
		parent := (i - 1) / 2
		if all[parent] <= all[i] {
			return
		}
		all[parent], all[i] = all[i], all[parent]
		i = parent
	}
}

// replace puts an instant in the place of the soonest.
func (h instants) replace(at time.Duration) {
	h[0] = at
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child] < h[least] {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// move makes one of the given instants an earlier one. Without such an instant
// nothing is done.
func (h instants) move(from, to time.Duration) {
	i := slices.Index(h, from)
	if i < 0 {
		return
	}
	h[i] = to
	for parent := (i - 1) / 2; i > 0 && h[parent] > h[i]; parent = (i - 1) / 2 {
		h[parent], h[i] = h[i], h[parent]
		i = parent
	}
}

// until takes out all instants that have come at now, and returns how many are
// left.
func (h *instants) until(now time.Duration) int64 {
	for len(*h) > 0 && h.soonest() <= now {
		last := len(*h) - 1
		moved := (*h)[last]
		*h = (*h)[:last]
		if last > 0 {
			h.replace(moved)
		}
	}
	return int64(len(*h))
}
