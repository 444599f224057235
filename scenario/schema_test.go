package scenario

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"ratesim/required"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// compiled returns the schema, ready to validate.
func compiled(tb testing.TB) *jsonschema.Schema {
	tb.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		tb.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scenario.json", document); err != nil {
		tb.Fatal(err)
	}
	s, err := c.Compile("scenario.json")
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// validate returns what the schema says about a text in YAML or JSON.
func validate(tb testing.TB, s *jsonschema.Schema, text []byte) error {
	tb.Helper()
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		tb.Fatal(err)
	}
	asJSON, err := json.Marshal(value)
	if err != nil {
		tb.Fatal(err)
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		tb.Fatal(err)
	}
	return s.Validate(instance)
}

// open begins a scenario in continuous time.
const open = "extends: account\n"

func TestTheSchemaAcceptsWhatIsRead(t *testing.T) {
	s := compiled(t)
	for _, text := range []string{
		"{}",
		"version: 1\nextends: lesson\nname: mine\n",
		"seed: -9223372036854775808\n",
		"step: 250ms\nhorizon: 1m40s\nlimit: {window: 0, calls: 0, count_refused: false}\n",
		"step: +1.5h0.5m.5s1ns\n",
		"burst: {start: \"0\"}\n",
		"loads: {light: null, 'Ağır-2_b': 9, '7': 1}\n",
		"policies: {none: ~, p: 'fixed(wait=2steps)'}\n",
		"tickets: {topics: {fatura: null, ariza: {weight: 0}, 'new one': {weight: 1, templates: [a]}}, extras: []}\n",
		"labels: {names: [a, b], cues: {v1.2: a, borc: ~}}\n",
		"faults: {timeout: {base: 1, per_token: 1e-300}, partial: 0.5}\n",
		"version: 1.0\nseed: 9223372036854775807\nattempts: 4.0\nhorizon: 1e2\n",
		"step: 0.001us\n", "step: 1ns0.1ns\n", "step: 0.000000001s\n", "step: 0h0.0m1s\n", "step: 0.00000000002m\n", "step: 0.0000000000003h\n",
		"loads: {中文: 1, ⅷ: 2, 𝒜: 3}\n",
		open + "horizon: 3\nstep: 1s\n", open + "horizon: 3m\n", open + "horizon: 3m\nstep: 0s\n", open + "step: 0s\n",
		open + "began_at: '2026-02-28T23:59:59.5+05:30'\n", open + "endpoint: {clock_skew: -1m0.5s}\n", open + "endpoint: {clock_skew: '+0'}\n",
		open + "endpoint: {preset: 'openai(tpm=200000, rpm=500)', server: none, network: ' constant (latency=3ms)'}\n",
		open + "flows: {All: {input: fixed(tokens=1)}, overall: {input: fixed(tokens=1)}}\n",
		open + "policies: {p: openai-go@3, q: 'openai-node@7(attempts=5)', r: none}\nflows: {chat: {policy: q, fallbacks: [person, 'queue(after=3s)']}}\n",
	} {
		if _, err := Read(Input{File: strings.NewReader(text)}); err != nil {
			t.Errorf("%s is not read: %v", text, err)
		}
		if err := validate(t, s, []byte(text)); err != nil {
			t.Errorf("%s is refused: %v", text, err)
		}
	}
}

