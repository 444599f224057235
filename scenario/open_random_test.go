package scenario

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"ratesim/scenario/scenariotest"
	"ratesim/sim"
	"ratesim/trace"
)

func TestRandomAccountsLoseNothing(t *testing.T) {
	runs := 400
	if testing.Short() {
		runs = 50
	}
	for n := range runs {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		text := scenariotest.Account(rng)
		s, err := Read(Input{File: strings.NewReader(text), FileName: "random.yaml"})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		m, err := NewOpenModel(s)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		c, err := m.Case("", "mine")
		if err != nil {
			t.Fatal(err)
		}
		runner := sim.NewRunner(m.Config(c))
		first := measuredRun(t, m, c, runner)
		if again := measuredRun(t, m, c, runner); !reflect.DeepEqual(first, again) {
			t.Fatalf("account %d: the same runner and seed gave\n%+v, then\n%+v\n%s", n, first, again, text)
		}
		if anew := measuredRun(t, m, c, sim.NewRunner(m.Config(c))); !reflect.DeepEqual(first, anew) {
			t.Fatalf("account %d: a new runner gave\n%+v, the first one\n%+v\n%s", n, anew, first, text)
		}
	}
}

// measuredRun makes a run with all checks and returns what was measured.
func measuredRun(t *testing.T, m *Model, c Case, runner *sim.Runner) (measures []trace.Measures) {
	t.Helper()
	check := &trace.Checker{}
	gauge := &trace.Gauge{Each: func(_ trace.Run, flows []trace.Measures, _ trace.Traffic) error {
		measures = flows
		return nil
	}}
	sink := trace.Tee{check, gauge}
	header := m.Header(c, 7)
	if err := sink.Run(header); err != nil {
		t.Fatal(err)
	}
	result, err := runner.Run(7, sink)
	if err == nil {
		err = check.Finish()
	}
	if err == nil {
		err = gauge.Finish()
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, m.Scenario.YAML())
	}
	counts := make([]trace.Counts, len(header.Flows))
	for i, flow := range m.FlowsOf(c) {
		counts[flow] = sum(counts[flow], result.Flows[i])
	}
	for i := range counts {
		if measures[i].Counts != counts[i] {
			t.Fatalf("flow %s: counted %+v, from the records %+v\n%s", header.Flows[i].Name, counts[i], measures[i].Counts, m.Scenario.YAML())
		}
	}
	return measures
}

func sum(a, b trace.Counts) trace.Counts {
	return trace.Together([]trace.Measures{{Counts: a}, {Counts: b}}).Counts
}
