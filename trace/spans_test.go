package trace

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFewSpansAreKeptAsTheyAre(t *testing.T) {
	s := SpansOf(30, 10, 20, 10)
	s.Sort()
	for rank, want := range []int64{10, 10, 20, 30} {
		if got := s.At(int64(rank)); got != want {
			t.Errorf("rank %d: got %d; want %d", rank, got, want)
		}
	}
}

// Each length is told once, with how many have it: ranks in other words.
func TestAllSpansAreToldByLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 1000, spansExact + 1000} {
		var s Spans
		for range n {
			s.Add(rng.Int64N(1 << rng.IntN(20)))
		}
		s.Sort()
		rank, last := int64(0), int64(-1)
		for span, count := range s.All() {
			if span <= last || count <= 0 || s.At(rank) != span || s.At(rank+count-1) != span {
				t.Fatalf("%d spans: have %d of %d from rank %d on, after %d", n, count, span, rank, last)
			}
			rank, last = rank+count, span
		}
		if rank != s.Len() {
			t.Errorf("%d spans: have %d", n, rank)
		}
	}
}

// However they came together, one by one or joined: no span of a rank is shorter
// than it was, and none is longer by more than 0.05 %.
func TestManySpansAreRoundedUpALittle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var all, parts Spans
	var want []int64
	for range 3 {
		var part Spans
		for range spansExact/2 + 1 {
			span := rng.Int64N(1 << rng.IntN(63))
			all.Add(span)
			part.Add(span)
			want = append(want, span)
		}
		parts.join(&part)
	}
	slices.Sort(want)
	for _, s := range []*Spans{&all, &parts} {
		s.Sort()
		if s.Len() != int64(len(want)) || s.exact != nil {
			t.Fatalf("%d spans, of which %d are kept; want %d and 0", s.Len(), len(s.exact), len(want))
		}
		for rank := 0; rank < len(want); rank += 997 {
			got := s.At(int64(rank))
			if over := got - want[rank]; over < 0 || float64(over) > 0.0005*float64(want[rank]) {
				t.Fatalf("rank %d: got %d; want %d or a little more", rank, got, want[rank])
			}
		}
	}
}

func TestLengthsCoverAllSpans(t *testing.T) {
	last := int64(-1)
	for length := range lengthOf(math.MaxInt64) {
		to := longest(length)
		if lengthOf(to) != length || lengthOf(last+1) != length {
			t.Fatalf("length %d is not that of all spans from %d to %d", length, last+1, to)
		}
		last = to
	}
	if got := longest(lengthOf(math.MaxInt64)); got != math.MaxInt64 {
		t.Errorf("the longest span becomes %d", got)
	}
}
