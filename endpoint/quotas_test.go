package endpoint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// rule returns a rule that all calls share.
func rule(name string, charge Charge, limit func() Limit) Rule {
	return Rule{Name: name, Charge: charge, New: limit}
}

func perMinute(limit int64) func() Limit {
	return func() Limit { return &SlidingLog{Limit: limit, Window: minute} }
}

func per10s(limit int64) func() Limit {
	return func() Limit { return &SlidingLog{Limit: limit, Window: 10 * second} }
}

func bucket(limit int64) func() Limit {
	return func() Limit { return &TokenBucket{Limit: limit, Per: minute} }
}

// A sent call and what becomes of it; the zero Refusal when it is admitted.
type sent struct {
	call Call
	want Refusal
}

// send holds a story of calls against quotas.
func send(t *testing.T, q *Quotas, story []sent) {
	t.Helper()
	for i, s := range story {
		got, admitted := q.Ask(s.call)
		if got != s.want || admitted != (s.want == Refusal{}) {
			t.Errorf("call %d, at %v: %v, %+v; want %+v", i, s.call.At, admitted, got, s.want)
		}
		if admitted {
			q.Take(s.call)
		}
	}
}

// remaining returns what is left of each limit, as the scope sees it.
func remaining(q *Quotas, now time.Duration, s Scope) (left []int64) {
	for _, state := range q.States(now, s, nil) {
		left = append(left, state.Remaining)
	}
	return left
}

func checkRemaining(t *testing.T, q *Quotas, now time.Duration, want ...int64) {
	t.Helper()
	if got := remaining(q, now, Scope{}); !slices.Equal(got, want) {
		t.Errorf("at %v %v are left; want %v", now, got, want)
	}
}

// stuartleeks/aoai-simulated-api#17, r-lib/httr2#857, benbjohnson/slowweb#1: room in
// all, the wait of the slowest, and a refusal by one charges none.
func TestCallNeedsRoomInAllLimitsAndWaitsForTheSlowest(t *testing.T) {
	q := NewQuotas([]Rule{
		rule("requests per 10 s", Charge{}, per10s(2)),
		rule("requests", Charge{}, perMinute(4)),
		rule("tokens", Charge{Of: Tokens}, bucket(600)),
	})
	call := func(at time.Duration, tokens int64) Call { return Call{At: at, Input: tokens} }
	send(t, q, []sent{
		{call(0, 100), Refusal{}},
		{call(0, 100), Refusal{}},
		{call(second, 100), Refusal{Wait: 9 * second, By: "requests per 10 s", First: "requests per 10 s", Asked: 1, Most: 2}},
		{call(second, 590), Refusal{Wait: 18 * second, By: "tokens", First: "requests per 10 s", Asked: 590, Most: 600}},
	})
	checkRemaining(t, q, second, 0, 2, 410)
	send(t, q, []sent{
		{call(10*second, 400), Refusal{}},
		{call(11*second, 120), Refusal{Wait: second, By: "tokens", First: "tokens", Asked: 120, Most: 600}},
		{call(12*second, 120), Refusal{}},
		{call(13*second, 1), Refusal{Wait: 47 * second, By: "requests", First: "requests per 10 s", Asked: 1, Most: 4}},
		{call(60*second, 1), Refusal{}},
	})
}

// run-llama/llama_index#23202: both numbers at once, no wait, nothing charged.
func TestCallThatNeverFitsIsToldBothNumbers(t *testing.T) {
	for name, limit := range map[string]func() Limit{"bucket": bucket(100), "log": perMinute(100)} {
		q := NewQuotas([]Rule{rule("requests", Charge{}, per10s(1)), rule("tokens", Charge{Of: Tokens}, limit)})
		send(t, q, []sent{
			{Call{Input: 150, MaxOutput: 50}, Refusal{Never: true, By: "tokens", First: "tokens", Asked: 200, Most: 100}},
			{Call{Input: 50, MaxOutput: 50}, Refusal{}},
			{Call{Input: 150, MaxOutput: 50}, Refusal{Never: true, By: "tokens", First: "requests", Asked: 200, Most: 100}},
		})
		checkRemaining(t, q, 0, 0, 0)
		if t.Failed() {
			t.Fatalf("with a %s", name)
		}
	}
}

func TestRefusalSaysWhy(t *testing.T) {
	for want, r := range map[string]Refusal{
		"tokens: 200 asked, and more than 100 never fit":    {Never: true, By: "tokens", Asked: 200, Most: 100},
		"requests: no room for 1m30.002s":                   {Wait: 90_002 * ms, By: "requests"},
		"concurrency: no room, and nobody knows until when": {Wait: Forever, By: "concurrency"},
	} {
		if got := r.String(); got != want {
			t.Errorf("have %q; want %q", got, want)
		}
	}
}

