package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// vectors are what SciPy gives; testdata/vectors.py made them.
type vectors struct {
	Intervals []struct {
		Name            string
		Values          []float64
		Mean, Deviation float64
		BCa, T          [2]float64
	}
	Wilson []struct {
		Some, Of  int
		Low, High float64
	}
	Signed []struct {
		Name        string
		Differences []float64
		Exact       bool
		P           float64
	}
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// near reports that two numbers are at most so far apart.
func near(a, b, slack float64) bool { return math.Abs(a-b) <= slack }

func TestIntervalsAgreeWithSciPy(t *testing.T) {
	z := quantile(upper)
	for _, v := range readVectors(t).Intervals {
		n := len(v.Values)
		if !near(Mean(v.Values), v.Mean, 1e-9) || !near(Deviation(v.Values), v.Deviation, 1e-9) {
			t.Errorf("%s: mean %v, deviation %v; want %v and %v", v.Name, Mean(v.Values), Deviation(v.Values), v.Mean, v.Deviation)
		}
		width := v.BCa[1] - v.BCa[0]
		b := Bootstrap{Resamples: 100_000}
		if i := b.bca(v.Values, z); !near(i.Low, v.BCa[0], 0.01*width) || !near(i.High, v.BCa[1], 0.01*width) {
			t.Errorf("%s: BCa %v; want %v", v.Name, i, v.BCa)
		}
		half := StudentFactor(n-1) * Deviation(v.Values) / math.Sqrt(float64(n))
		if !near(v.Mean-half, v.T[0], 1e-8) || !near(v.Mean+half, v.T[1], 1e-8) {
			t.Errorf("%s: Student's %v ± %v; want %v", v.Name, v.Mean, half, v.T)
		}
	}
}

// ABC and BCa are one interval to the second order.
func TestABCAgreesWithBCa(t *testing.T) {
	for _, s := range shapes() {
		rng := rand.New(rand.NewPCG(1, 2))
		values := make([]float64, 400)
		for i := range values {
			values[i] = s.draw(rng)
		}
		b := Bootstrap{Resamples: 20_000}
		have, want := abc(momentsOf(values), len(values)), b.bca(values, expanded(len(values)))
		if slack := 0.05 * want.HalfWidth(); !near(have.Low, want.Low, slack) || !near(have.High, want.High, slack) {
			t.Errorf("%s: ABC %v, BCa %v", s.name, have, want)
		}
	}
}

func TestMethodsGoByTheNumberOfValues(t *testing.T) {
	var b Bootstrap
	for n, want := range map[int]Method{1: Unbounded, 2: Student, 9: Student, 10: BCa, 199: BCa, 200: ABC, 5000: ABC} {
		if got := methodOf(n); got != want {
			t.Errorf("%d values: %s; want %s", n, got, want)
		}
	}
	e := b.MeanOf([]float64{0.1, 0.1, 0.1, 0.1})
	if e.Method != Exact || e.Low != 0.1 || e.High != 0.1 {
		t.Errorf("values that do not vary: %+v; want exactly 0.1", e)
	}
}

// The same values give the same interval, whatever was asked before.
func TestABootstrapHasNoMemory(t *testing.T) {
	values := readVectors(t).Intervals[1].Values
	var fresh, used Bootstrap
	used.MeanOf(values[:20])
	used.MeanOf(values[5:])
	if a, b := fresh.MeanOf(values), used.MeanOf(values); a != b {
		t.Errorf("%+v, then %+v", a, b)
	}
}

// The rule of three, and the exact figures that it stands for: of a kind with that share
// none is among n values in one sample of twenty.
func TestWhatNoValueShowsMayStillBe(t *testing.T) {
	for n, want := range map[int]float64{1: 0.95, 2: 0.7764, 30: 0.0950, 59: 0.0495, 1000: 0.0030} {
		have := Unseen(n)
		if !near(have, want, 5e-5) || !near(math.Pow(1-have, float64(n)), 0.05, 1e-6) {
			t.Errorf("%d values: have %v; want %v", n, have, want)
		}
		if three := 3 / float64(n); n >= 30 && !near(have, three, three/15) {
			t.Errorf("%d values: have %v; the rule of three says %v", n, have, three)
		}
	}
	if Unseen(58) <= RareShare || Unseen(59) > RareShare {
		t.Errorf("have %v and %v; want 58 values to be the last that may well miss a rare kind", Unseen(58), Unseen(59))
	}
}

func TestWilsonAgreesWithSciPy(t *testing.T) {
	for _, v := range readVectors(t).Wilson {
		if i := Wilson(v.Some, v.Of); !near(i.Low, v.Low, 1e-9) || !near(i.High, v.High, 1e-9) {
			t.Errorf("%d of %d: %v; want %v to %v", v.Some, v.Of, i, v.Low, v.High)
		}
	}
}

func TestSignedRankAgreesWithSciPy(t *testing.T) {
	for _, v := range readVectors(t).Signed {
		if got := SignedRankOf(v.Differences); !near(got.P, v.P, 1e-8) || got.Exact != v.Exact {
			t.Errorf("%s: p %v, exact %v; want %v, %v", v.Name, got.P, got.Exact, v.P, v.Exact)
		}
	}
}

// p is what counting all signs gives, ties and zeros included.
func TestSignedRankIsCountedOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		differences := rapid.SliceOfN(rapid.Map(rapid.IntRange(-4, 4), func(i int) float64 { return float64(i) * 0.1 }), 1, 11).Draw(t, "differences")
		got := SignedRankOf(differences)
		if want := counted(differences); !near(got.P, want, 1e-9) {
			t.Fatalf("p %v; want %v", got.P, want)
		}
		mirrored := slices.Clone(differences)
		for i := range mirrored {
			mirrored[i] = -mirrored[i]
		}
		if m := SignedRankOf(mirrored); m.P != got.P || m.Plus != got.Minus {
			t.Fatalf("mirrored %+v; want %+v turned round", m, got)
		}
	})
}

