package scenario

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

// A mistake is a file with something wrong in it, and the whole message.
type mistake struct{ name, text, want string }

func (m mistake) test(t *testing.T) {
	t.Run(m.name, func(t *testing.T) {
		_, err := Read(Input{File: strings.NewReader(m.text), FileName: "f.yaml"})
		if err == nil {
			t.Fatalf("read without a fault; want\n%s", m.want)
		}
		if err.Error() != m.want {
			t.Errorf("got\n%v\nwant\n%s", err, m.want)
		}
		var faults FaultList
		if !errors.As(err, &faults) {
			t.Errorf("got a %T; want a FaultList", err)
		}
	})
}

// topKeys is what stands in a message about an unknown key at the top.
const topKeys = "version, extends, name, seed, step, horizon, attempts, max_events, tickets, labels, limit, faults, flows, base, burst, loads, policies"

func TestReadSaysWhyAFileIsNoScenario(t *testing.T) {
	for _, m := range []mistake{
		{"an empty file", "", "f.yaml: want a scenario; there is none in this file"},
		{"only comments", "# to be written\n", "f.yaml: want a scenario; there is none in this file"},
		{"a list", "- 1\n- 2\n", "f.yaml:1:1: want keys and values such as seed: 7; have a list"},
		{"a text", "just text\n", `f.yaml:1:1: want keys and values such as seed: 7; have the text "just text"`},
		{"an empty document", "---\n", "f.yaml:2:1: want keys and values such as seed: 7; have nothing"},
		{"a second document", "seed: 1\n---\nseed: 2\n", "f.yaml:2:1: want one document; here a second one begins"},
		{"not YAML in the first line", "seed: 1: 2\n", "f.yaml:1:1: not YAML: mapping values are not allowed in this context"},
		{"a line that is not indented enough", "seed: 1\nlimit:\n  calls: 3\n window: 4\n", "f.yaml:4:2: not YAML: did not find expected key"},
		{"a brace that is not closed", "seed: 1\nlimit: {calls: 3\nhorizon: 4\n", "f.yaml:2:1: not YAML: did not find expected ',' or '}'"},
		{"a colon that was forgotten", "seed: 1\nhorizon 140\nattempts: 4\n", "f.yaml:2:1: not YAML: could not find expected ':'"},
		{"a tab", "limit:\n  calls: 3\n \twindow: 3\n", "f.yaml:3:2: want blanks before a key; have a tab"},
		{"a control character", "seed: 1\nname: a\x01\n", "f.yaml:2:1: not YAML: control characters are not allowed"},
		{"not UTF-8", "seed: 1\nname: ş\xff\n", "f.yaml:2:8: want UTF-8; here is a byte that does not belong to it, 0xff"},
		{"an alias of nothing", "seed: 1\nattempts: *a\n", "f.yaml:2:1: anchors and aliases are not read; write the value out"},
		{"an anchor and an alias", "seed: &a 1\nattempts: *a\n", "f.yaml:1:7: seed: anchors and aliases are not read; write the value out\n" +
			"f.yaml:2:11: attempts: anchors and aliases are not read; write the value out"},
		{"an anchor at a branch", "limit: &a {calls: 3}\n", "f.yaml:1:8: limit: anchors and aliases are not read; write the value out"},
		{"an anchor at an item", "labels: {names: [a, &b c]}\n", "f.yaml:1:21: labels.names: anchors and aliases are not read; write the value out"},
		{"an alias as a key", "seed: &a 7\n*a : 3\n", "f.yaml:1:7: seed: anchors and aliases are not read; write the value out\n" +
			"f.yaml:2:1: anchors and aliases are not read; write the value out"},
		{"a list as a key", "? [a, b]\n: 3\n", "f.yaml:1:3: want a name as key; have a list"},
		{"a newer version", "version: 2\nlimt: 3\n", "f.yaml:1:10: version: this program reads version 1 of the scenario language; have 2"},
		{"a version that never was", "version: 0\n", "f.yaml:1:10: version: want a whole number, 1; have 0"},
		{"a version that is no number", "version: one\n", `f.yaml:1:10: version: want a whole number, 1; have the text "one"`},
		{"an unknown scenario to extend", "extends: lessn\nseed: x\n", `f.yaml:1:10: extends: there is no built-in scenario "lessn"; there are account, lesson, recorder, starter, workers; did you mean "lesson"?` + "\n" +
			`f.yaml:2:7: seed: want a whole number of 64 bits; have the text "x"`},
		{"a path to extend", "extends: ../builtin/lesson\n", `f.yaml:1:10: extends: there is no built-in scenario "../builtin/lesson"; there are account, lesson, recorder, starter, workers`},
		{"nothing to extend", "extends:\n", "f.yaml:1:9: extends: want a text; have nothing"},
		{"a list to extend", "extends: [lesson]\n", "f.yaml:1:10: extends: want a text; have a list"},
	} {
		m.test(t)
	}
}

