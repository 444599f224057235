package trace

import (
	"strings"
	"testing"
	"time"
)

// counting returns a limit of 10,000 units of something in an hour.
func counting(unit string, r Rule) Limit {
	r.Kind = LimitSlidingLog
	l := limitOf(10_000, time.Hour, r)
	l.Unit = unit
	return l
}

// fill returns an attempt that no limit counts, and to which so many units count.
func fill(at time.Duration, units int64) Attempt {
	return Attempt{At: int64(at), Status: StatusConnection, Uncounted: true, WindowFill: units, WindowLimit: 10_000}
}

func TestChargesAreDerivedFromTheRecord(t *testing.T) {
	// 500 tokens, 200 of them cached, of an answer of at most 1,000 tokens 100 that
	// come from 1 s to 2 s.
	whole := Attempt{Status: StatusOK, Prompt: 500, InputTokens: 500, Cached: 200, MaxOutput: 1000, OutputTokens: 100, First: int64(second), Done: int64(2 * second)}
	changed := func(change func(*Attempt)) Attempt {
		a := whole
		change(&a)
		return a
	}
	lost := changed(func(a *Attempt) {
		a.Status, a.InputTokens, a.Cached, a.OutputTokens, a.PromptCached, a.Produced = StatusConnection, 0, 0, 0, 200, 100
	})
	for _, tt := range []struct {
		name                string
		limit               Limit
		a                   Attempt
		onArrival, half, in int64 // after the call has come, at 1.5 s, at its end
	}{
		{"requests", counting(UnitRequests, Rule{}), whole, 1, 1, 1},
		{"requests when answered", counting(UnitRequests, Rule{When: WhenAnswer}), whole, 0, 0, 1},
		{"input", counting(UnitInput, Rule{}), whole, 500, 500, 500},
		{"input as estimated", counting(UnitInput, Rule{When: WhenSettled}), changed(func(a *Attempt) { a.Estimate = 640 }), 640, 640, 500},
		{"output by its bound", counting(UnitOutput, Rule{Bound: 7}), whole, 1000, 1000, 1000},
		{"output by the limit's bound", counting(UnitOutput, Rule{Bound: 7}), changed(func(a *Attempt) { a.MaxOutput = 0 }), 7, 7, 7},
		{"tokens on arrival", counting(UnitTokens, Rule{}), whole, 1500, 1500, 1500},
		{"the larger of prompt and bound", counting(UnitTokens, Rule{Larger: true}), whole, 1000, 1000, 1000},
		{"settled", counting(UnitTokens, Rule{When: WhenSettled}), whole, 1500, 1500, 600},
		{"settled above what was expected", counting(UnitTokens, Rule{When: WhenSettled, Weight: 20}), whole, 1500, 1500, 2500},
		{"after the answer", counting(UnitTokens, Rule{When: WhenAnswer}), whole, 0, 0, 600},
		{"as produced", counting(UnitTokens, Rule{When: WhenProduced}), whole, 500, 550, 600},
		{"output as produced, at 4 a token", counting(UnitOutput, Rule{When: WhenProduced, Weight: 4}), whole, 0, 200, 400},
		{"output as produced, every 400 ms", counting(UnitOutput, Rule{When: WhenProduced, EveryNS: int64(400 * time.Millisecond)}), whole, 0, 40, 100},
		{"cached input is free", counting(UnitTokens, Rule{Cached: CachedFree}), whole, 1300, 1300, 1300},
		{"cached input is returned", counting(UnitTokens, Rule{When: WhenSettled, Cached: CachedReturned}), whole, 1500, 1500, 400},
		{"a lost answer counts, though it is not charged", counting(UnitTokens, Rule{When: WhenAnswer, Cached: CachedFree}), lost, 0, 0, 400},
		{"cut off at once", counting(UnitTokens, Rule{When: WhenSettled}), Attempt{Status: StatusTimeout, Prompt: 500, MaxOutput: 1000}, 500, 500, 500},
	} {
		all := rulingsOf(t, tt.limit)
		for _, a := range []Attempt{tt.a, fill(0, tt.onArrival), fill(1500*time.Millisecond, tt.half), fill(2*second, tt.in)} {
			if err := all.check(a); err != nil {
				t.Errorf("%s, at %v: %v", tt.name, time.Duration(a.At), err)
			}
		}
	}
}

func TestACallIsHeldUntilItEnds(t *testing.T) {
	held := func(at, done time.Duration) Attempt {
		return Attempt{At: int64(at), Done: int64(done), Status: StatusOK}
	}
	l := limitOf(2, 0, Rule{Kind: LimitConcurrency})
	l.Unit = UnitInFlight
	prove(t, l, join([]Attempt{held(0, 3*second), held(0, 5*second)}, refused(3*second-1), []Attempt{held(3*second, 4*second)}, refused(4*second-1), taken(4*second, 4*second, 4*second)))
}

func TestALimitIsAboutWhomItSays(t *testing.T) {
	one := func(key, model, by string) Attempt {
		a := Attempt{Status: StatusOK, Key: key, Model: model, RefusedBy: by}
		if by != "" {
			a.Status = StatusRateLimit
		}
		return a
	}
	for _, tt := range []struct {
		name     string
		rule     Rule
		attempts []Attempt
	}{
		{"all share it", Rule{}, []Attempt{one("a", "m", ""), one("b", "n", "it")}},
		{"each key has its own", Rule{PerKey: true}, []Attempt{one("a", "m", ""), one("b", "m", ""), one("a", "n", "it")}},
		{"each model has its own", Rule{PerModel: true}, []Attempt{one("a", "m", ""), one("a", "n", ""), one("b", "m", "it")}},
		{"each pair has its own", Rule{PerKey: true, PerModel: true}, []Attempt{one("a", "m", ""), one("a", "n", ""), one("b", "m", ""), one("b", "m", "it")}},
		{"it is about one model", Rule{Models: []string{"m"}}, []Attempt{one("a", "n", ""), one("a", "n", ""), one("a", "m", ""), one("a", "m", "it")}},
	} {
		tt.rule.Kind = LimitSlidingLog
		all := rulingsOf(t, limitOf(1, minute, tt.rule))
		for i, a := range tt.attempts {
			if err := all.check(a); err != nil {
				t.Errorf("%s, attempt %d: %v", tt.name, i+1, err)
			}
		}
	}
}

