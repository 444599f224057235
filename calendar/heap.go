package calendar

import (
	"math"
	"time"
)

// A Heap is a priority queue of entries. Each entry has four children, which halves
// the levels of a binary heap (D. B. Johnson, "Priority queues with update and finding
// minimum spanning trees", 1975). The earliest entry is at index 3, and the children of
// that at i are at 4(i−2) and behind it, so that the four lie in one line of a cache
// (A. LaMarca and R. E. Ladner, "The influence of caches on the performance of heaps",
// 1996). The zero value is empty.
type Heap struct {
	entries []Entry
}

// top is the index of the earliest entry.
const top = 3

// Reset removes all entries.
func (h *Heap) Reset() { h.entries = h.entries[:0] }

// Len returns how many entries there are.
func (h *Heap) Len() int { return max(0, len(h.entries)-top) }

// IsEmpty reports whether there are no entries.
func (h *Heap) IsEmpty() bool { return len(h.entries) <= top }

// First returns the earliest entry. There must be one.
func (h *Heap) First() Entry { return h.entries[top] }

// Next returns the instant of the earliest entry, the longest Duration if there is
// none.
func (h *Heap) Next() time.Duration {
	if len(h.entries) <= top {
		return math.MaxInt64
	}
	return h.entries[top].At
}

// second returns the instant of the earliest entry but the first, the longest
// Duration if there is none.
func (h *Heap) second() time.Duration {
	if len(h.entries) >= top+5 {
		four := (*[4]Entry)(h.entries[top+1 : top+5])
		return min(four[0].At, four[1].At, four[2].At, four[3].At)
	}
	at := time.Duration(math.MaxInt64)
	for i := top + 1; i < len(h.entries); i++ {
		at = min(at, h.entries[i].At)
	}
	return at
}

// All yields each entry, in no order but that the earliest comes first.
func (h *Heap) All(yield func(Entry) bool) {
	for i := top; i < len(h.entries); i++ {
		if !yield(h.entries[i]) {
			return
		}
	}
}

// Push adds an entry.
func (h *Heap) Push(e Entry) {
	if len(h.entries) == 0 {
		h.entries = append(h.entries, make([]Entry, top)...)
	}
	h.entries = append(h.entries, e)
	s := h.entries
	i := len(s) - 1
	for i > top {
		parent := i/4 + 2
		if e.earlier(&s[parent]) == 0 {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = e
}

// Pop removes the earliest entry. There must be one.
func (h *Heap) Pop() {
	last := len(h.entries) - 1
	e := h.entries[last]
	h.entries = h.entries[:last]
	if last > top {
		h.Replace(e)
	}
}

// Replace puts an entry in the place of the earliest one. There must be one.
func (h *Heap) Replace(e Entry) {
	s, i := h.entries, top
	for child := 4 * (top - 2); child < len(s); child = 4 * (i - 2) {
		earliest := child
		if child+4 <= len(s) {
			four := (*[4]Entry)(s[child : child+4])
			left := four[1].earlier(&four[0])
			right := 2 + four[3].earlier(&four[2])
			earliest += left + (right-left)*four[right&3].earlier(&four[left&3])
		} else {
			for c := child + 1; c < len(s); c++ {
				earliest += (c - earliest) * s[c].earlier(&s[earliest])
			}
		}
		if s[earliest].earlier(&e) == 0 {
			break
		}
		s[i] = s[earliest]
		i = earliest
	}
	s[i] = e
}
