package sim

import (
	"math/bits"
	"time"
)

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
		if child+4 <= len(h) {
			earliest += firstOfFour((*[4]entry)(h[child:]))
		} else {
			for c := child + 1; c < len(h); c++ {
				earliest += (c - earliest) * h[c].earlier(&h[earliest])
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

// earlier returns 1 if an entry comes before another, else 0. It subtracts keys of
// 128 bits and returns the borrow: without a branch, which no processor could
// foretell.
func (e *entry) earlier(o *entry) int {
	_, borrow := bits.Sub64(e.place, o.place, 0)
	_, borrow = bits.Sub64(uint64(e.at), uint64(o.at), borrow)
	return int(borrow)
}

// firstOfFour returns the index of the earliest of four entries.
func firstOfFour(four *[4]entry) int {
	left := four[1].earlier(&four[0])
	right := 2 + four[3].earlier(&four[2])
	return left + (right-left)*four[right&3].earlier(&four[left&3])
}
