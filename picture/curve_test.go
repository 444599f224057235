package picture

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ratesim/trace"
)

// In continuous time as in steps, whole or thinned: a value of the curve of calls is what a
// loop over all calls counts in the window that ends at the value's instant.
func TestCurvesTellTheCountAtTheirInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		second, isStepped := int64(1e9), rapid.Bool().Draw(t, "in steps")
		horizon := second * rapid.Int64Range(10, 3000).Draw(t, "horizon")
		window := second * rapid.SampledFrom([]int64{1, 3, 6, 60}).Draw(t, "window")
		run := trace.Run{HorizonNS: horizon, Limits: []trace.Limit{{Unit: "calls", Limit: 5, WindowNS: window}}}
		if isStepped {
			run.StepNS = second
		}
		o := occasion{run: run, course: courseOf(run), counts: make([][]trace.Counts, 1)}
		calls := rapid.SliceOfN(rapid.Int64Range(0, horizon-1), 1, 60).Draw(t, "calls")
		for i := range calls {
			if isStepped {
				calls[i] -= calls[i] % second
			}
			if err := o.course.add(&trace.Attempt{At: calls[i]}); err != nil {
				t.Fatal(err)
			}
		}
		c := o.callsCurve()
		if o.course.isAveraged() || len(c.at) != len(c.all) || !slices.IsSorted(c.at) {
			if !o.course.isAveraged() {
				t.Fatalf("instants %v of %d values", c.at, len(c.all))
			}
			return
		}
		for i, end := range c.at {
			if isStepped {
				end += second // a window of steps has its last one whole
			}
			want := 0.0
			for _, call := range calls {
				if call < end && call >= end-window {
					want++
				}
			}
			if c.all[i] != want {
				t.Fatalf("at %d ns: have %v calls in %d ns; want %v", c.at[i], c.all[i], window, want)
			}
		}
	})
}
