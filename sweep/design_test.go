package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// axes returns the axes of texts.
func axes(t testing.TB, texts ...string) []Axis {
	t.Helper()
	var all []Axis
	for _, text := range texts {
		axis, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, axis)
	}
	return all
}

// pointsOf returns all points of a space as texts.
func pointsOf(t testing.TB, s Space) []string {
	t.Helper()
	points, err := NewPoints(s)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range points.Len() {
		all = append(all, strings.Join(points.At(i), " "))
	}
	return all
}

func TestAGridIsEveryCombination(t *testing.T) {
	got := pointsOf(t, Space{Axes: axes(t, "a=1,2", "b=x,y,z"), Design: Grid})
	if want := []string{"1 x", "1 y", "1 z", "2 x", "2 y", "2 z"}; !slices.Equal(got, want) {
		t.Errorf("the points are %q; want %q", got, want)
	}
	if got := pointsOf(t, Space{Design: Grid}); len(got) != 1 {
		t.Errorf("without axes there are %d points; want 1", len(got))
	}
}

func TestALatinHypercubeHasOnePointInEachPartOfEachAxis(t *testing.T) {
	for _, n := range []int64{1, 2, 10, 97} {
		got := pointsOf(t, Space{Axes: axes(t, fmt.Sprintf("a=1..%d", n+1), fmt.Sprintf("b=0..%d", 1000*n)), Design: LatinHypercube, Points: n, Seed: 3})
		met := map[int]bool{}
		for _, point := range got {
			_, b, _ := strings.Cut(point, " ")
			value, err := strconv.Atoi(b)
			if err != nil {
				t.Fatal(err)
			}
			met[min(value/1000, int(n)-1)] = true
		}
		if len(met) != int(n) {
			t.Errorf("%d points lie in %d of as many parts", n, len(met))
		}
	}
}

func TestAHaltonSequenceFillsItsAxesEvenly(t *testing.T) {
	const n = 72 // 2³·3²: each box of 1/8 by 1/9 has one point, whatever the digits are permuted to
	got := pointsOf(t, Space{Axes: axes(t, "a=0..7", "b=0..8"), Design: Halton, Points: n, Seed: 5})
	slices.Sort(got)
	if boxes := len(slices.Compact(got)); boxes != n {
		t.Errorf("%d points lie in %d boxes; want one in each", n, boxes)
	}
}

func TestAHaltonSequenceGoesOn(t *testing.T) {
	s := Space{Axes: axes(t, "a=0..1000", "b=0.5..2"), Design: Halton, Points: 20}
	few := pointsOf(t, s)
	s.Points = 50
	if many := pointsOf(t, s); !slices.Equal(few, many[:20]) {
		t.Errorf("the first 20 of 50 points are not the 20")
	}
}

// The points of a seed are the same for ever: plans that were made with them say so.
func TestTheSeedOfADesignChoosesItsPoints(t *testing.T) {
	for _, test := range []struct {
		design Design
		want   string
	}{
		{LatinHypercube, wantHypercube},
		{Halton, wantHalton},
	} {
		s := Space{Axes: axes(t, "a=1..100", "b=0.5..2", "c=x,y,z"), Design: test.design, Points: 4, Seed: 1}
		first := strings.Join(pointsOf(t, s), "; ")
		if first != test.want {
			t.Errorf("%s: the points of seed 1 are %s; want %s", test.design, first, test.want)
		}
		s.Seed = 2
		if second := strings.Join(pointsOf(t, s), "; "); second == first {
			t.Errorf("%s: seed 2 gives the points of seed 1", test.design)
		}
	}
}

const (
	wantHypercube = "41 0.94634 z; 7 1.54193 x; 53 1.94023 y; 97 0.72918 y"
	wantHalton    = "43 1.07291 z; 93 1.57291 x; 18 0.57291 z; 68 1.23958 y"
)

func TestASpaceThatMakesNoSenseIsRefused(t *testing.T) {
	var many []string
	for i := range axesMax + 1 {
		many = append(many, fmt.Sprintf("a%d=1..9", i))
	}
	for _, test := range []struct {
		space Space
		want  string
	}{
		{Space{Axes: axes(t, "a=1", "a=2"), Design: Grid}, "a: given twice"},
		{Space{Axes: axes(t, "a=1..9"), Design: Grid, Points: 3}, "want another design"},
		{Space{Axes: axes(t, "a=0.1..0.9"), Design: Grid}, "want a step"},
		{Space{Axes: axes(t, "a=1..9/log"), Design: Grid}, "no room for a log range"},
		{Space{Axes: axes(t, "a=1..99999", "b=1..99999"), Design: Grid}, "at most 10000000 points"},
		{Space{Axes: axes(t, "a=1..9"), Design: Halton}, "want 1 to 10000000 points"},
		{Space{Axes: axes(t, "a=1..9"), Design: LatinHypercube, Points: -1}, "want 1 to 10000000 points"},
		{Space{Design: Halton, Points: 3}, "want axes"},
		{Space{Axes: axes(t, "a=1..9"), Points: 3}, "want grid, latin-hypercube, halton"},
		{Space{Axes: axes(t, many...), Design: Halton, Points: 3}, "at most 24 axes"},
	} {
		if _, err := NewPoints(test.space); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: the error is %v; want %q in it", test.space, err, test.want)
		}
	}
	if _, err := ParseDesign("haltn"); err == nil || !strings.Contains(err.Error(), `did you mean "halton"?`) {
		t.Errorf("haltn: the error is %v; want a suggestion", err)
	}
}
