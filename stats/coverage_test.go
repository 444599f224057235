package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// A shape is a kind of data whose mean is known.
type shape struct {
	name string
	mean float64
	draw func(*rand.Rand) float64
}

func twoModes(share float64) func(*rand.Rand) float64 {
	return func(rng *rand.Rand) float64 {
		if rng.Float64() < share {
			return 0.2 + 0.05*rng.NormFloat64()
		}
		return 0.9 + 0.02*rng.NormFloat64()
	}
}

// shapes are what the table of coverage has a column for.
func shapes() []shape {
	return []shape{
		{"normal", 5, func(rng *rand.Rand) float64 { return 5 + rng.NormFloat64() }},
		{"two modes, 50 %", 0.55, twoModes(0.5)},
		{"two modes, 20 %", 0.76, twoModes(0.2)},
		{"two modes, 5 %", 0.865, twoModes(0.05)},
		{"exponential", 1, (*rand.Rand).ExpFloat64},
		{"counts", 0.5, func(rng *rand.Rand) float64 { return float64(rng.IntN(2)) }},
	}
}

// coverage returns in which share of trials the interval of n values holds the
// mean.
func (s shape) coverage(n, trials int) float64 {
	rng := rand.New(rand.NewPCG(uint64(n), 20260218))
	var bootstrap Bootstrap
	values, held := make([]float64, n), 0
	for range trials {
		for i := range values {
			values[i] = s.draw(rng)
		}
		if e := bootstrap.MeanOf(values); e.Low <= s.mean && s.mean <= e.High {
			held++
		}
	}
	return float64(held) / float64(trials)
}

// stopped returns in which share of trials the interval holds the mean when the
// seeds were chosen by the stopping rule, and how many values it took.
func (s shape) stopped(below float64, trials int) (held, values float64) {
	rng := rand.New(rand.NewPCG(math.Float64bits(below), 20260219))
	var bootstrap Bootstrap
	rule := Stopping{Below: below, Max: 1_000_000}
	for range trials {
		var drawn []float64
		var e Estimate
		for next := First; next > len(drawn); next = rule.Next(len(drawn), e.HalfWidth()) {
			for len(drawn) < next {
				drawn = append(drawn, s.draw(rng))
			}
			e = bootstrap.MeanOf(drawn)
		}
		if e.Low <= s.mean && s.mean <= e.High {
			held++
		}
		values += float64(len(drawn))
	}
	return held / float64(trials), values / float64(trials)
}

func TestIntervalsHoldTheMeanAsOftenAsTheySay(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of trials")
	}
	for _, s := range shapes()[:3] {
		for _, n := range []int{50, 200} {
			if c := s.coverage(n, 4000); c < 0.93 || c > 0.97 {
				t.Errorf("%s, %d values: the interval holds the mean in %.4f of trials; want 0.93 to 0.97", s.name, n, c)
			}
		}
	}
}

func TestIntervalsStoppedByTheRuleKeepTheirPromise(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of trials")
	}
	for _, s := range shapes()[:3] {
		if c, n := s.stopped(s.deviation()/12, 1000); c < 0.93 || c > 0.97 {
			t.Errorf("%s: the interval holds the mean in %.4f of trials, after %.0f values; want 0.93 to 0.97", s.name, c, n)
		}
	}
}

// deviation returns roughly the standard deviation of a shape.
func (s shape) deviation() float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, 100_000)
	for i := range values {
		values[i] = s.draw(rng)
	}
	return Deviation(values)
}

