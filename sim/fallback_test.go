package sim

import (
	"slices"
	"testing"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/trace"
)

func TestFallbacksAreTurnedToInOrder(t *testing.T) {
	onlyStrong := formula(func(now time.Duration, r *endpoint.Request) endpoint.Answer {
		if r.Scope.Model == 2 {
			return endpoint.Answer{}
		}
		return endpoint.Answer{Status: endpoint.RateLimit}
	})
	strong := Fallback{Kind: Model, Model: 2, Capable: true}
	weak := Fallback{Kind: Model, Model: 2}
	queue := Fallback{Kind: Queue, After: 60 * second}
	for _, tt := range []struct {
		name      string
		fallbacks []Fallback
		want      []time.Duration
		end       trace.End
	}{
		{"none", nil, []time.Duration{0, second}, trace.End{Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy}},
		{"a person", []Fallback{{Kind: Person}}, []time.Duration{0, second}, trace.End{Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy, Fallback: "person"}},
		{"a queue, then a person", []Fallback{queue, {Kind: Person}}, []time.Duration{0, second, 61 * second, 62 * second},
			trace.End{Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy, Fallback: "person"}},
		{"another model", []Fallback{strong}, []time.Duration{0, second, second}, trace.End{Outcome: trace.OutcomeCompleted, Fallback: "model"}},
		{"only a model that cannot do it", []Fallback{weak}, []time.Duration{0, second}, trace.End{Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy}},
		{"another model that cannot do it", []Fallback{weak, {Kind: Person}}, []time.Duration{0, second},
			trace.End{Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy, Fallback: "person"}},
	} {
		p := policy.AtMost{Attempts: 2, Of: policy.Fixed{Wait: second}}
		m := told(t, clients(onlyStrong, p, []time.Duration{0}, &Client{Fallbacks: tt.fallbacks, Scope: endpoint.Scope{Model: 1}}))
		if got := m.sentAt("a"); !slices.Equal(got, tt.want) {
			t.Errorf("%s: sent at %v; want %v", tt.name, got, tt.want)
		}
		got := m.ends[0]
		if got.Outcome != tt.end.Outcome || got.Why != tt.end.Why || got.Fallback != tt.end.Fallback {
			t.Errorf("%s: ended %+v; want %+v", tt.name, got, tt.end)
		}
	}
}
