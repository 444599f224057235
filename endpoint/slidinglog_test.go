package endpoint

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// An ask is one line of a transcript.
type ask struct {
	at       time.Duration
	units    int64
	fill     int64
	admitted bool
}

const second = time.Second

func TestSlidingLogAdmitsWhatFits(t *testing.T) {
	for _, tt := range []struct {
		what string
		log  SlidingLog
		asks []ask
	}{
		{"the lesson's window of three steps", SlidingLog{Limit: 2, Window: 3 * second, CountRefused: true}, []ask{
			{0, 1, 0, true}, {1 * second, 1, 1, true}, {2 * second, 1, 2, false}, {3 * second, 1, 2, false},
			{5 * second, 1, 1, true}, {6 * second, 1, 1, true}, {6 * second, 1, 2, false},
		}},
		{"refusals that are not counted", SlidingLog{Limit: 2, Window: 3 * second}, []ask{
			{0, 1, 0, true}, {1 * second, 1, 1, true}, {2 * second, 1, 2, false}, {3 * second, 1, 1, true},
			{3 * second, 1, 2, false}, {4 * second, 1, 1, true},
		}},
		{ // discourse/discourse#11691: free again at the very instant at which the oldest leaves
			"three in ten seconds", SlidingLog{Limit: 3, Window: 10 * second}, []ask{
				{0, 1, 0, true}, {1 * second, 1, 1, true}, {2 * second, 1, 2, true}, {9 * second, 1, 3, false},
				{10*second - 1, 1, 3, false}, {10 * second, 1, 2, true}, {11*second - 1, 1, 3, false}, {11 * second, 1, 2, true},
			}},
		{ // run-llama/llama_index#23202: more than the limit never fits, exactly the limit does
			"requests as large as the limit", SlidingLog{Limit: 100, Window: 60 * second}, []ask{
				{0, 200, 0, false}, {0, 100, 0, true}, {0, 1, 100, false}, {60 * second, 101, 0, false}, {60 * second, 100, 0, true},
			}},
		{"no units", SlidingLog{Limit: 1, Window: second, CountRefused: true}, []ask{
			{0, 0, 0, true}, {0, 1, 0, true}, {0, 0, 1, true}, {0, 1, 1, false}, {0, 0, 2, false},
		}},
		{"a limit of 0", SlidingLog{Window: second}, []ask{
			{0, 1, 0, false}, {0, 0, 0, true}, {5 * second, 1, 0, false},
		}},
		{"a limit of 0 that counts", SlidingLog{Window: second, CountRefused: true}, []ask{
			{0, 1, 0, false}, {0, 1, 1, false}, {second, 1, 0, false},
		}},
		{"no window", SlidingLog{Limit: 1}, []ask{
			{0, 1, 0, true}, {0, 1, 0, true}, {0, math.MaxInt64, 0, true},
		}},
		{"the largest numbers", SlidingLog{Limit: math.MaxInt64, Window: math.MaxInt64}, []ask{
			{0, math.MaxInt64, 0, true}, {0, 1, math.MaxInt64, false}, {math.MaxInt64 - 1, 1, math.MaxInt64, false},
			{math.MaxInt64, math.MaxInt64, 0, true}, {math.MaxInt64, math.MaxInt64, math.MaxInt64, false},
		}},
		{"a window of one nanosecond", SlidingLog{Limit: 1, Window: 1}, []ask{
			{0, 1, 0, true}, {0, 1, 1, false}, {1, 1, 0, true}, {2, 1, 0, true},
		}},
	} {
		for i, a := range tt.asks {
			fill, admitted := tt.log.Ask(a.at, a.units)
			if fill != a.fill || admitted != a.admitted {
				t.Errorf("%s: ask %d, for %d at %v, finds %d, %v; want %d, %v", tt.what, i, a.units, a.at, fill, admitted, a.fill, a.admitted)
			}
		}
	}
}

// A fixed window would admit all 240 (candelahq/candela#574).
func TestNoWindowHoldsMoreThanTheLimit(t *testing.T) {
	log := SlidingLog{Limit: 120, Window: 60 * second}
	admitted := 0
	for i := range time.Duration(240) {
		if _, is := log.Ask(59*second+i*second/120, 1); is {
			admitted++
		}
	}
	if admitted != 120 {
		t.Errorf("%d calls are admitted in two seconds; want 120", admitted)
	}
	if fill, is := log.Ask(119*second-1, 1); is {
		t.Errorf("a call is admitted just before 119 s, beside %d others", fill)
	}
	if fill, is := log.Ask(119*second, 1); !is {
		t.Errorf("a call is refused at 119 s for %d others", fill)
	}
}

