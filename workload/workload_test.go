package workload

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const second = time.Second

var _, _ Arrivals = (*Periodic)(nil), (*Burst)(nil)

// An arrival is one line of a transcript.
type arrival struct {
	at      time.Duration
	request int
}

// arrivals resets and returns the first arrivals, at most so many.
func arrivals(a Arrivals, most int) []arrival {
	a.Reset()
	return arrivalsLeft(a, most)
}

// arrivalsLeft returns the next few arrivals.
func arrivalsLeft(a Arrivals, most int) []arrival {
	list := []arrival{}
	for len(list) < most {
		at, request, ok := a.Next()
		if !ok {
			break
		}
		list = append(list, arrival{at, request})
	}
	return list
}

func TestPeriodicArrivesUntil(t *testing.T) {
	for _, tt := range []struct {
		p    Periodic
		want []arrival
	}{
		{Periodic{Every: 2 * second, Until: 5 * second}, []arrival{{0, 0}, {2 * second, 1}, {4 * second, 2}}},
		{Periodic{Every: 2 * second, Until: 4 * second}, []arrival{{0, 0}, {2 * second, 1}}},
		{Periodic{Every: 2 * second, Until: 1}, []arrival{{0, 0}}},
		{Periodic{Every: 1, Until: 3}, []arrival{{0, 0}, {1, 1}, {2, 2}}},
		{Periodic{Until: 5 * second}, []arrival{}},
		{Periodic{Every: 2 * second}, []arrival{}},
		{Periodic{Every: math.MaxInt64, Until: math.MaxInt64}, []arrival{{0, 0}}},
		{Periodic{Every: math.MaxInt64 - 1, Until: math.MaxInt64}, []arrival{{0, 0}, {math.MaxInt64 - 1, 1}}},
		{Periodic{Every: 1 << 62, Until: math.MaxInt64}, []arrival{{0, 0}, {1 << 62, 1}}},
	} {
		if got := arrivals(&tt.p, 10); !slices.Equal(got, tt.want) {
			t.Errorf("every %v until %v come %v; want %v", tt.p.Every, tt.p.Until, got, tt.want)
		}
		if got := tt.p.Count(); got != len(tt.want) {
			t.Errorf("every %v until %v: the count is %d; want %d", tt.p.Every, tt.p.Until, got, len(tt.want))
		}
	}
}

func TestPeriodicAgreesWithALoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Periodic{
			Every: time.Duration(rapid.Int64Range(0, 20).Draw(t, "every")),
			Until: time.Duration(rapid.Int64Range(0, 200).Draw(t, "until")),
		}
		want := []arrival{}
		for at := time.Duration(0); p.Every > 0 && at < p.Until; at += p.Every {
			want = append(want, arrival{at, len(want)})
		}
		requireArrivals(t, p, want)
		if got := p.Count(); got != len(want) {
			t.Fatalf("the count is %d; want %d", got, len(want))
		}
	})
}

// requireArrivals compares what arrives, once broken off and then in full, and
// that nothing comes after the last.
func requireArrivals(t *rapid.T, a Arrivals, want []arrival) {
	arrivals(a, rapid.IntRange(0, len(want)).Draw(t, "broken off after"))
	if got := arrivals(a, len(want)+1); !slices.Equal(got, want) {
		t.Fatalf("have %v; want %v", got, want)
	}
	if at, request, ok := a.Next(); ok {
		t.Fatalf("request %d arrives at %v, after the last", request, at)
	}
}

