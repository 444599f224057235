package endpoint

import (
	"testing"
	"time"
)

// An answer of 1,000 tokens at 50 a second, whose head takes 1 s, over a round trip
// of 0.5 s.
func TestClientsWhoHangUpPayForWhatThereWas(t *testing.T) {
	for _, tt := range []struct {
		hangUp time.Duration
		want   Answer
	}{
		{22 * second, Answer{HTTP: 200, Input: 9000, Output: 1000, First: second, Heard: 21_500 * ms, Done: 21 * second, Worked: true}},
		{21_500 * ms, Answer{HTTP: 200, Input: 9000, Output: 1000, First: second, Heard: 21_500 * ms, Done: 21 * second, Worked: true}},
		{21_500*ms - 1, Answer{Status: Timeout, Input: 9000, Output: 1000, First: second, Heard: 21_500*ms - 1, Done: 21 * second, Worked: true}}, // it is on its way
		{21 * second, Answer{Status: Timeout, Input: 9000, Output: 1000, First: second, Heard: 21 * second, Done: 21 * second, Worked: true}},
		{21*second - 1, Answer{Status: Timeout, Input: 9000, Output: 999, First: second, Heard: 21*second - 1, Done: 21*second - 1}},
		{1020 * ms, Answer{Status: Timeout, Input: 9000, Output: 1, First: second, Heard: 1020 * ms, Done: 1020 * ms}},
		{second, Answer{Status: Timeout, Input: 9000, Heard: second, Done: second}},
	} {
		p := written{latency: "tokens(first=constant(latency=1s), per-token=20ms)", roundTrip: 500 * ms}.build(t)
		serve(t, p, []served{{0, Request{Input: 9000, Output: 1000, HangUp: tt.hangUp}, tt.want}})
	}
}

// What hanging up frees is free at once, and what it leaves is what limits count.
func TestLimitsCountACallAsItHasBecome(t *testing.T) {
	p := written{
		limits:  []string{"output: token-bucket(limit=60000, window=60s, of=output, when=settled)", "in flight: concurrency(limit=1)"},
		latency: "tokens(per-token=20ms)",
	}.build(t)
	r := Request{Output: 1000, MaxOutput: 4000, HangUp: 2 * second} // 100 tokens until then
	p.Serve(0, &r)
	if a := p.Serve(second, patient(Request{})); a.Refusal == nil || a.Refusal.By != "in flight" || a.Refusal.Wait != second {
		t.Errorf("beside it: %+v", a)
	}
	// 4,000 were reserved, 2,000 came back by themselves, the rest was given back.
	if a := p.Serve(2*second, patient(Request{})); a.Status != OK || a.Fill != 0 || a.Limit != 60_000 {
		t.Errorf("after it: %+v", a)
	}
}

// A refused call that counts is not among those that counted when it arrived.
func TestFillLeavesTheCallItselfOut(t *testing.T) {
	p := written{limits: []string{"requests: sliding-log(limit=2, window=10s, count-refused=yes)"}}.build(t)
	for i, want := range []int64{0, 1, 2, 3, 4} {
		if a := p.Serve(time.Duration(i), patient(Request{})); a.Fill != want || a.Limit != 2 {
			t.Errorf("call %d finds %d of %d; want %d of 2", i+1, a.Fill, a.Limit, want)
		}
	}
}

// A call that nobody ends holds what it has: the slot, so that the next call never
// begins and costs nothing, and the place among those in flight, so that nobody
// knows when it is free.
func TestHangWithoutEndHoldsWhatItHas(t *testing.T) {
	p := written{
		limits: []string{"in flight: concurrency(limit=9)"}, server: "server(slots=1)",
		faults: []string{"hang: script(steps=timeout, counted=yes)"}, hints: []string{"reset(after=all, notation=number)"},
	}.build(t)
	p.Faults[0].Fault.(*Script).Steps[0].After = Forever
	serve(t, p, []served{
		{0, Request{Input: 500}, Answer{Status: Timeout, Input: 500, Heard: Forever, Done: Forever}},
		{second, Request{Input: 500, HangUp: 9 * second}, Answer{Status: Timeout, Heard: 9 * second, Done: 9 * second}},
		{second, Request{Input: 500}, Answer{HTTP: 200, Heard: Forever, Done: Forever}},
	})
	if a := p.Serve(second, patient(Request{})); a.Said != nil {
		t.Errorf("said is %+v; want nothing, as nobody knows", a.Said)
	}
	p.Reset(1)
	p.Faults = nil
	if a := p.Serve(0, patient(Request{})); a.Heard != 0 || a.Fill != 0 {
		t.Errorf("after a reset the call is answered %+v", a)
	}
}

// There is nothing for a ghost to go on with in a call that hangs.
func TestGhostOfAHangEndsWithItsClient(t *testing.T) {
	p := written{faults: []string{"hang: hang()"}, ghost: true}.build(t)
	serve(t, p, []served{{0, Request{Input: 500, HangUp: second}, Answer{Status: Timeout, Input: 500, Heard: second, Done: second}}})
}