func TestTheSchemaRefusesMistakesOfStructure(t *testing.T) {
	s := compiled(t)
	for _, text := range []string{
		"[]", "just text", "null",
		"limt: {}", "limit: {call: 3}", "faults: {timeout: {bse: 0}}", "tickets: {topics: {fatura: {wieght: 0}}}",
		"version: 2", "version: 0", "version: '1'",
		"seed: x", "seed: 1.5", "seed: [1]", "seed: null",
		"attempts: 0", "tickets: {count: -1}", "tickets: {count: 4294967295}",
		"faults: {partial: 1.01}", "faults: {partial: -0.1}", "faults: {partial: '0.1'}",
		"limit: 3", "limit: null", "limit: [3]", "limit: {count_refused: 1}", "limit: {count_refused: 'true'}",
		"step: 1", "step: 1s2", "step: s", "step: -1s", "step: 1 s",
		"horizon: 0", "horizon: -3", "horizon: 1.5", "horizon: 140steps", "horizon: '140'",
		"extends: lessn", "extends: 1", "name: my own", "name: ''", "name: -a", "name: a/b",
		"seed: 9223372036854775808", "seed: -9223372036854775809", "tickets: {seed: 9223372036854775808}",
		"version: 1.5", "version: 2.0", "attempts: 0.0", "horizon: 0.0", "step: 0s", "step: 0h0.0s", "horizon: 0s", "base: {per_step: 1.5}",
		"labels: {names: []}", "labels: {names: ['', a]}", "labels: {names: [a, b, a]}",
		"tickets: {topics: {fatura: {templates: []}}}", "tickets: {topics: {fatura: {templates: ['']}}}",
		"extends: account\nflows: {'my flow': {arrivals: poisson(rate=1)}}", "loads: {-a: 1}", "loads: {a^: 1}", "loads: {'a’s': 1}",
		"name: 7", "tickets: {tokenizer: lessen}",
		"loads: null", "loads: {light: 0}", "loads: {light: x}", "loads: {'a b': 1}", "loads: {'': 1}",
		"policies: {p: [none]}", "policies: {'a,b': none}",
		"tickets: {topics: {a.b: {weight: 0}}}", "tickets: {topics: {fatura: 0.2}}", "tickets: {topics: {fatura: {weight: null}}}",
		"step: 0.1ns", "step: 0.0000000001s", "step: 0.0000009ms", "step: 0.0009us0.0009µs", "step: .00000000000009h", "step: '00'", "horizon: 0.5ns",
		"loads: {a→b: 1}", "loads: {'€': 1}", "loads: {'a\u0301': 1}", "name: a…b",
		open + "horizon: 3", open + "horizon: 3.0", open + "horizon: 3\nstep: 0s", open + "horizon: 3\nstep: 0.1ns",
		open + "began_at: yesterday", open + "began_at: '2026-13-01T00:00:00Z'", open + "began_at: '2026-01-01 00:00:00Z'", open + "began_at: '2026-01-01T24:00:00Z'",
		open + "began_at: '2026-01-01T00:00:00'", open + "began_at: '2026-01-01t00:00:00z'", open + "began_at: '2026-01-32T00:00:00Z'",
		open + "endpoint: {clock_skew: soon}", open + "endpoint: {clock_skew: 5}", open + "endpoint: {clock_skew: --1s}", open + "endpoint: {clock_skew: 1}",
		open + "endpoint: {limits: {requests: bucket(limit=3)}}", open + "endpoint: {faults: {it: broken(share=0.1)}}", open + "endpoint: {hints: {it: 5s}}",
		open + "endpoint: {latency: 2s}", open + "endpoint: {server: serverr(slots=2)}", open + "endpoint: {network: nothing}", open + "endpoint: {preset: opnai(tpm=3)}",
		open + "governors: {g: pace(every=1s)}", open + "flows: {chat: {arrivals: 2/s}}", open + "flows: {chat: {input: 10tokens}}", open + "flows: {chat: {fallbacks: [quue]}}",
		open + "flows: {all: {input: fixed(tokens=1)}}", open + "flows: {'': {input: fixed(tokens=1)}}",
		"policies: {p: fixd(wait=1s)}", "policies: {p: ''}", "policies: {p: fixedly}",
		"labels: {names: a}", "labels: {names: [1]}", "labels: {names: [null]}", "labels: {cues: {'': a}}", "labels: {cues: [a]}",
	} {
		if _, err := Read(Input{File: strings.NewReader(text)}); err == nil {
			t.Errorf("%s is read", text)
		}
		if err := validate(t, s, []byte(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func TestTheSchemaDescribesEachField(t *testing.T) {
	text := string(Schema())
	for _, f := range lessonLanguage().fields {
		quoted, err := json.Marshal(f.comment())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, `"description": `+string(quoted)) {
			t.Errorf("%s has no description", f.path)
		}
	}
	for _, g := range lessonLanguage().groups {
		if !strings.HasSuffix(g.path, "*") && !strings.Contains(text, g.doc) {
			t.Errorf("the group %s has no description", g.path)
		}
	}
}

func TestEachBranchOfTheTableHasWords(t *testing.T) {
	documented := map[string]bool{}
	for _, g := range lessonLanguage().groups {
		documented[g.path] = true
	}
	for _, f := range lessonLanguage().fields {
		if f.doc == "" || f.unit == "" || !strings.HasSuffix(f.doc, ".") {
			t.Errorf("%s wants a sentence and a unit; has %q and %q", f.path, f.doc, f.unit)
		}
		for i := range f.path {
			if f.path[i] == '.' && !documented[f.path[:i]] {
				t.Errorf("the group %s has no words", f.path[:i])
			}
		}
	}
}

// No regular expression of the schema is one that some engines refuse: Python's and
// RE2 have no such escapes, and ECMAScript no inline flags.
func TestPatternsOfTheSchemaAreForAllEngines(t *testing.T) {
	patterns := regexp.MustCompile(`"pattern": (".*")`).FindAllSubmatch(Schema(), -1)
	if len(patterns) < 10 {
		t.Fatalf("there are %d patterns", len(patterns))
	}
	for _, found := range patterns {
		var pattern string
		if err := json.Unmarshal(found[1], &pattern); err != nil {
			t.Fatal(err)
		}
		if _, err := regexp.Compile(pattern); err != nil {
			t.Error(err)
		}
		for _, foreign := range []string{`\p`, `\P`, `\u`, `\A`, `\z`, `\-`, `(?`, `[[:`} {
			if strings.Contains(pattern, foreign) {
				t.Errorf("%s has %s", pattern, foreign)
			}
		}
	}
}

// Python's validator, which is what editors and CI use, takes the schema and every
// built-in scenario.
func TestPythonTakesTheSchema(t *testing.T) {
	validator := exec.Command(required.Python(t, "jsonschema"), "-c", `
import json, sys
from jsonschema import Draft202012Validator
given = json.load(sys.stdin)
Draft202012Validator.check_schema(given["schema"])
validator = Draft202012Validator(given["schema"])
for name, scenario in given["good"].items():
    validator.validate(scenario)
for name, scenario in given["bad"].items():
    if validator.is_valid(scenario):
        sys.exit(name + " is accepted")
`)
	good := map[string]any{}
	for _, name := range Names() {
		text, err := builtIn.ReadFile("builtin/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		good[name] = value
	}
	bad := map[string]any{
		"a blank":    map[string]any{"loads": map[string]any{"a b": 1}},
		"a zero":     map[string]any{"step": "0s"},
		"a version":  map[string]any{"version": 2},
		"some basis": map[string]any{"extends": "lessn"},
	}
	given, err := json.Marshal(map[string]any{"schema": json.RawMessage(Schema()), "good": good, "bad": bad})
	if err != nil {
		t.Fatal(err)
	}
	validator.Stdin = bytes.NewReader(given)
	if out, err := validator.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
