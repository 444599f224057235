package workload

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestProcessesShareArrivalsInTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, seed := someArrivals(t)+")", rapid.Int64().Draw(t, "seed")
		s := Sharing{Processes: rapid.IntRange(1, 5).Draw(t, "processes"), Requests: rapid.IntRange(0, 60).Draw(t, "requests")}
		source, _, err := TrafficForms().Parse(text, 0)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got := []arrival{}
		for process, part := range Share(source, s) {
			part.Arrivals.(Seeded).Seed(seed, 1)
			for _, one := range arrivals(part.Arrivals, 1000) {
				if one.request%s.Processes != process {
					t.Fatalf("request %d goes to process %d of %d", one.request, process, s.Processes)
				}
				got = append(got, one)
			}
		}
		slices.SortFunc(got, func(a, b arrival) int { return cmp.Compare(a.request, b.request) })
		if want := arrivals(seeded(t, text, seed, 1), s.Requests); !slices.Equal(got, want) {
			t.Fatalf("together have %v; want %v", got, want)
		}
	})
}

func TestProcessesShareWorkersAndRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := someLoop(t)
		s := Sharing{Processes: rapid.IntRange(1, 20).Draw(t, "processes"), Requests: rapid.IntRange(0, 60).Draw(t, "requests")}
		workers, numbers := 0, []int{}
		for _, part := range Share(func() Traffic { one := *l; return Traffic{Loop: &one} }, s) {
			workers += part.Loop.Workers
			for _, j := range play(part.Loop, 1000, always(3)) {
				numbers = append(numbers, j.request)
			}
		}
		slices.Sort(numbers)
		want := []int{}
		for number := range min(l.Requests, s.Requests) {
			want = append(want, number)
		}
		if workers != l.Workers || !slices.Equal(numbers, want) {
			t.Fatalf("%d workers make requests %v; want %d and %d requests", workers, numbers, l.Workers, len(want))
		}
	})
}

func TestArrivalsAreDealtAtRandom(t *testing.T) {
	source, _, err := TrafficForms().Parse("poisson(rate=10/s)", 0)
	if err != nil {
		t.Fatal(err)
	}
	parts := Share(source, Sharing{Processes: 4, Requests: 4000, AtRandom: true})
	var runs [2][]arrival
	for run := range runs {
		for _, part := range parts {
			part.Arrivals.(Seeded).Seed(7, 1)
			part.Arrivals.Reset()
		}
		inTurn := 0
		for process, part := range parts {
			got := arrivalsLeft(part.Arrivals, 5000)
			// Binomial(4000, 1/4) has a standard deviation of 27.4.
			if len(got) < 1000-137 || len(got) > 1000+137 {
				t.Errorf("process %d has %d of 4,000 arrivals", process, len(got))
			}
			for _, one := range got {
				if one.request%4 == process {
					inTurn++
				}
			}
			runs[run] = append(runs[run], got...)
		}
		if inTurn > 1137 {
			t.Errorf("%d of 4,000 go to the process whose turn it is", inTurn)
		}
	}
	if !slices.Equal(runs[0], runs[1]) {
		t.Error("a second run deals otherwise")
	}
	slices.SortFunc(runs[0], func(a, b arrival) int { return cmp.Compare(a.request, b.request) })
	if want := arrivals(seeded(t, "poisson(rate=10/s)", 7, 1), 4000); !slices.Equal(runs[0], want) {
		t.Error("together they are not the arrivals of the source")
	}
}

// Three workers in two processes: the first and third in one, the second in the
// other, each at its own time, as they would be in one process.
func TestSharedWorkersKeepTheirStagger(t *testing.T) {
	source := func() Traffic { return Traffic{Loop: &Loop{Workers: 3, Stagger: second}} }
	parts := Share(source, Sharing{Processes: 2, Requests: 3})
	for process, want := range [][]job{{{0, 0, 0}, {2 * second, 1, 2}}, {{second, 0, 1}}} {
		if got := play(parts[process].Loop, 10, always(10*second)); !slices.Equal(got, want) {
			t.Errorf("process %d: have %v; want %v", process, got, want)
		}
	}
}
