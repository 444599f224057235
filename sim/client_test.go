package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/trace"
)

const second = time.Second

// A formula is an endpoint that answers by a function of the attempt.
type formula func(now time.Duration, r *endpoint.Request) endpoint.Answer

func (formula) Reset(int64) {}

func (f formula) Serve(now time.Duration, r *endpoint.Request) endpoint.Answer {
	a := f(now, r)
	if a.Heard == 0 {
		a.Heard = now
	}
	if a.Heard > r.HangUp {
		a.Status, a.Heard = endpoint.Timeout, r.HangUp
	}
	return a
}

// taking returns an endpoint that answers everything in full after a time.
func taking(latency time.Duration) formula {
	return func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		return endpoint.Answer{Heard: now + latency, Input: r.Input, Output: r.Output, Worked: true}
	}
}

// clients returns a configuration of continuous time with a flow for each client,
// one request of which arrives at each of the instants.
func clients(e endpoint.Endpoint, p policy.Policy, arrive []time.Duration, all ...*Client) Config {
	c := Config{Horizon: 1000 * second, Labels: []Label{{"yes", 1}}, Endpoint: e, MaxEvents: 1_000_000}
	for i, client := range all {
		c.Flows = append(c.Flows, Flow{
			Name:     string(rune('a' + i)),
			Arrivals: newArrivals(arrive),
			Requests: make(items, len(arrive)),
			Policy:   p,
			PerStep:  math.MaxInt64,
			Budget:   -1,
			Client:   client,
			Place:    i,
		})
	}
	return c
}

// told runs a configuration and returns all records, which it checks.
func told(t *testing.T, c Config) memory {
	t.Helper()
	var m memory
	check := &trace.Checker{}
	run := trace.Run{Version: trace.Version, HorizonNS: int64(c.Horizon), StepNS: int64(c.Step)}
	for _, f := range c.Flows {
		run.Flows = append(run.Flows, trace.Flow{Name: f.Name})
	}
	run.Limits = []trace.Limit{{Name: "none", Spec: "none"}}
	if err := check.Run(run); err != nil {
		t.Fatal(err)
	}
	if _, err := NewRunner(c).Run(1, trace.Tee{&m, check}); err != nil {
		t.Fatal(err)
	}
	if err := check.Finish(); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m memory) sentAt(flow string) []time.Duration {
	var at []time.Duration
	for _, a := range m.attempts {
		if a.Flow == flow {
			at = append(at, time.Duration(a.At))
		}
	}
	return at
}

func TestAnAnswerIsHeardWhenItComes(t *testing.T) {
	m := told(t, clients(taking(2*second), policy.None{}, []time.Duration{0, second}, &Client{}))
	var ends []time.Duration
	for _, e := range m.ends {
		ends = append(ends, time.Duration(e.At))
	}
	if want := []time.Duration{2 * second, 3 * second}; !slices.Equal(ends, want) {
		t.Errorf("ended at %v; want %v", ends, want)
	}
}

func TestThePolicyKeepsItsTotalAndItsTimeouts(t *testing.T) {
	never := formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		return endpoint.Answer{Heard: endpoint.Forever, Input: r.Input}
	})
	refusing := formula(func(time.Duration, *endpoint.Request) endpoint.Answer {
		return endpoint.Answer{Status: endpoint.RateLimit}
	})
	const s = time.Second
	for _, tt := range []struct {
		name   string
		api    endpoint.Endpoint
		policy string
		want   []time.Duration
		end    time.Duration
	}{
		{"H12: each attempt has its own timeout", never, "exponential(base=500ms, cap=8s, retries=2, timeout=30s)",
			[]time.Duration{0, 30*s + s/2, 61*s + s/2}, 91*s + s/2},
		{"H12: a budget for the whole call", never, "exponential(base=500ms, cap=8s, retries=2, timeout=30s, budget=45s, at-budget=cut)",
			[]time.Duration{0, 30*s + s/2}, 45 * s},
		{"all waits together", refusing, "exponential(base=4s, cap=8s, attempts=4, total=20s)", []time.Duration{0, 4 * s, 12 * s, 20 * s}, 20 * s},
		{"all waits together, one nanosecond less", refusing, "exponential(base=4s, cap=8s, attempts=4, total=19.999999999s)", []time.Duration{0, 4 * s, 12 * s}, 12 * s},
		{"H13: layers multiply", refusing, "layers(outer=fixed(wait=4s, retries=2), inner=exponential(base=500ms, retries=2))",
			[]time.Duration{0, s / 2, 3 * s / 2, 11 * s / 2, 6 * s, 7 * s, 11 * s, 23 * s / 2, 25 * s / 2}, 25 * s / 2},
	} {
		p, err := policy.Parse(tt.policy, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		m := told(t, clients(tt.api, p, []time.Duration{0}, &Client{}))
		if got := m.sentAt("a"); !slices.Equal(got, tt.want) {
			t.Errorf("%s: sent at %v; want %v", tt.name, got, tt.want)
		}
		if got := time.Duration(m.ends[0].At); got != tt.end {
			t.Errorf("%s: given up at %v; want %v", tt.name, got, tt.end)
		}
	}
}

