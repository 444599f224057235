package policy

import (
	"testing"
	"time"

	"ratesim/hint"
)

// waitsOf returns the first waits of a policy whose draws are all the same, in
// 2⁵³rds, after 429s without hints.
func waitsOf(t *testing.T, text string, bits uint64, n int) (waits []time.Duration) {
	t.Helper()
	s := Begin(parse(t, text), 0)
	now := time.Duration(0)
	for range n {
		d := s.Failed(now, Failure{Kind: RateLimit}, drawing(bits))
		if !d.Again {
			break
		}
		waits, now = append(waits, d.Wait), now+d.Wait
	}
	return waits
}

const halfDraw = 1 << 52

// The parts that single clients need, each by figures of its source.
func TestPartsOfSingleClients(t *testing.T) {
	us := func(list ...int) (all []time.Duration) {
		for _, n := range list {
			all = append(all, time.Duration(n)*time.Microsecond)
		}
		return all
	}
	for _, tt := range []struct {
		name, spec string
		bits       uint64
		want       []time.Duration
	}{
		{"Polly, all U = 0", "tanh-jitter(base=1s)", 0, us(0, 1377182, 1460067, 2865850, 5717807, 11430272)},
		{"Polly, all U = 0.5", "tanh-jitter(base=1s)", halfDraw, us(897405, 1093004, 2035748, 4045979, 8083632, 16163663)},
		{"Finagle's decorrelated, low", "rising-jitter(base=5ms, cap=200ms)", 0, us(5000, 5000, 5000)},
		{"Finagle's decorrelated, middle", "rising-jitter(base=5ms, cap=200ms)", halfDraw, us(5000, 10000, 20000, 40000, 80000, 140000, 170000)},
		{"Finagle's decorrelated, high", "rising-jitter(base=5ms, cap=200ms)", largestDraw, us(5000, 15000, 45000, 135000, 200000, 200000)},
		{"Finagle's exponentialJittered, middle", "compound-jitter(base=5ms, cap=200ms)", halfDraw, us(5000, 5000, 10000, 40000, 200000, 200000)},
		{"Finagle's exponentialJittered, low", "compound-jitter(base=5ms, cap=200ms)", 0, us(5000, 0, 0)},
		{"sethvargo's WithJitter, low", "spread-jitter(base=1s, jitter=1500ms)", 0, us(0, 500000, 2500000)},
		{"sethvargo's WithJitter, middle", "spread-jitter(base=1s, jitter=1500ms)", halfDraw, us(1000000, 2000000, 4000000)},
		{"sethvargo's WithJitter, high", "spread-jitter(base=1s, jitter=1500ms)", largestDraw, us(2500000, 3500000, 5500000)},
		{"Envoy's whole milliseconds", "full-jitter(base=25ms, cap=250ms, wait-step=1ms)", halfDraw, us(12000, 25000, 50000, 100000, 125000)},
		{"Envoy's, just below the top", "full-jitter(base=25ms, cap=250ms, wait-step=1ms)", largestDraw - 1<<48, us(24000, 48000, 96000, 193000, 242000)},
		{"resilience4j", "exponential(base=500ms, factor=1.5, whole=1ms)", 0, us(500000, 750000, 1125000, 1687000, 2530000, 3795000, 5692000, 8538000)},
		{"resilience4j, capped", "exponential(base=500ms, factor=1.5, whole=1ms, cap=2s)", 0, us(500000, 750000, 1125000, 1687000, 2000000, 2000000)},
	} {
		got := waitsOf(t, tt.spec, tt.bits, len(tt.want))
		for i, want := range tt.want {
			if i >= len(got) || (got[i]-want).Abs() > time.Microsecond {
				t.Errorf("%s: %s waits %v; want %v", tt.name, tt.spec, got, tt.want)
				break
			}
		}
	}
}

// Of Polly's jitter all waits together depend on the last draw alone.
func TestTanhJitterEvensOut(t *testing.T) {
	p := TanhJitter{Base: second}
	for _, first := range []float64{0, 0.3, 0.99} {
		one := p.After(Failure{Attempt: 1}, first)
		two := p.After(Failure{Attempt: 2, Waited: one}, 0.5)
		if got, want := one+two, 1990409*time.Microsecond; (got - want).Abs() > time.Microsecond {
			t.Errorf("after a first draw of %v two waits are %v; want %v", first, got, want)
		}
	}
	rows := Schedule(parse(t, "tanh-jitter(base=1s, attempts=4)"), Sequence{Rows: 9})
	for i, want := range []Range{{High: 1377182}, {High: 2837250}, {High: 4325917}, {}} {
		got := rows[i].Wait
		if got.Low != 0 || (got.High-want.High*time.Microsecond).Abs() > time.Microsecond {
			t.Errorf("wait %d is %v to %v; want 0 to %d µs", i+1, got.Low, got.High, want.High)
		}
	}
	if all := rows[3].Waited; (all.Low-2837249*time.Microsecond).Abs() > time.Microsecond || (all.High-5703100*time.Microsecond).Abs() > time.Microsecond {
		t.Errorf("three waits are %v to %v together; want the curve at 2 and at 3", all.Low, all.High)
	}
}

