package trace

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"
)

const (
	second = time.Second
	minute = time.Minute
)

// limitOf returns a limit of requests.
func limitOf(units int64, window time.Duration, r Rule) Limit {
	return Limit{Name: "it", Unit: UnitRequests, Limit: units, WindowNS: int64(window), Spec: r.Kind, Rule: &r}
}

// taken and refused return attempts that were admitted at instants, or not.
func taken(at ...time.Duration) (all []Attempt) {
	for _, a := range at {
		all = append(all, Attempt{At: int64(a), Status: StatusOK})
	}
	return all
}

func refused(at ...time.Duration) (all []Attempt) {
	for _, a := range at {
		all = append(all, Attempt{At: int64(a), Status: StatusRateLimit, RefusedBy: "it"})
	}
	return all
}

// times returns an instant several times.
func times(n int, at time.Duration) (all []time.Duration) {
	for range n {
		all = append(all, at)
	}
	return all
}

// every returns n instants, the first one at from.
func every(gap time.Duration, n int, from time.Duration) (all []time.Duration) {
	for i := range n {
		all = append(all, from+time.Duration(i)*gap)
	}
	return all
}

func join(parts ...[]Attempt) (all []Attempt) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// rulingsOf returns the rulings of limits that can be.
func rulingsOf(t *testing.T, limits ...Limit) rulings {
	t.Helper()
	all, err := newRulings(limits)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// prove checks attempts against a limit, and that each one of them, had it been
// refused instead of admitted or the reverse, would be found.
func prove(t *testing.T, l Limit, attempts []Attempt) {
	t.Helper()
	whole := rulingsOf(t, l)
	for i, a := range attempts {
		if err := whole.check(a); err != nil {
			t.Fatalf("attempt %d at %v: %v", i, time.Duration(a.At), err)
		}
	}
	for i := range attempts {
		spoiled := rulingsOf(t, l)
		for _, a := range attempts[:i] {
			_ = spoiled.check(a) // it was fine above
		}
		other := Attempt{At: attempts[i].At, Status: StatusOK}
		if attempts[i].RefusedBy == "" {
			other.Status, other.RefusedBy = StatusRateLimit, "it"
		}
		if err := spoiled.check(other); err == nil || !strings.Contains(err.Error(), `limit "it" `) {
			t.Fatalf("attempt %d at %v: with status %s it must be found; got %v", i, time.Duration(other.At), other.Status, err)
		}
	}
}

func TestEachKindOfLimitIsCheckedByItsRule(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name     string
		limit    Limit
		attempts []Attempt
	}{
		{"H03: a fixed window lets twice as many through", limitOf(120, minute, Rule{Kind: LimitFixedWindow}),
			taken(append(every(5*ms, 120, 59*second), every(5*ms, 120, 60*second)...)...)},
		{"H03: and a sliding log half of those", limitOf(120, minute, Rule{Kind: LimitSlidingLog}),
			join(taken(every(5*ms, 120, 59*second)...), refused(every(5*ms, 120, 60*second)...), refused(119*second-1), taken(119*second))},
		{"H04: a burst of 16 in all", limitOf(30, minute, Rule{Kind: LimitGCRA, Capacity: 16}),
			join(taken(times(16, 0)...), refused(500*ms, 1500*ms, 2*second-1), taken(2*second), refused(2500*ms))},
		{"H04: a burst of 15 in all", limitOf(30, minute, Rule{Kind: LimitGCRA, Capacity: 15}),
			join(taken(times(15, 0)...), refused(0, 2*second-1), taken(2*second))},
		{"H05: what was counted a window ago has left", limitOf(3, 10*second, Rule{Kind: LimitSlidingLog}),
			join(taken(0, second, 2*second), refused(9*second), taken(10*second))},
		{"H05: three must leave when the limit has fallen", limitOf(5, minute, Rule{Kind: LimitSlidingLog, Changes: []Change{{AtNS: int64(9 * second), Limit: 3}}}),
			join(taken(every(2*second, 5, 0)...), refused(10*second, 60*second, 64*second-1), taken(64*second))},
		{"H17: 600 a minute in slices of a second", limitOf(600, minute, Rule{Kind: LimitSliced, SliceNS: int64(second)}),
			join(taken(times(10, 0)...), refused(times(50, 0)...), taken(times(10, second)...), refused(times(40, second)...))},
		{"100 a minute in slices are 2 a second, and none after 50", limitOf(100, minute, Rule{Kind: LimitSliced, SliceNS: int64(second)}),
			join(taken(every(500*ms, 100, 0)...), refused(50*second), taken(60*second))},
		{"windows by the clock, 45 s after the hour", limitOf(2, minute, Rule{Kind: LimitFixedWindow, OffsetNS: int64(45 * second)}),
			join(taken(0, 14*second), refused(15*second-1), taken(15*second))},
		{"windows from the first call", limitOf(2, minute, Rule{Kind: LimitFixedWindow, FromFirst: true}),
			join(taken(45*second, 50*second), refused(60*second, 105*second-1), taken(105*second))},
		{"Cloudflare's sliding counter", limitOf(50, minute, Rule{Kind: LimitSlidingCounter}),
			join(taken(times(42, 0)...), taken(times(8, 60*second)...), taken(times(10, 74900*ms)...), refused(75*second, 75*second+714285714), taken(75*second+714285715))},
		{"a leaky bucket", limitOf(1, second, Rule{Kind: LimitLeakyBucket, Capacity: 6}),
			join(taken(times(6, 0)...), refused(0, second-1), taken(second), refused(second))},
		{"a minimum interval", limitOf(1, second, Rule{Kind: LimitLeakyBucket, Capacity: 1}),
			join(taken(0), refused(second-1), taken(second), refused(second))},
		{"four times the average of 20 s, at least 2 and at most 5 in 10 s", limitOf(2, 10*second, Rule{Kind: LimitEarned, Times: 4, OverNS: int64(20 * second), Most: 5}),
			join(taken(times(2, 0)...), taken(times(3, second)...), refused(second, 10*second-1), taken(times(2, 10*second)...), refused(10*second))},
		{"a bucket that fills faster from 10 s on", limitOf(60, minute, Rule{Kind: LimitTokenBucket, Capacity: 1, Used: 11, Changes: []Change{{AtNS: int64(10 * second), Limit: 600}}}),
			join(refused(10*second, 10*second+100*ms-1), taken(10*second+100*ms))},
	} {
		t.Run(tt.name, func(t *testing.T) { prove(t, tt.limit, tt.attempts) })
	}
}