func TestADeadlineCutsAnAttemptOff(t *testing.T) {
	c := clients(taking(3*second), policy.Fixed{Wait: second}, []time.Duration{0}, &Client{})
	c.Flows[0].Budget = 2 * second
	m := told(t, c)
	if got := time.Duration(m.attempts[0].Heard); got != 2*second || m.attempts[0].Status != trace.StatusTimeout {
		t.Errorf("heard %s at %v; want a timeout at 2s", m.attempts[0].Status, got)
	}
	if e := m.ends[0]; e.Why != trace.WhyDeadline || e.At != int64(2*second) || len(m.attempts) != 1 {
		t.Errorf("%d attempts and %+v; want one, given up for its deadline at 2s", len(m.attempts), e)
	}
	c.Flows[0].Budget = 3 * second
	if m := told(t, c); m.ends[0].Outcome != trace.OutcomeCompleted {
		t.Errorf("an answer just at the deadline: %+v; want completed", m.ends[0])
	}
}

func TestARequestThatNeverWaitsIsStopped(t *testing.T) { // H10, second half
	refusing := formula(func(time.Duration, *endpoint.Request) endpoint.Answer {
		return endpoint.Answer{Status: endpoint.RateLimit}
	})
	c := clients(refusing, policy.Fixed{}, []time.Duration{second}, &Client{})
	_, err := NewRunner(c).Run(7, nil)
	if err == nil || !strings.Contains(err.Error(), "time does not pass") || !strings.Contains(err.Error(), "seed 7") {
		t.Errorf("got %v; want a message that names the seed and says that time does not pass", err)
	}
}

// A slot admits one request at a time, for one attempt or until it has ended.
type slot struct {
	free
	whole bool
	taken bool
	of    int
}

// free is a governor that lets everything through.
type free struct{}

func (free) Heard(time.Duration, governor.Sending, governor.Outcome)    {}
func (free) Retry(time.Duration, governor.Sending, time.Duration) bool  { return true }
func (free) Ended(time.Duration, governor.Sending)                      {}
func (s *slot) Reset()                                                  { s.taken = false }
func (s *slot) Take(_ time.Duration, sending governor.Sending)          { s.taken, s.of = true, sending.Flow }
func (s *slot) Heard(time.Duration, governor.Sending, governor.Outcome) { s.taken = s.taken && s.whole }
func (s *slot) Ended(time.Duration, governor.Sending)                   { s.taken = false }
func (s *slot) Ask(_ time.Duration, sending governor.Sending, _ *rand.Rand) governor.Permit {
	if s.taken && !(s.whole && s.of == sending.Flow) {
		return governor.Permit{Wait: governor.Forever}
	}
	return governor.Permit{}
}

func TestASlotMayBeHeldForTheWholeCall(t *testing.T) { // H20
	api := formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		if r.Flow == 0 {
			return endpoint.Answer{Status: endpoint.ServerError, HTTP: 503}
		}
		return endpoint.Answer{}
	})
	p, err := policy.Parse("exponential(base=1s, retries=3)", policy.Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		whole bool
		want  time.Duration
	}{{true, 7 * second}, {false, 0}} {
		s := &slot{whole: tt.whole}
		one, two := &Client{Governors: []governor.Governor{s}}, &Client{Governors: []governor.Governor{s}}
		m := told(t, clients(api, p, []time.Duration{0}, one, two))
		if got := m.sentAt("a"); !slices.Equal(got, []time.Duration{0, second, 3 * second, 7 * second}) {
			t.Errorf("whole %t: the first is sent at %v", tt.whole, got)
		}
		if got := m.sentAt("b"); !slices.Equal(got, []time.Duration{tt.want}) {
			t.Errorf("whole %t: the other one is sent at %v; want %v", tt.whole, got, tt.want)
		}
	}
}

