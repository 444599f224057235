package scenario

import (
	"strings"
	"testing"
	"time"

	"ratesim/recorded"
	"ratesim/sim"
	"ratesim/trace"
)

const recordedScenario = `version: 1
extends: account
flows:
  own:
    arrivals: trace(file=a.csv)
  other:
    arrivals: trace(file=b.csv, format=plain)
    cached: fixed(tokens=7)
    max_output: fixed(tokens=3)
`

// recordedRun reads a scenario, hands a tape in to both of its flows and makes a
// model.
func recordedRun(t *testing.T, settings ...Setting) *Model {
	t.Helper()
	s, err := Read(Input{File: strings.NewReader(recordedScenario), FileName: "f", Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	tape, err := recorded.Record(strings.NewReader("at,input,output,cached\n0,100,40,9\n1.5,200,5,0\n"), recorded.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range s.Recordings() {
		if !wanted.FromFile {
			t.Errorf("%s is said to come from a flag", wanted.File)
		}
		s.HandIn(wanted.Flow, tape)
	}
	m, err := NewOpenModel(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What the trace has comes from it, unless the flow sets it.
func TestSizesOfRecordedRequests(t *testing.T) {
	m := recordedRun(t)
	c, err := m.Case("", "none")
	if err != nil {
		t.Fatal(err)
	}
	runner := sim.NewRunner(m.Config(c))
	for seed := range int64(3) { // a Runner remembers nothing of the run before
		got := map[string][4]int64{}
		if _, err := runner.Run(seed, attempts(func(a trace.Attempt) {
			got[a.Flow+a.Request] = [4]int64{a.Prompt, max(a.Cached, a.PromptCached), a.OutputTokens, a.MaxOutput}
		})); err != nil {
			t.Fatal(err)
		}
		for request, want := range map[string][4]int64{
			"own1": {100, 9, 40, 64}, "own2": {200, 0, 5, 64}, "other1": {100, 7, 3, 3}, "other2": {200, 7, 3, 3},
		} {
			if got[request] != want {
				t.Errorf("seed %d: %s has input, cached, output and max_tokens %v; want %v", seed, request, got[request], want)
			}
		}
	}
}

// attempts is a Sink of attempts alone.
type attempts func(trace.Attempt)

func (attempts) Run(trace.Run) error             { return nil }
func (attempts) Request(trace.Request) error     { return nil }
func (attempts) Decision(trace.Decision) error   { return nil }
func (attempts) End(trace.End) error             { return nil }
func (s attempts) Attempt(a trace.Attempt) error { s(a); return nil }

func TestHorizonOfRecordedRequests(t *testing.T) {
	m := recordedRun(t)
	if r := m.Recorded()[0]; !r.Assumed || r.Horizon != 5*time.Minute+2*time.Second || m.Scenario.Horizon.Duration != r.Horizon {
		t.Errorf("got a horizon of %v (%v); want 5m2s", r.Horizon, m.Scenario.Horizon)
	}
	m = recordedRun(t, "horizon=1s")
	if r := m.Recorded()[0]; r.Assumed || r.Horizon != time.Second || r.Summary.Late != 1 {
		t.Errorf("got %+v; want a horizon of 1s and a late request", r)
	}
}

func TestRecordOfARunNamesTheSource(t *testing.T) {
	m := recordedRun(t)
	c, _ := m.Case("", "none")
	source := m.Header(c, 1).Flows[1].Source
	if source == nil || source.File != "b.csv" || source.Format != "plain" || source.Rows != 2 || len(source.SHA256) != 64 || source.Arrivals != "trace(file=b.csv, format=plain)" {
		t.Errorf("got %+v", source)
	}
}

func TestRecordedRequestsThatNobodyHandedIn(t *testing.T) {
	s, err := Read(Input{File: strings.NewReader(recordedScenario), FileName: "f"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewOpenModel(s); err == nil || !strings.Contains(err.Error(), "f:5:15: flows.own.arrivals: want the requests of a.csv; nobody has handed them in") {
		t.Errorf("got %v", err)
	}
}

func TestWhatAClientAllows(t *testing.T) {
	for longest, want := range map[int64]int64{0: 16, 16: 16, 17: 32, 1899: 2048, 2000: 2048, 2048: 2048, 2049: 4096} {
		if got := allowed(longest); got != want {
			t.Errorf("answers of up to %d tokens: got %d; want %d", longest, got, want)
		}
	}
}
