package policy

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// waits returns the waits after the first failures, at most so many, until the
// policy gives up. It hands no generator on: these policies draw nothing.
func waits(p Policy, most int) []time.Duration {
	list := []time.Duration{}
	f := Failure{}
	for len(list) < most {
		f.Attempt++
		wait, again := p.Next(f, nil)
		if !again {
			break
		}
		f.Elapsed, f.LastWait = f.Elapsed+wait, wait
		list = append(list, wait)
	}
	return list
}

// seconds returns whole seconds as Durations.
func seconds(list ...int) []time.Duration {
	spans := []time.Duration{}
	for _, n := range list {
		spans = append(spans, time.Duration(n)*time.Second)
	}
	return spans
}

func TestPoliciesWait(t *testing.T) {
	const second = time.Second
	for _, tt := range []struct {
		p    Policy
		want []time.Duration // of the first six
	}{
		{None{}, seconds()},
		{Fixed{Wait: second}, seconds(1, 1, 1, 1, 1, 1)},
		{Fixed{}, seconds(0, 0, 0, 0, 0, 0)},
		{Exponential{Base: second, Factor: 2}, seconds(1, 2, 4, 8, 16, 32)},
		{Exponential{Base: second, Factor: 2, Cap: 5 * second}, seconds(1, 2, 4, 5, 5, 5)},
		{Exponential{Base: 9 * second, Factor: 2, Cap: 5 * second}, seconds(5, 5, 5, 5, 5, 5)},
		{Exponential{Base: second, Factor: 3, Cap: 100 * second}, seconds(1, 3, 9, 27, 81, 100)},
		{Exponential{Base: 32 * second, Factor: 1.5}, seconds(32, 48, 72, 108, 162, 243)},
		{Exponential{Base: second, Factor: 1}, seconds(1, 1, 1, 1, 1, 1)},
		{Exponential{Base: second}, seconds(1, 1, 1, 1, 1, 1)},
		{Exponential{Factor: 2}, seconds(0, 0, 0, 0, 0, 0)},
		{Exponential{Factor: 2, Cap: second}, seconds(0, 0, 0, 0, 0, 0)},
		{AtMost{Attempts: 4, Of: Exponential{Base: second, Factor: 2}}, seconds(1, 2, 4)},
		{AtMost{Attempts: 1, Of: Fixed{Wait: second}}, seconds()},
		{AtMost{Attempts: 2, Of: Fixed{Wait: second}}, seconds(1)},
		{AtMost{Attempts: 3, Of: None{}}, seconds()},
	} {
		if got := waits(tt.p, 6); !slices.Equal(got, tt.want) {
			t.Errorf("%v waits %v; want %v", String(tt.p), got, tt.want)
		}
	}
}

// A doubling in integers of nanoseconds turns negative at n = 37, positive again
// at 38, and 0 from 56 on (openai/openai-agents-python#2676 and others).
func TestDoublingsDoNotOverflow(t *testing.T) {
	p := Exponential{Base: 100 * time.Millisecond, Factor: 2, Cap: time.Second}
	want := func(n int) time.Duration {
		if n < 4 {
			return 100 * time.Millisecond << n
		}
		return time.Second
	}
	list := []int{36, 37, 38, 39, 55, 56, 63, 64, 1000, 1_000_000, math.MaxInt - 1}
	for n := range 101 {
		list = append(list, n)
	}
	for _, n := range list {
		if got, again := p.Next(Failure{Attempt: n + 1}, nil); got != want(n) || !again {
			t.Errorf("after %d doublings the wait is %v, %v; want %v", n, got, again, want(n))
		}
	}
	p.Cap = 0
	for n, want := range map[int]time.Duration{36: 1e8 << 36, 37: math.MaxInt64, 1_000_000: math.MaxInt64} {
		if got, _ := p.Next(Failure{Attempt: n + 1}, nil); got != want {
			t.Errorf("without a cap, after %d doublings the wait is %v; want %v", n, got, want)
		}
	}
	p.Base = 1 << 52
	if got, _ := p.Next(Failure{Attempt: 12}, nil); got != math.MaxInt64 { // just 2⁶³
		t.Errorf("after 11 doublings of 2⁵² ns the wait is %d; want %d", got, int64(math.MaxInt64))
	}
	p.Base = 0
	if got, _ := p.Next(Failure{Attempt: 5000}, nil); got != 0 {
		t.Errorf("after 4,999 doublings of 0 the wait is %v; want 0", got)
	}
}

