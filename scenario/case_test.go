package scenario

import (
	"slices"
	"strings"
	"testing"

	"ratesim/policy"
	"ratesim/trace"
)

func TestAPolicyIsANameOrASpec(t *testing.T) {
	m := model(t, Input{Settings: []Setting{"policies.Eager=fixed(wait=0s, attempts=2)", "policies.exponential=none", "step=250ms"}})
	for _, tt := range []struct{ policy, spec string }{
		{"none", "none"}, // a name and a kind
		{"fixed", "fixed(wait=250ms, attempts=4)"},
		{"backoff", "exponential(base=250ms, attempts=4)"},
		{"Eager", "fixed(wait=0s, attempts=2)"},
		{"exponential", "none"}, // the scenario's name wins
		{"fixed(wait=2steps)", "fixed(wait=500ms, attempts=4)"},
		{" exponential( base = 1s, cap=1m , attempts=9 ) ", "exponential(base=1s, cap=1m0s, attempts=9)"},
	} {
		c, err := m.Case("heavy", tt.policy)
		if err != nil {
			t.Errorf("%s: %v", tt.policy, err)
			continue
		}
		if c.Spec() != tt.spec || c.Policy != tt.policy || c.Load != "heavy" {
			t.Errorf("%s: got %s for policy %q and load %q; want %s", tt.policy, c.Spec(), c.Policy, c.Load, tt.spec)
		}
	}
}