func TestReadSaysWhichKeyIsWrong(t *testing.T) {
	for _, m := range []mistake{
		{"an unknown key", "limt: {calls: 3}\n", "f.yaml:1:1: limt: there is no such key; a scenario has " + topKeys + `; did you mean "limit"?`},
		{"an unknown key like no other", "zzzzzz: 3\n", "f.yaml:1:1: zzzzzz: there is no such key; a scenario has " + topKeys},
		{"a merge", "<<: {seed: 1}\n", "f.yaml:1:1: <<: there is no such key; a scenario has " + topKeys},
		{"an unknown key one level down", "limit:\n  call: 3\n", `f.yaml:2:3: limit.call: there is no such key; limit has calls, window, count_refused; did you mean "calls"?`},
		{"an unknown key two levels down", "faults: {timeout: {bse: 3}}\n", `f.yaml:1:20: faults.timeout.bse: there is no such key; faults.timeout has base, per_token; did you mean "base"?`},
		{"an unknown key below a name", "tickets: {topics: {fatura: {wieght: 0.2}}}\n", `f.yaml:1:29: tickets.topics.fatura.wieght: there is no such key; tickets.topics.fatura has weight, templates; did you mean "weight"?`},
		{"a key given twice", "seed: 1\nname: a\nseed: 2\n", "f.yaml:3:1: seed: given twice, the first time in line 1"},
		{"a key given twice one level down", "limit:\n  calls: 1\n  calls: 1\n", "f.yaml:3:3: limit.calls: given twice, the first time in line 2"},
		{"a branch that is a value", "limit: 3\n", "f.yaml:1:8: limit: want keys and values; have 3"},
		{"a branch that is a list", "limit: [3]\n", "f.yaml:1:8: limit: want keys and values; have a list"},
		{"a branch with nothing in it", "limit:\n  # calls: 3\n", "f.yaml:1:7: limit: want keys and values; have nothing"},
		{"all names taken out at once", "loads:\n", "f.yaml:1:7: loads: want keys and values; have nothing"},
		{"a topic with a dot", "tickets: {topics: {a.b: {weight: 0.2}}}\n", `f.yaml:1:20: tickets.topics.a.b: want a name without dots that is not empty; have "a.b"`},
		{"a load without a name", "loads: {'': 3}\n", `f.yaml:1:9: loads.: want a name without dots that is not empty; have ""`},
		{"a load with a blank", "loads: {a b: 3}\n", `f.yaml:1:14: loads.a b: want a name of letters, digits, - and _; have "a b"`},
		{"a policy with a comma", "policies: {'a,b': none}\n", `f.yaml:1:19: policies.a,b: want a name of letters, digits, - and _; have "a,b"`},
		{"a misspelled load to take out", "loads: {ligth: null}\n", `f.yaml:1:9: loads.ligth: null takes out what is there; loads has light, heavy; did you mean "light"?`},
		{"a spec in braces without quotes", "policies: {s: fixed(wait=1s, attempts=4), b: none}\n", `f.yaml:1:15: policies.s: within braces a comma ends a value; want the spec in quotes: "fixed(wait=1s, attempts=4)"`},
		{"a nested one", "policies: {s: all(of=full-jitter(base=1s, cap=3s), attempts=4)}\n", `f.yaml:1:15: policies.s: within braces a comma ends a value; want the spec in quotes: "all(of=full-jitter(base=1s, cap=3s), attempts=4)"`},
		{"a misspelled topic to take out", "tickets: {topics: {fatur: ~}}\n", `f.yaml:1:20: tickets.topics.fatur: null takes out what is there; tickets.topics has fatura, ariza, sayac, tarife, kesinti; did you mean "fatura"?`},
	} {
		m.test(t)
	}
}

