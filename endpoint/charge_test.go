package endpoint

import (
	"testing"
	"time"
)

// At 10 s a prompt of 500 tokens, 200 of them cached and taken for 600 on arrival,
// with a bound of 1,000; 100 tokens from 12 s to 17 s.
var someCall = Call{
	At: 10 * second, First: 12 * second, Done: 17 * second,
	Input: 500, Cached: 200, Estimate: 600, MaxOutput: 1000, Output: 100,
}

func TestChargesCountByMoment(t *testing.T) {
	exact := someCall
	exact.Estimate = 0
	unbounded := exact
	unbounded.MaxOutput = 0
	for _, tt := range []struct {
		what              string
		charge            Charge
		call              Call
		asked, taken, end int64
	}{
		{"a request", Charge{}, someCall, 1, 1, 0},
		{"a request that is counted if answered", Charge{When: AfterAnswer}, someCall, 1, 0, 1},
		{"a request has nothing to settle", Charge{When: Settled}, someCall, 1, 1, 0},
		{"a request in flight", Charge{Of: InFlight}, someCall, 1, 1, 0},
		{"input by estimate", Charge{Of: InputTokens}, someCall, 600, 600, 0},
		{"input as it is", Charge{Of: InputTokens}, exact, 500, 500, 0},
		{"input without what is cached", Charge{Of: InputTokens, Cached: CachedFree}, someCall, 400, 400, 0},
		{"input, estimate corrected", Charge{Of: InputTokens, When: Settled}, someCall, 600, 600, -100},
		{"input, corrected without what is cached", Charge{Of: InputTokens, When: Settled, Cached: CachedFree}, someCall, 400, 400, -100},
		{"input, what is cached returned", Charge{Of: InputTokens, When: Settled, Cached: CachedReturned}, exact, 500, 500, -200},
		{"output by bound", Charge{Of: OutputTokens}, someCall, 1000, 1000, 0},
		{"output by the usual bound", Charge{Of: OutputTokens, Bound: 16}, unbounded, 16, 16, 0},
		{"output, of which nothing is known", Charge{Of: OutputTokens}, unbounded, 0, 0, 0},
		{"output by bound, settled", Charge{Of: OutputTokens, When: Settled}, someCall, 1000, 1000, -900},
		{"output as produced", Charge{Of: OutputTokens, When: AsProduced}, someCall, 1, 0, 0},
		{"the sum by estimate", Charge{Of: Tokens}, someCall, 1600, 1600, 0},
		{"the larger of the two", Charge{Of: Tokens, Larger: true}, someCall, 1000, 1000, 0},
		{"the larger of the two is the prompt", Charge{Of: Tokens, Larger: true, Bound: 16}, unbounded, 500, 500, 0},
		{"the sum, settled", Charge{Of: Tokens, When: Settled}, someCall, 1600, 1600, -1000},
		{"the sum, after the answer", Charge{Of: Tokens, When: AfterAnswer}, someCall, 1, 0, 600},
		{"the sum as produced", Charge{Of: Tokens, When: AsProduced}, exact, 500, 500, 0},
		{"nothing but output as produced", Charge{Of: Tokens, When: AsProduced, Cached: CachedFree}, Call{Input: 5, Cached: 5}, 1, 0, 0},
		{"output counts five times", Charge{Of: Tokens, When: Settled, Cached: CachedReturned, Weight: 5}, exact, 1500, 1500, -700},
		{"more than was reserved", Charge{Of: Tokens, When: Settled, Weight: 15}, exact, 1500, 1500, 500},
	} {
		asked, taken := tt.charge.Arrival(&tt.call)
		if end := tt.charge.End(&tt.call); asked != tt.asked || taken != tt.taken || end != tt.end {
			t.Errorf("%s: asks %d, takes %d, and %d in the end; want %d, %d, %d", tt.what, asked, taken, end, tt.asked, tt.taken, tt.end)
		}
	}
}