func TestAChainRepeatsOneCallOrAllOfThem(t *testing.T) {
	failOnce := formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		if r.Call == 1 && r.Try == 1 {
			return endpoint.Answer{Status: endpoint.RateLimit}
		}
		return endpoint.Answer{Input: 10, Output: 1}
	})
	for _, tt := range []struct {
		whole  bool
		calls  []int
		wasted int64
	}{{false, []int{0, 1, 1, 2}, 0}, {true, []int{0, 1, 0, 1, 2}, 11}} {
		c := clients(failOnce, policy.Fixed{Wait: second}, []time.Duration{0}, &Client{Calls: 3, Whole: tt.whole})
		var got []int
		for _, a := range told(t, c).attempts {
			got = append(got, a.Call)
		}
		if !slices.Equal(got, tt.calls) {
			t.Errorf("whole %t: calls %v; want %v", tt.whole, got, tt.calls)
		}
		result, err := NewRunner(c).Run(1, nil)
		if err != nil || result.Flows[0].Wasted != tt.wasted || result.Flows[0].Completed != 1 {
			t.Errorf("whole %t: %+v, %v; want %d tokens wasted", tt.whole, result.Flows[0], err, tt.wasted)
		}
	}
}

// A retries governor notes which attempts it was told are retries.
type retries struct {
	governor.Free
	taken, heard []bool
}

func (r *retries) Take(_ time.Duration, s governor.Sending) { r.taken = append(r.taken, s.Retry) }

func (r *retries) Heard(_ time.Duration, s governor.Sending, _ governor.Outcome) {
	r.heard = append(r.heard, s.Retry)
}

// The first attempt of the next call of a chain is none, whatever came before it.
func TestGovernorsKnowRetries(t *testing.T) {
	for _, tt := range []struct {
		whole bool
		want  []bool
	}{{false, []bool{false, false, true, false}}, {true, []bool{false, false, true, false, false}}} {
		failOnce := formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
			if r.Call == 1 && r.Try == 1 {
				return endpoint.Answer{Status: endpoint.RateLimit}
			}
			return endpoint.Answer{Heard: now + second}
		})
		g := &retries{}
		told(t, clients(failOnce, policy.Fixed{Wait: second}, []time.Duration{0}, &Client{Governors: []governor.Governor{g}, Calls: 3, Whole: tt.whole}))
		if !slices.Equal(g.taken, tt.want) || !slices.Equal(g.heard, tt.want) {
			t.Errorf("whole %t: sent as retries %v, heard of as retries %v; want %v", tt.whole, g.taken, g.heard, tt.want)
		}
	}
}

func TestWorkThatIsDoneTwiceIsCounted(t *testing.T) {
	doneButLost := formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		if r.Try == 0 {
			return endpoint.Answer{Status: endpoint.Timeout, Worked: true}
		}
		return endpoint.Answer{Worked: true}
	})
	for _, tt := range []struct {
		repeat policy.Repeat
		unsafe string
		want   int64
	}{
		{policy.Unsafe, "always", 1},
		{policy.Unsafe, "refused", 0},
		{policy.Keyed, "refused", 0},
		{policy.Safe, "refused", 0},
	} {
		p, err := policy.Parse("fixed(wait=1s, attempts=2, unsafe="+tt.unsafe+")", policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := NewRunner(clients(doneButLost, p, []time.Duration{0}, &Client{Repeat: tt.repeat})).Run(1, nil)
		if err != nil || result.Flows[0].RepeatedEffects != tt.want {
			t.Errorf("repeat %d, unsafe=%s: %+v, %v; want %d", tt.repeat, tt.unsafe, result.Flows[0], err, tt.want)
		}
	}
}
