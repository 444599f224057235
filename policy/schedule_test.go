package policy

import (
	"math"
	"slices"
	"testing"
	"time"
)

// The AWS Architecture Blog's formulas with base 1 and cap 10: full jitter up to
// 1, 2, 4, 8, 10, 10; equal jitter from half of that; decorrelated from 1 to 3, 9
// and 10.
func TestSchedulesOfPublishedFormulas(t *testing.T) {
	for _, tt := range []struct {
		spec      string
		low, high []time.Duration
	}{
		{"exponential(base=1s, cap=10s)", spans(1, 2, 4, 8, 10, 10), spans(1, 2, 4, 8, 10, 10)},
		{"full-jitter(base=1s, cap=10s)", spans(0, 0, 0, 0, 0, 0), spans(1, 2, 4, 8, 10, 10)},
		{"equal-jitter(base=1s, cap=10s)", spans(0.5, 1, 2, 4, 5, 5), spans(1, 2, 4, 8, 10, 10)},
		{"decorrelated(base=1s, cap=10s)", spans(1, 1, 1, 1, 1, 1), spans(3, 9, 10, 10, 10, 10)},
		{"linear(base=1s, increment=0.5s, cap=3s)", spans(1, 1.5, 2, 2.5, 3, 3), spans(1, 1.5, 2, 2.5, 3, 3)},
		{"polynomial(base=0.5s, power=1.5)", spans(0.5, 1.414213562, 2.598076211, 4, 5.590169944, 7.348469228), spans(0.5, 1.414213562, 2.598076211, 4, 5.590169944, 7.348469228)},
		{"proportional-jitter(base=1600ms, less=800ms, low=0.8, high=1.3, max-wait=60s)", spans(0.64, 1.92, 4.48, 9.6, 19.84, 40.32), spans(1.04, 3.12, 7.28, 15.6, 32.24, 60)},
		{"full-jitter(base=1s, cap=20s, low=1s)", spans(1, 1, 1, 1, 1, 1), spans(1, 2, 4, 8, 16, 20)},
		{"decorrelated(base=1s, from=2, factor=4)", spans(2, 4, 8, 16, 32, 64), spans(4, 16, 64, 256, 1024, 4096)},
	} {
		rows := Schedule(parse(t, tt.spec), Sequence{Rows: 6})
		for i, row := range rows {
			if row.Wait.Low != tt.low[i] || row.Wait.High != tt.high[i] || row.Stops != GoesOn || row.Share != 1 || row.Attempt != i+1 {
				t.Errorf("%s: row %d is %+v; want %v to %v", tt.spec, i+1, row, tt.low[i], tt.high[i])
			}
		}
	}
}

// The course with a base of 4 s: waits up to 4, 8 and 8, which is 20 s just so, and
// then the attempts are used up. Without that bound the fourth wait may pass 20 s.
func TestScheduleSaysWhereItMayStop(t *testing.T) {
	rows := Schedule(parse(t, "course(base=4s)"), Sequence{Rows: 10})
	last := rows[len(rows)-1]
	if len(rows) != 4 || last.Stops != AlwaysEnd || last.Why != WhyAttempts || last.Waited != (Range{0, 10 * second, 20 * second}) || last.Share != 0 {
		t.Errorf("the course ends with %+v after %d rows; want attempts, 0 to 20 s and 10 on average, after 4", last, len(rows))
	}
	rows = Schedule(parse(t, "course(base=4s, attempts=6)"), Sequence{Rows: 10})
	if r := rows[3]; r.Stops != MayStop || r.Why != WhyTotal || r.Wait.High != 8*second || r.Waited.High != 20*second {
		t.Errorf("the fourth row is %+v; want a total that may stop it", r)
	}
	// P(U₁·4 + U₂·8 + U₃·8 + U₄·8 ≤ 20) by inclusion and exclusion: volume of the
	// simplex Σ ≤ 20 in four dimensions, less the corners beyond each edge, over
	// 4 · 8 · 8 · 8 = 2048: (20⁴ − 16⁴ − 3·12⁴ + 3·8⁴ + 3·4⁴)/24/2048 = 0.9219.
	share := (160000.0 - 65536 - 3*20736 + 3*4096 + 3*256) / 24 / 2048
	if got := rows[3].Share; math.Abs(got-share) > 0.005 {
		t.Errorf("it goes on in %v of all cases; want about %v", got, share)
	}
}

func TestScheduleOfABudgetEndsAtIt(t *testing.T) {
	rows := Schedule(parse(t, "full-jitter(base=1s, budget=10s)"), Sequence{Rows: 30, Took: 100 * ms})
	for _, row := range rows {
		if row.At.High > 10*second && row.Stops == GoesOn {
			t.Errorf("an attempt at %v: %+v", row.At.High, row)
		}
	}
	if r := rows[3]; r.Stops != MayStop || r.Why != WhyBudget { // 0.4 + 1 + 2 + 4 = 7.4, and 8 more
		t.Errorf("the fourth row is %+v; want a budget that may stop it", r)
	}
}

