package scenario

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"ratesim/preset"
	"ratesim/sim"
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

// limitsOf returns the limits of a scenario as a text each.
func limitsOf(s *Scenario) string {
	var all []string
	for _, l := range s.Open.Endpoint.Limits {
		all = append(all, l.Name+" "+l.Value)
	}
	return strings.Join(all, "; ")
}

const (
	flowOfOne = "flows: {chat: {requests: 1}}\n"

	openaiRequests = "requests token-bucket(limit=500, window=60s, count-refused=no)"
	openaiTokens   = "tokens token-bucket(limit=1000, window=60s, of=tokens, estimate=sum, bound=0)"
)

// A preset lies between the built-in scenario and what the file says; the flag's
// lies over the file, and settings over all.
func TestPresetsLieBeneathWhatTheUserSays(t *testing.T) {
	for _, tt := range []struct {
		what, file string
		endpoint   string
		settings   []Setting
		want       string
	}{
		{"the preset's alone", "endpoint: {preset: openai(tpm=1000)}", "", nil, openaiRequests + "; " + openaiTokens},
		{"wherever it stands", "endpoint: {latency: constant(latency=1s), preset: openai(tpm=1000)}", "", nil, openaiRequests + "; " + openaiTokens},
		{"one of the file's own", "endpoint: {limits: {tokens: interval(apart=1s)}, preset: openai(tpm=1000)}", "", nil, openaiRequests + "; tokens interval(apart=1s)"},
		{"one more", "endpoint: {limits: {x: concurrency(limit=2)}, preset: openai(tpm=1000)}", "", nil, openaiRequests + "; " + openaiTokens + "; x concurrency(limit=2)"},
		{"one taken out, and with it what is said of it", "endpoint: {limits: {requests: null}, preset: openai(tpm=1000)}", "", nil, openaiTokens},
		{"one taken out whose hints are, too", "endpoint: {limits: {requests: null}, hints: {requests-left: null, requests-reset: null}, preset: openai(tpm=1000)}", "", nil, openaiTokens},
		{"the flag's over the file's", "endpoint: {preset: deepseek, limits: {tokens: interval(apart=1s)}}", "openai(tpm=1000)", nil, openaiRequests + "; " + openaiTokens},
		{"a setting over the flag's", "", "openai(tpm=1000)", []Setting{"endpoint.limits.tokens=interval(apart=1s)"}, openaiRequests + "; tokens interval(apart=1s)"},
		{"a preset by a setting", "endpoint: {limits: {x: concurrency(limit=2)}}", "", []Setting{"endpoint.preset=openai(tpm=1000)"}, openaiRequests + "; " + openaiTokens},
		{"none", "endpoint: {preset: none}", "", nil, "requests token-bucket(limit=500, window=60s); tokens token-bucket(limit=200000, window=60s, of=tokens)"},
	} {
		s, err := Read(Input{File: strings.NewReader("extends: account\n" + flowOfOne + tt.file), FileName: "f.yaml", Endpoint: tt.endpoint, Settings: tt.settings})
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if got := limitsOf(s); got != tt.want {
			t.Errorf("%s: the limits are %s; want %s", tt.what, got, tt.want)
		}
		again, err := Read(Input{File: strings.NewReader(string(s.YAML())), FileName: "shown.yaml"})
		if err != nil || string(again.YAML()) != string(s.YAML()) {
			t.Errorf("%s: shown and read again: %v\n%s", tt.what, err, s.YAML())
		}
	}
}

func TestMistakesAboutPresetsAreToldWhereTheyStand(t *testing.T) {
	for _, tt := range []struct {
		file, endpoint string
		settings       []Setting
		want           string
	}{
		{"endpoint: {preset: opnai}", "", nil, `f.yaml:3:20: endpoint.preset: there is no preset "opnai"`},
		{"endpoint: {preset: openai(rpm=x)}", "", nil, `f.yaml:3:20: endpoint.preset: rpm: want a whole number from 0 to 2^53; have "x"`},
		{"endpoint: {preset: [openai]}", "", nil, `f.yaml:3:20: endpoint.preset: want`},
		{"endpoint: {preset: openai, hints: {a: seconds(limit=tokns)}}", "", nil, `f.yaml:3:39: endpoint.hints.a: limit: want the name of a limit, one of requests, tokens; have "tokns"; did you mean "tokens"?`},
		{"endpoint: {preset: openai, limits: {requests: null}, hints: {a: limits(limit=requests)}}", "", nil, `f.yaml:3:65: endpoint.hints.a: limit: want the name of a limit, one of tokens; have "requests"`},
		{"", "opnai", nil, `--endpoint: endpoint.preset: there is no preset "opnai"`},
		{"", "", []Setting{"endpoint.preset=opnai"}, `--set endpoint.preset=opnai: endpoint.preset: there is no preset "opnai"`},
		{"", "gemini(zone=east)", nil, `--endpoint: endpoint.limits.daily: zone: want an offset from UTC`},
	} {
		_, err := Read(Input{File: strings.NewReader("extends: account\n" + flowOfOne + tt.file), FileName: "f.yaml", Endpoint: tt.endpoint, Settings: tt.settings})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %s %v: %v; want %q", tt.file, tt.endpoint, tt.settings, err, tt.want)
		}
	}
	if _, err := Read(Input{BuiltIn: Default, Endpoint: "openai"}); err == nil || err.Error() != "--endpoint: the scenario lesson has no such endpoint; want one that extends account or starter" {
		t.Errorf("on the lesson: %v", err)
	}
}

// An account without flows can be shown with a preset, not run.
func TestAccountsWithoutFlowsAreShownWithPresets(t *testing.T) {
	s, err := Read(Input{BuiltIn: "account", Endpoint: "openai"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewOpenModel(s); err == nil || !strings.Contains(err.Error(), "want at least one flow") {
		t.Errorf("made ready: %v", err)
	}
}

// The built-in scenario to try endpoints with is itself at one, and each other takes
// its place whole.
func TestStarterIsAtAnEndpoint(t *testing.T) {
	s, err := Load(Starter)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := limitsOf(s), openaiRequests+"; "+strings.Replace(openaiTokens, "1000", "200000", 1); got != want {
		t.Errorf("the limits are %s; want %s", got, want)
	}
	for _, e := range preset.Endpoints() {
		m := withEndpoint(t, e.Name)
		filled, err := preset.Parse(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range m.Scenario.Open.Endpoint.Limits {
			if !strings.Contains(bodyOf(t, filled), l.Name+": ") {
				t.Errorf("at %s there is a limit %s that is not its own", e.Name, l.Name)
			}
		}
	}
}

// bodyOf returns what a preset says of an endpoint.
func bodyOf(t *testing.T, f preset.Filled) string {
	t.Helper()
	text, err := yaml.Marshal(f.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A run at each endpoint keeps to its rules, as the trace derives them by itself.
func TestRunsAtEachPresetAreChecked(t *testing.T) {
	for _, e := range preset.Endpoints() {
		m := withEndpoint(t, e.Name, "horizon=2m", "flows.batch.arrivals=batches(size=50, every=40s)")
		c, err := m.Case("", "course")
		if err != nil {
			t.Fatal(err)
		}
		flows := measuredRun(t, m, c, sim.NewRunner(m.Config(c)))
		if flows[0].Requests == 0 || flows[1].Requests == 0 {
			t.Errorf("%s: nothing was sent: %+v", e.Name, flows)
		}
	}
}
