package scenario

import (
	"slices"
	"testing"

	"ratesim/tickets"
	"ratesim/workload"
)

func TestTheTokenizerCountsPromptsAndAnswers(t *testing.T) {
	words := Counters{"o200k_base": func(string) int { return 7 }}
	for _, tt := range []struct {
		tokenizer     string
		input, output int64
	}{{"lesson", 44, 2}, {"bytes", 42, 2}, {"o200k_base", 7, 7}} {
		s, err := Read(Input{Settings: []Setting{Setting("tickets.tokenizer=" + tt.tokenizer)}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPrompter(s, words)
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewModel(s, p, nil)
		if err != nil {
			t.Fatal(err)
		}
		a := m.Call(SingleCall{Seed: s.Seed})
		if a.InputTokens != tt.input || a.OutputTokens != tt.output || a.Reply != "kesinti" {
			t.Errorf("%s: got %+v; want %d and %d tokens, and the label as ever", tt.tokenizer, a, tt.input, tt.output)
		}
	}
	s, err := Read(Input{Settings: []Setting{"tickets.tokenizer=cl100k_base"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewPrompter(s, words); err == nil || err.Error() != "the tokenizer cl100k_base is not part of this program" {
		t.Errorf("a tokenizer that nobody brought along: got %v", err)
	}
}

// own returns a batch of so many tickets as if they were the user's.
func own(tb testing.TB, count int) tickets.Source {
	tb.Helper()
	s, err := Read(Input{})
	if err != nil {
		tb.Fatal(err)
	}
	p, err := NewPrompter(s, nil)
	if err != nil {
		tb.Fatal(err)
	}
	s.Tickets.Count = int64(count)
	return s.generate(p)
}

func TestTheHorizonFitsAUsersOwnTickets(t *testing.T) {
	for _, tt := range []struct {
		count    int
		settings string
		horizon  int64
		want     string
	}{
		{0, "", 140, ""},
		{160, "", 140, ""},
		{310, "", 30 + 69 + 41, ""}, // the last three of 210 arrive in step 99
		{311, "", 30 + 70 + 41, ""},
		{1000, "", 30 + 299 + 41, ""},
		{1000, "loads.light=null", 30 + 149 + 41, ""},
		{1000, "burst.after=1000", 999 + 41, ""},
		{1000, "horizon=50", 50, ""},
		{1000, "horizon=50s;step=250ms", 200, ""},
		{1000, "step=350h;loads.light=1;burst.start=1000", 0, "the last ticket arrives more than 73 years after the first"},
	} {
		s, err := Read(Input{Settings: settings(tt.settings)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPrompter(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewModel(s, p, own(t, tt.count))
		if tt.want != "" {
			if err == nil || err.Error() != tt.want {
				t.Errorf("%d tickets, %s: got %v; want %s", tt.count, tt.settings, err, tt.want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.horizon != tt.horizon || m.Scenario.Horizon != (Span{Steps: tt.horizon}) {
			t.Errorf("%d tickets, %s: the horizon is %d and shown as %+v; want %d", tt.count, tt.settings, m.horizon, m.Scenario.Horizon, tt.horizon)
		}
		c := caseOf(t, m, m.Scenario.Loads[0].Name, "none")
		if got, want := m.Config(c).Horizon, workload.AtStep(tt.horizon, s.Step); got != want {
			t.Errorf("%d tickets, %s: the run ends at %v; want %v", tt.count, tt.settings, got, want)
		}
	}
}

func TestStepsOfAnyLengthGiveTheSameRun(t *testing.T) {
	for _, policy := range []string{"fixed", "backoff", "exponential(base=2steps, factor=1.5)"} {
		want, err := runner(t, model(t, Input{}), "heavy", policy).Run(11, nil)
		if err != nil {
			t.Fatal(err)
		}
		wantFlows := slices.Clone(want.Flows)
		for _, list := range []string{
			"step=250ms",
			"horizon=140s;limit.window=3s;burst.start=30s;flows.interactive.every=2s;flows.interactive.until=2m;flows.interactive.budget=1s",
			"step=1h;horizon=140h;limit.window=3h;burst.start=30h;flows.interactive.every=2h;flows.interactive.until=120h;flows.interactive.budget=1h",
		} {
			got, err := runner(t, model(t, Input{Settings: settings(list)}), "heavy", policy).Run(11, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Flows, wantFlows) {
				t.Errorf("%s, %s: got %+v; want %+v", policy, list, got.Flows, wantFlows)
			}
		}
	}
}

func TestARunWithoutEndIsStopped(t *testing.T) {
	m := model(t, Input{Settings: []Setting{"max_events=500", "faults.partial=1", "policies.stubborn=fixed(wait=0s, attempts=1000)"}})
	_, err := runner(t, m, "heavy", "stubborn").Run(3, nil)
	if want := "seed 3: more than 500 arrivals and attempts (max_events) by 36s: the run does not seem to end"; err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
}

// An endless batch has more tickets than can be numbered.
type endless struct{ tickets.Source }

func (endless) Len() int { return requestsMax + 1 }

func TestThereAreAtMostAsManyTicketsAsCanBeNumbered(t *testing.T) {
	s, err := Read(Input{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewModel(s, tickets.Prompter{}, endless{}); err == nil || err.Error() != "want at most 4294967294 tickets; have 4294967295" {
		t.Errorf("got %v", err)
	}
}