func TestReadSaysWhichValueIsWrong(t *testing.T) {
	const span = "a whole number of steps from 1 to 2^53, or a duration such as 3s, at most 73 years in all"
	for _, m := range []mistake{
		{"a text for a number", "seed: x\n", `f.yaml:1:7: seed: want a whole number of 64 bits; have the text "x"`},
		{"a number in quotes", "seed: '7'\n", `f.yaml:1:7: seed: want a whole number of 64 bits; have the text "7"`},
		{"a fraction", "seed: 1.5\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have 1.5"},
		{"a power of ten", "seed: 1e30\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have 1e30"},
		{"hexadecimal", "seed: 0x10\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have 0x10"},
		{"octal, perhaps", "seed: 010\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have 010"},
		{"more than 64 bits", "seed: 9223372036854775808\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have 9223372036854775808"},
		{"a list for a number", "seed: [1]\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have a list"},
		{"keys for a number", "seed: {a: 1}\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have keys and values"},
		{"nothing for a number", "seed:\n", "f.yaml:1:6: seed: want a whole number of 64 bits; have nothing"},
		{"too few", "attempts: 0\n", "f.yaml:1:11: attempts: want a whole number from 1 to 2147483648; have 0"},
		{"negative", "tickets: {count: -1}\n", "f.yaml:1:18: tickets.count: want a whole number from 0 to 4294967294; have -1"},
		{"too many", "tickets: {count: 4294967295}\n", "f.yaml:1:18: tickets.count: want a whole number from 0 to 4294967294; have 4294967295"},
		{"more than a float64 can count", "limit: {calls: 9007199254740993}\n", "f.yaml:1:16: limit.calls: want a whole number from 0 to 2^53; have 9007199254740993"},
		{"a probability below 0", "faults: {partial: -0.1}\n", "f.yaml:1:19: faults.partial: want a number from 0 to 1; have -0.1"},
		{"a probability above 1", "faults: {partial: 1.01}\n", "f.yaml:1:19: faults.partial: want a number from 0 to 1; have 1.01"},
		{"not a number", "faults: {partial: .nan}\n", "f.yaml:1:19: faults.partial: want a number from 0 to 1; have .nan"},
		{"infinity", "faults: {partial: .inf}\n", "f.yaml:1:19: faults.partial: want a number from 0 to 1; have .inf"},
		{"a share in percent", "tickets: {extra_share: 34%}\n", `f.yaml:1:24: tickets.extra_share: want a number from 0 to 1; have the text "34%"`},
		{"yes for true", "limit: {count_refused: yes}\n", `f.yaml:1:24: limit.count_refused: want true or false; have the text "yes"`},
		{"True for true", "limit: {count_refused: True}\n", "f.yaml:1:24: limit.count_refused: want true or false; have True"},
		{"1 for true", "limit: {count_refused: 1}\n", "f.yaml:1:24: limit.count_refused: want true or false; have 1"},
		{"no length of a step", "step: 0s\n", `f.yaml:1:7: step: want a duration such as 1s or 250ms, more than 0 and at most 73 years; have the text "0s"`},
		{"a negative step", "step: -1s\n", `f.yaml:1:7: step: want a duration such as 1s or 250ms, more than 0 and at most 73 years; have the text "-1s"`},
		{"a step without a unit", "step: 1\n", "f.yaml:1:7: step: want a duration such as 1s or 250ms, more than 0 and at most 73 years; have 1"},
		{"a step of centuries", "step: 1000000h\n", `f.yaml:1:7: step: want a duration such as 1s or 250ms, more than 0 and at most 73 years; have the text "1000000h"`},
		{"no horizon", "horizon: 0\n", "f.yaml:1:10: horizon: want " + span + "; have 0"},
		{"no horizon as a duration", "horizon: 0s\n", "f.yaml:1:10: horizon: want " + span + `; have the text "0s"`},
		{"a negative horizon", "horizon: -3s\n", "f.yaml:1:10: horizon: want " + span + `; have the text "-3s"`},
		{"a horizon in quotes", "horizon: \"140\"\n", "f.yaml:1:10: horizon: want " + span + `; have the text "140"`},
		{"an unknown tokenizer", "tickets: {tokenizer: lessen}\n", `f.yaml:1:22: tickets.tokenizer: want one of lesson, bytes, cl100k_base, o200k_base; have the text "lessen"; did you mean "lesson"?`},
		{"a number for a text", "name: 7\n", "f.yaml:1:7: name: want a text; have 7, which is none unless it stands in quotes"},
		{"a list for a text", "policies: {p: [none]}\n", "f.yaml:1:15: policies.p: want a text; have a list"},
		{"a long text", "seed: " + strings.Repeat("ş", 100) + "\n", "f.yaml:1:7: seed: want a whole number of 64 bits; have the text \"" + strings.Repeat("ş", 60) + "…\""},
		{"a text for a list", "labels: {names: fatura}\n", `f.yaml:1:17: labels.names: want a list of texts such as [a, b]; have the text "fatura"`},
		{"a list in a list", "labels:\n  names:\n    - a\n    - [b]\n", "f.yaml:4:7: labels.names: want a text; have a list"},
		{"a number in a list of texts", "labels: {names: [a, 2024]}\n", "f.yaml:1:21: labels.names: want a text; have 2024, which is none unless it stands in quotes"},
		{"nothing in a list of texts", "labels: {names: [a, ~]}\n", "f.yaml:1:21: labels.names: want a text; have nothing"},
		{"nothing for a weight", "tickets: {topics: {fatura: {weight: ~}}}\n", "f.yaml:1:37: tickets.topics.fatura.weight: want a number from 0 to 1; have nothing"},
	} {
		m.test(t)
	}
}

