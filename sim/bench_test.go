package sim

import (
	"runtime"
	"testing"
	"time"
	"unsafe"

	"ratesim/policy"
)

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