func TestOutputIsCountedAsItIsProduced(t *testing.T) {
	each := Charge{Of: OutputTokens, When: AsProduced}
	perSecond := Charge{Of: Tokens, When: AsProduced, Every: 2 * second}
	burst := someCall
	burst.First = burst.Done
	seven := Call{Output: 3, Done: 7}
	for _, tt := range []struct {
		what   string
		charge Charge
		call   Call
		before int64
		at     time.Duration
		tokens int64
	}{
		{"the first token", each, someCall, 0, 12050 * ms, 1},
		{"the second", each, someCall, 1, 12100 * ms, 1},
		{"the last", each, someCall, 99, 17 * second, 1},
		{"and no more", each, someCall, 100, 0, 0},
		{"in lumps", perSecond, someCall, 0, 14 * second, 40},
		{"in lumps until the end", perSecond, someCall, 80, 17 * second, 20},
		{"all at the end", each, burst, 0, 17 * second, 100},
		{"at no whole nanosecond", each, seven, 0, 3, 1},
		{"at no whole nanosecond", each, seven, 1, 5, 1},
		{"at no whole nanosecond", each, seven, 2, 7, 1},
		{"not of requests", Charge{When: AsProduced}, someCall, 0, 0, 0},
		{"not of input", Charge{Of: InputTokens, When: AsProduced}, someCall, 0, 0, 0},
		{"not when settled", Charge{Of: OutputTokens, When: Settled}, someCall, 0, 0, 0},
	} {
		if at, tokens := tt.charge.Produced(&tt.call, tt.before); at != tt.at || tokens != tt.tokens {
			t.Errorf("%s: %d tokens at %v; want %d at %v", tt.what, tokens, at, tt.tokens, tt.at)
		}
	}
}

func TestEveryTokenIsCountedOnce(t *testing.T) {
	for _, every := range []time.Duration{0, 1, 3 * ms, second, time.Hour} {
		for _, output := range []int64{1, 7, 100, 999} {
			charge, call := Charge{Of: OutputTokens, When: AsProduced, Every: every}, someCall
			call.Output = output
			var counted int64
			var last time.Duration
			for at, n := charge.Produced(&call, 0); n > 0; at, n = charge.Produced(&call, counted) {
				if counted += n; at <= last || at > call.Done {
					t.Fatalf("every %v: %d tokens are counted at %v after %v", every, n, at, last)
				}
				last = at
			}
			if counted != output || last != call.Done {
				t.Errorf("every %v: %d of %d tokens are counted, the last at %v", every, counted, output, last)
			}
		}
	}
}

func TestCallIsCutWithTheOutputProducedUntilThen(t *testing.T) {
	for _, tt := range []struct {
		at     time.Duration
		output int64
		done   time.Duration
	}{
		{9 * second, 0, 10 * second}, {11 * second, 0, 11 * second}, {12 * second, 0, 12 * second},
		{12050*ms - 1, 0, 12050*ms - 1}, {12050 * ms, 1, 12050 * ms}, {14500 * ms, 50, 14500 * ms},
		{17 * second, 100, 17 * second}, {20 * second, 100, 17 * second},
	} {
		if got := someCall.CutAt(tt.at); got.Output != tt.output || got.Done != tt.done {
			t.Errorf("cut at %v it has %d tokens and ends at %v; want %d, %v", tt.at, got.Output, got.Done, tt.output, tt.done)
		}
	}
}

// A stream of 1,000 tokens, 50 a second, after a prompt of 10,000 is cut at 12 s and
// begun again a second later (earendil-works/pi#8031, HKUDS/nanobot#4038).
func TestStreamCutAndBegunAgainIsPaidTwice(t *testing.T) {
	whole := Call{Input: 10_000, Output: 1000, Done: 20 * second}
	first := whole.CutAt(12 * second)
	again := whole
	again.At, again.First, again.Done = 13*second, 13*second, 33*second
	if first.Output != 600 {
		t.Errorf("%d tokens are delivered until 12 s; want 600", first.Output)
	}
	billed := first.Input + first.Output + again.Input + again.Output
	if wasted := first.Input + first.Output; billed != 21_600 || wasted != 10_600 || wasted*10_000/billed != 4907 {
		t.Errorf("billed are %d, wasted %d; want 21,600, 10,600", billed, wasted)
	}
	for _, tt := range []struct {
		what      string
		limit     func() Limit
		cut, lone int64 // room at 33 s after both attempts, and had the first not been cut
		wait      time.Duration
	}{
		{"bucket", func() Limit { return &TokenBucket{Limit: 30_000, Per: minute} }, 24_900, 30_000, 0},
		{"log", func() Limit { return &SlidingLog{Limit: 30_000, Window: minute} }, 8_400, 19_000, 27 * second},
	} {
		// Each attempt counts at its start for what it will be.
		twice, once := tt.limit(), tt.limit()
		twice.Take(0, first.Input+first.Output)
		once.Take(0, whole.Input+whole.Output)
		twice.Take(13*second, again.Input+again.Output)
		wait, _ := twice.Wait(33*second, 10_000)
		if cut, lone := twice.State(33*second).Remaining, once.State(33*second).Remaining; cut != tt.cut || lone != tt.lone || wait != tt.wait {
			t.Errorf("%s: %d tokens are left at 33 s, and %d without the cut; 10,000 wait %v; want %d, %d, %v",
				tt.what, cut, lone, wait, tt.cut, tt.lone, tt.wait)
		}
	}
}
