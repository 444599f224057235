package calendar

import (
	"math"
	"time"
)

// A Heap is a priority queue of entries, the earliest at index 0. Each entry has
// four children, which halves the levels of a binary heap (D. B. Johnson,
// "Priority queues with update and finding minimum spanning trees", 1975).
type Heap []Entry

// Next returns the instant of the earliest entry, the longest Duration if there is
// none.
func (h Heap) Next() time.Duration {
	if len(h) == 0 {
		return math.MaxInt64
	}
	return h[0].At
}

// Push adds an entry.
func (h *Heap) Push(e Entry) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if e.earlier(&s[parent]) == 0 {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = e
}

// second returns the instant of the earliest entry but the first, the longest
// Duration if there is none.
func (h Heap) second() time.Duration {
	if len(h) >= 5 {
		return min(h[1].At, h[2].At, h[3].At, h[4].At)
	}
	at := time.Duration(math.MaxInt64)
	for i := 1; i < len(h); i++ {
		at = min(at, h[i].At)
	}
	return at
}

// Pop removes the earliest entry.
func (h *Heap) Pop() {
	s := *h
	last := len(s) - 1
	e := s[last]
	*h = s[:last]
	if last > 0 {
		h.Replace(e)
	}
}

// Replace puts an entry in the place of the earliest one.
func (h Heap) Replace(e Entry) {
	i := 0
	for child := 1; child < len(h); child = 4*i + 1 {
		earliest := child
		if child+4 <= len(h) {
			four := (*[4]Entry)(h[child : child+4])
			left := four[1].earlier(&four[0])
			right := 2 + four[3].earlier(&four[2])
			earliest += left + (right-left)*four[right&3].earlier(&four[left&3])
		} else {
			for c := child + 1; c < len(h); c++ {
				earliest += (c - earliest) * h[c].earlier(&h[earliest])
			}
		}
		if h[earliest].earlier(&e) == 0 {
			break
		}
		h[i] = h[earliest]
		i = earliest
	}
	h[i] = e
}
