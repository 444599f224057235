package scenario

import (
	"strings"
	"testing"

	"ratesim/preset"
)

// withEndpoint returns an account with a preset laid over it, ready to be run.
func withEndpoint(t *testing.T, endpoint string, settings ...Setting) *Model {
	t.Helper()
	s, err := Read(Input{Endpoint: endpoint, Settings: settings})
	if err != nil {
		t.Fatalf("%s: %v", endpoint, err)
	}
	m, err := NewOpenModel(s)
	if err != nil {
		t.Fatalf("%s: %v", endpoint, err)
	}
	return m
}

func TestEachPresetAndTierIsAnEndpoint(t *testing.T) {
	for _, e := range preset.Endpoints() {
		withEndpoint(t, e.Name)
		for _, tier := range e.Tiers {
			withEndpoint(t, e.Name+"("+tier.Arguments+")")
		}
		for _, p := range e.Parameters {
			for _, word := range p.Words {
				withEndpoint(t, e.Name+"("+p.Name+"="+word+")")
			}
		}
		for _, r := range e.Refusals {
			withEndpoint(t, e.Name, Setting("endpoint.faults.other="+r.Fault))
		}
	}
}

// What a preset makes of a scenario is a scenario file, and the same when it is read
// again.
func TestPresetsAreShownWhole(t *testing.T) {
	for _, e := range preset.Endpoints() {
		m := withEndpoint(t, e.Name)
		again, err := Read(Input{File: strings.NewReader(string(m.Scenario.YAML())), FileName: e.Name})
		if err != nil {
			t.Fatalf("%s: %v\n%s", e.Name, err, m.Scenario.YAML())
		}
		if got := string(again.YAML()); got != string(m.Scenario.YAML()) {
			t.Errorf("%s: shown and read it is\n%s\nnot\n%s", e.Name, got, m.Scenario.YAML())
		}
	}
}
