package report

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ratesim/trace"
)

// A name that no run of the trace has is told apart from a request that is not
// there.
func TestAStoryThatIsNotThereSaysWhichNameIsWrong(t *testing.T) {
	tests := []struct {
		wanted Wanted
		want   string
	}{
		{Wanted{Request: "9"}, "the trace has no such request: request 9"},
		{Wanted{Request: "1", Load: "hevy"}, `of load there is light, heavy; did you mean "heavy"?`},
		{Wanted{Request: "1", Policy: "nnoe"}, `of policy there is none; did you mean "none"?`},
		{Wanted{Request: "1", Policy: "fixed(wait=1s)"}, "the trace has no such request: request 1, policy fixed(wait=1s)"},
		{Wanted{Request: "1", Flow: "bath"}, `of flow there is interactive, batch; did you mean "batch"?`},
	}
	for _, test := range tests {
		finder := &Finder{Wanted: test.wanted}
		for _, load := range []string{"light", "heavy"} {
			run := trace.Run{Load: load, Policy: "none", PolicySpec: "none", Flows: []trace.Flow{{Name: "interactive"}, {Name: "batch"}}}
			if err := finder.Run(run); err != nil {
				t.Fatal(err)
			}
		}
		_, err := finder.Story()
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want it to end in %s", test.wanted, err, test.want)
		}
	}
}

// Names that would break lines or steer a terminal are told as what can be printed.
func TestAMessageWithNamesOfATraceIsOneLine(t *testing.T) {
	for _, wanted := range []Wanted{{Request: "1", Flow: "bath"}, {Request: "1"}} {
		finder := &Finder{Wanted: wanted}
		for _, flow := range []string{"ba\ntch", "\x1b[31mchat"} {
			run := trace.Run{Policy: "none", PolicySpec: "none", Flows: []trace.Flow{{Name: flow}}}
			request := trace.Request{Flow: flow, ID: "1"}
			end := trace.End{Flow: flow, Request: "1", Outcome: trace.OutcomeUnfinished}
			if err := errors.Join(finder.Run(run), finder.Request(request), finder.End(end)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := finder.Story()
		if err == nil || strings.ContainsAny(err.Error(), "\n\x1b") || !strings.Contains(err.Error(), "ba tch") {
			t.Errorf("%+v: %q", wanted, err)
		}
	}
}

// What became of an attempt says why it was refused, and which sizes never fit.
func TestAStorySaysWhyAnAttemptFailed(t *testing.T) {
	tests := []struct {
		attempt trace.Attempt
		want    string
	}{
		{trace.Attempt{Status: trace.StatusRateLimit, HTTP: 429, RefusedBy: "calls", WindowFill: 3, WindowLimit: 2, Wait: 1.5e9},
			"refused by the limit calls, 3 of 2 counted, room in 1.5s (429); paid 0 + 0 tokens"},
		{trace.Attempt{Status: trace.StatusRateLimit, HTTP: 429, Hints: "seconds 0s"},
			"refused, though by no limit (429); it said seconds 0s; paid 0 + 0 tokens"},
		{trace.Attempt{Status: trace.StatusRejected, HTTP: 400, RefusedBy: "tokens", WindowLimit: 100, Prompt: 200, MaxOutput: 50},
			"200 + 50 tokens never fit the limit tokens of 100 (400); paid 0 + 0 tokens"},
		{trace.Attempt{Status: trace.StatusRejected, HTTP: 401}, "rejected (401); paid 0 + 0 tokens"},
	}
	for _, test := range tests {
		if got := (Story{}).outcomeText(test.attempt); got != test.want {
			t.Errorf("%q; want %q", got, test.want)
		}
	}
}

// A retry without a wait is told behind the decision to make it.
func TestAStoryIsToldInOrderWhenNoTimePasses(t *testing.T) {
	s := Story{
		Attempts:  []trace.Attempt{{Status: trace.StatusServerError}, {Attempt: 1, Status: trace.StatusOK}},
		Decisions: []trace.Decision{{Again: true}},
	}
	var got []string
	for _, e := range s.openEvents() {
		got = append(got, e.text)
	}
	want := []string{"attempt 1 is sent: server error; paid 0 + 0 tokens", "waits 0s", "attempt 2 is sent: answered; paid 0 + 0 tokens"}
	if !slices.Equal(got, want) {
		t.Errorf("told %q; want %q", got, want)
	}
}
