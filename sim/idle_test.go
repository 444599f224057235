package sim

import (
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
)

// A policy that waits once more after its last attempt gives up only then: at 1 s
// the second attempt, at 3 s the end. A deadline comes first.
func TestALastWaitDelaysTheEnd(t *testing.T) {
	refused := formula(func(time.Duration, *endpoint.Request) endpoint.Answer {
		return endpoint.Answer{Status: endpoint.RateLimit, HTTP: 429}
	})
	p, err := policy.Parse("exponential(base=1s, attempts=2, last-wait=yes)", policy.Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		budget time.Duration
		client *Client // nil for a flow without one
		ends   time.Duration
		why    string
	}{
		{-1, &Client{}, 3 * second, "policy"},
		{2 * second, &Client{}, 2 * second, "deadline"},
		{-1, nil, 3 * second, "policy"},
	} {
		c := clients(refused, p, []time.Duration{0}, &Client{})
		c.Flows[0].Client, c.Flows[0].Budget = tt.client, tt.budget
		m := told(t, c)
		if len(m.attempts) != 2 || len(m.ends) != 1 || m.ends[0].At != int64(tt.ends) || m.ends[0].Why != tt.why {
			t.Errorf("with %v: %d attempts, ends %+v; want an end at %v by %s", tt.budget, len(m.attempts), m.ends, tt.ends, tt.why)
		}
		result, err := NewRunner(c).Run(1, nil)
		if err != nil || result.Flows[0].GivenUp != 1 || result.Flows[0].Calls != 2 || result.Flows[0].InFlight != 0 {
			t.Errorf("with %v: %+v, %v", tt.budget, result.Flows[0], err)
		}
	}
}

// Of Polly's waits the sum is what counts, also where a flow has no Client: with
// draws as they come, two waits together are from 1.377 to 2.837 s, each rounded up
// to a millisecond by the steps.
func TestWaitsThatEvenOutDoSoInSteps(t *testing.T) {
	refused := formula(func(time.Duration, *endpoint.Request) endpoint.Answer {
		return endpoint.Answer{Status: endpoint.RateLimit, HTTP: 429}
	})
	p, err := policy.Parse("tanh-jitter(base=1s, attempts=3)", policy.Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[bool]int{}
	for seed := range int64(40) {
		c := clients(refused, p, []time.Duration{0}, &Client{})
		c.Flows[0].Client, c.Step = nil, time.Millisecond
		m := memory{}
		if _, err := NewRunner(c).Run(seed, &m); err != nil || len(m.attempts) != 3 {
			t.Fatalf("%d attempts, %v", len(m.attempts), err)
		}
		first, last := time.Duration(m.attempts[1].At), time.Duration(m.attempts[2].At)
		if last < 1377*time.Millisecond || last > 2840*time.Millisecond || first > 1379*time.Millisecond {
			t.Errorf("seed %d: attempts at %v and %v", seed, first, last)
		}
		seen[first > second]++
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("the first wait is over a second %d times of 40", seen[true])
	}
}
