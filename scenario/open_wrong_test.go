package scenario

import (
	"strings"
	"testing"
)

// wrongAccount lays lines on an account with two flows.
const wrongAccount = `extends: account
models: {large: [tools], small: []}
flows:
  chat: {key: chat, model: large}
  other: {model: small}
`

// A name that nobody has, an item of a list and a bare value are told with their
// place and with what was meant.
func TestOpenScenariosSayWhichNameOrItemIsWrong(t *testing.T) {
	for _, tt := range []struct {
		setting string
		want    string // after the setting; "" for nothing wrong
	}{
		{"endpoint.limits.requests=sliding-log(limit=3, window=1s, models=large+smal)",
			"endpoint.limits.requests: models: want the name of a model, one of large, small; have \"smal\"; did you mean \"small\"?\n" +
				"\tsliding-log(limit=3, window=1s, models=large+smal)\n\t                                             ^"},
		{"endpoint.limits.requests=sliding-log(limit=3, window=1s, models=large+small)", ""},
		{"endpoint.limits.requests=sliding-log(limit=3, window=1s, models=all)", ""},
		{"endpoint.faults.it=error(key=chta)", "endpoint.faults.it: key: want the key of a flow, one of chat; have \"chta\"; did you mean \"chat\"?\n\terror(key=chta)\n\t          ^"},
		{"endpoint.faults.it=error(key=chat, model=any)", ""},
		{"endpoint.faults.it=error(model=big)", "endpoint.faults.it: model: want the name of a model, one of large, small; have \"big\"\n\terror(model=big)\n\t            ^"},
		{"endpoint.hints.it=seconds(limit=requsts)", "endpoint.hints.it: limit: want the name of a limit, one of requests, tokens; have \"requsts\"; did you mean \"requests\"?\n\tseconds(limit=requsts)\n\t              ^"},
		{"endpoint.hints.it=seconds(limit=tokens)", ""},
		{"flows.chat.fallbacks=[person, quue]", "flows.chat.fallbacks: item 2: there is no fallback \"quue\"; there are model, person, queue; did you mean \"queue\"?\n\tquue\n\t^"},
		{"flows.chat.fallbacks=[model(name=larg)]", "flows.chat.fallbacks: item 1: want the name of a model, one of large, small; have \"larg\"; did you mean \"large\"?"},
		{"flows.chat.fallbacks=[person, model(name=small, to=large)]", "flows.chat.fallbacks: within brackets a comma ends a value; want the spec in quotes: \"model(name=small, to=large)\""},
		{"endpoint.faults.it=slow(add=100000000h)", "endpoint.faults.it: add: want at most 292 years, the longest time there is; have 100000000h\n\tslow(add=100000000h)\n\t         ^"},
		{"flows.chat.fallbacks=[person, 30s]", "flows.chat.fallbacks: item 2: want a spec such as queue(after=30s); have 30s"},
		{"flows.chat.governors=[pace]", "flows.chat.governors: item 1: want the names of governors, of which there are none; have \"pace\""},
		{"flows.chat.max_output=10", "flows.chat.max_output: want a spec such as fixed(tokens=10); have 10"},
		{"flows.chat.input=1.5", "flows.chat.input: want the end of the spec; have \".5\""},
		{"flows.chat.arrivals=2/s", "flows.chat.arrivals: want a spec such as poisson(rate=2/s); have 2/s"},
		{"flows.chat.arrivals=20", "flows.chat.arrivals: want a spec such as batches(size=20); have 20"},
		{"flows.chat.policy=3", "flows.chat.policy: want a spec such as exponential(base=1s, attempts=3); have 3"},
		{"policies.it=2s", "policies.it: want a spec such as fixed(wait=2s); have 2s"},
		{"endpoint.latency=2", "endpoint.latency: want a spec such as constant(latency=2s); have 2"},
		{"endpoint.latency=400ms", "endpoint.latency: want a spec such as constant(latency=400ms); have 400ms"},
		{"endpoint.server=8", "endpoint.server: want a spec such as server(slots=8); have 8"},
		{"endpoint.limits.requests=500", "endpoint.limits.requests: want a spec such as token-bucket(limit=500, window=1m); have 500"},
		{"endpoint.faults.it=0.05", "endpoint.faults.it: want a spec such as error(share=0.05); have 0.05"},
		{"endpoint.hints.it=30s", "endpoint.hints.it: want a spec such as seconds(value=30s); have 30s"},
		{"governors.it=8", "governors.it: want a spec such as concurrency(limit=8); have 8"},
		{"endpoint.round_trip=-1s", "endpoint.round_trip: want a duration such as 1s or 250ms, from 0 to 73 years; have the text \"-1s\""},
		{"endpoint.round_trip=0s", ""},
		{"flows.chat.deadline=soon", "flows.chat.deadline: want a duration such as 1s or 250ms, from 0 to 73 years; have the text \"soon\""},
		{"flows.chat.deadline=0s", ""},
		{"step=-1s", "step: want a duration such as 1s or 250ms, from 0 to 73 years; have the text \"-1s\""},
		{"step=0s", ""},
		{"horizon=700000h", "horizon: want " + horizonWanted + "; have 700000h0m0s"},
		{"horizon=3000000h", "horizon: want " + horizonWanted + "; have the text \"3000000h\""},
		{"horizon=3", "horizon: want " + horizonWanted + "; have 3"},
		{"horizon=1.5", "horizon: want " + horizonWanted + "; have 1.5"},
	} {
		_, err := Read(Input{File: strings.NewReader(wrongAccount), FileName: "f.yaml", Settings: []Setting{Setting(tt.setting)}})
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s:\n%v", tt.setting, err)
			}
			continue
		}
		if want := "--set " + tt.setting + ": " + tt.want; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n--set") {
			t.Errorf("%s: have\n%v\nwant\n%s", tt.setting, err, want)
		}
	}
}

