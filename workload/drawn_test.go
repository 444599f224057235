package workload

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var _, _, _, _ Seeded = (*Poisson)(nil), (*Ramp)(nil), (*OnOff)(nil), (*dealt)(nil)

// traffic reads a spec that has no faults.
func traffic(t interface{ Fatalf(string, ...any) }, text string) Traffic {
	source, _, err := TrafficForms().Parse(text, 0)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return source()
}

// seeded returns the arrivals of a spec for a seed and a flow.
func seeded(t interface{ Fatalf(string, ...any) }, text string, seed int64, flow int) Arrivals {
	a := traffic(t, text).Arrivals
	if s, ok := a.(Seeded); ok {
		s.Seed(seed, flow)
	}
	return a
}

// someRate and someSpan draw arguments of a spec.
func someRate(t *rapid.T, label string) string {
	r := Rate{Count: rapid.Int64Range(1, 1_000_000).Draw(t, label), In: someTime(t, 1, label+" in")}
	return fmt.Sprintf("%d/%v", r.Count, r.In)
}

func someTime(t *rapid.T, least int64, label string) time.Duration {
	return time.Duration(rapid.OneOf(rapid.Int64Range(least, 1000), rapid.Int64Range(least, int64(time.Hour))).Draw(t, label))
}

func someSpan(t *rapid.T) Span {
	s := Span{From: someTime(t, 0, "from"), Count: rapid.IntRange(0, 100).Draw(t, "count")}
	if rapid.Bool().Draw(t, "ends") {
		s.Until = s.From + someTime(t, 1, "length")
	}
	return s
}

// someArrivals draws the spec of arrivals, without the arguments of its span.
func someArrivals(t *rapid.T) string {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return "constant(rate=" + someRate(t, "rate")
	case 1:
		return "poisson(rate=" + someRate(t, "rate")
	case 2:
		every := someTime(t, 1, "every")
		over := time.Duration(rapid.Int64Range(0, int64(every)).Draw(t, "over"))
		return fmt.Sprintf("batches(size=%d, every=%v, over=%v", rapid.IntRange(1, 20).Draw(t, "size"), every, over)
	case 3:
		return fmt.Sprintf("ramp(first=%s, last=%s, over=%v, chance=%s", someRate(t, "first"), someRate(t, "last"), someTime(t, 1, "over"), someChance(t))
	default:
		rate, drawn, more := someRate(t, "rate"), someDrawn(t), time.Duration(0)
		if parsed, _ := ParseRate(rate); drawn == "yes" {
			more = time.Duration(parsed.mean() / phasesMax)
		}
		return fmt.Sprintf("on-off(rate=%s, on=%v, off=%v, chance=%s, drawn=%s", rate, someTime(t, 1, "on")+more, someTime(t, 0, "off"), someChance(t), drawn)
	}
}

func someDrawn(t *rapid.T) string { return rapid.SampledFrom([]string{"no", "yes"}).Draw(t, "drawn") }

func someChance(t *rapid.T) string { return rapid.SampledFrom([]string{"yes", "no"}).Draw(t, "chance") }

func TestArrivalsComeInOrderWithinTheirSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, span, seed := someArrivals(t), someSpan(t), rapid.Int64().Draw(t, "seed")
		text := fmt.Sprintf("%s, from=%v, until=%v, count=%d)", kind, span.From, span.Until, span.Count)
		list := requireOrder(t, seeded(t, text, seed, 3), span)

		open := fmt.Sprintf("%s, from=%v)", kind, span.From)
		if all := arrivals(seeded(t, open, seed, 3), len(list)); !slices.Equal(all, list) {
			t.Fatalf("%s: have %v; without a bound %v", text, list, all)
		}
	})
}

func TestArrivalsDependOnSeedAndFlowAlone(t *testing.T) {
	for _, text := range []string{"poisson(rate=2/s)", "ramp(first=1/s, last=9/s, over=5s)", "on-off(rate=3/s, on=2s, off=1s)", "on-off(rate=3/s, on=2s, off=1s, chance=no, drawn=yes)"} {
		want := arrivals(seeded(t, text, 7, 1), 50)
		if got := arrivals(seeded(t, text, 7, 1), 50); !slices.Equal(got, want) {
			t.Errorf("%s comes differently under one seed", text)
		}
		for _, other := range []Arrivals{seeded(t, text, 8, 1), seeded(t, text, 7, 2)} {
			if got := arrivals(other, 50); slices.Equal(got, want) {
				t.Errorf("%s comes alike under another seed or in another flow", text)
			}
		}
	}
}

// What a seed means must never change.
func TestPoissonArrivalsAreTheSameForEver(t *testing.T) {
	want := numbered(131_361_341, 251_857_682, 484_663_087)
	if got := arrivals(seeded(t, "poisson(rate=2/s, count=3)", 42, 1), 9); !slices.Equal(got, want) {
		t.Errorf("have %v; want %v", got, want)
	}
}

