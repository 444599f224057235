package workload

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

// numbered returns arrivals at instants, numbered from 0.
func numbered(instants ...time.Duration) []arrival {
	list := []arrival{}
	for number, at := range instants {
		list = append(list, arrival{at, number})
	}
	return list
}

func TestArrivalsWithoutChanceComeAtTheirInstants(t *testing.T) {
	third := Rate{Count: 3, In: time.Second}
	for _, tt := range []struct {
		what string
		a    Arrivals
		want []arrival
	}{
		{"constant", &Constant{Rate: third, Span: Span{From: time.Second, Count: 4}},
			numbered(second, second+333_333_333, second+666_666_666, 2*second)},
		{"constant until", &Constant{Rate: third, Span: Span{Until: second}},
			numbered(0, 333_333_333, 666_666_666)},
		{"constant at the end of time", &Constant{Rate: Rate{1, 1 << 61}, Span: Span{From: 1 << 61}},
			numbered(1<<61, 2<<61, 3<<61)},
		{"one batch", &Batches{Size: 3}, numbered(0, 0, 0)},
		{"batches", &Batches{Size: 2, Every: second, Span: Span{From: ms, Count: 5}},
			numbered(ms, ms, second+ms, second+ms, 2*second+ms)},
		{"spread batches", &Batches{Size: 3, Every: second, Over: 100 * ms, Span: Span{Until: 2 * second}},
			numbered(0, 33_333_333, 66_666_666, second, second+33_333_333, second+66_666_666)},
		{"on and off", &OnOff{Poisson: Poisson{Rate: Rate{2, second}, drawn: drawn{Span: Span{From: second, Count: 6}}}, On: second, Off: 9 * second, Even: true},
			numbered(second, 1500*ms, 11*second, 11*second+500*ms, 21*second, 21*second+500*ms)},
		{"never off", &OnOff{Poisson: Poisson{Rate: Rate{1, second}, drawn: drawn{Span: Span{Count: 3}}}, On: 1, Even: true},
			numbered(0, second, 2*second)},
		{"at", &Listed{Times: []time.Duration{0, 0, 5 * second}}, numbered(0, 0, 5*second)},
		{"at no time", &Listed{}, numbered()},
	} {
		if got := arrivals(tt.a, 10); !slices.Equal(got, tt.want) {
			t.Errorf("%s: have %v; want %v", tt.what, got, tt.want)
		}
		if got := arrivals(tt.a, 10); !slices.Equal(got, tt.want) {
			t.Errorf("%s, again: have %v; want %v", tt.what, got, tt.want)
		}
	}
}

// From 1/s to 3/s in 2 s, t²/2 + t requests come by t: the n-th at √(1+2n) − 1,
// and from the fourth, at 2 s, on one each third of a second. Down again,
// 3t − t²/2 come by t: the n-th at 3 − √(9−2n), then one a second.
func TestEvenRampFollowsTheAreaUnderTheRate(t *testing.T) {
	slow, fast := Rate{1, second}, Rate{3, second}
	for _, tt := range []struct {
		what        string
		first, last Rate
		want        []float64 // seconds
	}{
		{"up", slow, fast, []float64{0, math.Sqrt(3) - 1, math.Sqrt(5) - 1, math.Sqrt(7) - 1, 2, 2 + 1./3, 2 + 2./3, 3}},
		{"down", fast, slow, []float64{0, 3 - math.Sqrt(7), 3 - math.Sqrt(5), 3 - math.Sqrt(3), 2, 3, 4, 5}},
		{"level", slow, slow, []float64{0, 1, 2, 3, 4, 5, 6, 7}},
	} {
		r := NewRamp(Span{From: time.Minute}, tt.first, tt.last)
		r.Over, r.Even = 2*second, true
		for number, got := range arrivals(r, 8) {
			want := time.Minute + time.Duration(math.Round(tt.want[number]*1e9))
			if got.request != number || got.at < want-1 || got.at > want+1 {
				t.Errorf("%s: request %d arrives at %v; want %d at %v", tt.what, got.request, got.at, number, want)
			}
		}
	}
}

// With rates that differ by a millionth the root of the area is all but a
// quotient of two nothings.
func TestRampBetweenNeighbouringRatesIsNearlyConstant(t *testing.T) {
	r := NewRamp(Span{}, Rate{1_000_000, second}, Rate{1_000_001, second})
	r.Over, r.Even = 10*second, true
	for _, number := range []float64{1, 1000, 5_000_000, 9_999_999} {
		// t + x·t²/2 = n for t = n − x·n²/2 + …, here in millions and seconds.
		millions, x := number/1e6, 1e-6/10
		want := (millions - x*millions*millions/2 + x*x*millions*millions*millions/2) * 1e9
		if got := r.instant(number); math.Abs(got-want) > 1e-4 {
			t.Errorf("arrival %v comes at %v ns; want %v", number, got, want)
		}
	}
}

func TestNothingArrivesBeyondTheLongestDuration(t *testing.T) {
	far := Span{From: math.MaxInt64 - 10}
	rare := Rate{1, math.MaxInt64}
	ramp := NewRamp(far, rare, rare)
	ramp.Over = second
	for what, a := range map[string]Arrivals{
		"constant": &Constant{Span: far, Rate: rare},
		"batches":  &Batches{Span: far, Size: 1, Every: math.MaxInt64},
		"poisson":  NewPoisson(far, rare),
		"ramp":     ramp,
		"on-off":   &OnOff{Poisson: *NewPoisson(Span{}, rare), On: 1, Off: math.MaxInt64},
	} {
		if got := arrivals(a, 3); len(got) > 1 {
			t.Errorf("%s: have %v; want at most one", what, got)
		}
	}
}

// requireOrder fails unless arrivals are numbered from 0, never go back, keep to
// their span and come again after a Reset.
func requireOrder(t *rapid.T, a Arrivals, s Span) []arrival {
	const most = 200
	list := arrivals(a, most)
	last := s.From
	for number, one := range list {
		if one.request != number {
			t.Fatalf("request %d comes as number %d", one.request, number)
		}
		if one.at < last || s.Until > 0 && one.at >= s.Until {
			t.Fatalf("request %d arrives at %v after one at %v, in %+v", number, one.at, last, s)
		}
		last = one.at
	}
	if s.Count > 0 && len(list) > s.Count {
		t.Fatalf("%d arrive; want at most %d", len(list), s.Count)
	}
	if len(list) < most {
		if at, _, ok := a.Next(); ok {
			t.Fatalf("one arrives at %v after the last", at)
		}
	}
	if again := arrivals(a, most); !slices.Equal(list, again) {
		t.Fatalf("after a reset arrive %v; want %v", again, list)
	}
	return list
}
