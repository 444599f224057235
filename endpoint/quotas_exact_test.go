package endpoint

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// randomRule returns a rule on calls or tokens with a limit of any kind, of a size
// that a few calls fill.
func randomRule(rng *rand.Rand, name string) Rule {
	r := Rule{Name: name, Charge: Charge{Of: []Unit{Requests, InputTokens, Tokens}[rng.IntN(3)]}, CountRefused: rng.IntN(6) == 0}
	most := int64(1 + rng.IntN(8))
	if r.Charge.Of != Requests {
		most *= 50
	}
	window := time.Duration(1+rng.Int64N(60)) * second
	offset := time.Duration(rng.Int64N(int64(window)))
	set := setting{limit: most}
	if rng.IntN(3) == 0 {
		var at time.Duration
		for range 1 + rng.IntN(4) {
			at += 1 + time.Duration(rng.Int64N(int64(minute)))
			set.changes = append(set.changes, Change{at, upTo(rng, 2*most)})
		}
	}
	r.New = []func() Limit{
		func() Limit { return withChanges(&SlidingLog{Limit: most, Window: window}, set) },
		func() Limit { return withChanges(&SlidingCounter{Limit: most, Window: window, Offset: offset}, set) },
		func() Limit { return withChanges(&FixedWindow{Limit: most, Window: window, Offset: offset}, set) },
		func() Limit { return withChanges(&FixedWindow{Limit: most, Window: window, FromFirst: true}, set) },
		func() Limit { return withChanges(&TokenBucket{Limit: most, Per: window, Capacity: 2 * most}, set) },
		func() Limit { return withChanges(&TokenBucket{Limit: most, Per: window, Debt: true}, set) },
		func() Limit { return withChanges(&GCRA{Limit: most, Per: window, Burst: most}, set) },
		func() Limit { return withChanges(&LeakyBucket{Limit: most, Per: window, Burst: most}, set) },
		func() Limit {
			return withChanges(&Sliced{Limit: 5 * most, Window: 5 * window, Slice: window, Offset: offset}, set)
		},
	}[rng.IntN(9)]
	return r
}

// A client sends calls alone and does as it is told.
type client struct {
	rules []Rule
	q     *Quotas
	asked []Call // in order
	taken []bool // which of them were
}

// ask asks, and takes what is admitted.
func (c *client) ask(call Call) (Refusal, bool) {
	r, admitted := c.q.Ask(call)
	if admitted {
		c.q.Take(call)
	}
	c.asked, c.taken = append(c.asked, call), append(c.taken, admitted)
	return r, admitted
}

// twin returns quotas that have been told the same.
func (c *client) twin() *Quotas {
	q := NewQuotas(c.rules)
	for i, call := range c.asked {
		q.Ask(call)
		if c.taken[i] {
			q.Take(call)
		}
	}
	return q
}

func (c *client) counts() bool {
	return slices.ContainsFunc(c.rules, func(r Rule) bool { return r.CountRefused })
}

// Of any limits together, a lone client that waits as long as it is told is
// admitted, and a nanosecond earlier it is refused; a refusal changes nothing but
// in limits that count refusals.
func TestQuotasTellAWaitThatIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 8))
	for steps := randomSteps(); steps > 0; {
		c := &client{}
		for _, name := range []string{"a", "b", "c"}[:1+rng.IntN(3)] {
			c.rules = append(c.rules, randomRule(rng, name))
		}
		c.q = NewQuotas(c.rules)
		var now time.Duration
		for range 1 + rng.IntN(20) {
			steps--
			now += time.Duration(rng.Int64N(int64(8*second))) * time.Duration(rng.IntN(2))
			call := Call{At: now, Input: rng.Int64N(60), MaxOutput: rng.Int64N(40)}
			before := c.q.States(now, Scope{}, nil)
			r, admitted := c.ask(call)
			if admitted {
				continue
			}
			if after := c.q.States(now, Scope{}, nil); !c.counts() && !slices.Equal(before, after) {
				t.Fatalf("a refusal at %v changes %+v to %+v", now, before, after)
			}
			if r.Never {
				checkNever(t, c, call)
				continue
			}
			now = obey(t, c, call, r)
		}
	}
}

// obey waits as a refusal says, and returns the instant after that.
func obey(t *testing.T, c *client, call Call, r Refusal) time.Duration {
	t.Helper()
	sent := call.At
	early := c.twin()
	call.At = sent + r.Wait - 1
	if again, admitted := early.Ask(call); admitted || !c.counts() && again.Wait != 1 {
		t.Fatalf("%+v: told at %v to wait %v, and a nanosecond earlier %v, %+v", c.asked, sent, r.Wait, admitted, again)
	}
	call.At = sent + r.Wait
	if again, admitted := c.ask(call); !admitted {
		t.Fatalf("%+v: told at %v to wait %v, and then refused: %+v", c.asked, sent, r.Wait, again)
	}
	return call.At
}

