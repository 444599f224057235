package trace

import (
	"slices"
	"testing"
)

// gauged returns what is measured of the records of one flow's requests, all of which
// arrive at 10.
func gauged(t *testing.T, requests map[string][]Attempt, ends map[string]End) (m Measures, traffic Traffic) {
	t.Helper()
	g := Gauge{Each: func(_ Run, flows []Measures, t Traffic) error {
		m, traffic = flows[0], t
		return nil
	}}
	run := Run{Open: true, Flows: []Flow{{Name: "f"}}, HorizonNS: 1000, Limits: []Limit{{WindowNS: 50}}}
	if err := g.Run(run); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b", "c", "d"} {
		if len(requests[id]) == 0 {
			continue
		}
		_ = g.Request(Request{Flow: "f", ID: id, Arrival: 10}) // sinks of records fail only in Each
		for i, a := range requests[id] {
			a.Flow, a.Request, a.Attempt = "f", id, i
			_ = g.Attempt(a)
		}
		end := ends[id]
		end.Flow, end.Request = "f", id
		_ = g.End(end)
	}
	if err := g.Finish(); err != nil {
		t.Fatal(err)
	}
	return m, traffic
}

func TestFirstOutputIsThatOfAnyAttemptAndTheBeginningThatOfTheLast(t *testing.T) {
	done, lost := End{At: 900, Outcome: OutcomeCompleted}, End{At: 900, Outcome: OutcomeGivenUp}
	for _, tt := range []struct {
		name     string
		attempts []Attempt
		end      End
		first    []int64 // from the arrival
		began    []int64
	}{
		{"a stream that was cut and begun anew", []Attempt{
			{At: 20, First: 25, Heard: 60, Status: StatusPartialOutput, OutputTokens: 3},
			{At: 70, First: 82, Heard: 90, Status: StatusOK, OutputTokens: 9},
		}, done, []int64{15}, []int64{72}},
		{"output begins at once", []Attempt{{At: 20, Heard: 60, Status: StatusOK, OutputTokens: 9}}, done, []int64{10}, []int64{10}},
		{"an answer without a token is there when it is heard of", []Attempt{{At: 20, Heard: 60, Status: StatusOK}}, done, []int64{50}, []int64{50}},
		{"a client that hung up in the middle", []Attempt{{At: 20, First: 30, Heard: 60, Status: StatusTimeout, Produced: 9}}, lost, []int64{20}, nil},
		{"one that hung up before", []Attempt{{At: 20, First: 70, Heard: 60, Status: StatusTimeout, Produced: 9}}, lost, nil, nil},
		{"refused, broken, late", []Attempt{{At: 10, Status: StatusRateLimit}, {At: 20, Status: StatusServerError, Heard: 30}, {At: 30, Heard: 60, Status: StatusTimeout}}, lost, nil, nil},
		{"the horizon comes after the first token", []Attempt{{At: 20, First: 990, Heard: 2000, Status: StatusOK, OutputTokens: 9}}, End{At: 1000, Outcome: OutcomeUnfinished}, []int64{980}, nil},
		{"the horizon comes before", []Attempt{{At: 20, First: 1000, Heard: 2000, Status: StatusOK, OutputTokens: 9}}, End{At: 1000, Outcome: OutcomeUnfinished}, nil, nil},
	} {
		m, _ := gauged(t, map[string][]Attempt{"a": tt.attempts}, map[string]End{"a": tt.end})
		if !slices.Equal(m.FirstOutputs.exact, tt.first) || !slices.Equal(m.Beginnings.exact, tt.began) {
			t.Errorf("%s: first output after %v, beginning after %v; want %v and %v", tt.name, m.FirstOutputs, m.Beginnings, tt.first, tt.began)
		}
	}
}

func TestSpansOfOutputAreSortedAndNeverIsCounted(t *testing.T) {
	at := func(first int64) []Attempt {
		return []Attempt{{At: 10, First: first, Heard: 900, Status: StatusOK, OutputTokens: 1}}
	}
	done := End{At: 900, Outcome: OutcomeCompleted}
	m, _ := gauged(t, map[string][]Attempt{"a": at(40), "b": at(20), "c": at(30), "d": {{At: 10, Status: StatusRateLimit}}},
		map[string]End{"a": done, "b": done, "c": done, "d": {At: 900, Outcome: OutcomeGivenUp}})
	for percent, want := range map[float64]int64{25: 10, 50: 20, 75: 30} {
		if span, never, none := m.FirstOutput(percent); span != want || never || none {
			t.Errorf("p%v is %d, %t, %t; want %d", percent, span, never, none, want)
		}
		if span, never, none := m.Beginning(percent); span != want || never || none {
			t.Errorf("p%v of beginnings is %d, %t, %t; want %d", percent, span, never, none, want)
		}
	}
	if _, never, _ := m.FirstOutput(76); !never {
		t.Error("the fourth of four has output")
	}
	if together := Together([]Measures{m, m}); !slices.Equal(together.FirstOutputs.exact, []int64{10, 10, 20, 20, 30, 30}) || !slices.Equal(together.Beginnings.exact, together.FirstOutputs.exact) {
		t.Errorf("together: %v and %v", together.FirstOutputs, together.Beginnings)
	}
}

// What no limit counted is no part of a peak: refusals, what could never fit, and what
// failed before.
func TestPeakIsOfWhatWasAdmitted(t *testing.T) {
	m, traffic := gauged(t, map[string][]Attempt{"a": {
		{At: 10, Status: StatusOK}, {At: 20, Status: StatusRateLimit}, {At: 30, Status: StatusServerError, Uncounted: true},
		{At: 40, Status: StatusRejected, RefusedBy: "it"}, {At: 50, Status: StatusServerError}, {At: 60, Status: StatusOK}, // that of 10 counts no more
	}}, nil)
	if m.Peak != 2 || traffic.Peak != 2 || traffic.PeakAt != 50 {
		t.Errorf("peak %d, of all %d at %d; want 2, 2 at 50", m.Peak, traffic.Peak, traffic.PeakAt)
	}
}
