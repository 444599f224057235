package endpoint

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// docs.aws.amazon.com, Amazon Bedrock, "How tokens are counted", and
// aws/agent-toolkit: with 2 M tokens a minute and prompts of 500 tokens, a bound of
// 1,000 lets 1,333 calls in at once, the model's 64 K lets 31.
func TestReservationBoundsWhatIsInFlight(t *testing.T) {
	for _, tt := range []struct {
		bound int64
		want  int
	}{{1000, 1333}, {64_000, 31}} {
		q := NewQuotas([]Rule{rule("tokens", Charge{Of: Tokens, When: Settled, Weight: 5}, bucket(2_000_000))})
		calls := 0
		for call := (Call{Input: 500, MaxOutput: tt.bound, Output: 100, Done: minute}); ; calls++ {
			if _, admitted := q.Ask(call); !admitted {
				break
			}
			q.Take(call)
		}
		if calls != tt.want {
			t.Errorf("with a bound of %d, %d calls are admitted; want %d", tt.bound, calls, tt.want)
		}
	}
}

// The rows of Charge's own example, in time.
func TestChargesAreCountedWhenTheyAreDue(t *testing.T) {
	var rules []Rule
	for _, when := range []Moment{OnArrival, Settled, AfterAnswer, AsProduced} {
		rules = append(rules, rule("tokens", Charge{Of: Tokens, When: when}, func() Limit { return &FixedWindow{Limit: 10_000, Window: day} }))
	}
	q := NewQuotas(rules)
	send(t, q, []sent{{Call{At: second, First: 2 * second, Done: 12 * second, Input: 500, MaxOutput: 1000, Output: 100}, Refusal{}}})
	for _, tt := range []struct {
		at   time.Duration
		want []int64
	}{
		{second, []int64{8500, 8500, 10_000, 9500}},
		{2*second + 100*ms - 1, []int64{8500, 8500, 10_000, 9500}},
		{2*second + 100*ms, []int64{8500, 8500, 10_000, 9499}},
		{7 * second, []int64{8500, 8500, 10_000, 9450}},
		{12*second - 1, []int64{8500, 8500, 10_000, 9401}},
		{12 * second, []int64{8500, 9400, 9400, 9400}},
		{time.Hour, []int64{8500, 9400, 9400, 9400}},
	} {
		checkRemaining(t, q, tt.at, tt.want...)
	}
}

// Envoy AI Gateway and Kong: what an answer cost blocks the next call only.
func TestCountedAfterTheAnswerTheFirstOverrunIsAdmitted(t *testing.T) {
	q := NewQuotas([]Rule{rule("tokens", Charge{Of: Tokens, When: AfterAnswer}, func() Limit { return &FixedWindow{Limit: 100, Window: minute} })})
	send(t, q, []sent{
		{Call{Input: 5000, Output: 10, Done: 2 * second}, Refusal{}},
		{Call{At: second, Input: 5000, Output: 10, Done: 3 * second}, Refusal{}}, // nothing is counted yet
		{Call{At: 2 * second, Input: 1}, Refusal{Wait: 58 * second, By: "tokens", First: "tokens", Asked: 1, Most: 100}},
		{Call{At: minute, Input: 1, Done: minute}, Refusal{}},
	})
}

// platform.claude.com, rate limits: output counts as it is produced, so that
// max_tokens makes no difference; what is read from a cache is free.
func TestBoundsMakeNoDifferenceWhereOutputIsCountedLive(t *testing.T) {
	refused := map[int64]int{}
	for _, bound := range []int64{1000, 64_000} {
		q := NewQuotas([]Rule{
			rule("input", Charge{Of: InputTokens, When: Settled, Cached: CachedFree}, bucket(2_000_000)),
			rule("output", Charge{Of: OutputTokens, When: AsProduced, Every: second}, bucket(8000)),
		})
		for at := time.Duration(0); at < 10*minute; at += second {
			call := Call{At: at, First: at + second, Done: at + 9*second, Input: 10_000, Cached: 8000, MaxOutput: bound, Output: 300}
			if _, admitted := q.Ask(call); admitted {
				q.Take(call)
			} else {
				refused[bound]++
			}
		}
	}
	if refused[1000] == 0 || refused[1000] != refused[64_000] {
		t.Errorf("refused are %v; want some, and as many with either bound", refused)
	}
	// With four fifths cached, 2 M a minute carry 10 M.
	q := NewQuotas([]Rule{rule("input", Charge{Of: InputTokens, Cached: CachedFree}, bucket(2_000_000))})
	call := Call{Input: 10_000_000, Cached: 8_000_000}
	if _, admitted := q.Ask(call); !admitted {
		t.Error("10 M tokens with 8 M cached are refused")
	}
}