// H06: of 720 requests, one every 5 s, 10 a minute admit 600; only 10 if refused
// ones count as well.
func TestRefusedCallsLockOutWhereTheyCount(t *testing.T) {
	for _, counted := range []bool{false, true} {
		l := limitOf(10, minute, Rule{Kind: LimitSlidingLog})
		l.CountRefused = counted
		all, admitted := rulingsOf(t, l), 0
		for i, at := range every(5*second, 720, 0) {
			a := taken(at)[0]
			if counted && i >= 10 || i%12 >= 10 {
				a = refused(at)[0]
			} else {
				admitted++
			}
			if err := all.check(a); err != nil {
				t.Fatalf("at %v, refused ones counted %t: %v", at, counted, err)
			}
		}
		if want := map[bool]int{false: 600, true: 10}[counted]; admitted != want {
			t.Errorf("refused ones counted %t: %d are admitted; want %d", counted, admitted, want)
		}
	}
}

func TestABucketIsCheckedToTheNanosecond(t *testing.T) {
	prompt := func(at time.Duration, tokens int64, by string) Attempt {
		a := Attempt{At: int64(at), Status: StatusOK, Prompt: tokens}
		if by != "" {
			a.Status, a.RefusedBy = StatusRateLimit, by
		}
		return a
	}
	full := limitOf(30_000, minute, Rule{Kind: LimitTokenBucket, Used: 73_124})
	owing := limitOf(100_000, minute, Rule{Kind: LimitTokenBucket, Used: 100_853, Debt: true})
	full.Unit, owing.Unit = UnitInput, UnitInput
	for _, tt := range []struct {
		limit Limit
		a     Attempt
	}{
		{full, prompt(90_002*time.Millisecond-1, 1877, "it")},
		{full, prompt(90_002*time.Millisecond, 1877, "")},
		{owing, prompt(511_800*time.Microsecond, 1_000_000, "it")},
		{owing, prompt(511_800*time.Microsecond+1, 1_000_000, "")},
	} {
		if err := rulingsOf(t, tt.limit).check(tt.a); err != nil {
			t.Error(err)
		}
	}
}

func TestARuleIsReadAsItWasWritten(t *testing.T) {
	l := limitOf(5, minute, Rule{Kind: LimitSlidingLog, Models: []string{"m"}, Changes: []Change{{AtNS: 9, Limit: 3}}})
	run := Run{Version: Version, HorizonNS: 1, Open: true, Flows: []Flow{}, Limits: []Limit{l}}
	text := written(t, run)
	var back memory
	if err := Read(bytes.NewReader(text), "t", &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back.records, []any{run}) {
		t.Errorf("got  %+v\nwant %+v", back.records, run)
	}
	misspelled := bytes.Replace(text, []byte(`"models"`), []byte(`"model"`), 1)
	if err := Read(bytes.NewReader(misspelled), "t", &back); err == nil || !strings.Contains(err.Error(), `"model" is no field of a rule`) {
		t.Errorf("a misspelled field: got %v", err)
	}
}

// Of several limits the record says what counts in the fullest, or in the one that
// refused.
func TestFillIsThatOfTheFullestLimit(t *testing.T) {
	large := limitOf(10, minute, Rule{Kind: LimitSlidingLog})
	small := limitOf(3, minute, Rule{Kind: LimitSlidingLog})
	small.Name = "small"
	empty := limitOf(0, minute, Rule{Kind: LimitSlidingLog, Models: []string{"other"}})
	for _, tt := range []struct {
		fill, limit int64
		by          string
		right       bool
	}{
		{2, 3, "", true}, {2, 10, "", false}, {1, 3, "", false},
		{2, 3, "small", false}, // it has room
	} {
		all := rulingsOf(t, large, empty, small)
		for range 2 {
			if err := all.check(Attempt{Status: StatusOK}); err != nil {
				t.Fatal(err)
			}
		}
		a := Attempt{Status: StatusOK, WindowFill: tt.fill, WindowLimit: tt.limit, RefusedBy: tt.by}
		if tt.by != "" {
			a.Status = StatusRateLimit
		}
		if err := all.check(a); (err == nil) != tt.right {
			t.Errorf("%d of %d by %q: %v; want it right: %t", tt.fill, tt.limit, tt.by, err, tt.right)
		}
	}
}