func TestBurstArrivesInOrder(t *testing.T) {
	const m = time.Minute
	for _, tt := range []struct {
		what string
		b    Burst
		want []arrival
		last int64
	}{
		{"the burst comes between", Burst{Step: m, Count: 6, Steady: 3, PerStep: 1, Start: 1, Load: 2},
			[]arrival{{0, 0}, {m, 1}, {m, 3}, {m, 4}, {2 * m, 2}, {2 * m, 5}}, 2},
		{"the burst comes first", Burst{Step: m, Count: 4, Steady: 2, PerStep: 1, Start: 0, Load: 2},
			[]arrival{{0, 0}, {0, 2}, {0, 3}, {m, 1}}, 1},
		{"the burst comes last", Burst{Step: m, Count: 4, Steady: 2, PerStep: 1, Start: 9, Load: 1},
			[]arrival{{0, 0}, {m, 1}, {9 * m, 2}, {10 * m, 3}}, 10},
		{"two a step", Burst{Step: m, Count: 5, Steady: 5, PerStep: 2, Start: 0, Load: 1},
			[]arrival{{0, 0}, {0, 1}, {m, 2}, {m, 3}, {2 * m, 4}}, 2},
		{"all are in the burst", Burst{Step: m, Count: 3, Steady: 0, PerStep: 1, Start: 5, Load: 9},
			[]arrival{{5 * m, 0}, {5 * m, 1}, {5 * m, 2}}, 5},
		{"fewer than come steadily", Burst{Step: m, Count: 2, Steady: 100, PerStep: 1, Start: 0, Load: 9},
			[]arrival{{0, 0}, {m, 1}}, 1},
		{"none", Burst{Step: m, Count: 0, Steady: 100, PerStep: 1, Start: 30, Load: 6}, []arrival{}, 0},
		{"a burst that begins beyond all time", Burst{Step: m, Count: 4, Steady: 1, PerStep: 1, Start: math.MaxInt64 - 1, Load: 1},
			[]arrival{{0, 0}, {math.MaxInt64, 1}, {math.MaxInt64, 2}, {math.MaxInt64, 3}}, math.MaxInt64},
		{"steps that lead beyond all time", Burst{Step: 1 << 62, Count: 6, Steady: 4, PerStep: 1, Start: 1, Load: 1},
			[]arrival{{0, 0}, {1 << 62, 1}, {1 << 62, 4}, {math.MaxInt64, 2}, {math.MaxInt64, 3}, {math.MaxInt64, 5}}, 3},
	} {
		if got := arrivals(&tt.b, 20); !slices.Equal(got, tt.want) {
			t.Errorf("%s: have %v; want %v", tt.what, got, tt.want)
		}
		if got := tt.b.Last(); got != tt.last {
			t.Errorf("%s: the last step is %d; want %d", tt.what, got, tt.last)
		}
	}
}

// The lesson: ticket i comes in step i, or from 100 on in step 30 + (i−100)/load.
func TestBurstIsTheLessons(t *testing.T) {
	for _, load := range []int{3, 6} {
		b := &Burst{Step: second, Count: 160, Steady: 100, PerStep: 1, Start: 30, Load: load}
		got := arrivals(b, 1000)
		if !slices.Equal(got, naiveBurst(b)) {
			t.Errorf("with load %d arrive %v", load, got)
		}
		if last := b.Last(); last != 99 {
			t.Errorf("with load %d the last step is %d; want 99", load, last)
		}
	}
}

// naiveBurst lists the requests of each step by number.
func naiveBurst(b *Burst) []arrival {
	steps := map[int64][]int{}
	last := int64(0)
	for i := range b.Count {
		step := int64(i / b.PerStep)
		if i >= b.Steady {
			step = b.Start + int64((i-b.Steady)/b.Load)
		}
		steps[step] = append(steps[step], i)
		last = max(last, step)
	}
	list := []arrival{}
	for step := range last + 1 {
		for _, request := range steps[step] {
			list = append(list, arrival{time.Duration(step) * b.Step, request})
		}
	}
	return list
}

func TestBurstAgreesWithLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := &Burst{
			Step:    time.Duration(rapid.SampledFrom([]int64{1, 250_000_000, 1_000_000_000}).Draw(t, "step")),
			Count:   rapid.IntRange(0, 120).Draw(t, "count"),
			Steady:  rapid.IntRange(0, 150).Draw(t, "steady"),
			PerStep: rapid.IntRange(1, 7).Draw(t, "per step"),
			Start:   rapid.Int64Range(0, 60).Draw(t, "start"),
			Load:    rapid.IntRange(1, 12).Draw(t, "load"),
		}
		want := naiveBurst(b)
		requireArrivals(t, b, want)
		last := int64(0)
		if len(want) > 0 {
			last = int64(want[len(want)-1].at / b.Step)
		}
		if got := b.Last(); got != last {
			t.Fatalf("the last step is %d; want %d", got, last)
		}
	})
}

func TestAtStepEndsAtTheLongestDuration(t *testing.T) {
	for _, tt := range []struct {
		step   int64
		length time.Duration
		want   time.Duration
	}{
		{0, second, 0},
		{3, second, 3 * second},
		{math.MaxInt64, 0, 0},
		{math.MaxInt64, 1, math.MaxInt64},
		{math.MaxInt64 / int64(second), second, math.MaxInt64 - math.MaxInt64%second},
		{math.MaxInt64/int64(second) + 1, second, math.MaxInt64},
		{math.MaxInt64, math.MaxInt64, math.MaxInt64},
	} {
		if got := AtStep(tt.step, tt.length); got != tt.want {
			t.Errorf("AtStep(%d, %d) = %d; want %d", tt.step, tt.length, got, tt.want)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	for _, bb := range []struct {
		name     string
		arrivals Arrivals
	}{
		{"periodic", &Periodic{Every: 1, Until: math.MaxInt64}},
		{"burst", &Burst{Step: 1, Count: math.MaxInt, Steady: 100, PerStep: 1, Start: 30, Load: 6}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			bb.arrivals.Reset()
			b.ReportAllocs()
			for range b.N {
				bb.arrivals.Next()
			}
		})
	}
}
