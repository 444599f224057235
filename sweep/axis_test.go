package sweep

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// gridValues returns the values of one axis in a grid.
func gridValues(t *testing.T, text string) []string {
	t.Helper()
	axis, err := ParseAxis(text)
	if err != nil {
		t.Fatal(err)
	}
	points, err := NewPoints(Space{Axes: []Axis{axis}, Design: Grid})
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for i := range points.Len() {
		values = append(values, points.At(i)[0])
	}
	return values
}

func TestAnAxisHasTheValuesThatItNames(t *testing.T) {
	for _, test := range []struct{ axis, want string }{
		{"a.b=20,30,40", "20 30 40"},
		{"a=7", "7"},
		{"a=4..8", "4 5 6 7 8"},
		{"a=-2..1", "-2 -1 0 1"},
		{"a=4..16/4", "4 8 12 16"},
		{"a=4..15/4", "4 8 12"},
		{"a=0.1..0.5/0.1", "0.1 0.2 0.3 0.4 0.5"},
		{"a=0..1/0.25", "0 0.25 0.5 0.75 1"},
		{"a=-0.1..0.1/0.1", "-0.1 0 0.1"},
		{"a=9.95..10.05/0.05", "9.95 10 10.05"},
		{"a=5s..7s", "5s 6s 7s"},
		{"a=5..7s", "5s 6s 7s"},
		{"a=10s..30s/10s", "10s 20s 30s"},
		{"a=fixed(wait={5..9/2}steps)", "fixed(wait=5steps) fixed(wait=7steps) fixed(wait=9steps)"},
		{"a=fixed(wait={5s..6s}, attempts=3)", "fixed(wait=5s,_attempts=3) fixed(wait=6s,_attempts=3)"},
		{"a=1,3..5,9", "1 3 4 5 9"},
		{"a=x,fixed(wait=1s, attempts=2)", "x fixed(wait=1s,_attempts=2)"},
		{"a=true, false", "true false"},
		{"a=b=c", "b=c"},
		{"a=1...3", "1...3"},
	} {
		got := gridValues(t, test.axis)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], " ", "_")
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: the values are %s; want %s", test.axis, text, test.want)
		}
	}
}

func TestAnAxisThatMakesNoSenseIsRefused(t *testing.T) {
	for _, test := range []struct{ axis, want string }{
		{"", "want PATH=VALUES"},
		{"a", "want PATH=VALUES"},
		{"=3", "want PATH=VALUES"},
		{"a=", "want PATH=VALUES"},
		{"a=1,,2", "is empty"},
		{"a=5..4", "the smaller end first"},
		{"a=5..5", "the smaller end first"},
		{"a=5s..9m", "in one unit"},
		{"a=1..9/0", "a step above 0"},
		{"a=1..9/-1", "a step above 0"},
		{"a=1..9/x", "a step above 0"},
		{"a=0..9/log", "ends above 0 for log"},
		{"a=1,1..3", "the value 1 is given twice"},
		{"a=x,x", "the value x is given twice"},
		{"a=1,0.1..0.5", "want a step"},
		{"a=1..9999999999999", "at most 12 digits"},
		{"a=1,1..9999999", "at most 1000000 values"},
		{"a={x..y}", "want a range such as {5..20}"},
	} {
		if _, err := ParseAxis(test.axis); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: the error is %v; want %q in it", test.axis, err, test.want)
		}
	}
}

func TestTheKindOfAnAxisHoldsAllItsValues(t *testing.T) {
	for _, test := range []struct {
		axis string
		want Kind
	}{
		{"a=1,2", Integer}, {"a=1..9", Integer}, {"a=-7", Integer}, {"a=1,2.5", Number}, {"a=0.1..0.2", Number},
		{"a=1..9/0.5", Number}, {"a=1..9/log", Integer}, {"a=0.1..9/log", Number}, {"a=1,x", Text}, {"a=5s..6s", Text}, {"a=true,false", Text},
		{"a=inf", Text}, {"a=0x10", Text}, {"a=1_000", Text}, {"a=1e3", Number},
	} {
		axis, err := ParseAxis(test.axis)
		if err != nil {
			t.Fatal(err)
		}
		if got := axis.Kind(); got != test.want {
			t.Errorf("%s: kind %d; want %d", test.axis, got, test.want)
		}
	}
}

func TestAnAxisComesBackFromItsText(t *testing.T) {
	for _, text := range []string{"a=1,2,3", "a=1..9/2", "a=x(b={1..3}s)", "a=0.5..1/log"} {
		axis, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseAxis(axis.String())
		if err != nil || again.String() != axis.String() {
			t.Errorf("%s comes back as %s, error %v", axis, again, err)
		}
	}
}

// TestADesignStaysBetweenTheEnds draws ranges and shares of them.
func TestADesignStaysBetweenTheEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Int64Range(-1000, 1000).Draw(t, "low")
		high := low + rapid.Int64Range(1, 1000).Draw(t, "span")
		share := rapid.Uint64().Draw(t, "share")
		decimals := rapid.IntRange(0, 3).Draw(t, "decimals")
		i := item{isRange: true, span: span{low: low, high: high, decimals: decimals}}
		text := i.pick(share)
		places := decimals
		if decimals > 0 {
			places += finer
		}
		n, ok := scaled(text, places)
		scale := int64(1)
		for range places - decimals {
			scale *= 10
		}
		if !ok || n < low*scale || n > high*scale {
			t.Fatalf("%s lies outside %d to %d of 10^-%d", text, low, high, decimals)
		}
	})
}

func TestAShareOfALogRangeIsARatio(t *testing.T) {
	axis, err := ParseAxis("a=1..10000/log")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, quarter := range []uint64{0, 1, 2, 3} {
		got = append(got, axis.pick(quarter<<62))
	}
	if want := []string{"1", "10", "100", "1000"}; !slices.Equal(got, want) {
		t.Errorf("quarters of 1 to 10000 by ratio begin at %q; want %q", got, want)
	}
}

func FuzzParseAxis(f *testing.F) {
	for _, text := range []string{"a=1..9/2", "a={1..3}s", "a=1,2.5,x", "a=0.1..0.2/log", "a=--1..2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		axis, err := ParseAxis(text)
		if err != nil {
			return
		}
		axis.pick(1 << 63)
		if n, err := axis.count(); err == nil {
			axis.at(n - 1)
		}
		if _, err := ParseAxis(axis.String()); err != nil {
			t.Errorf("%q becomes %q: %v", text, axis, err)
		}
	})
}
