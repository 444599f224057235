package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/trace"
)

// A far endpoint answers when a call comes to it, and notes that.
type far struct {
	formula
	way    func(r *endpoint.Request) time.Duration
	served []string // flow, number and try, at which second
}

func (*far) IsDistant() bool { return true }

func (f *far) Way(_ time.Duration, r *endpoint.Request) time.Duration { return f.way(r) }

func (f *far) Serve(now time.Duration, r *endpoint.Request) endpoint.Answer {
	f.served = append(f.served, fmt.Sprintf("%d.%d.%d at %v", r.Flow, r.Number, r.Try, now))
	return f.formula.Serve(now, r)
}

// What is sent later may come first; each answer is heard from when its call came.
func TestACallIsServedWhenItArrives(t *testing.T) {
	e := &far{formula: taking(10 * second), way: func(r *endpoint.Request) time.Duration {
		return []time.Duration{5 * second, second, 0}[r.Number]
	}}
	m := told(t, clients(e, policy.None{}, []time.Duration{0, second, 3 * second}, &Client{}))
	if want := []string{"0.1.0 at 2s", "0.2.0 at 3s", "0.0.0 at 5s"}; !slices.Equal(e.served, want) {
		t.Errorf("the endpoint serves %v; want %v", e.served, want)
	}
	var have []string
	for _, a := range m.attempts {
		have = append(have, fmt.Sprintf("%s: %d-%d-%d", a.Request, a.At/int64(second), a.Reached/int64(second), a.Heard/int64(second)))
	}
	if want := []string{"1: 1-2-12", "2: 3-0-13", "0: 0-5-15"}; !slices.Equal(have, want) {
		t.Errorf("attempts are sent, come and are heard of at %v; want %v", have, want)
	}
}

// A client that hangs up before its call has arrived is not heard there; one that
// hangs up in that instant is.
func TestACallWhoseClientHasHungUpNeverArrives(t *testing.T) {
	for _, tt := range []struct {
		way    time.Duration
		served string
	}{
		{3 * second, "0.0.0 at 3s 0.0.1 at 7s"},
		{3*second + 1, ""},
	} {
		e := &far{formula: taking(second), way: func(*endpoint.Request) time.Duration { return tt.way }}
		p, err := policy.Parse("fixed(wait=1s, attempts=2, timeout=3s, retry=timeout)", policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		m := told(t, clients(e, p, []time.Duration{0}, &Client{}))
		if have := strings.Join(e.served, " "); have != tt.served {
			t.Errorf("with a way of %v the endpoint serves %q; want %q", tt.way, have, tt.served)
		}
		for i, a := range m.attempts {
			if a.Status != trace.StatusTimeout || a.At != int64(i)*4*int64(second) || a.Heard != a.At+3*int64(second) || a.Uncounted != (tt.served == "") {
				t.Errorf("with a way of %v attempt %d is %+v", tt.way, i+1, a)
			}
		}
		if len(m.attempts) != 2 || m.ends[0].Outcome != trace.OutcomeGivenUp {
			t.Errorf("with a way of %v there are %d attempts and the end is %s", tt.way, len(m.attempts), m.ends[0].Outcome)
		}
	}
}

// Nothing happens at the horizon or later: a call that would arrive then is in
// flight.
func TestACallOnItsWayAtTheHorizonIsInFlight(t *testing.T) {
	e := &far{formula: taking(second), way: func(*endpoint.Request) time.Duration { return 2000 * second }}
	c := clients(e, policy.None{}, []time.Duration{0, second}, &Client{})
	m := told(t, c)
	if len(e.served) > 0 || len(m.attempts) != 2 || m.ends[0].Outcome != trace.OutcomeUnfinished {
		t.Errorf("%d calls are served and %d attempts made, with the end %+v", len(e.served), len(m.attempts), m.ends[0])
	}
	result, err := NewRunner(c).Run(1, nil)
	if err != nil || result.Flows[0].InFlight != 2 || result.Flows[0].Unfinished != 2 {
		t.Errorf("%v: %d are in flight and %d unfinished; want 2 and 2", err, result.Flows[0].InFlight, result.Flows[0].Unfinished)
	}
}
