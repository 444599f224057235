package calendar

import (
	stdheap "container/heap"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// A standardHeap holds the same entries for container/heap.
type standardHeap []Entry

func (h standardHeap) Len() int { return len(h) }
func (h standardHeap) Less(i, j int) bool {
	return h[i].At < h[j].At || h[i].At == h[j].At && h[i].placed < h[j].placed
}
func (h standardHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *standardHeap) Push(e any)   { *h = append(*h, e.(Entry)) }

func (h *standardHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	*h = (*h)[:last]
	return e
}

// BenchmarkHold is the hold model (Vaucher and Duval, "A comparison of
// simulation event list algorithms", 1975): the earliest of n entries is taken
// and put back some time later. Ours is measured beside container/heap (goal
// G11 of the design).
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("heap/n=%d", n), func(b *testing.B) {
			var h Heap
			hold(b, n, holder{
				push:  h.Push,
				first: func() Entry { e := h.First(); h.Pop(); return e },
			})
		})
		b.Run(fmt.Sprintf("container/n=%d", n), func(b *testing.B) {
			var h standardHeap
			hold(b, n, holder{
				push:  func(e Entry) { stdheap.Push(&h, e) },
				first: func() Entry { return stdheap.Pop(&h).(Entry) },
			})
		})
	}
}

// A holder is a priority queue in the hold model.
type holder struct {
	push  func(Entry)
	first func() Entry // which it removes
}

func hold(b *testing.B, n int, h holder) {
	rng := rand.New(rand.NewPCG(7, 8))
	waits := make([]time.Duration, 1<<16) // drawn before, so that drawing is not measured
	for i := range waits {
		waits[i] = time.Duration(rng.ExpFloat64() * float64(time.Second))
	}
	for place := range uint32(n) {
		h.push(NewEntry(waits[place%uint32(len(waits))], place, place))
	}
	b.ReportAllocs()
	place := uint32(n)
	for b.Loop() {
		e := h.first()
		h.push(NewEntry(e.At+waits[place%uint32(len(waits))], place, e.ID()))
		place++
	}
}
