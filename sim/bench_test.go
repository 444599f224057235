package sim

import (
	stdheap "container/heap"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"ratesim/policy"
)

// A standardHeap holds the same entries for container/heap.
type standardHeap []entry

func (h standardHeap) Len() int { return len(h) }
func (h standardHeap) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].placed < h[j].placed
}
func (h standardHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *standardHeap) Push(e any)   { *h = append(*h, e.(entry)) }

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
			var h heap
			hold(b, n, holder{
				push:  h.push,
				first: func() entry { e := h[0]; h.pop(); return e },
			})
		})
		b.Run(fmt.Sprintf("container/n=%d", n), func(b *testing.B) {
			var h standardHeap
			hold(b, n, holder{
				push:  func(e entry) { stdheap.Push(&h, e) },
				first: func() entry { return stdheap.Pop(&h).(entry) },
			})
		})
	}
}

// A holder is a priority queue in the hold model.
type holder struct {
	push  func(entry)
	first func() entry // which it removes
}

func hold(b *testing.B, n int, h holder) {
	rng := rand.New(rand.NewPCG(7, 8))
	waits := make([]time.Duration, 1<<16) // drawn before, so that drawing is not measured
	for i := range waits {
		waits[i] = time.Duration(rng.ExpFloat64() * float64(time.Second))
	}
	for place := range uint32(n) {
		h.push(newEntry(waits[place%uint32(len(waits))], place, place))
	}
	b.ReportAllocs()
	place := uint32(n)
	for b.Loop() {
		e := h.first()
		h.push(newEntry(e.at+waits[place%uint32(len(waits))], place, e.id()))
		place++
	}
}

// BenchmarkInFlight runs requests that are all in flight together, waiting for
// one instant or each for its own, and reports the memory that a request takes
// (goal G8 of the design).
func BenchmarkInFlight(b *testing.B) {
	const n = 100_000
	for _, tt := range waiting() {
		b.Run(tt.name, func(b *testing.B) {
			c := unlucky(make([]time.Duration, n), tt.policy)
			c.Step = 0
			var kept uint64
			for b.Loop() {
				before := heapInUse()
				r := NewRunner(c)
				if _, err := r.Run(1, nil); err != nil {
					b.Fatal(err)
				}
				kept = heapInUse() - before
				runtime.KeepAlive(r)
			}
			b.ReportMetric(float64(kept)/n, "bytes/request")
			b.ReportMetric(float64(unsafe.Sizeof(request{})), "bytes/record")
		})
	}
}

// waiting returns two ways to wait.
func waiting() []struct {
	name   string
	policy policy.Policy
} {
	return []struct {
		name   string
		policy policy.Policy
	}{
		{"together", policy.Fixed{Wait: time.Second}},
		{"apart", policy.Retry{Backoff: policy.FullJitter{Of: policy.Fixed{Wait: 2 * time.Second}}}},
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkWait runs requests that fail and wait, all for one instant or each for
// its own.
func BenchmarkWait(b *testing.B) {
	for _, tt := range waiting() {
		b.Run(tt.name, func(b *testing.B) {
			c := unlucky(make([]time.Duration, 10_000), tt.policy)
			c.Step = 0
			r := NewRunner(c)
			b.ReportAllocs()
			calls := int64(0)
			for b.Loop() {
				result, err := r.Run(1, nil)
				if err != nil {
					b.Fatal(err)
				}
				calls += result.Flows[0].Calls
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
		})
	}
}
