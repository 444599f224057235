package picture

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"ratesim/trace"
)

// The curve of calls is what a loop over all calls would count in each window.
func TestCallsInTheWindowAreCountedAsALoopWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.Int64Range(1, 20).Draw(t, "steps of the window")
		run := trace.Run{StepNS: 1000, HorizonNS: 100_000, Limits: []trace.Limit{{Unit: "calls", Limit: 5, WindowNS: 1000 * window}}}
		c := courseOf(run)
		steps := rapid.SliceOfN(rapid.Int64Range(0, 99), 0, 60).Draw(t, "steps of calls")
		for _, step := range steps {
			if err := c.add(&trace.Attempt{At: 1000 * step}); err != nil {
				t.Fatal(err)
			}
		}
		for i, have := range c.inWindow(c.calls, 1) {
			want := 0.0
			for _, step := range steps {
				if step <= int64(i) && step > int64(i)-window {
					want++
				}
			}
			if have != want {
				t.Fatalf("step %d: have %v calls in %d steps; want %v", i, have, window, want)
			}
		}
	})
}

func TestLongRunsHaveBoundedBins(t *testing.T) {
	for _, run := range []trace.Run{
		{HorizonNS: math.MaxInt64, Limits: []trace.Limit{{Unit: "requests", Limit: 1, WindowNS: 1}}},
		{HorizonNS: math.MaxInt64, StepNS: 1},
		{HorizonNS: math.MaxInt64, StepNS: 1, Limits: []trace.Limit{{Unit: "calls", Limit: 1, WindowNS: math.MaxInt64 - 24}}}, // a prime
		{HorizonNS: 1},
	} {
		c := courseOf(run)
		for _, at := range []int64{0, run.HorizonNS / 3, run.HorizonNS - 1} {
			if err := c.add(&trace.Attempt{At: at}); err != nil {
				t.Error(err)
			}
		}
		if len(c.calls) > binsMost || sum(c.calls) != 3 {
			t.Errorf("horizon %d: %d bins with %d calls", run.HorizonNS, len(c.calls), sum(c.calls))
		}
	}
}

// The finest bins that matter are those of the time in which there are calls, not of a
// horizon that is never reached.
func TestBinsFollowTheTimeThatIsUsed(t *testing.T) {
	second := int64(1e9)
	for _, test := range []struct {
		name               string
		window, last, want int64
	}{
		{"a short window", second / 4, 2 * second, second / 40},
		{"a long run", 60 * second, 600 * second, 5 * second},
		{"a run within the window", 3600 * second, 60 * second, second * 6 / 10},
		{"an odd window", 7_000_000_007, 600 * second, 7_000_000_007 / 11},
		{"a day", 60 * second, 86_400 * second, 60 * second},
		{"a year", 60 * second, 365 * 86_400 * second, 256 * 60 * second},
	} {
		o := &occasion{run: trace.Run{HorizonNS: math.MaxInt64, Limits: []trace.Limit{{Unit: "calls", Limit: 4, WindowNS: test.window}}}}
		o.course = courseOf(o.run)
		other := &occasion{run: o.run, course: courseOf(o.run)}
		for _, at := range []int64{0, test.last} {
			if err := o.course.add(&trace.Attempt{At: at}); err != nil {
				t.Fatal(err)
			}
		}
		if err := other.course.add(&trace.Attempt{At: 0}); err != nil {
			t.Fatal(err)
		}
		settle([]*occasion{other, o})
		if o.course.bin != test.want || other.course.bin != test.want {
			t.Errorf("%s: bins of %d and %d ns; want %d", test.name, o.course.bin, other.course.bin, test.want)
		}
		if c := &o.course; c.window%c.bin != 0 && c.bin%c.window != 0 {
			t.Errorf("%s: bins of %d ns are neither parts of a window nor several", test.name, c.bin)
		}
	}
	if err := (&course{bin: 1}).add(&trace.Attempt{At: -1}); err == nil {
		t.Error("a call before the beginning is taken in")
	}
}

func TestCountsHaveWholeTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		high := rapid.Float64Range(1, 1e7).Draw(t, "top")
		ticks := countTicks().Ticks(0, high)
		if len(ticks) < 2 || len(ticks) > ticksMost+1 {
			t.Fatalf("%d ticks up to %v", len(ticks), high)
		}
		for _, tick := range ticks {
			if tick.Value != math.Trunc(tick.Value) || tick.Value > high {
				t.Fatalf("a tick at %v of %v", tick.Value, high)
			}
		}
	})
}

// The distribution ends at the share that was answered, and passes each percentile where
// the counters of the tables have it.
func TestLatenciesAreThoseOfTheTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spans := rapid.SliceOfN(rapid.Int64Range(0, 1e6), 1, 200).Draw(t, "latencies")
		never := rapid.Int64Range(0, 50).Draw(t, "never")
		m := trace.Measures{Latencies: trace.SpansOf(spans...), Never: never}
		m.Latencies.Sort()
		o := occasion{latencies: [][]trace.Spans{{m.Latencies}}, never: [][]int64{{never}}}
		a := o.answers(0, false)
		points := a.quantiles(math.MaxInt)
		if last := points[len(points)-1].Y; math.Abs(last-1+a.never) > 1e-9 {
			t.Fatalf("ends at %v; %v never had an answer", last, a.never)
		}
		for _, percent := range []float64{50, 90, 95, 99} {
			want, isNever, _ := m.Latency(percent)
			have := a.percentile(percent / 100)
			if text := spanOf(want, 0); isNever && have != "never" || !isNever && have != text {
				t.Fatalf("p%v: have %s; want %s, never %v", percent, have, text, isNever)
			}
		}
	})
}

func TestSpansAreSaidShortly(t *testing.T) {
	for _, test := range []struct {
		ns, step int64
		want     string
	}{
		{60e9, 0, "1m"}, {3600e9, 0, "1h"}, {90e9, 0, "1m30s"}, {30e9, 0, "30s"}, {0, 0, "0s"},
		{3e9, 1e9, "3 steps"}, {1e9, 1e9, "1 step"}, {5400e9, 0, "1h30m"}, {600e9, 0, "10m"}, {100e6, 0, "100ms"},
	} {
		if have := spanOf(test.ns, test.step); have != test.want {
			t.Errorf("%d ns: have %s; want %s", test.ns, have, test.want)
		}
	}
}

func TestSharesInPerCentKeepTwoDigits(t *testing.T) {
	for share, want := range map[float64]string{0: "0 %", 0.125: "12.5 %", 0.0003: "0.03 %", 1: "100.0 %"} {
		if have := percentText(share); have != want {
			t.Errorf("%v: have %s; want %s", share, have, want)
		}
	}
}