// H13's nine attempts, as a schedule.
func TestScheduleOfLayers(t *testing.T) {
	rows := Schedule(parse(t, "layers(outer=fixed(wait=4s, retries=2), inner=exponential(base=0.5s, retries=2))"), Sequence{Rows: 20})
	var at []time.Duration
	var layers []int
	for _, row := range rows {
		at, layers = append(at, row.At.Mean), append(layers, row.Layer)
	}
	if want := spans(0.5, 1.5, 5.5, 6, 7, 11, 11.5, 12.5, 12.5); !slices.Equal(at, want) {
		t.Errorf("attempts at %v; want %v", at, want)
	}
	if want := []int{0, 0, 1, 0, 0, 1, 0, 0, 1}; !slices.Equal(layers, want) {
		t.Errorf("waits of layers %v; want %v", layers, want)
	}
	if last := rows[8]; last.Stops != AlwaysEnd || last.Why != WhyAttempts {
		t.Errorf("it ends with %+v", last)
	}
}

// Hints stay inside, as in H13: 20 s each, but for the outer layer's own 4 s.
func TestScheduleOfLayersKeepsHintsInside(t *testing.T) {
	const spec = "layers(outer=fixed(wait=4s, retries=1, heed=exact), inner=fixed(wait=1s, retries=1, heed=exact))"
	rows := Schedule(parse(t, spec), Sequence{Failures: []Failure{refused(after(20 * second))}, Rows: 20})
	for i, want := range spans(20, 24, 44, 44) {
		if rows[i].At != (Range{want, want, want}) {
			t.Errorf("attempt %d is sent at %v; want %v", i+2, rows[i].At, want)
		}
	}
}

// The first wait is 0.25 to 1 s, shortened to 0.5; after a wait of 0.49 s there is
// next to nothing left of the budget.
func TestScheduleKnowsThatALastWaitMayBeShort(t *testing.T) {
	const spec = "equal-jitter(of=proportional-jitter(of=fixed(wait=0.5s), low=1, high=2), budget=0.5s, at-budget=shorten)"
	rows := Schedule(parse(t, spec), Sequence{Rows: 2})
	if r := rows[0]; r.Wait.Low != 250*ms || r.At.High != 500*ms || r.Stops != GoesOn {
		t.Errorf("the first row is %+v", r)
	}
	if r := rows[1]; r.Wait.Low != 0 || r.At.High != 500*ms || r.Stops != MayStop {
		t.Errorf("the second row is %+v", r)
	}
}

// With attempts of 1 s and a budget of 10 s, no wait after attempt n is longer than the
// 10 − n s that are left if there was none before it: 1, 2 and 4 s by the backoff, then
// 6, 5, 4 s. The same holds of a total, which what would pass it stops.
func TestNoWaitIsLongerThanWhatIsLeft(t *testing.T) {
	rows := Schedule(parse(t, "full-jitter(base=1s, budget=10s, at-budget=shorten)"), Sequence{Rows: 9, Took: second})
	for i, want := range spans(1, 2, 4, 6, 5, 4, 3, 2, 1) {
		if got := rows[i].Wait; got.Low != 0 || got.High != want {
			t.Errorf("after attempt %d it waits %v to %v; want 0 to %v", i+1, got.Low, got.High, want)
		}
	}
	rows = Schedule(parse(t, "equal-jitter(base=4s, total=20s)"), Sequence{Rows: 3})
	for i, want := range spans(4, 8, 14) { // the third may be 8 to 16 s, but 2 + 4 s have passed
		if got := rows[i].Wait; got.High != want {
			t.Errorf("wait %d is at most %v; want %v", i+1, got.High, want)
		}
	}
}

// The mean of a decorrelated wait without a cap: the second is uniform on [1, 3L],
// where L is uniform on [1, 3], so its mean is (1 + 3·2)/2 = 3.5; the third
// (1 + 3·3.5)/2 = 5.75.
func TestMeansOverTheLattice(t *testing.T) {
	rows := Schedule(parse(t, "decorrelated(base=1s)"), Sequence{Rows: 3})
	for i, want := range []float64{2, 3.5, 5.75} {
		if got := rows[i].Wait.Mean.Seconds(); math.Abs(got-want) > 0.01*want {
			t.Errorf("the mean of wait %d is %v; want about %v", i+1, got, want)
		}
	}
}

// Each draw of the lattice takes each of its parts once.
func TestLatticeIsEvenInEachDraw(t *testing.T) {
	for draw := range 12 {
		seen := map[uint64]bool{}
		for path := range latticeSize {
			bits := latticeDraw(path, draw)
			seen[bits>>(53-latticeBits)] = true
			if u := drawing(bits).Float64(); u != float64(bits)/(1<<53) {
				t.Fatalf("bits %d are drawn as %v", bits, u)
			}
		}
		if len(seen) != latticeSize {
			t.Errorf("draw %d takes %d parts; want %d", draw, len(seen), latticeSize)
		}
	}
	if low, high := drawing(0).Float64(), drawing(largestDraw).Float64(); low != 0 || high != 1-1.0/(1<<53) {
		t.Errorf("the least draw is %v and the largest %v", low, high)
	}
}