// With a factor next to 1 the cap is far away: a million waits must not take a
// million million multiplications.
func TestLateAttemptsAreAsCheapAsEarlyOnes(t *testing.T) {
	p := Exponential{Base: time.Second, Factor: 1.0000001, Cap: time.Hour}
	last := time.Duration(0)
	for n := 1; n <= 1_000_000; n++ {
		wait, _ := p.Next(Failure{Attempt: n}, nil)
		if wait < last {
			t.Fatalf("the wait after failure %d is %v, and %v after the one before", n, wait, last)
		}
		last = wait
	}
	if want := 1105170 * time.Microsecond; (last - want).Abs() > time.Microsecond { // e to the 0.1
		t.Errorf("the wait after a million failures is %v; want about %v", last, want)
	}
}

func TestDoublingsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Exponential{
			Base:   time.Duration(rapid.Int64Range(0, 1<<53).Draw(t, "base")),
			Factor: 2,
			Cap:    time.Duration(rapid.Int64Min(0).Draw(t, "cap")),
		}
		attempt := rapid.IntRange(1, 100).Draw(t, "attempt")
		want := new(big.Int).Lsh(big.NewInt(int64(p.Base)), uint(attempt-1))
		longest := p.Cap
		if longest == 0 {
			longest = math.MaxInt64
		}
		if want.Cmp(big.NewInt(int64(longest))) > 0 {
			want.SetInt64(int64(longest))
		}
		if got, _ := p.Next(Failure{Attempt: attempt}, nil); int64(got) != want.Int64() {
			t.Fatalf("%v waits %d ns after failure %d; want %d", String(p), got, attempt, want)
		}
	})
}

func TestExponentialWaitsGrowUpToTheCap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Exponential{
			Base:   time.Duration(rapid.Int64Min(0).Draw(t, "base")),
			Factor: rapid.OneOf(rapid.Just(1.0), rapid.Float64Min(1.001)).Draw(t, "factor"), // beyond what rounding does
			Cap:    time.Duration(rapid.Int64Min(0).Draw(t, "cap")),
		}
		attempt := rapid.IntRange(1, math.MaxInt-1).Draw(t, "attempt")
		wait, again := p.Next(Failure{Attempt: attempt}, nil)
		next, _ := p.Next(Failure{Attempt: attempt + 1}, nil)
		if wait < 0 || !again || next < wait || p.Cap > 0 && next > p.Cap {
			t.Fatalf("%v waits %v after failure %d, then %v", String(p), wait, attempt, next)
		}
	})
}

// Two attempts are one retry, and giving up takes no wait (567-labs/instructor
// #2319, jd/tenacity#459, OpenNSWM-Lab/FAROS#120).
func TestAttemptsCountTheFirstOne(t *testing.T) {
	for _, tt := range []struct {
		attempts int
		at       []time.Duration // the last one is when it gives up
	}{
		{1, seconds(0)},
		{2, seconds(0, 1)},
		{3, seconds(0, 1, 3)},
		{4, seconds(0, 1, 3, 7)},
	} {
		at := seconds(0)
		for _, wait := range waits(AtMost{Attempts: tt.attempts, Of: Exponential{Base: time.Second, Factor: 2}}, 10) {
			at = append(at, at[len(at)-1]+wait)
		}
		if !slices.Equal(at, tt.at) {
			t.Errorf("%d attempts are made at %v; want %v", tt.attempts, at, tt.at)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	for _, text := range []string{"exponential(base=1s, cap=1m, attempts=4)", "course(attempts=1000000000, total=0s)"} {
		b.Run(parse(b, text).Spec().Name, func(b *testing.B) {
			p, rng := parse(b, text), seeded(1)
			b.ReportAllocs()
			for i := range b.N {
				p.Next(Failure{Attempt: 1 + i%4}, rng)
			}
		})
	}
}

func BenchmarkSession(b *testing.B) {
	p, rng := parse(b, "course(attempts=1000000000, total=0s)"), seeded(1)
	f := refused(after(second))
	b.ReportAllocs()
	s := Begin(p, 0)
	for range b.N {
		s.Failed(0, f, rng)
	}
}

func BenchmarkSchedule(b *testing.B) {
	p := parse(b, "course")
	b.ReportAllocs()
	for range b.N {
		Schedule(p, Sequence{Rows: 10})
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		parse(b, "full-jitter(base=0.5s, cap=8s, attempts=4, total=20s)")
	}
}
