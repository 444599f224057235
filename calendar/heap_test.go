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
			moved := h.First()
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
		if h.Len() != len(sorted) || h.IsEmpty() != (len(sorted) == 0) || h.Len() > 0 && h.First() != sorted[0] {
			t.Fatalf("after %d changes the heap is %v; want it to begin with %v", place+1, h, sorted[:min(1, len(sorted))])
		}
	}
}