// Of n arrivals at 2/s the last comes at n/2 s, with a deviation of √n/2 s; and
// the distances fill classes of equal chance evenly: chi-square with 19 degrees
// of freedom exceeds 50 once in 8,000 times.
func TestPoissonArrivalsAreExponentiallyApart(t *testing.T) {
	const count, classes = 50_000, 20
	for seed := range int64(4) {
		list := arrivals(seeded(t, "poisson(rate=2/s)", seed, 0), count)
		end := list[count-1].at.Seconds()
		if away := math.Abs(end-count/2) / (math.Sqrt(count) / 2); away > 4 {
			t.Errorf("seed %d: %d arrive by %.0f s, %.1f deviations away", seed, count, end, away)
		}
		var filled [classes]float64
		last := time.Duration(0)
		for _, one := range list {
			share := 1 - math.Exp(-2*(one.at-last).Seconds())
			filled[min(classes-1, int(share*classes))]++
			last = one.at
		}
		square := 0.0
		for _, n := range filled {
			square += (n - count/classes) * (n - count/classes) / (count / classes)
		}
		if square > 50 {
			t.Errorf("seed %d: chi-square is %.1f; want about 19", seed, square)
		}
	}
}

// A ramp from 10/s to 30/s has 20·t requests on average by its end at 1,000 s; a
// stream of 10/s that is on for a fifth of the time has 2 a second.
func TestDrawnArrivalsKeepTheirRates(t *testing.T) {
	for _, tt := range []struct {
		text string
		want float64
	}{
		{"ramp(first=10/s, last=30/s, over=1000s, until=500s)", 7500},
		{"ramp(first=10/s, last=30/s, over=1000s, until=1000s)", 20_000},
		{"ramp(first=10/s, last=30/s, over=1000s, until=2000s)", 50_000},
		{"ramp(first=30/s, last=10/s, over=1000s, until=500s)", 12_500},
		{"on-off(rate=10/s, on=1s, off=4s, until=10000s)", 20_000},
		{"on-off(rate=10/s, on=1ms, off=4ms, until=10000s, drawn=yes)", 20_000},
	} {
		for seed := range int64(4) {
			got := float64(len(arrivals(seeded(t, tt.text, seed, 0), 100_000)))
			if math.Abs(got-tt.want) > 4*math.Sqrt(tt.want) {
				t.Errorf("%s, seed %d: %v arrive; want about %v", tt.text, seed, got, tt.want)
			}
		}
	}
}

func TestNothingArrivesInAPause(t *testing.T) {
	for _, one := range arrivals(seeded(t, "on-off(rate=100/s, on=300ms, off=700ms, from=50ms)", 1, 0), 10_000) {
		if within := (one.at - 50*ms) % second; within >= 300*ms {
			t.Fatalf("request %d arrives at %v, %v after its pause began", one.request, one.at, within-300*ms)
		}
	}
}

// Times that are drawn are so long on average and of any length: of exponential times
// one of e is longer than its mean. Their names have nothing to do with the arrivals.
func TestDrawnPausesAreExponential(t *testing.T) {
	list := arrivals(seeded(t, "on-off(rate=1000/s, on=1s, off=2s, chance=no, drawn=yes)", 3, 1), 400_000)
	var sum, longer, pauses float64
	for i := range len(list) - 1 {
		if pause := (list[i+1].at - list[i].at - ms).Seconds(); pause > 0 {
			pauses, sum = pauses+1, sum+pause
			if pause > 2 {
				longer++
			}
		}
	}
	if mean := sum / pauses; pauses < 340 || pauses > 460 || math.Abs(mean-2) > 8/math.Sqrt(pauses) {
		t.Errorf("%v pauses of %.2f s; want about 400 of 2 s", pauses, mean)
	}
	if share := longer / pauses; math.Abs(share-1/math.E) > 0.1 {
		t.Errorf("%.2f of the pauses are longer than the mean; want about 0.37", share)
	}
	slow := arrivals(seeded(t, "on-off(rate=100/s, on=1s, off=2s, chance=no, drawn=yes)", 3, 1), 40_000)
	for i := range 1000 {
		if a, b := list[10*i].at, slow[i].at; a != b {
			t.Fatalf("request %d at a tenth of the rate comes at %v; want %v", i, b, a)
		}
	}
}

func TestDrawnTimesAreTheSameForEver(t *testing.T) {
	want := numbered(0, 3_499_444_464, 13_389_382_413, 22_475_201_725)
	if got := arrivals(seeded(t, "on-off(rate=1/s, on=1s, off=5s, chance=no, drawn=yes, count=4)", 42, 1), 9); !slices.Equal(got, want) {
		t.Errorf("have %v; want %v", got, want)
	}
}

func BenchmarkDrawn(b *testing.B) {
	for _, text := range []string{"poisson(rate=1000/s)", "ramp(first=1000/s, last=2000/s, over=100h)", "on-off(rate=1000/s, on=1s, off=1s)"} {
		b.Run(text, func(b *testing.B) {
			a := seeded(b, text, 1, 0)
			a.Reset()
			b.ReportAllocs()
			for range b.N {
				a.Next()
			}
		})
	}
}

// A billion a second are a million in a millisecond, within five standard deviations
// of 1,000 each, though most distances are no whole nanosecond.
func TestManyPoissonArrivalsAreNoMoreThanTheirRate(t *testing.T) {
	for _, count := range []int64{1_000_000_000, 100_000_000, 2_000_000} {
		within := time.Duration(1_000_000 * 1_000_000_000 / count)
		p := NewPoisson(Span{Until: within}, Rate{Count: count, In: time.Second})
		p.Seed(1, 0)
		p.Reset()
		arrived := 0
		for {
			at, _, ok := p.Next()
			if !ok || at >= within {
				break
			}
			arrived++
		}
		if arrived < 995_000 || arrived > 1_005_000 {
			t.Errorf("%d a second: %d arrive in %v; want about a million", count, arrived, within)
		}
	}
}
