package sim

import (
	"math"
	"strings"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/workload"
)

// looping returns a configuration of workers who do not think.
func looping(e endpoint.Endpoint, workers int) Config {
	c := oneClient(e, policy.None{})
	c.Horizon = 100 * second
	c.Flows[0].Loop = &workload.Loop{Workers: workers}
	return c
}

func TestARunThatGetsNowhereIsStopped(t *testing.T) {
	late := looping(formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		if r.Number < 3 {
			return endpoint.Answer{Heard: now + second}
		}
		return endpoint.Answer{Status: endpoint.RateLimit}
	}), 1)
	throng := oneClient(taking(second), policy.None{})
	throng.Flows[0].Arrivals, throng.Flows[0].Requests = newArrivals(make([]time.Duration, 1001)), make(items, 1001)
	plain := unlucky(make([]time.Duration, 400), policy.Fixed{})
	plain.Step = 0
	for _, tt := range []struct {
		name   string
		config Config
		want   string
	}{
		{"answers at once", looping(taking(0), 3), "seed 5: more than 1000 arrivals and attempts at 0s, the last of them of clients: answers come at once, and its workers do not think, so time does not pass"},
		{"refusals at once, from an instant on", late, "at 3s, the last of them of clients: answers come at once, and its workers do not think, so time does not pass"},
		{"too many at once", throng, "at 0s, the last of them of clients: so many requests arrive at once, so time does not pass"},
		{"retries at once", plain, "at 0s, the last of them of batch: answers come at once, and its requests do not wait, so time does not pass"},
	} {
		for _, order := range []Order{ByFlow, ByQueue, Fair} {
			if tt.config.Order = order; tt.config.Flows[0].Client == nil && order != ByFlow {
				continue
			}
			r := NewRunner(tt.config)
			r.atOnce = 1000
			if _, err := r.Run(5, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s, order %d: got %v; want %s", tt.name, order, err, tt.want)
			}
			if r.events > 2*r.atOnce {
				t.Errorf("%s, order %d: stopped after %d events; want soon after %d", tt.name, order, r.events, r.atOnce)
			}
		}
	}
}

func TestAsManyEventsAtOnceAsThereMayBe(t *testing.T) {
	c := looping(taking(second), 500)
	r := NewRunner(c)
	r.atOnce = 1000 // 500 requests arrive and are sent at each second
	if _, err := r.Run(5, nil); err != nil {
		t.Error(err)
	}
	r.atOnce--
	if _, err := r.Run(5, nil); err == nil {
		t.Error("one more event than there may be at an instant is no error")
	}
}

func TestARunOfTooManyRequestsAtATimeIsStopped(t *testing.T) {
	arrive := make([]time.Duration, 100)
	for i := range arrive {
		arrive[i] = time.Duration(i) * second
	}
	c := oneClient(taking(math.MaxInt64/2), policy.None{})
	c.Horizon = 1000 * second
	c.Flows[0].Arrivals, c.Flows[0].Requests = newArrivals(arrive), make(items, len(arrive))
	r := NewRunner(c)
	for _, tt := range []struct {
		crowd int
		want  string
	}{{100, ""}, {40, "seed 5: more than 40 requests have arrived and not ended by 40s, the last of them of clients: more arrive than are ever answered"}} {
		r.crowd = tt.crowd
		_, err := r.Run(5, nil)
		if got := errorText(err); got != tt.want {
			t.Errorf("at most %d: got %q; want %q", tt.crowd, got, tt.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