// A client 20 % above the limit is locked out for good where refusals count
// (Kong/docs.konghq.com#6586).
func TestCountedRefusalsLockAClientOut(t *testing.T) {
	for _, tt := range []struct {
		counted           bool
		admitted, refused int
		last              time.Duration
		fill              int64 // at the end
	}{
		{false, 600, 120, 3585 * second, 10},
		{true, 10, 710, 45 * second, 11},
	} {
		log := SlidingLog{Limit: 10, Window: 60 * second, CountRefused: tt.counted}
		var admitted, refused int
		var last time.Duration
		for at := time.Duration(0); at < time.Hour; at += 5 * second {
			fill, is := log.Ask(at, 1)
			if is {
				admitted++
				last = at
			} else {
				refused++
			}
			if at == time.Hour-5*second && fill != tt.fill {
				t.Errorf("counted %v: the last call finds %d; want %d", tt.counted, fill, tt.fill)
			}
		}
		if admitted != tt.admitted || refused != tt.refused || last != tt.last {
			t.Errorf("counted %v: %d admitted, %d refused, the last at %v; want %d, %d, %v",
				tt.counted, admitted, refused, last, tt.admitted, tt.refused, tt.last)
		}
	}
}

// A naiveLog keeps all that was counted and adds up the window anew each time.
type naiveLog struct {
	SlidingLog
	counted []entry
}

func (l *naiveLog) Ask(now time.Duration, n int64) (fill int64, admitted bool) {
	if l.Window == 0 {
		return 0, true
	}
	for _, e := range l.counted {
		if now-l.Window < e.at && e.at <= now {
			fill += e.units
		}
	}
	admitted = fill+n <= l.Limit
	if admitted || l.CountRefused {
		l.counted = append(l.counted, entry{at: now, units: n})
	}
	return fill, admitted
}

func TestSlidingLogAgreesWithANaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]time.Duration{1, second, 1 << 52}).Draw(t, "scale")
		log := &SlidingLog{
			Limit:        rapid.Int64Range(0, 40).Draw(t, "limit"),
			Window:       scale * time.Duration(rapid.Int64Range(0, 60).Draw(t, "window")),
			CountRefused: rapid.Bool().Draw(t, "counted"),
		}
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			log.Reset()
			naive := naiveLog{SlidingLog: SlidingLog{Limit: log.Limit, Window: log.Window, CountRefused: log.CountRefused}}
			now := time.Duration(0)
			for range rapid.IntRange(0, 4).Draw(t, "phases") { // now sparse, now dense
				gap := scale * time.Duration(rapid.Int64Range(0, 12).Draw(t, "gap"))
				for _, n := range rapid.SliceOfN(rapid.Int64Range(0, 5), 1, 25).Draw(t, "units") {
					now += gap
					fill, admitted := log.Ask(now, n)
					if wantFill, want := naive.Ask(now, n); fill != wantFill || admitted != want {
						t.Fatalf("asked for %d at %v: found %d, %v; want %d, %v", n, now, fill, admitted, wantFill, want)
					}
				}
			}
		}
	})
}

// The ring of entries is full, and begins in its middle, when it must grow.
func TestWindowMayFillUpAfterSomeHaveLeft(t *testing.T) {
	log := SlidingLog{Limit: 1000, Window: 10 * second}
	naive := naiveLog{SlidingLog: log}
	for i, gap := range append(slices.Repeat([]time.Duration{3 * second}, 10), slices.Repeat([]time.Duration{second / 4}, 60)...) {
		now := log.now + gap
		fill, _ := log.Ask(now, int64(i))
		if want, _ := naive.Ask(now, int64(i)); fill != want {
			t.Fatalf("ask %d, at %v, finds %d; want %d", i, now, fill, want)
		}
	}
}

func TestSlidingLogPanicsWhenTimeGoesBack(t *testing.T) {
	log := SlidingLog{Limit: 1, Window: second}
	log.Ask(5*second, 1)
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "endpoint: time went back from 5s to 4s") {
			t.Errorf("the panic says %q", got)
		}
	}()
	log.Ask(4*second, 1)
}

func TestResetBeginsEmptyAtZero(t *testing.T) {
	log := SlidingLog{Limit: 1, Window: second}
	for range 3 {
		if fill, admitted := log.Ask(0, 1); fill != 0 || !admitted {
			t.Errorf("after a reset the first ask finds %d, %v", fill, admitted)
		}
		log.Ask(5*second, 1)
		log.Reset()
	}
}

func TestCapacityIsZeroWithoutALimit(t *testing.T) {
	if got := (&SlidingLog{Limit: 5, Window: second}).Capacity(); got != 5 {
		t.Errorf("the capacity is %d; want 5", got)
	}
	if got := (&SlidingLog{Limit: 5}).Capacity(); got != 0 {
		t.Errorf("the capacity without a window is %d; want 0", got)
	}
}

func BenchmarkSlidingLogAsk(b *testing.B) {
	for _, perInstant := range []int{1, 16} {
		b.Run(fmt.Sprintf("%d an instant", perInstant), func(b *testing.B) {
			log := SlidingLog{Limit: 24, Window: 3 * second, CountRefused: true}
			b.ReportAllocs()
			for i := range b.N {
				log.Ask(time.Duration(i/perInstant)*second, 1)
			}
		})
	}
}