// counted returns p of the signed-rank test by going through all signs.
func counted(differences []float64) float64 {
	var sizes []float64
	var above []bool
	for _, d := range differences {
		if d != 0 {
			sizes, above = append(sizes, math.Round(10*math.Abs(d))), append(above, d > 0)
		}
	}
	rank := func(size float64) (r float64) {
		for _, other := range sizes {
			switch {
			case other < size:
				r++
			case other == size:
				r += 0.5
			}
		}
		return r + 0.5
	}
	sum, have := func(taken func(int) bool) (s float64) {
		for i, size := range sizes {
			if taken(i) {
				s += rank(size)
			}
		}
		return s
	}, 0.0
	have = sum(func(i int) bool { return above[i] })
	low, high := 0.0, 0.0
	for signs := range 1 << len(sizes) {
		s := sum(func(i int) bool { return signs>>i&1 == 1 })
		if s <= have {
			low++
		}
		if s >= have {
			high++
		}
	}
	return min(1, 2*min(low, high)/float64(int(1)<<len(sizes)))
}

// The examples of R's p.adjust, worked out by hand: 4 × 0.01, 3 × 0.02, and so on,
// none below the one before it.
func TestHolmAdjusts(t *testing.T) {
	got := Holm([]float64{0.04, 0.01, 0.03, 0.02})
	if want := []float64{0.06, 0.04, 0.06, 0.06}; !slices.EqualFunc(got, want, func(a, b float64) bool { return near(a, b, 1e-12) }) {
		t.Errorf("%v; want %v", got, want)
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v; want no p above 1", got)
	}
}

// The seeds that are named decide in about four of five trials, or more.
func TestTheSeedsThatAreNamedDecide(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, mean := range []float64{0.1, 0.3, 0.8} {
		for _, alpha := range []float64{0.05, 0.002} {
			n, ok := Deciding(mean, 1, alpha)
			decided := 0
			for range 400 {
				differences := make([]float64, n)
				for i := range differences {
					differences[i] = mean + rng.NormFloat64()
				}
				if SignedRankOf(differences).P <= alpha {
					decided++
				}
			}
			if share := float64(decided) / 400; !ok || share < 0.76 || share > 0.97 {
				t.Errorf("mean %v, alpha %v: %d seeds decide in %v of trials; want about 0.8 or a little more", mean, alpha, n, share)
			}
		}
	}
	if n, ok := Deciding(0, 1, 0.05); ok {
		t.Errorf("no difference at all: %d seeds; want none", n)
	}
	if n, ok := Deciding(1, 0, 0.05); !ok || n != 6 {
		t.Errorf("a difference that does not vary: %d seeds; want 6, whose signs have p = 1/32", n)
	}
	if n, ok := Excluding(0.5, 1); !ok || n != 32 {
		t.Errorf("half a deviation from the bound: %d seeds; want 32", n)
	}
}