func TestCaseSaysWhichNameIsWrong(t *testing.T) {
	m := model(t, Input{Settings: []Setting{"policies.Eager=fixed(wait=0s)"}})
	kinds := strings.Join(policy.Kinds(), ", ") + ", and the clients that ratesim policies lists"
	for _, tt := range []struct{ load, policy, want string }{
		{"hevy", "none", `there is no load "hevy"; there are light, heavy; did you mean "heavy"?`},
		{"", "none", `there is no load ""; there are light, heavy`},
		{"light", "backof", `there is no policy "backof"; the scenario has none, fixed, backoff, Eager, there are the kinds ` + kinds + `; did you mean "backoff"?`},
		{"light", "Eagr", `there is no policy "Eagr"; the scenario has none, fixed, backoff, Eager, there are the kinds ` + kinds + `; did you mean "Eager"?`},
		{"light", "zzzzzzzz", `there is no policy "zzzzzzzz"; the scenario has none, fixed, backoff, Eager, there are the kinds ` + kinds},
		{"light", "fxed(wait=1s)", "there is no policy \"fxed\"; did you mean \"fixed\"?\n\tfxed(wait=1s)\n\t^"},
		{"light", "fixed(wait=1step", "want a comma or ) after the value of wait; have the end\n\tfixed(wait=1step\n\t                ^"},
		{"light", "exponential", "exponential wants base, such as exponential(base=1s)\n\texponential\n\t^"},
	} {
		_, err := m.Case(tt.load, tt.policy)
		if err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

func TestCasesOfOneModelDoNotDisturbEachOther(t *testing.T) {
	m := model(t, Input{})
	want := map[string]trace.Counts{}
	for _, policy := range []string{"none", "fixed", "backoff"} {
		result, err := runner(t, model(t, Input{}), "heavy", policy).Run(7, nil)
		if err != nil {
			t.Fatal(err)
		}
		want[policy] = result.Flows[1]
	}
	first, second := runner(t, m, "heavy", "fixed"), runner(t, m, "heavy", "backoff")
	for range 2 {
		fixed, err := first.Run(7, nil)
		if err != nil {
			t.Fatal(err)
		}
		backoff, err := second.Run(7, nil)
		if err != nil {
			t.Fatal(err)
		}
		if fixed.Flows[1] != want["fixed"] || backoff.Flows[1] != want["backoff"] {
			t.Errorf("got %+v and %+v\nwant %+v and %+v", fixed.Flows[1], backoff.Flows[1], want["fixed"], want["backoff"])
		}
	}
}

func TestHeaderSaysWhatACheckMustKnow(t *testing.T) {
	m := model(t, Input{Settings: []Setting{"name=mine", "step=250ms", "limit.window=1s", "limit.count_refused=false"}})
	got := m.Header(caseOf(t, m, "light", "fixed"), -3)
	limits, flows := got.Limits, got.Flows
	got.Limits, got.Flows = nil, nil
	want := trace.Run{
		Version: trace.Version, Scenario: "mine", Load: "light", Policy: "fixed", PolicySpec: "fixed(wait=250ms, attempts=4)",
		Seed: -3, StepNS: 250e6, HorizonNS: 35e9,
	}
	if !equalRuns(got, want) {
		t.Errorf("got %+v; want %+v", got, want)
	}
	if want := []trace.Limit{{Name: "calls", Unit: "calls", Limit: 24, WindowNS: 1e9}}; !slices.Equal(limits, want) {
		t.Errorf("got limits %+v; want %+v", limits, want)
	}
	if want := []trace.Flow{{Name: "interactive"}, {Name: "batch"}}; !slices.Equal(flows, want) {
		t.Errorf("got flows %+v; want %+v", flows, want)
	}
}

func equalRuns(a, b trace.Run) bool {
	return a.Version == b.Version && a.Scenario == b.Scenario && a.Load == b.Load && a.Policy == b.Policy &&
		a.PolicySpec == b.PolicySpec && a.Seed == b.Seed && a.StepNS == b.StepNS && a.HorizonNS == b.HorizonNS
}

func TestLateNamesTheRequestsThatDoNotArrive(t *testing.T) {
	for _, tt := range []struct {
		settings string
		load     string
		want     []Late
	}{
		{"", "light", nil},
		{"horizon=100", "light", []Late{{"interactive", 10, 60, 100}}},
		{"horizon=99", "heavy", []Late{{"interactive", 10, 60, 99}, {"batch", 1, 160, 99}}},
		{"horizon=31", "heavy", []Late{{"interactive", 44, 60, 31}, {"batch", 69 + 54, 160, 31}}},
		{"horizon=31;loads.heavy=60", "heavy", []Late{{"interactive", 44, 60, 31}, {"batch", 69, 160, 31}}},
		{"tickets.count=0;flows.interactive.every=0", "light", nil},
	} {
		m := model(t, Input{Settings: settings(tt.settings)})
		c := caseOf(t, m, tt.load, "fixed")
		got := m.Late(c)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %+v; want %+v", tt.settings, got, tt.want)
		}
		result, err := runner(t, m, tt.load, "fixed").Run(1, nil)
		if err != nil {
			t.Fatal(err)
		}
		late := map[string]int64{}
		for _, l := range got {
			late[l.Flow] = int64(l.Requests)
		}
		if result.Late[0] != late[InteractiveFlow] || result.Late[1] != late[BatchFlow] {
			t.Errorf("%s: the run says %d; want %+v", tt.settings, result.Late, got)
		}
	}
}

func TestCallIsTheLessonsSingleCall(t *testing.T) {
	m := model(t, Input{})
	seed := m.Scenario.Seed
	if got, want := m.Call(SingleCall{Seed: seed}), (trace.Attempt{Status: "ok", InputTokens: 44, OutputTokens: 2, Reply: "kesinti"}); got != want {
		t.Errorf("a single call is %+v; want %+v", got, want)
	}
	if got, want := m.Call(SingleCall{Ticket: 1, Seed: seed, Full: true}), (trace.Attempt{Status: "rate_limit", WindowFill: 24, WindowLimit: 24}); got != want {
		t.Errorf("a call against a full window is %+v; want %+v", got, want)
	}
	count, tokens := map[string]int{}, map[string]int64{}
	for i := range m.Tickets.Len() {
		a := m.Call(SingleCall{Ticket: i, Seed: seed})
		count[a.Status]++
		tokens[a.Status] += a.InputTokens + a.OutputTokens
	}
	for status, want := range map[string][2]int{"ok": {137, 6523}, "timeout": {9, 436}, "partial_output": {14, 655}} {
		if count[status] != want[0] || tokens[status] != int64(want[1]) {
			t.Errorf("%d calls end with %s and cost %d tokens; want %v", count[status], status, tokens[status], want)
		}
	}
}