// TestNightly computes the tables of docs/coverage.md and writes them. It takes
// minutes, and runs only when RATESIM_NIGHTLY is set.
func TestNightly(t *testing.T) {
	if os.Getenv("RATESIM_NIGHTLY") == "" {
		t.Skip("RATESIM_NIGHTLY is not set")
	}
	text := coverageHead() + coverageTable() + stoppingHead + stoppingTable()
	if err := os.WriteFile("../docs/coverage.md", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func coverageTable() string {
	var text, rule strings.Builder
	text.WriteString("| values | method |")
	rule.WriteString("|---:|---|")
	for _, s := range shapes() {
		text.WriteString(" " + s.name + " |")
		rule.WriteString("---:|")
	}
	text.WriteString("\n" + rule.String() + "\n")
	for _, n := range []int{5, 10, 20, 30, 50, 100, 199, 200, 500, 2000} {
		fmt.Fprintf(&text, "| %d | %s |", n, methodOf(n))
		for _, s := range shapes() {
			fmt.Fprintf(&text, " %.1f %% |", 100*s.coverage(n, 10_000))
		}
		text.WriteString("\n")
	}
	return text.String()
}

func methodOf(n int) Method {
	values := make([]float64, n)
	values[0] = 1
	var bootstrap Bootstrap
	return bootstrap.MeanOf(values).Method
}

func stoppingTable() string {
	var text strings.Builder
	text.WriteString("| half-width, in σ | shape | values needed, mean | interval holds the mean |\n|---:|---|---:|---:|\n")
	for _, part := range []float64{8, 12, 16, 32} {
		for _, s := range shapes() {
			held, values := s.stopped(s.deviation()/part, 4000)
			fmt.Fprintf(&text, "| 1/%.0f | %s | %.0f | %.1f %% |\n", part, s.name, values, 100*held)
		}
	}
	return text.String()
}

const coverageText = `# How often the intervals hold

An interval of 95 %% should hold the true mean in 95 of 100 trials. Whether it does
depends on the number of values and on their shape. ` + "`make nightly`" + ` tries it:
10,000 times so many values are drawn from a shape whose mean is known. One trial in
10,000 is 0.01 %%; by chance alone a figure moves by 0.2 %%.

The shapes: a normal one; two modes, the lower one (0.2 ± 0.05) with the given share
of values and the upper one at 0.9 ± 0.02, such as runs that collapse and runs that
do not; an exponential one, whose tail is long; counts that are 0 or 1.

Below 30 values ` + "`compare`" + ` prints a warning: where one kind is rare, a few values
hold none of it, and no method can know that it exists. By the rule of three (Hanley
and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983)
a kind that n values do not show may still have a share of 3/n. Below 59 seeds, where
that is more than a twentieth, ` + "`compare`" + ` says the share.

Two modes of which the lower one has 5 %% are why 50 values cannot hold the mean in 93 of
100 trials: 0.95⁵⁰ = %.1f %% of the samples show no value of the lower mode. Their
intervals lie about the upper one and miss the mean, so that at most %.1f %% can hold it.

`

// unseen returns the share of samples of n values that show none of a kind with a share.
func unseen(share float64, n int) float64 { return math.Pow(1-share, float64(n)) }

// coverageHead is what stands above the first table.
func coverageHead() string {
	missed := 100 * unseen(0.05, 50)
	return fmt.Sprintf(coverageText, missed, 100-missed)
}

// The page says what the program that writes its tables does.
func TestThePageOfCoverageBeginsAsNightlyWritesIt(t *testing.T) {
	page, err := os.ReadFile("../docs/coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(page), coverageHead()+"| values |") || !strings.Contains(string(page), stoppingHead) {
		t.Errorf("docs/coverage.md: want it to begin\n%s", coverageHead())
	}
}

// Where a sample has no value of the rarer mode its interval misses the mean, so that no
// more intervals hold than samples have one.
func TestSamplesWithoutTheRarerModeMissTheMean(t *testing.T) {
	const share, values, trials = 0.05, 50, 2000
	rng := rand.New(rand.NewPCG(3, 20260218))
	var bootstrap Bootstrap
	drawn := make([]float64, values)
	without := 0
	for range trials {
		least := 1.0
		for i := range drawn {
			drawn[i] = twoModes(share)(rng)
			least = min(least, drawn[i])
		}
		if least < 0.6 {
			continue
		}
		without++
		if e := bootstrap.MeanOf(drawn); e.Low <= 0.865 {
			t.Errorf("an interval from %v on holds a mean of 0.865 without a value below %v", e.Low, least)
		}
	}
	if have, want := float64(without)/trials, unseen(share, values); math.Abs(have-want) > 0.02 {
		t.Errorf("%.3f of samples have no value of the lower mode; want %.3f", have, want)
	}
}

const stoppingHead = `
## Where the number of seeds was chosen by the interval

` + "`--seeds auto --until 'halfwidth(FIGURE) < …'`" + ` looks at the interval after 200 seeds
and goes on in stages until it is narrow enough. To stop on an interval is to
prefer those that came out too narrow, so the promise has to be tried as well: 4,000
trials each. σ is the standard deviation of one value.

`