func TestTheStoppingRuleGoesOnUntilTheIntervalIsNarrow(t *testing.T) {
	rule := Stopping{Below: 1, Max: 10_000}
	for _, test := range []struct {
		n    int
		half float64
		want int
	}{
		{200, 0.99, 200}, {200, 1, 221}, {200, 2, 840}, {200, 1.001, 221}, {200, 20, 2000}, {9_900, 3, 10_000}, {10_000, 3, 10_000},
	} {
		if got := rule.Next(test.n, test.half); got != test.want {
			t.Errorf("%d values, half-width %v: next %d; want %d", test.n, test.half, got, test.want)
		}
	}
}

// One kind is seldom taken for two, and two are told apart.
func TestModesAreToldApart(t *testing.T) {
	one := map[string]func(*rand.Rand) float64{
		"normal":      func(rng *rand.Rand) float64 { return 100 + 10*rng.NormFloat64() },
		"exponential": func(rng *rand.Rand) float64 { return 100 * rng.ExpFloat64() },
		"uniform":     func(rng *rand.Rand) float64 { return 1000 * rng.Float64() },
		"few counts":  func(rng *rand.Rand) float64 { return float64(rng.IntN(3)) },
		"0 or 1":      func(rng *rand.Rand) float64 { return float64(rng.IntN(2)) },
	}
	rng := rand.New(rand.NewPCG(5, 6))
	share := func(n int, unit float64, draw func(*rand.Rand) float64) float64 {
		found := 0
		for range 200 {
			values := make([]float64, n)
			for i := range values {
				values[i] = draw(rng)
			}
			if _, ok := ModesOf(values, unit); ok {
				found++
			}
		}
		return float64(found) / 200
	}
	for _, n := range []int{50, 200, 2000} {
		for name, draw := range one {
			if s := share(n, 1, draw); s > 0.05 {
				t.Errorf("%s, %d values: taken for two kinds in %v of trials", name, n, s)
			}
		}
		for _, s := range shapes()[1:3] {
			if s2 := share(n, 1.0/160, s.draw); s2 < 0.95 {
				t.Errorf("%s, %d values: taken for two kinds in only %v of trials", s.name, n, s2)
			}
		}
	}
}

func TestModesSayHowManyThereAreOfEach(t *testing.T) {
	var values []float64
	for i := range 100 {
		v := 0.9 + float64(i%5)*0.01
		if i%4 == 0 {
			v -= 0.7
		}
		values = append(values, v)
	}
	m, ok := ModesOf(values, 0.01)
	if !ok || m.Low != 25 || m.High != 75 || !near(m.LowMean, 0.22, 1e-9) || !near(m.HighMean, 0.92, 1e-9) || m.LowShare != Wilson(25, 100) {
		t.Errorf("%+v, %v; want 25 about 0.22 and 75 about 0.92", m, ok)
	}
	for _, few := range [][]float64{values[:19], slices.Repeat([]float64{3}, 50)} {
		if m, ok := ModesOf(few, 0.01); ok {
			t.Errorf("%d values %v…: two kinds, %+v; want one", len(few), few[0], m)
		}
	}
}

func ExampleBootstrap_MeanOf() {
	var bootstrap Bootstrap
	e := bootstrap.MeanOf([]float64{0.81, 0.86, 0.79, 0.9, 0.84, 0.2, 0.83, 0.88, 0.85, 0.82, 0.87, 0.8})
	fmt.Printf("%.4f, from %.2f to %.2f (%s)\n", e.Mean, e.Low, e.High, e.Method)
	// Output:
	// 0.7875, from 0.52 to 0.85 (BCa)
}

func BenchmarkMeanOf(b *testing.B) {
	for _, n := range []int{50, 199, 10_000} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i * i % 161)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var bootstrap Bootstrap
			bootstrap.MeanOf(values)
			for b.Loop() {
				bootstrap.MeanOf(values)
			}
		})
	}
}

func BenchmarkSignedRank(b *testing.B) {
	for _, n := range []int{50, 10_000} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i*i%161) - 70
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				SignedRankOf(values)
			}
		})
	}
}

func BenchmarkModes(b *testing.B) {
	values := make([]float64, 10_000)
	for i := range values {
		values[i] = float64(i * i % 161)
	}
	for b.Loop() {
		ModesOf(values, 1)
	}
}