func TestCallInFlightHoldsItsPlaceUntilItEnds(t *testing.T) {
	q := NewQuotas([]Rule{rule("in flight", Charge{Of: InFlight}, func() Limit { return &Concurrency{Limit: 2} })})
	refused := func(wait time.Duration) Refusal {
		return Refusal{Wait: wait, By: "in flight", First: "in flight", Asked: 1, Most: 2}
	}
	long := Call{Done: 60 * second}
	send(t, q, []sent{
		{long, Refusal{}}, {Call{At: second, Done: 9 * second}, Refusal{}}, {Call{At: 2 * second}, refused(7 * second)},
		{Call{At: 9 * second, Done: 50 * second}, Refusal{}}, {Call{At: 10 * second}, refused(40 * second)},
	})
	if got := q.Hangup(20*second, long); got.Done != 20*second {
		t.Errorf("the call ends at %v; want 20 s", got.Done)
	}
	send(t, q, []sent{{Call{At: 20 * second, Done: 30 * second}, Refusal{}}, {Call{At: 20 * second}, refused(10 * second)}})
}

// A refused call holds nothing, so it cannot count in a limit of what is in flight.
func TestRefusedCallsAreNotInFlight(t *testing.T) {
	q := NewQuotas([]Rule{{Name: "in flight", Charge: Charge{Of: InFlight}, New: func() Limit { return &Concurrency{Limit: 1} }, CountRefused: true}})
	refused := Refusal{Wait: second, By: "in flight", First: "in flight", Asked: 1, Most: 1}
	send(t, q, []sent{{Call{Done: second}, Refusal{}}, {Call{}, refused}, {Call{}, refused}, {Call{At: second}, Refusal{}}})
}

// A limit in which nothing counts yet is kept while something is due.
func TestPoolsAreKeptWhileSomethingIsDue(t *testing.T) {
	q := NewQuotas([]Rule{{Name: "tokens", Charge: Charge{Of: Tokens, When: AfterAnswer}, New: perMinute(100), Per: PerKey}})
	first := Call{Scope: Scope{Key: 1}, Input: 500, Done: 30 * second}
	q.Take(first)
	for key := uint32(2); key < 1000; key++ {
		send(t, q, []sent{{Call{Scope: Scope{Key: key}, At: second, Done: second}, Refusal{}}})
	}
	send(t, q, []sent{
		{Call{Scope: Scope{Key: 1}, At: 30 * second}, Refusal{Wait: minute, By: "tokens", First: "tokens", Asked: 1, Most: 100}},
	})
	if kept := q.rules[0].pools.Len(); kept > 2*poolsLeast {
		t.Errorf("%d limits are kept", kept)
	}
}

func TestHangupCountsWhatWasUsedUntilThen(t *testing.T) {
	counter := func() Limit { return &FixedWindow{Limit: 10_000, Window: day} }
	rules := []Rule{
		rule("settled", Charge{Of: Tokens, When: Settled}, counter),
		rule("after", Charge{Of: Tokens, When: AfterAnswer}, counter),
		rule("each", Charge{Of: Tokens, When: AsProduced, Weight: 2}, counter),
		rule("lumps", Charge{Of: Tokens, When: AsProduced, Every: 4 * second}, counter),
		rule("arrival", Charge{Of: Tokens}, counter),
		{Name: "of another model", New: counter, Models: []uint32{9}},
	}
	call := Call{At: second, First: 2 * second, Done: 12 * second, Input: 500, MaxOutput: 100, Output: 100}
	other := call
	other.Input = 1000
	for _, tt := range []struct {
		at     time.Duration
		output int64
		want   []int64 // left at the end, with the other call run to its end
	}{
		{2 * second, 0, []int64{8400, 8400, 8300, 8400, 8300, 0}},
		{7 * second, 50, []int64{8350, 8350, 8200, 8350, 8300, 0}},
		{12*second - 1, 99, []int64{8301, 8301, 8102, 8301, 8300, 0}},
		{12 * second, 100, []int64{8300, 8300, 8100, 8300, 8300, 0}},
		{13 * second, 100, []int64{8300, 8300, 8100, 8300, 8300, 0}},
	} {
		q := NewQuotas(rules)
		send(t, q, []sent{{other, Refusal{}}, {call, Refusal{}}})
		cut := q.Hangup(tt.at, call)
		if again := q.Hangup(tt.at, cut); cut.Output != tt.output || again != cut {
			t.Errorf("at %v the call had %d tokens, then %d; want %d", tt.at, cut.Output, again.Output, tt.output)
		}
		checkRemaining(t, q, time.Hour, tt.want...)
	}
}

