package main

import (
	"strings"
	"testing"

	"ratesim/scenarios/published"
)

// A reproduction that could not fail would prove nothing. Each of these is a
// mistake in the model, and some figure of the study catches it.
func TestPublishedFiguresCatchMistakes(t *testing.T) {
	for _, tt := range []struct{ study, policy, mistake, catches string }{
		{"contention", "full", "policies.full=full-jitter(base=5ms, cap=2s, attempts=1000000, retry=409)", "writes"},
		{"contention", "full", "policies.full=full-jitter(base=10ms, attempts=1000000, retry=409)", "last success (s)"},
		{"contention", "full", "policies.full=full-jitter(base=10ms, cap=200ms, attempts=1000000, retry=409)", "last success (s)"},
		{"contention", "full", "endpoint.network=normal(mean=10ms, deviation=1ms)", "writes"},
		{"contention", "decorrelated", "policies.decorrelated=full-jitter(base=10ms, cap=2s, attempts=1000000, retry=409)", "writes"},
		{"collapse", "at-once", "endpoint.latency=loaded(of=constant(latency=1s), per=0.009)", "goodput"},
		{"collapse", "backoff", "policies.backoff=full-jitter(base=10s, attempts=3, timeout=3s, retry=timeout)", "retries"},
		{"outage-and-cap", "jitter", "policies.jitter=full-jitter(base=200ms, cap=10s, attempts=1000, heed=ignore)", "attempts"},
		{"outage-and-cap", "backoff", "endpoint.limits.requests=fixed-window(limit=201, window=1s)", "refused"},
	} {
		o := reproduceOptions{seeds: 20, policy: list{tt.policy}, workers: 2}
		x := experimentWith(t, tt.study, tt.policy, tt.mistake)
		if err := o.make(t.Context(), edge{err: discard{}}, []*experiment{x}); err != nil {
			t.Fatal(err)
		}
		var caught []string
		for _, row := range x.rows() {
			if !row.Agrees {
				caught = append(caught, row.What)
			}
		}
		if !strings.Contains(strings.Join(caught, ", "), tt.catches) {
			t.Errorf("%s, %s with %s: caught by %q; want %s among them", tt.study, tt.policy, tt.mistake, caught, tt.catches)
		}
	}
}

// discard is where nothing is shown.
type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// experimentWith returns the case of a study that changes nothing of its scenario,
// with a mistake in it.
func experimentWith(t *testing.T, name, policy, mistake string) *experiment {
	t.Helper()
	var x *experiment
	for _, study := range published.Studies() {
		if study.Name != name {
			continue
		}
		claims, err := study.Claims()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range claims {
			if c.Policy != policy || len(c.Settings) > 0 && c.Case != "100 clients" {
				continue
			}
			c.Settings = append(append([]string{}, c.Settings...), mistake)
			if x == nil {
				if x, err = newExperiment(study, c); err != nil {
					t.Fatal(err)
				}
				x.values = make([][]float64, 20)
				continue
			}
			x.claims = append(x.claims, c)
		}
	}
	if x == nil {
		t.Fatalf("study %s has no case of %s", name, policy)
	}
	return x
}
