package scenario

import (
	"fmt"
	"runtime"
	"testing"

	"ratesim/sim"
)

// lessonRunners returns a Runner of each of the lesson's six cases.
func lessonRunners(tb testing.TB, settings ...Setting) []*sim.Runner {
	tb.Helper()
	m := model(tb, Input{Settings: settings})
	var runners []*sim.Runner
	for _, load := range m.Scenario.Loads.Names() {
		for _, policy := range m.Scenario.Policies.Names() {
			runners = append(runners, runner(tb, m, load, policy))
		}
	}
	return runners
}

// BenchmarkLesson runs the lesson's six cases under one seed after another
// (goals G1, G1b and G4 of the design).
func BenchmarkLesson(b *testing.B) {
	runners := lessonRunners(b)
	b.ReportAllocs()
	calls, seed := int64(0), int64(0)
	for b.Loop() {
		for _, r := range runners {
			result, err := r.Run(seed, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, flow := range result.Flows {
				calls += flow.Calls
			}
		}
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(6*seed), "ns/run")
}

// BenchmarkScaled runs the heavy load with backoff on k times the lesson's
// tickets, arrivals, quota and calls a step: the time of a call must not grow
// with the queue.
func BenchmarkScaled(b *testing.B) {
	for _, k := range []int{1, 100, 1000, 10000} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			r := lessonRunners(b, scaled(k)...)[5]
			b.ReportAllocs()
			calls := int64(0)
			for b.Loop() {
				result, err := r.Run(20260218, nil)
				if err != nil {
					b.Fatal(err)
				}
				for _, flow := range result.Flows {
					calls += flow.Calls
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
		})
	}
}

// BenchmarkLongHorizon runs the lesson's steady load alone, one ticket a step, for
// so many steps: neither the time of a call nor the memory must grow with the
// length of a run (goal G6 of the design).
func BenchmarkLongHorizon(b *testing.B) {
	for _, count := range []int{16_000, 1_600_000} {
		b.Run(fmt.Sprintf("tickets=%d", count), func(b *testing.B) {
			m := model(b, Input{Settings: []Setting{
				Setting(fmt.Sprintf("tickets.count=%d", count)),
				Setting(fmt.Sprintf("burst.after=%d", count)),
				Setting(fmt.Sprintf("horizon=%d", count+patience)),
				Setting(fmt.Sprintf("flows.interactive.until=%d", count)),
			}})
			r := runner(b, m, "light", "backoff")
			before := heapInUse()
			b.ReportAllocs()
			calls := int64(0)
			for b.Loop() {
				result, err := r.Run(20260218, nil)
				if err != nil {
					b.Fatal(err)
				}
				for _, flow := range result.Flows {
					calls += flow.Calls
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
			b.ReportMetric(float64(heapInUse()-before), "bytes-kept")
			runtime.KeepAlive(r)
		})
	}
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// scaled returns the settings that make the lesson k times as large.
func scaled(k int) []Setting {
	return []Setting{
		Setting(fmt.Sprintf("tickets.count=%d", 160*k)),
		Setting(fmt.Sprintf("burst.after=%d", 100*k)),
		Setting(fmt.Sprintf("base.per_step=%d", k)),
		Setting(fmt.Sprintf("loads.light=%d", 3*k)),
		Setting(fmt.Sprintf("loads.heavy=%d", 6*k)),
		Setting(fmt.Sprintf("limit.calls=%d", 24*k)),
		Setting(fmt.Sprintf("flows.batch.calls_per_step=%d", 12*k)),
	}
}