// Every suggestion is a spec that can be read.
func TestSpecsThatAreSuggestedAreRight(t *testing.T) {
	for _, form := range bareForms() {
		path := strings.Replace(strings.Replace(form.path, "flows.*", "flows.chat", 1), "*", "it", 1)
		for _, text := range []string{"3", "0.5", "2s", "2/s"} {
			meant := form.of(text)
			if meant == "" {
				continue
			}
			setting := path + "=" + meant
			if strings.HasSuffix(path, "fallbacks") {
				setting = path + "=[" + meant + "]"
			}
			if _, err := Read(Input{File: strings.NewReader(wrongAccount), FileName: "f.yaml", Settings: []Setting{Setting(setting)}}); err != nil {
				t.Errorf("%s: %v", setting, err)
			}
		}
	}
}

// In a file an item is pointed to.
func TestItemsOfListsHaveTheirPlace(t *testing.T) {
	text := wrongAccount + "  third:\n    max_output: 10\n    fallbacks:\n      - person\n      - 30s\n      - quue\n"
	_, err := Read(Input{File: strings.NewReader(text), FileName: "f.yaml"})
	want := `f.yaml:7:17: flows.third.max_output: want a spec such as fixed(tokens=10); have 10
f.yaml:10:9: flows.third.fallbacks: item 2: want a spec such as queue(after=30s); have 30s
f.yaml:11:9: flows.third.fallbacks: item 3: there is no fallback "quue"; there are model, person, queue; did you mean "queue"?
	quue
	^`
	if err == nil || err.Error() != want {
		t.Errorf("have\n%v\nwant\n%s", err, want)
	}
}

// A flow's name stands in tables, where "all" is the sum of all flows.
func TestNamesOfFlowsThatCannotBe(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"extends: account\nflows:\n  chat: {}\n  all: {arrivals: batches(size=2)}\n", `f.yaml:4:3: flows.all: want another name than "all", under which all of them are counted together`},
		{"extends: account\nflows:\n  '': {arrivals: batches(size=2)}\n", `f.yaml:3:3: flows.: want a name without dots that is not empty; have ""`},
		{"extends: account\nflows: {a.b: {arrivals: batches(size=2)}}\n", `f.yaml:2:9: flows.a.b: want a name without dots that is not empty; have "a.b"`},
		{"extends: account\nflows: {'': null}\n", `f.yaml:2:9: flows.: want a name without dots that is not empty; have ""`},
	} {
		_, err := Read(Input{File: strings.NewReader(tt.text), FileName: "f.yaml"})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s\nhave\n%v\nwant\n%s", tt.text, err, tt.want)
		}
	}
	for _, name := range []string{"allo", "All", "overall"} {
		if _, err := Read(Input{File: strings.NewReader("extends: account\nflows: {" + name + ": {}}\n")}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
