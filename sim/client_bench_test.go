package sim

import (
	"fmt"
	"math"
	"testing"
	"time"

	"ratesim/policy"
	"ratesim/workload"
)

// measure runs a configuration again and again, and returns the memory that is
// kept after a first run, which allocates it. An event is an arrival, an attempt
// or an answer.
func measure(b *testing.B, c Config) (kept uint64) {
	before := heapInUse()
	r := NewRunner(c)
	if _, err := r.Run(0, nil); err != nil {
		b.Fatal(err)
	}
	kept = heapInUse() - before
	b.ReportAllocs()
	calls, events := int64(0), int64(0)
	for seed := int64(1); b.Loop(); seed++ {
		result, err := r.Run(seed, nil)
		if err != nil {
			b.Fatal(err)
		}
		calls += result.Flows[0].Calls
		events += r.events + int64(r.sendings)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	return kept
}

// BenchmarkCrowd has n clients, each of whom waits for something at any time, and
// reports the memory that each takes (goals G9 and G10). scripts/pairs sets it beside
// the same clients in Python.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			kept := measure(b, crowd(n))
			b.ReportMetric(float64(kept)/float64(n), "bytes/client")
		})
	}
}

// BenchmarkLine is the queue M/M/1 (goal G12). scripts/pairs sets it beside SimPy.
func BenchmarkLine(b *testing.B) {
	c, _ := line(100_000)
	measure(b, c)
}

// BenchmarkContest is AWS's experiment with 100 clients (goal G13).
func BenchmarkContest(b *testing.B) {
	c, _ := contest(100, policy.FullJitter{Of: doubling})
	measure(b, c)
}

// BenchmarkProcesses has a thousand workers in one flow, then as many processes
// of one worker each, and reports how many times as long a call of those takes.
func BenchmarkProcesses(b *testing.B) {
	const n = 1000
	together := NewRunner(crowd(n))
	apart := NewRunner(processes(n))
	var spent [2]time.Duration
	var calls [2]int64
	for seed := int64(0); b.Loop(); seed++ {
		for i, r := range []*Runner{together, apart} {
			began := time.Now()
			result, err := r.Run(seed, nil)
			if err != nil {
				b.Fatal(err)
			}
			spent[i] += time.Since(began)
			for _, f := range result.Flows {
				calls[i] += f.Calls
			}
		}
	}
	perCall := func(i int) float64 { return float64(spent[i].Nanoseconds()) / float64(calls[i]) }
	b.ReportMetric(perCall(0), "ns/call-together")
	b.ReportMetric(perCall(1), "ns/call-apart")
	b.ReportMetric(perCall(1)/perCall(0), "times")
}

// processes returns the crowd with a flow for each worker.
func processes(n int) Config {
	c := crowd(n)
	flow := c.Flows[0]
	c.Flows = nil
	loop := *flow.Loop
	loop.Requests = math.MaxInt32
	for _, traffic := range workload.Share(func() workload.Traffic { own := loop; return workload.Traffic{Loop: &own} },
		workload.Sharing{Processes: n, Requests: math.MaxInt32}) {
		flow.Loop = traffic.Loop
		c.Flows = append(c.Flows, flow)
	}
	return c
}
