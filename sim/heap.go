package sim

import (
	"math"
	"math/bits"
	"time"
)

// An entry of a heap is a request with what it is ordered by: an instant, then a
// place.
type entry struct {
	at     time.Duration
	placed uint64 // the place in the upper half, the request's id in the lower
}

func newEntry(at time.Duration, place, id uint32) entry {
	return entry{at: at, placed: uint64(place)<<32 | uint64(id)}
}

func (e entry) place() uint32 { return uint32(e.placed >> 32) }
func (e entry) id() uint32    { return uint32(e.placed) }

// earlier returns 1 if an entry comes before another, else 0. It subtracts keys of
// 128 bits and returns the borrow: without a branch, which no processor could
// foretell.
func (e *entry) earlier(o *entry) int {
	_, borrow := bits.Sub64(e.placed, o.placed, 0)
	_, borrow = bits.Sub64(uint64(e.at), uint64(o.at), borrow)
	return int(borrow)
}

// A heap is a priority queue of entries, the earliest at index 0. Each entry has
// four children, which halves the levels of a binary heap (D. B. Johnson,
// "Priority queues with update and finding minimum spanning trees", 1975).
type heap []entry

// next returns the instant of the earliest entry, the longest Duration if there is
// none.
func (h heap) next() time.Duration {
	if len(h) == 0 {
		return math.MaxInt64
	}
	return h[0].at
}

func (h *heap) push(e entry) {
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

// pop removes the earliest entry.
func (h *heap) pop() {
	s := *h
	last := len(s) - 1
	e := s[last]
	*h = s[:last]
	if last > 0 {
		h.replace(e)
	}
}

// replace puts an entry in the place of the earliest one.
func (h heap) replace(e entry) {
	i := 0
	for child := 1; child < len(h); child = 4*i + 1 {
		earliest := child
		if child+4 <= len(h) {
			four := (*[4]entry)(h[child:])
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