func TestWhatIsWrongWithAnAttemptIsSaid(t *testing.T) {
	calls := limitOf(1, minute, Rule{Kind: LimitSlidingLog})
	small := limitOf(100, minute, Rule{Kind: LimitTokenBucket})
	small.Unit, small.Name = UnitInput, "input"
	for _, tt := range []struct {
		a    Attempt
		want string
	}{
		{Attempt{Status: StatusRateLimit, RefusedBy: "it"}, `limit "it" has room: of 1 units 0 count and 1 are asked for; the record says rate_limit by it`},
		{Attempt{Status: StatusOK, WindowFill: 1, WindowLimit: 1}, `limit "it" has room: of 1 units 0 count and 1 are asked for; the record says that 1 of 1 count`},
		{Attempt{Status: StatusOK, Prompt: 101}, `limit "input" never has room: of 100 units 0 count and 101 are asked for; the record says ok`},
		{Attempt{Status: StatusRateLimit, RefusedBy: "input", Prompt: 101}, `limit "input" never has room: of 100 units 0 count and 101 are asked for; the record says rate_limit, by "input"`},
		{Attempt{Status: StatusRejected, RefusedBy: "input", Prompt: 101}, ""},
		{Attempt{Status: StatusRateLimit, RefusedBy: "none"}, `the record says that limit "none" refused it, and there is no such limit on its model`},
		{Attempt{Status: StatusServerError, RefusedBy: "it"}, `limit "it" refused it; want status rate_limit or rejected, or timeout if the client did not wait to hear it; have server_error`},
		{Attempt{Status: StatusRateLimit, RefusedBy: "it", Uncounted: true}, `limit "it" refused it, but the record says that no limit counts it`},
		{Attempt{Status: StatusOK, Prompt: -1}, "want sizes from 0 to 1073741824 tokens; have -1"},
	} {
		err := rulingsOf(t, calls, small).check(tt.a)
		if got := text(err); got != tt.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", tt.a, got, tt.want)
		}
	}
}

// text returns what an error says, "" for none.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestWhatIsRefusedByOneLimitCountsInNoneThatCountsNoRefused(t *testing.T) {
	small, other := limitOf(1, minute, Rule{Kind: LimitSlidingLog}), limitOf(2, minute, Rule{Kind: LimitSlidingLog})
	other.Name, other.CountRefused = "other", true
	by := func(name string) Attempt {
		return Attempt{Status: StatusRateLimit, RefusedBy: name}
	}
	// The first refusal fills the other limit, which waits longer after the second.
	all := rulingsOf(t, small, other)
	for i, a := range append(taken(0), by("it"), by("other"), by("other")) {
		if err := all.check(a); err != nil {
			t.Errorf("attempt %d: %v", i, err)
		}
	}
	if room := all[0].pools[scope{}].room(); room.Sign() != 0 {
		t.Errorf("the small limit has room for %v; want 0, for it counts one", room)
	}
}

func TestALimitThatCannotBeIsNamed(t *testing.T) {
	for _, tt := range []struct {
		change func(*Limit)
		want   string
	}{
		{func(l *Limit) { l.Rule.Kind = "leaky" }, "want kind to be one of"},
		{func(l *Limit) { l.Unit = "calls" }, "want unit to be one of"},
		{func(l *Limit) { l.Rule.When = "later" }, "want when to be one of"},
		{func(l *Limit) { l.Rule.Cached = "no" }, "want cached to be one of"},
		{func(l *Limit) { l.Unit = UnitInFlight }, "want unit in-flight for kind concurrency and for no other"},
		{func(l *Limit) { l.Rule.Used = -3 }, "want no negative number in its rule; have -3"},
		{func(l *Limit) { l.Rule.Changes = []Change{{5, 1}, {5, 2}} }, "want changes in order, to limits of 0 or more; have 2 at 5 ns"},
	} {
		l := limitOf(1, minute, Rule{Kind: LimitSlidingLog})
		tt.change(&l)
		run := Run{HorizonNS: 1, Open: true, Limits: []Limit{l}}
		if err := (&Checker{}).Run(run); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v; want %s", err, tt.want)
		}
	}
}

// What still counts is all that a check remembers, however long the trace is.
func TestACheckForgetsWhatNoLongerCounts(t *testing.T) {
	all := rulingsOf(t, counting(UnitTokens, Rule{When: WhenProduced}))
	all[0].limit.WindowNS = int64(second)
	for i := range int64(20_000) {
		a := Attempt{At: i * int64(second) / 10, Status: StatusOK, OutputTokens: 10, Done: i*int64(second)/10 + int64(second)}
		if err := all.check(a); err != nil {
			t.Fatal(err)
		}
	}
	p := all[0].pools[scope{}]
	if entries := p.meter.(*slidingLog).entries; cap(entries) > 1024 || cap(p.dues) > 64 {
		t.Errorf("it has room for %d entries and %d dues; want at most 1024 and 64", cap(entries), cap(p.dues))
	}
}