func TestReadTellsAllMistakesAtOnceInTheirOrder(t *testing.T) {
	_, err := Read(Input{
		File: strings.NewReader(`extends: lesso
policies: {p: fixd(wait=1s), q: "fixed(wat=1s)"}
name: a b
step: 0s
horizon: 90m
limit:
  calls: many
  window: 1.5s
  cals: 3
tickets: {topics: {neu: {templates: []}}, count: -1}
`),
		FileName: "f.yaml",
		Settings: []Setting{"limit.call=3", "loads.light=null", "loads.heavy=null", "flows.batch.prompt=hello"},
	})
	want := `f.yaml:1:10: extends: there is no built-in scenario "lesso"; there are account, lesson, recorder, starter, workers; did you mean "lesson"?
f.yaml:2:15: policies.p: there is no policy "fixd"; did you mean "fixed"?
	fixd(wait=1s)
	^
f.yaml:2:33: policies.q: fixed wants wait, such as fixed(wait=1s)
	fixed(wat=1s)
	^
f.yaml:2:33: policies.q: fixed has no "wat"; it has wait, attempts and those of every policy; did you mean "wait"?
	fixed(wat=1s)
	      ^
f.yaml:3:7: name: want letters, digits, - and _; have "a b"
f.yaml:4:7: step: want a duration such as 1s or 250ms, more than 0 and at most 73 years; have the text "0s"
f.yaml:7:10: limit.calls: want a whole number from 0 to 2^53; have the text "many"
f.yaml:8:11: limit.window: want a whole number of steps of 1s; have 1.5s
f.yaml:9:3: limit.cals: there is no such key; limit has calls, window, count_refused; did you mean "calls"?
f.yaml:10:37: tickets.topics.neu: want templates, a list of at least one text
f.yaml:10:50: tickets.count: want a whole number from 0 to 4294967294; have -1
--set limit.call=3: limit.call: there is no such key; limit has calls, window, count_refused; did you mean "calls"?
--set loads.heavy=null: loads: want at least one load
--set flows.batch.prompt=hello: flows.batch.prompt: want {id} once in the prompt; it is there 0 times
--set flows.batch.prompt=hello: flows.batch.prompt: want {text} once in the prompt; it is there 0 times`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestAFileIsLaidOnTheScenarioThatItExtends(t *testing.T) {
	lesson, err := Load("lesson")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(Input{File: strings.NewReader("\ufeffname: mine\r\nlimit:\r\n  window: 4s\r\nloads: {light: null, flood: 12}\r\n"), FileName: "f.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	want := *lesson
	want.Name = "mine"
	want.Limit.Window = Span{Duration: 4e9}
	want.Loads = Map[int64]{{"heavy", 6}, {"flood", 12}}
	testEqual(t, s, &want)
	for path, is := range map[string]bool{"name": true, "limit.window": true, "loads.light": true, "limit.calls": false, "extends": false, "loads.heavy": false} {
		if s.IsSet(path) != is {
			t.Errorf("IsSet(%q) = %v; want %v", path, !is, is)
		}
	}
}

// testEqual compares what two scenarios say, apart from where that was set.
func testEqual(t *testing.T, got, want *Scenario) {
	t.Helper()
	if !same(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestReadOfNothingIsTheLesson(t *testing.T) {
	lesson, err := Load(Default)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(Input{})
	if err != nil {
		t.Fatal(err)
	}
	testEqual(t, s, lesson)
	if _, err := Read(Input{BuiltIn: "lession"}); err == nil || err.Error() != `there is no built-in scenario "lession"; there are account, lesson, recorder, starter, workers; did you mean "lesson"?` {
		t.Errorf("an unknown name: got %v", err)
	}
	if _, err := Load("../builtin/lesson"); err == nil {
		t.Error("a path was taken for a name")
	}
}

func TestReadPassesOnTheReadersError(t *testing.T) {
	torn := errors.New("the cable was pulled")
	_, err := Read(Input{File: iotest.ErrReader(torn), FileName: "f.yaml"})
	if want := "f.yaml: the cable was pulled"; !errors.Is(err, torn) || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
}
