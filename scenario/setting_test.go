package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// shown returns the value at a path as a flag gives it.
func shown(s *Scenario, path string) string {
	f, name, _ := lessonLanguage().lookup(path)
	n := nodeOf(f.value(s, name))
	if n.Kind == yaml.ScalarNode {
		return n.Value
	}
	var items []string
	for _, item := range n.Content {
		items = append(items, item.Value)
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func TestEachPathCanBeSet(t *testing.T) {
	values := map[string]string{
		"version":                         "1",
		"extends":                         "lesson",
		"name":                            "mine",
		"step":                            "250ms",
		"tickets.extra_share":             "0.25",
		"tickets.tokenizer":               "bytes",
		"tickets.topics.fatura.weight":    "0",
		"tickets.topics.fatura.templates": "[a b, c]",
		"tickets.extras":                  "[]",
		"labels.names":                    "[fatura, odeme]",
		"labels.cues.fatur":               "odeme",
		"limit.count_refused":             "false",
		"faults.timeout.base":             "0.25",
		"faults.timeout.per_token":        "1e-06",
		"faults.partial":                  "1",
		"flows.interactive.budget":        "3s",
		"flows.interactive.prompt":        "query {step}",
		"flows.batch.prompt":              "{id}: {text} # as it is, 'quotes' and all",
		"policies.none":                   "fixed(wait=2steps, attempts=3)",
	}
	s, err := Read(Input{})
	if err != nil {
		t.Fatal(err)
	}
	set := 0
	for _, path := range s.Paths() {
		want, given := values[path]
		if _, name, _ := lessonLanguage().lookup(path); name != "" && name != "light" && !given {
			continue // one name stands for the others
		}
		if !given {
			want = "5" // a whole number
		}
		changed, err := Read(Input{Settings: []Setting{Setting(path + "=" + want)}})
		if err != nil {
			t.Errorf("%s=%s: %v", path, want, err)
			continue
		}
		if got := shown(changed, path); got != want || !changed.IsSet(path) {
			t.Errorf("%s=%s: it is %q and counts as set: %v", path, want, got, changed.IsSet(path))
		}
		set++
	}
	if set != len(lessonLanguage().fields) {
		t.Errorf("%d paths were set; want one for each of %d fields", set, len(lessonLanguage().fields))
	}
}

func TestSettingsSetWhatTheySay(t *testing.T) {
	for _, tt := range []struct {
		setting Setting
		get     func(s *Scenario) any
		want    any
	}{
		{"loads.mine=9", func(s *Scenario) any { return s.Loads }, Map[int64]{{"light", 3}, {"heavy", 6}, {"mine", 9}}},
		{"loads={a: 1}", func(s *Scenario) any { return s.Loads }, Map[int64]{{"light", 3}, {"heavy", 6}, {"a", 1}}},
		{"loads={light: null, a: 1, heavy: 7}", func(s *Scenario) any { return s.Loads }, Map[int64]{{"heavy", 7}, {"a", 1}}},
		{"loads.light=null", func(s *Scenario) any { return s.Loads }, Map[int64]{{"heavy", 6}}},
		{"tickets.topics.fatura.weight=0.3", func(s *Scenario) any { return s.Tickets.Topics.At("fatura").Weight }, 0.3},
		{"tickets.topics.fatura={weight: 0.3, templates: [x]}", func(s *Scenario) any { return *s.Tickets.Topics.At("fatura") }, Topic{0.3, []string{"x"}}},
		{"tickets.topics.fatura=null", func(s *Scenario) any { return s.Tickets.Topics.Names() }, []string{"ariza", "sayac", "tarife", "kesinti"}},
		{"labels.cues.v1.2=odeme", func(s *Scenario) any { return *s.Labels.Cues.At("v1.2") }, "odeme"},
		{"labels.cues.borc=null", func(s *Scenario) any { return s.Labels.Cues.At("borc") }, (*string)(nil)},
		{"policies.p=fixed(wait=2steps)", func(s *Scenario) any { return *s.Policies.At("p") }, "fixed(wait=2steps)"},
		{"flows.batch.prompt={id}: {text} # [x", func(s *Scenario) any { return s.Flows.Batch.Prompt }, "{id}: {text} # [x"},
		{"flows.batch.prompt= a=b {id} {text} ", func(s *Scenario) any { return s.Flows.Batch.Prompt }, " a=b {id} {text} "},
		{"seed=-9223372036854775808", func(s *Scenario) any { return s.Seed }, int64(-1 << 63)},
		{"seed= 5 # five", func(s *Scenario) any { return s.Seed }, int64(5)},
		{"faults={timeout: {base: 1}}", func(s *Scenario) any { return s.Faults }, Faults{Timeout: TimeoutFault{1, 0.0006}, Partial: 0.09}},
		{"horizon=1m40s", func(s *Scenario) any { return s.Horizon }, Span{Duration: 100e9}},
	} {
		s, err := Read(Input{Settings: []Setting{tt.setting}})
		if err != nil {
			t.Errorf("%s: %v", tt.setting, err)
		} else if got := tt.get(s); fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", tt.want) {
			t.Errorf("%s: got %#v; want %#v", tt.setting, got, tt.want)
		}
	}
}

func TestSettingsHoldOverTheFile(t *testing.T) {
	s, err := Read(Input{
		File:     strings.NewReader("seed: 1\nloads: {light: ~, mine: 5}\n"),
		Settings: []Setting{"seed=3", "loads.mine=null", "loads.other=1", "loads.light=2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := (Map[int64]{{"light", 2}, {"heavy", 6}, {"other", 1}}); s.Seed != 3 || !slices.Equal(s.Loads, want) {
		t.Errorf("got seed %d and loads %v; want 3 and %v", s.Seed, s.Loads, want)
	}
}

const chatFile = "extends: account\nflows: {chat: {arrivals: constant(rate=1/s)}}\n"

// No setting is lost to another in silence.
func TestSettingsThatLoseAnother(t *testing.T) {
	for _, tt := range []struct {
		file     string
		settings []Setting
		want     string // "" for nothing
	}{
		{"name: f\n", []Setting{"seed=2", "seed=3", "seed=2"}, "--set seed=3: seed: given twice, the first time by --set seed=2\n" +
			"--set seed=2: seed: given twice, the first time by --set seed=2"},
		{"name: f\n", []Setting{"seed=2", "seed=x", "attempts=1", "attempts=2"}, "--set seed=x: seed: want a whole number of 64 bits; have the text \"x\"\n" +
			"--set attempts=2: attempts: given twice, the first time by --set attempts=1"},
		{"name: f\n", []Setting{"limit={calls: 3, window: 1}", "limit.calls=4"}, "--set limit.calls=4: limit.calls: given twice, the first time by --set limit={calls: 3, window: 1}"},
		{"name: f\n", []Setting{"limit.calls=4", "limit={window: 1}"}, ""},
		{"name: f\n", []Setting{"limit.calls=4", "limit={calls: 4}"}, "--set limit={calls: 4}: limit.calls: given twice, the first time by --set limit.calls=4"},
		{"name: f\n", []Setting{"loads.heavy=null", "loads.heavy=4"}, "--set loads.heavy=4: loads.heavy: given twice, the first time by --set loads.heavy=null"},
		{"name: f\n", []Setting{"labels.cues.a=odeme", "labels.cues.a.b=odeme"}, ""}, // a name may have dots
		{chatFile, []Setting{"flows.chat={deadline: 3s, requests: 2}", "flows.chat=null"},
			"--set flows.chat=null: flows.chat: null would take out what --set flows.chat={deadline: 3s, requests: 2} sets; want one of them, or null first"},
		{chatFile, []Setting{"flows.chat=null", "flows.chat.arrivals=constant(rate=2/s)"}, ""},
	} {
		_, err := Read(Input{File: strings.NewReader(tt.file), FileName: "f.yaml", Settings: tt.settings})
		if have := fmt.Sprint(err); have != cmp.Or(tt.want, "<nil>") {
			t.Errorf("%q:\n%s\nwant:\n%s", tt.settings, have, tt.want)
		}
	}
}

// What else is set is laid over a preset, whichever is given first, and however.
func TestAPresetGoesBeforeOtherSettings(t *testing.T) {
	limit := Setting("endpoint.limits.requests=sliding-log(limit=3, window=1m)")
	for _, settings := range [][]Setting{
		{"endpoint.preset=groq", limit},
		{limit, "endpoint.preset=groq"},
		{limit, "endpoint={preset: groq}"},
	} {
		s, err := Read(Input{File: strings.NewReader(chatFile), FileName: "f.yaml", Settings: settings})
		if err != nil {
			t.Fatalf("%q: %v", settings, err)
		}
		limits := s.Open.Endpoint.Limits
		if limits.At("minute-requests") == nil || *limits.At("requests") != "sliding-log(limit=3, window=1m)" {
			t.Errorf("%q: have the limits %v; want groq's, but for requests", settings, limits)
		}
	}
}

func TestReadSaysWhatIsWrongWithASetting(t *testing.T) {
	for _, tt := range []struct {
		setting Setting
		want    string
	}{
		{"seed", "want path=value, such as limit.calls=30"},
		{"=3", "want path=value, such as limit.calls=30"},
		{"", "want path=value, such as limit.calls=30"},
		{"seed=", "seed: want a value after the =; have nothing"},
		{"loads.light=", "loads.light: want a value after the =; have nothing"},
		{"policies.none=", "policies.none: want a value after the =; have nothing"},
		{"seed=~", "seed: want a whole number of 64 bits; have nothing"},
		{"seed=x", `seed: want a whole number of 64 bits; have the text "x"`},
		{"seed.x=3", "seed: want a whole number of 64 bits; have keys and values"},
		{"seed=[1", `seed: want a value in YAML; have "[1"`},
		{"seed=1\n---\n2", `seed: want a value in YAML; have "1\n---\n2"`},
		{"seed=&a 5", "seed: anchors and aliases are not read; write the value out"},
		{"limt.calls=3", "limt: there is no such key; a scenario has " + topKeys + `; did you mean "limit"?`},
		{"limit.cals=3", `limit.cals: there is no such key; limit has calls, window, count_refused; did you mean "calls"?`},
		{"limit..calls=3", "limit.: there is no such key; limit has calls, window, count_refused"},
		{"limit=3", "limit: want keys and values; have 3"},
		{"limit={calls: -1}", "limit.calls: want a whole number from 0 to 2^53; have -1"},
		{"attempts =3", "attempts : there is no such key; a scenario has " + topKeys + `; did you mean "attempts"?`},
		{"faults.timeout.bse=3", `faults.timeout.bse: there is no such key; faults.timeout has base, per_token; did you mean "base"?`},
		{"tickets.topics.neu.wight=1", `tickets.topics.neu.wight: there is no such key; tickets.topics.neu has weight, templates; did you mean "weight"?`},
		{"tickets.topics.neu.weight=1", "tickets.topics.neu: want templates, a list of at least one text"},
		{"tickets.topics.neu=null", "tickets.topics.neu: null takes out what is there; tickets.topics has fatura, ariza, sayac, tarife, kesinti"},
		{"loads.a b=3", `loads.a b: want a name of letters, digits, - and _; have "a b"`},
		{"loads.ligth=null", `loads.ligth: null takes out what is there; loads has light, heavy; did you mean "light"?`},
		{"labels.names=[a, b", `labels.names: want a value in YAML; have "[a, b"`},
		{"labels.names=a,b", `labels.names: want a list of texts such as [a, b]; have the text "a,b"`},
		{"policies.p=fixd(wait=1s)", "policies.p: there is no policy \"fixd\"; did you mean \"fixed\"?\n\tfixd(wait=1s)\n\t^"},
		{"name=\xff", `name: want a value in UTF-8; have "\xff"`},
		{"extends=other", `extends: want lesson, on which the values are laid; have "other"`},
		{"version=2", "version: want a whole number, 1; have 2"},
	} {
		_, err := Read(Input{Settings: []Setting{tt.setting}})
		if want := fmt.Sprintf("--set %s: %s", tt.setting, tt.want); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