// checkNever tries a call that is said never to fit at many instants to come.
func checkNever(t *testing.T, c *client, call Call) {
	t.Helper()
	q := c.twin()
	for end := call.At + 5*minute; call.At < end && !c.counts(); {
		call.At += 1700*ms + 1
		if _, admitted := q.Ask(call); admitted {
			t.Fatalf("%+v: a call that never fits is admitted at %v", c.asked, call.At)
		}
	}
}

// The wait that is told is that of the slowest limit alone, and its name is told.
func TestQuotasNameTheSlowestLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 9))
	for range randomSteps() / 100 {
		var rules []Rule
		var alone []*Quotas
		for _, name := range []string{"a", "b", "c"} {
			r := Rule{Name: name, New: bucket(1 + rng.Int64N(40)), Charge: Charge{Of: []Unit{Requests, InputTokens}[rng.IntN(2)]}}
			rules = append(rules, r)
			alone = append(alone, NewQuotas([]Rule{r}))
		}
		q := NewQuotas(rules)
		var now time.Duration
		for range 20 {
			now += time.Duration(rng.Int64N(int64(3 * second)))
			call := Call{At: now, Input: rng.Int64N(5)}
			var want Refusal
			for _, one := range alone {
				r, admitted := one.Ask(call)
				if want.First == "" {
					want.First = r.First
				}
				if !admitted && (!want.Never && r.Wait > want.Wait || r.Never && !want.Never) {
					first := want.First
					want = r
					want.First = first
				}
			}
			got, admitted := q.Ask(call)
			if got != want || admitted != (want == Refusal{}) {
				t.Fatalf("at %v: %v, %+v; want %+v", now, admitted, got, want)
			}
			if !admitted {
				continue
			}
			q.Take(call)
			for _, one := range alone {
				one.Take(call)
			}
		}
	}
}

func TestResetQuotasAreNew(t *testing.T) {
	rng := rand.New(rand.NewPCG(20260218, 10))
	rules := []Rule{
		rule("requests", Charge{}, perMinute(20)),
		rule("tokens", Charge{Of: Tokens, When: Settled}, bucket(5000)),
		rule("output", Charge{Of: OutputTokens, When: AsProduced}, bucket(1000)),
		rule("in flight", Charge{Of: InFlight}, func() Limit { return &Concurrency{Limit: 3} }),
		{Name: "per key", New: perMinute(5), Per: PerKey},
	}
	var calls []Call
	for at := time.Duration(0); at < 5*minute; at += time.Duration(rng.Int64N(int64(3 * second))) {
		call := randomCall(rng, at)
		call.Key = rng.Uint32N(3)
		calls = append(calls, call)
	}
	q := NewQuotas(rules)
	var first []Refusal
	for round := range 3 {
		for i, call := range calls {
			r, admitted := q.Ask(call)
			if admitted {
				q.Take(call)
			}
			if round == 0 {
				first = append(first, r)
			} else if r != first[i] {
				t.Fatalf("after a reset call %d is answered %+v; want %+v", i, r, first[i])
			}
		}
		q.Reset()
	}
	if !slices.ContainsFunc(first, func(r Refusal) bool { return r.By == "output" }) {
		t.Error("the output refused nothing; the example should make it")
	}
}

func TestQuotasTouchNoHeap(t *testing.T) {
	rules := []Rule{
		rule("requests", Charge{}, perMinute(200)),
		rule("tokens", Charge{Of: Tokens, When: Settled}, bucket(20_000)),
		rule("output", Charge{Of: OutputTokens, When: AsProduced, Every: second}, bucket(10_000)),
		rule("in flight", Charge{Of: InFlight}, func() Limit { return &Concurrency{Limit: 30} }),
		{Name: "per key", New: perMinute(5), Per: PerKey, CountRefused: true},
	}
	q := NewQuotas(rules)
	rng := rand.New(rand.NewPCG(20260218, 11))
	var now time.Duration
	var states []State
	step := func() {
		now += time.Duration(rng.Int64N(int64(500 * ms)))
		call := randomCall(rng, now)
		call.Key = rng.Uint32N(50)
		if _, admitted := q.Ask(call); admitted {
			q.Take(call)
		}
		states = q.States(now, call.Scope, states[:0])
	}
	for range 20_000 {
		step()
	}
	if allocations := testing.AllocsPerRun(10_000, step); allocations != 0 {
		t.Errorf("a call allocates %v times; want 0", allocations)
	}
}
