package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The second and third of the examples of https://en.wikipedia.org/wiki/Welch%27s_t-test,
// with unequal variances and numbers of values: p there is of both sides.
func TestShiftsAreThoseOfWelchsTest(t *testing.T) {
	for _, test := range []struct {
		now, before []float64
		p           float64
	}{
		{[]float64{17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8},
			[]float64{21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8}, 0.149},
		{[]float64{19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0},
			[]float64{28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7, 23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4, 24.0, 13.2}, 0.036},
	} {
		s := ShiftOf(SampleOf(test.now), SampleOf(test.before))
		if !near(2*s.P, test.p, 0.0006) {
			t.Errorf("p is %v of both sides; want %v", 2*s.P, test.p)
		}
		if holds := s.Low <= 0 && 0 <= s.High; holds != (2*s.P > 0.05) {
			t.Errorf("p is %v and the interval %v: they disagree", s.P, s.Interval)
		}
	}
}

func TestShiftsOfWhatDoesNotVary(t *testing.T) {
	ten := func(mean, error float64) Sample { return Sample{mean, error, 10} }
	for _, test := range []struct {
		name        string
		now, before Sample
		want        Shift
	}{
		{"the same", ten(1, 0), ten(1, 0), Shift{0, Interval{0, 0}, 1}},
		{"the same, but for rounding", ten(0.1+0.2, 0), ten(0.3, 0), Shift{0, Interval{0, 0}, 1}},
		{"another: one way of 184756 to part twenty values", ten(1, 0), ten(0, 0), Shift{1, Interval{1, 1}, 5.412544112e-06}},
		{"two seeds of each: one way of six", Sample{1, 0, 2}, Sample{0, 0, 2}, Shift{1, Interval{1, 1}, 0.1666666667}},
		{"one value", Sample{1, math.NaN(), 1}, ten(0, 0), Shift{1, Interval{math.Inf(-1), math.Inf(1)}, 1}},
		{"no error", ten(1, 1), ten(0, math.NaN()), Shift{1, Interval{math.Inf(-1), math.Inf(1)}, 1}},
	} {
		if got := ShiftOf(test.now, test.before); got != test.want {
			t.Errorf("%s: %+v; want %+v", test.name, got, test.want)
		}
	}
}

// Apart is a hypergeometric chance: of 100 runs, 3 without an answer, all among 50.
func TestApartCountsDeals(t *testing.T) {
	for _, test := range []struct {
		before, now, some int
		want              float64
	}{{50, 50, 0, 1}, {50, 50, 1, 0.5}, {50, 50, 3, 0.1212121212}, {5, 5, 5, 0.003968253968}, {0, 3, 2, 1}} {
		if got := Apart(test.before, test.now, test.some); !near(got, test.want, 1e-10) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// Where nothing has changed, p is at most 0.025 about as seldom as it says, whatever the
// values are shaped like.
func TestShiftsOfNothingAreSeldom(t *testing.T) {
	for _, s := range shapes() {
		for _, n := range [][2]int{{50, 50}, {20, 20}, {200, 50}} {
			rng := rand.New(rand.NewPCG(uint64(n[0]), 20260220))
			draw := func(n int) []float64 {
				values := make([]float64, n)
				for i := range values {
					values[i] = s.draw(rng)
				}
				return values
			}
			const trials = 4000
			worse := 0
			for range trials {
				if shift := ShiftOf(SampleOf(draw(n[1])), SampleOf(draw(n[0]))); shift.Difference < 0 && shift.P <= 0.025 {
					worse++
				}
			}
			if share := float64(worse) / trials; share > 0.05 {
				t.Errorf("%s, %d values before and %d now: worse in %.4f of trials; want at most 0.05", s.name, n[0], n[1], share)
			} else {
				t.Logf("%s, %v: %.4f", s.name, n, share)
			}
		}
	}
}
