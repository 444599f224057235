package endpoint

import (
	"slices"
	"testing"
	"time"
)

// took returns how long a provider takes to begin and to end an answer.
func took(t *testing.T, latency string, r Request) (first, whole time.Duration) {
	t.Helper()
	p := written{latency: latency}.build(t)
	a := p.Serve(0, patient(r))
	return a.First, a.Done
}

func TestLatenciesOfASingleCall(t *testing.T) {
	for _, tt := range []struct {
		latency      string
		output       int64
		first, whole time.Duration
	}{
		{"constant(latency=2s)", 10, 2 * second, 2 * second},
		{"uniform(from=2s, to=2s)", 10, 2 * second, 2 * second},
		{"log-normal(median=2s, sigma=0)", 10, 2 * second, 2 * second},
		{"normal(mean=2s, deviation=0s)", 10, 2 * second, 2 * second},
		{"tokens(per-token=20ms)", 600, 0, 12 * second},
		{"tokens(first=constant(latency=300ms), per-token=33333333ns)", 3, 300 * ms, 300*ms + 99_999_999},
		{"tokens(first=constant(latency=300ms), per-token=20ms)", 0, 0, 300 * ms},
		{"loaded(of=tokens(first=constant(latency=1s), per-token=10ms), per=0.25)", 100, 1250 * ms, 2500 * ms},
		{"loaded(of=constant(latency=1s), above=1, per=0.25)", 1, second, second},
	} {
		if first, whole := took(t, tt.latency, Request{Output: tt.output}); first != tt.first || whole != tt.whole {
			t.Errorf("%s: %d tokens come from %v to %v; want %v to %v", tt.latency, tt.output, first, whole, tt.first, tt.whole)
		}
	}
}

// Eight calls make no difference; the tenth takes 1 + 2 · 0.25 times as long.
func TestLatencyGrowsWithTheCallsInFlight(t *testing.T) {
	p := written{latency: "loaded(of=constant(latency=1s), above=8, per=0.25)"}.build(t)
	var ends []time.Duration
	for range 10 {
		ends = append(ends, p.Serve(0, patient(Request{})).Done)
	}
	want := append(slices.Repeat([]time.Duration{second}, 8), 1250*ms, 1500*ms)
	if !slices.Equal(ends, want) {
		t.Errorf("the calls end at %v; want %v", ends, want)
	}
	if done := p.Serve(second, patient(Request{})).Done; done != 2*second {
		t.Errorf("when eight of ten have ended, one ends at %v; want 2 s", done)
	}
}

// draws returns the latencies of so many requests, sorted.
func draws(t *testing.T, latency string, n int) (all []time.Duration) {
	t.Helper()
	p := written{latency: latency}.build(t)
	for i := range n {
		all = append(all, p.Serve(0, patient(Request{Number: int64(i)})).Done)
	}
	slices.Sort(all)
	return all
}

// Of 10,000 draws the median lies within 4 standard errors, and so do the 2.5 and
// 97.5 percentiles of the log-normal, at e^(±1.96 · 0.5).
func TestDrawnLatenciesHaveTheirDistribution(t *testing.T) {
	all := draws(t, "log-normal(median=1s, sigma=0.5)", 10_000)
	for _, tt := range []struct {
		rank        int
		least, most time.Duration
	}{{250, 345 * ms, 408 * ms}, {5000, 975 * ms, 1025 * ms}, {9750, 2450 * ms, 2900 * ms}} {
		if got := all[tt.rank]; got < tt.least || got > tt.most {
			t.Errorf("log-normal: number %d is %v; want %v to %v", tt.rank, got, tt.least, tt.most)
		}
	}
	all = draws(t, "exponential(mean=1s)", 10_000) // rank p of n is near −ln(1 − p/n)
	for _, tt := range []struct {
		rank        int
		least, most time.Duration
	}{{500, 42 * ms, 61 * ms}, {5000, 653 * ms, 733 * ms}, {9500, 2821 * ms, 3171 * ms}} {
		if got := all[tt.rank]; got < tt.least || got > tt.most {
			t.Errorf("exponential: number %d is %v; want %v to %v", tt.rank, got, tt.least, tt.most)
		}
	}
	all = draws(t, "normal(mean=10ms, deviation=2ms)", 10_000) // 1.96 deviations on either side
	if all[250] < 5865*time.Microsecond || all[250] > 6295*time.Microsecond || all[9750] < 13705*time.Microsecond || all[9750] > 14135*time.Microsecond {
		t.Errorf("normal: numbers 250 and 9,750 are %v and %v; want 6.08 and 13.92 ms", all[250], all[9750])
	}
	if all = draws(t, "normal(mean=1ms, deviation=1h)", 1000); all[0] < 0 || all[500] < 30*minute {
		t.Errorf("normal: a negative latency is %v, and the median %v; want it without its sign", all[0], all[500])
	}
	all = draws(t, "uniform(from=1s, to=3s)", 10_000)
	if all[0] < second || all[0] > 1010*ms || all[5000] < 1960*ms || all[5000] > 2040*ms || all[9999] > 3*second || all[9999] < 2990*ms {
		t.Errorf("uniform: %v, %v and %v; want 1 s, 2 s and 3 s", all[0], all[5000], all[9999])
	}
	few := draws(t, "uniform(from=5ns, to=7ns)", 300)
	if seen := slices.Compact(few); !slices.Equal(seen, []time.Duration{5, 6, 7}) {
		t.Errorf("of three nanoseconds these are drawn: %v", seen)
	}
}

// The same request takes the same time at its first try, whenever it comes.
func TestLatencyIsNamedByRequestAndTry(t *testing.T) {
	p := written{latency: "log-normal(median=1s, sigma=1)"}.build(t)
	r := Request{Flow: 1, Number: 7}
	first := p.Serve(0, patient(r)).Done
	seen := map[time.Duration]bool{first: true}
	if again := p.Serve(minute, patient(r)).Done - minute; again != first {
		t.Errorf("later it takes %v; want %v", again, first)
	}
	for _, other := range []Request{{Flow: 1, Number: 7, Try: 1}, {Flow: 1, Number: 7, Call: 1}, {Flow: 2, Number: 7}, {Flow: 1, Number: 8}} {
		done := p.Serve(minute, patient(other)).Done - minute
		if seen[done] {
			t.Errorf("%+v takes as long as another", other)
		}
		seen[done] = true
	}
}

func TestLongLatenciesStayTheLongestThereAre(t *testing.T) {
	for _, latency := range []string{"constant(latency=2500000h)", "tokens(per-token=1000000h)", "log-normal(median=2500000h, sigma=0)", "normal(mean=2500000h, deviation=0s)", "loaded(of=constant(latency=2500000h), per=1000000)"} {
		p := written{latency: latency}.build(t)
		if a := p.Serve(100*year, patient(Request{Output: 1000})); a.Done != Forever || a.Heard != Forever {
			t.Errorf("%s: done at %v and heard at %v; want for ever", latency, a.Done, a.Heard)
		}
	}
	crowded := Meeting{InFlight: 1 << 40}
	if _, whole := (Loaded{Latency: Constant(second), Per: 1_000_000 * one}).Of(&crowded); whole != Forever {
		t.Errorf("among 2⁴⁰ calls one takes %v; want for ever", whole)
	}
}