// Of two limits one counts refused calls (Kong/docs.konghq.com#6586); the wait that
// is told is the one after that.
func TestRefusedCallsCountWhereTheRuleSaysSo(t *testing.T) {
	counting := rule("requests", Charge{}, perMinute(10))
	counting.CountRefused = true
	q := NewQuotas([]Rule{counting, rule("tokens", Charge{Of: Tokens}, perMinute(1000))})
	for at := time.Duration(0); at < 50*second; at += 5 * second {
		send(t, q, []sent{{Call{At: at, Input: 100}, Refusal{}}})
	}
	send(t, q, []sent{{Call{At: 50 * second, Input: 100}, Refusal{Wait: 15 * second, By: "requests", First: "requests", Asked: 1, Most: 10}}})
	checkRemaining(t, q, 50*second, -1, 0)
	send(t, q, []sent{{Call{At: 65 * second, Input: 100}, Refusal{}}})

	// A call that only the tokens refuse counts as a request; here it fills them.
	q = NewQuotas([]Rule{{Name: "requests", New: perMinute(1), CountRefused: true}, rule("tokens", Charge{Of: Tokens}, per10s(1000))})
	send(t, q, []sent{
		{Call{Input: 2000}, Refusal{Never: true, By: "tokens", First: "tokens", Asked: 2000, Most: 1000}},
		{Call{At: second, Input: 10}, Refusal{Wait: minute, By: "requests", First: "requests", Asked: 1, Most: 1}},
	})
}

func TestScopesHaveLimitsOfTheirOwn(t *testing.T) {
	q := NewQuotas([]Rule{
		{Name: "per key", New: perMinute(2), Per: PerKey},
		{Name: "per model", New: perMinute(3), Per: PerModel},
		{Name: "per key and model", New: perMinute(1), Per: PerKey | PerModel, Models: []uint32{9}},
		{Name: "two models together", New: perMinute(3), Models: []uint32{7, 8}},
	})
	call := func(key, model uint32) Call { return Call{Scope: Scope{Key: key, Model: model}} }
	refused := func(by string, most int64) Refusal {
		return Refusal{Wait: minute, By: by, First: by, Asked: 1, Most: most}
	}
	send(t, q, []sent{
		{call(1, 7), Refusal{}}, {call(1, 7), Refusal{}}, {call(1, 7), refused("per key", 2)}, {call(1, 8), refused("per key", 2)},
		{call(2, 8), Refusal{}}, {call(2, 8), refused("two models together", 3)}, {call(2, 9), Refusal{}},
		{call(3, 9), Refusal{}}, {call(3, 9), refused("per key and model", 1)}, {call(3, 6), Refusal{}},
		{call(4, 9), Refusal{}}, {call(5, 9), refused("per model", 3)},
	})
	for _, tt := range []struct {
		scope Scope
		want  []int64
	}{{Scope{1, 7}, []int64{0, 1, 0, 0}}, {Scope{2, 9}, []int64{0, 0, 0, 0}}, {Scope{5, 9}, []int64{2, 0, 1, 0}}, {Scope{5, 5}, []int64{2, 3, 0, 0}}} {
		if got := remaining(q, 0, tt.scope); !slices.Equal(got, tt.want) {
			t.Errorf("of %+v %v are left; want %v", tt.scope, got, tt.want)
		}
	}
}

// Of limits that wait equally long the first is named.
func TestFirstOfEqualWaitsIsNamed(t *testing.T) {
	q := NewQuotas([]Rule{rule("a", Charge{}, perMinute(2)), rule("b", Charge{}, perMinute(1)), rule("c", Charge{}, perMinute(1))})
	send(t, q, []sent{{Call{}, Refusal{}}, {Call{}, Refusal{Wait: minute, By: "b", First: "b", Asked: 1, Most: 1}}})
}

// A limit that will be lowered, perhaps after it was raised, has room now, but not
// when the other one has.
func TestWaitIsEnoughForLimitsThatChangeMeanwhile(t *testing.T) {
	lowered := func(limit int64) func() Limit {
		return func() Limit {
			return withChanges(&SlidingLog{Limit: 100, Window: minute}, setting{changes: []Change{{5 * second, 120}, {10 * second, limit}}})
		}
	}
	for _, tt := range []struct {
		limit int64
		want  Refusal
	}{
		{100, Refusal{Wait: 30 * second, By: "requests", First: "requests", Asked: 1, Most: 1}},
		{85, Refusal{Wait: minute, By: "tokens", First: "requests", Asked: 20, Most: 85}},
		{15, Refusal{Never: true, By: "tokens", First: "requests", Asked: 20, Most: 15}},
	} {
		q := NewQuotas([]Rule{
			rule("requests", Charge{}, func() Limit { return &LeakyBucket{Limit: 2, Per: minute} }),
			rule("tokens", Charge{Of: Tokens}, lowered(tt.limit)),
		})
		send(t, q, []sent{{Call{Input: 70}, Refusal{}}, {Call{Input: 20}, tt.want}})
		if tt.want.Never {
			continue
		}
		send(t, q, []sent{{Call{At: tt.want.Wait, Input: 20}, Refusal{}}})
	}
}

func TestQuotasPanicWhenTimeGoesBack(t *testing.T) {
	q := NewQuotas(nil)
	q.Ask(Call{At: 5 * second})
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "endpoint: time went back from 5s to 4s") {
			t.Errorf("the panic says %q", got)
		}
	}()
	q.Take(Call{At: 4 * second})
}
