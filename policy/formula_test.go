package policy

import (
	"testing"
	"time"
)

// openai/openai-agents-python#2676: with the cap after a jitter of [0.875, 1.125]
// no wait is above 60 s; with the cap before it, 60 · 1.125 = 67.5.
func TestH16CapAfterJitter(t *testing.T) {
	for spec, longest := range map[string]time.Duration{
		"proportional-jitter(base=1s, cap=60s, low=0.875, high=1.125)":      67500 * ms,
		"proportional-jitter(base=1s, max-wait=60s, low=0.875, high=1.125)": 60 * second,
	} {
		rows := Schedule(parse(t, spec), Sequence{Rows: 70})
		high := time.Duration(0)
		for _, row := range rows {
			high = max(high, row.Wait.High)
		}
		if len(rows) != 70 || high != longest {
			t.Errorf("%s waits up to %v; want %v", spec, high, longest)
		}
	}
}

// jd/tenacity#703: min(2ⁿ⁻¹ + U[0, 1], 10) is 8 … 9 for n = 4, and from 8 + 8 = 16
// on exactly 10, all workers in step; below the cap there is a spread.
func TestH16JitterIsLostAtTheCap(t *testing.T) {
	rows := Schedule(parse(t, "added-jitter(base=1s, jitter=1s, max-wait=10s)"), Sequence{Rows: 8})
	want := []Range{
		{1 * second, 1500 * ms, 2 * second}, {2 * second, 2500 * ms, 3 * second}, {4 * second, 4500 * ms, 5 * second}, {8 * second, 8500 * ms, 9 * second},
		{10 * second, 10 * second, 10 * second}, {10 * second, 10 * second, 10 * second},
	}
	for i, r := range want {
		if rows[i].Wait != r {
			t.Errorf("wait %d is %v; want %v", i+1, rows[i].Wait, r)
		}
	}
	rows = Schedule(parse(t, "full-jitter(base=1s, cap=10s)"), Sequence{Rows: 8})
	if r := rows[7].Wait; r != (Range{0, 5 * second, 10 * second}) {
		t.Errorf("below the cap the wait is %v; want 0 to 10 s", r)
	}
}

// Netflix/astyanax#421 and others: base 100 ms, cap 1 s. TestDoublingsDoNotOverflow
// has the exponents at which integers would overflow; here they reach the wait of
// every jitter.
func TestH16NoWaitOverflows(t *testing.T) {
	for _, text := range []string{
		"full-jitter(base=100ms, cap=1s)", "equal-jitter(base=100ms, cap=1s)", "proportional-jitter(base=100ms, cap=1s, low=0, high=1)",
		"added-jitter(base=50ms, cap=500ms, jitter=500ms)", "decorrelated(base=100ms, cap=1s)",
		"linear(base=100ms, increment=100ms, cap=1s)", "polynomial(base=100ms, power=64, cap=1s)",
		"stages(first=fixed(wait=1s), then=exponential(base=100ms, cap=1s))",
	} {
		p := parse(t, text)
		for _, n := range []int{36, 37, 38, 39, 55, 56, 63, 64, 1000, 1 << 40} {
			f := Failure{Attempt: n + 1, LastWait: 900 * ms}
			if wait, _ := p.Next(f, drawing(largestDraw)); wait != second {
				t.Errorf("%s: the longest wait after failure %d is %v; want 1s", text, n+1, wait)
			}
		}
	}
	for _, text := range []string{
		"full-jitter(base=2000000h)", "decorrelated(base=2000000h)", "added-jitter(base=2000000h, jitter=2000000h)",
		"linear(base=1s, increment=2000000h)", "polynomial(base=1s, power=64)", "proportional-jitter(base=2000000h, low=1, high=1e300)",
	} {
		wait, _ := parse(t, text).Next(Failure{Attempt: 1 << 40, LastWait: forever, Waited: forever}, drawing(largestDraw))
		if wait < forever-time.Second {
			t.Errorf("%s waits %v; want some 292 years", text, wait)
		}
	}
}