// Whatever calls there are and however they end, each rule has counted in the end
// what its charge says, and nothing is due any more.
func TestNothingThatIsDueIsLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 6))
	for range randomSteps() / 100 {
		rules, counts := randomCounters(rng)
		q := NewQuotas(rules)
		var now time.Duration
		var flying []Call
		for range 40 {
			now += time.Duration(rng.Int64N(int64(second)))
			if len(flying) > 0 && rng.IntN(4) == 0 {
				i := rng.IntN(len(flying))
				if now < flying[i].Done {
					flying[i] = q.Hangup(now, flying[i])
				}
				continue
			}
			call := randomCall(rng, now)
			q.Take(call)
			flying = append(flying, call)
		}
		got := remaining(q, time.Hour, Scope{})
		for i, r := range rules {
			for _, call := range flying {
				_, taken := r.Charge.Arrival(&call)
				counts[i] -= taken + r.Charge.End(&call)
				if r.Charge.When == AsProduced && r.Charge.Of >= OutputTokens {
					counts[i] -= r.Charge.Weigh(call.Output)
				}
			}
		}
		if !slices.Equal(got, counts) || len(q.later.heap) > 0 || len(q.later.free) != len(q.later.dues) {
			t.Fatalf("%+v: %v are left, want %v; %d are due", rules, got, counts, len(q.later.heap))
		}
	}
}

// randomCounters returns rules that count everything, and what they hold.
func randomCounters(rng *rand.Rand) (rules []Rule, holds []int64) {
	for range 1 + rng.IntN(4) {
		charge := Charge{
			Of: Unit(rng.IntN(4)), When: Moment(rng.IntN(4)), Cached: Cached(rng.IntN(3)),
			Larger: rng.IntN(2) == 0, Bound: rng.Int64N(100), Weight: rng.Int64N(6),
			Every: []time.Duration{0, 300 * ms, 2 * second}[rng.IntN(3)],
		}
		if charge.When == AsProduced && charge.Cached == CachedReturned {
			charge.Cached = CachedFree // what is returned is returned in the end
		}
		rules = append(rules, rule("", charge, func() Limit { return &FixedWindow{Limit: 1 << 40, Window: year} }))
		holds = append(holds, 1<<40)
	}
	return rules, holds
}

func randomCall(rng *rand.Rand, now time.Duration) Call {
	input := rng.Int64N(1000)
	return Call{
		At: now, First: now + time.Duration(rng.Int64N(int64(second))), Done: now + time.Duration(rng.Int64N(int64(5*second))),
		Input: input, Cached: rng.Int64N(input + 1), Estimate: rng.Int64N(1200), MaxOutput: rng.Int64N(300), Output: rng.Int64N(200),
	}
}

func TestScheduleGivesTheSoonestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 7))
	var s schedule
	type noted struct {
		at    time.Duration
		order uint64
	}
	var want []noted
	for range 20_000 {
		switch {
		case rng.IntN(3) > 0 || len(want) == 0:
			at := time.Duration(rng.Int64N(50))
			want = append(want, noted{at, s.noted})
			s.push(at, s.keep(due{}))
		case rng.IntN(4) == 0: // any of them, for a hang-up
			m := s.remove(rng.IntN(len(s.heap)))
			want = slices.DeleteFunc(want, func(n noted) bool { return n.order == m.order })
		default:
			soonest := slices.MinFunc(want, func(a, b noted) int {
				return slices.Compare([]int64{int64(a.at), int64(a.order)}, []int64{int64(b.at), int64(b.order)})
			})
			if m := s.remove(0); m.at != soonest.at || m.order != soonest.order {
				t.Fatalf("have moment %d at %d; want %d at %d", m.order, m.at, soonest.order, soonest.at)
			}
			want = slices.DeleteFunc(want, func(n noted) bool { return n == soonest })
		}
		if len(want) > 300 {
			s.reset()
			want = want[:0]
		}
	}
}
