package workload

import (
	"math"
	"slices"
	"testing"

	"ratesim/chance"
)

// sizes returns the sizes of some requests, sorted.
func sizes(s Size, count int) []int64 {
	var all []int64
	for request := range int64(count) {
		all = append(all, s.Of(chance.Name{Seed: 5, Request: request, Try: 1, Purpose: chance.Size}))
	}
	slices.Sort(all)
	return all
}

// shares returns how often each size comes, in parts of one.
func shares(all []int64) map[int64]float64 {
	parts := map[int64]float64{}
	for _, size := range all {
		parts[size] += 1 / float64(len(all))
	}
	return parts
}

// A share p of 50,000 draws deviates by at most √(¼/50,000) = 0.0022.
func TestSizesComeAsOftenAsTheyShould(t *testing.T) {
	for _, tt := range []struct {
		text string
		want map[int64]float64
	}{
		{"fixed(tokens=700)", map[int64]float64{700: 1}},
		{"fixed(tokens=0)", map[int64]float64{0: 1}},
		{"uniform(from=0, to=3)", map[int64]float64{0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25}},
		{"uniform(from=8, to=8)", map[int64]float64{8: 1}},
		{"choice(of=100>500>2000>500)", map[int64]float64{100: 0.25, 500: 0.5, 2000: 0.25}},
		{"choice(of=100>500>2000, weights=6>3>1)", map[int64]float64{100: 0.6, 500: 0.3, 2000: 0.1}},
		{"choice(of=100>500>2000, weights=0>1>0)", map[int64]float64{500: 1}},
		{"choice(of=100>500, weights=7)", map[int64]float64{100: 0.5, 500: 0.5}},
		{"log-normal(median=40, sigma=0)", map[int64]float64{40: 1}},
		{"log-normal(median=1, sigma=0.001, most=1)", map[int64]float64{1: 1}},
	} {
		size, _, err := SizeForms().Parse(tt.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := shares(sizes(size, 50_000))
		for tokens, share := range tt.want {
			if math.Abs(got[tokens]-share) > 0.01 {
				t.Errorf("%s: %d comes in %v of all; want %v", tt.text, tokens, got[tokens], share)
			}
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: have %v; want %v", tt.text, got, tt.want)
		}
	}
}

// Half of a log-normal distribution lies below the median, 84.1 % below e^sigma
// times that, 15.9 % below the e^sigma-th part; its mean is e^(sigma²/2) times the
// median.
func TestLogNormalSizesHaveTheirQuantiles(t *testing.T) {
	const count = 100_000
	all := sizes(LogNormal{Median: 10_000, Sigma: 0.5}, count)
	sum := 0.0
	for _, size := range all {
		sum += float64(size)
	}
	for _, tt := range []struct {
		what      string
		got, want float64
	}{
		{"15.9 %", float64(all[15_866]), 10_000 * math.Exp(-0.5)},
		{"half", float64(all[count/2]), 10_000},
		{"84.1 %", float64(all[84_134]), 10_000 * math.Exp(0.5)},
		{"the mean", sum / count, 10_000 * math.Exp(0.125)},
	} {
		if math.Abs(tt.got/tt.want-1) > 0.015 {
			t.Errorf("%s: have %.0f; want about %.0f", tt.what, tt.got, tt.want)
		}
	}
	cut := sizes(LogNormal{Median: 10_000, Sigma: 0.5, Most: 12_000}, 1000)
	if got := cut[999]; got != 12_000 {
		t.Errorf("the largest is %d; want 12000", got)
	}
	for _, size := range sizes(LogNormal{Median: 1, Sigma: 10}, 10_000) {
		if size < 1 || size > 1<<53 {
			t.Fatalf("a size is %d; want 1 to 2^53", size)
		}
	}
}

// What a seed means must never change.
func TestSizesAreTheSameForEver(t *testing.T) {
	for _, tt := range []struct {
		size Size
		want []int64
	}{
		{Between{From: 1800, To: 2200}, []int64{1973, 1837, 1913, 1949, 1837}},
		{LogNormal{Median: 900, Sigma: 0.8}, []int64{784, 311, 569, 694, 312}},
		{Choice{Sizes: []int64{1, 2, 3}, Weights: []int64{1, 3, 6}}, []int64{3, 1, 2, 2, 1}},
	} {
		var got []int64
		for request := range int64(5) {
			got = append(got, tt.size.Of(chance.Name{Seed: 42, Flow: 1, Request: request, Try: 1, Purpose: chance.Size}))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v gives %v; want %v", tt.size, got, tt.want)
		}
	}
}

func BenchmarkSize(b *testing.B) {
	for name, size := range map[string]Size{"uniform": Between{To: 100}, "log-normal": LogNormal{Median: 900, Sigma: 1}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for request := range int64(b.N) {
				size.Of(chance.Name{Request: request})
			}
		})
	}
}
