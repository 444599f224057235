package sim

import "time"

// An entry of a heap is a batch with the key that it is ordered by.
type entry struct {
	at    time.Duration
	place uint64
	batch uint32
}

func (e *entry) before(o *entry) bool {
	return e.at < o.at || e.at == o.at && e.place < o.place
}

// A heap is a priority queue of entries, the earliest at index 0. Each entry has
// four children, which halves the levels of a binary heap (D. B. Johnson,
// "Priority queues with update and finding minimum spanning trees", 1975).
type heap []entry

func (h *heap) push(e entry) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&s[parent]) {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = e
}

// pop removes the earliest entry.
func (h *heap) pop() {
	s := *h
	last := len(s) - 1
	s[0] = s[last]
	*h = s[:last]
	if last > 1 {
		h.down(0)
	}
}

// down moves the entry at index i down to where it belongs.
func (h heap) down(i int) {
	e := h[i]
	for child := 4*i + 1; child < len(h); child = 4*i + 1 {
		earliest := child
		for c := child + 1; c < min(child+4, len(h)); c++ {
			if h[c].before(&h[earliest]) {
				earliest = c
			}
		}
		if !h[earliest].before(&e) {
			break
		}
		h[i] = h[earliest]
		i = earliest
	}
	h[i] = e
}
