package calendar

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func compareEntries(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Place(), b.Place()))
}

func TestHeapGivesTheEarliestEntry(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var h Heap
	var sorted []Entry // what the heap holds, in order
	for place := range uint32(20_000) {
		e := NewEntry(time.Duration(rng.IntN(50)), place, rng.Uint32())
		at, _ := slices.BinarySearchFunc(sorted, e, compareEntries)
		switch grow := place%2000 < 1000; {
		case len(sorted) > 0 && rng.IntN(8) == 0: // the first one is put off
			moved := h[0]
			moved.At += e.At
			h.Replace(moved)
			sorted = sorted[1:]
			at, _ = slices.BinarySearchFunc(sorted, moved, compareEntries)
			sorted = slices.Insert(sorted, at, moved)
		case len(sorted) == 0 || rng.IntN(3) > 0 == grow:
			h.Push(e)
			sorted = slices.Insert(sorted, at, e)
		default:
			h.Pop()
			sorted = sorted[1:]
		}
		if len(h) != len(sorted) || len(h) > 0 && h[0] != sorted[0] {
			t.Fatalf("after %d changes the heap begins with %v; want %v", place+1, h[:min(1, len(h))], sorted[:min(1, len(sorted))])
		}
	}
}