// backoff for Python reads the time before the attempt, so that what an attempt
// took counts only after the next one.
func TestLateBudgetGoesByWhenTheAttemptWasSent(t *testing.T) {
	busy := func(time.Duration) told {
		return told{failure: Failure{Kind: ServerError, Status: 503}, took: 3 * second}
	}
	for _, tt := range []struct {
		rules string
		sent  []time.Duration
		end   time.Duration
	}{
		{"budget=6s, at-budget=late", spans(0, 5, 9), 12 * second}, // 1 s is left of what there was at 5 s
		{"budget=5s, at-budget=late", spans(0, 5), 8 * second},
		{"budget=6s, at-budget=shorten", spans(0, 5), 8 * second},
		{"budget=6s, at-budget=stop", spans(0, 5), 8 * second},
	} {
		s := client(parse(t, "fixed(wait=2s, "+tt.rules+")"), busy, nil)
		s.expect(t, tt.rules, tt.sent, tt.end, false)
	}
}

// LiteLLM's router waits once more after the last failure.
func TestLastWaitIsForNothing(t *testing.T) {
	p := parse(t, "fixed(wait=2s, attempts=2, last-wait=yes)")
	s := Begin(p, 0)
	if d := s.Failed(0, Failure{Kind: RateLimit}, nil); !d.Again || d.Wait != 2*second || d.Idle != 0 {
		t.Errorf("after the first attempt %+v", d)
	}
	if d := s.Failed(2*second, Failure{Kind: RateLimit}, nil); d.Again || d.Wait != 0 || d.Idle != 2*second || d.Why != WhyAttempts {
		t.Errorf("after the last attempt %+v; want that it gives up after 2 s more", d)
	}
	if d := s.Failed(2*second, Failure{Kind: Rejected}, nil); d.Idle != 0 || d.Why != WhyFailure {
		t.Errorf("what is not retried is given up with %+v; want no wait", d)
	}
	rows := Schedule(p, Sequence{Rows: 9})
	if last := rows[1]; last.Idle != (Range{Low: 2 * second, High: 2 * second}) || last.At != (Range{4 * second, 4 * second, 4 * second}) {
		t.Errorf("the last row is %+v; want an end at 4 s", last)
	}
	both := Begin(parse(t, "layers(outer=fixed(wait=1s, attempts=2), inner=fixed(wait=2s, attempts=1, last-wait=yes))"), 0)
	if d := both.Failed(0, Failure{Kind: RateLimit}, nil); !d.Again || d.Wait != 3*second || d.Layer != 1 {
		t.Errorf("the layer around answers %+v; want a wait of 2 s for nothing and 1 s of its own", d)
	}
	if d := both.Failed(3*second, Failure{Kind: RateLimit}, nil); d.Again || d.Idle != 2*second {
		t.Errorf("at the end %+v; want 2 s for nothing", d)
	}
}

// A pushback that is given twice is the end for gRPC (grpc-go, stream.go), and a
// JavaScript timer of 2³¹ ms or more fires at once.
func TestRepeatedAndOverflowingHints(t *testing.T) {
	said := func(waits ...time.Duration) *hint.Said {
		s := &hint.Said{}
		for _, wait := range waits {
			s.Hints = append(s.Hints, hint.Hint{Kind: hint.Milliseconds, Channel: hint.GRPC, Notation: hint.Number, Wait: wait})
		}
		return s
	}
	const grpc = "fixed(wait=9s, heed=exact, hints=grpc-milliseconds"
	const overflow = "fixed(wait=9s, heed=exact, max-hint=2147483647ms, above=overflow"
	for _, tt := range []struct {
		name, spec string
		said       *hint.Said
		want       time.Duration // -1 for the end
	}{
		{"once", grpc + ", repeated=stop)", said(second), second},
		{"twice", grpc + ", repeated=stop)", said(second, second), -1},
		{"twice, the first counts", grpc + ")", said(second, 2*second), second},
		{"twice, own backoff", grpc + ", repeated=backoff)", said(second, second), 9 * second},
		{"twice, skipped", grpc + ", repeated=skip)", said(second, second), 9 * second},
		{"just below 2^31 ms", overflow + ")", said(2147483647 * ms), 2147483647 * ms},
		{"2^31 ms", overflow + ")", said(2147483648 * ms), ms},
	} {
		f := Failure{Kind: RateLimit, Attempt: 1, Said: tt.said}
		wait, again := parse(t, tt.spec).Next(f, nil)
		if !again {
			wait = -1
		}
		if wait != tt.want {
			t.Errorf("%s: %s waits %v; want %v", tt.name, tt.spec, wait, tt.want)
		}
	}
}
