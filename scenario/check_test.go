package scenario

import (
	"strings"
	"testing"
)

func TestReadSaysWhichValuesDoNotGoTogether(t *testing.T) {
	for _, m := range []mistake{
		{"a horizon between two steps", "horizon: 1500ms\n", "f.yaml:1:10: horizon: want a whole number of steps of 1s; have 1.5s"},
		{"a step that a horizon is no multiple of", "horizon: 10s\nstep: 3s\n", "f.yaml:1:10: horizon: want a whole number of steps of 3s; have 10s"},
		{"spans all over", "limit: {window: 1ms}\nburst: {start: 1ns}\nflows: {interactive: {every: 1ms, until: 2ms, budget: 3ms}}\n",
			"f.yaml:1:17: limit.window: want a whole number of steps of 1s; have 1ms\n" +
				"f.yaml:2:16: burst.start: want a whole number of steps of 1s; have 1ns\n" +
				"f.yaml:3:30: flows.interactive.every: want a whole number of steps of 1s; have 1ms\n" +
				"f.yaml:3:42: flows.interactive.until: want a whole number of steps of 1s; have 2ms\n" +
				"f.yaml:3:55: flows.interactive.budget: want a whole number of steps of 1s; have 3ms"},
		{"a horizon beyond time", "horizon: 9007199254740992\n", "f.yaml:1:10: horizon: want a time below 73 years; have 9007199254740992 steps of 1s"},
		{"steps too long for a horizon that nobody set", "step: 10000h\n", "f.yaml:1:7: horizon: want a time below 73 years; have 140 steps of 10000h0m0s\n" +
			"f.yaml:1:7: flows.interactive.until: want a time below 73 years; have 120 steps of 10000h0m0s"},
		{"too many queries", "step: 1ns\nflows: {interactive: {every: 1, until: 10s}}\n", "f.yaml:2:40: flows.interactive.until: want at most 4294967294 queries; have 10000000000"},
		{"ticket numbers beyond a float64", "tickets: {first_id: 9007199254740992}\n", "f.yaml:1:21: tickets.first_id: want ticket numbers of at most 9007199254740992"},
		{"a name with a blank", "name: a b\n", `f.yaml:1:7: name: want letters, digits, - and _; have "a b"`},
		{"no name", "name: ''\n", `f.yaml:1:7: name: want letters, digits, - and _; have ""`},
		{"no loads", "loads: {light: ~, heavy: ~}\n", "f.yaml:1:26: loads: want at least one load"},
		{"no policies", "policies:\n  none: ~\n  fixed: ~\n  backoff: ~\n", "f.yaml:4:12: policies: want at least one policy"},
		{"no topics", "tickets: {topics: {fatura: ~, ariza: ~, sayac: ~, tarife: ~, kesinti: ~}}\n", "f.yaml:1:71: tickets.topics: want at least one topic"},
		{"a topic without templates", "tickets: {topics: {neu: {weight: 0.2}}}\n", "f.yaml:1:34: tickets.topics.neu: want templates, a list of at least one text"},
		{"a topic with an empty list", "tickets: {topics: {neu: {templates: []}}}\n", "f.yaml:1:37: tickets.topics.neu: want templates, a list of at least one text"},
		{"a topic with an empty text", "tickets: {topics: {neu: {templates: [a, '']}}}\n", "f.yaml:1:37: tickets.topics.neu.templates: want texts that are not empty"},
		{"a topic whose templates are no texts", "tickets: {topics: {neu: {templates: [1]}}}\n", "f.yaml:1:38: tickets.topics.neu.templates: want a text; have 1, which is none unless it stands in quotes"},
		{"no labels", "labels: {names: []}\n", "f.yaml:1:17: labels.names: want 1 to 65535 labels; have 0"},
		{"a label twice", "labels: {names: [a, b, a]}\n", `f.yaml:1:17: labels.names: "a" is given twice`},
		{"an empty label", "labels: {names: [a, '']}\n", "f.yaml:1:17: labels.names: want labels that are not empty"},
		{"a prompt without marks", "flows: {batch: {prompt: hello}}\n", "f.yaml:1:25: flows.batch.prompt: want {id} once in the prompt; it is there 0 times\n" +
			"f.yaml:1:25: flows.batch.prompt: want {text} once in the prompt; it is there 0 times"},
		{"a prompt with a mark twice", "flows: {interactive: {prompt: '{step}{step}'}}\n", "f.yaml:1:31: flows.interactive.prompt: want {step} once in the prompt; it is there 2 times"},
		{"an unknown policy", "policies:\n  p: fixd(wait=1s)\n", "f.yaml:2:6: policies.p: there is no policy \"fixd\"; did you mean \"fixed\"?\n\tfixd(wait=1s)\n\t^"},
		{"a policy with a mistake in the middle", "policies: {p: 'exponential(base=1s, factor=0)'}\n",
			"f.yaml:1:15: policies.p: factor: want a number of at least 1; have \"0\"\n\texponential(base=1s, factor=0)\n\t                            ^"},
		{"a policy that is not closed", "policies: {p: fixed(wait=1s}\n", "f.yaml:1:15: policies.p: want a comma or ) after the value of wait; have the end\n\tfixed(wait=1s\n\t             ^"},
	} {
		m.test(t)
	}
}

func TestAFaultNamesTheFlagThatMadeIt(t *testing.T) {
	file := "horizon: 10s\nburst: {start: 5s}\n"
	_, err := Read(Input{File: strings.NewReader(file), FileName: "f.yaml", Settings: []Setting{"step=5s", "limit.window=1s"}, Typed: map[Setting]string{"limit.window=1s": "--over limit.window=1s"}})
	if want := "--over limit.window=1s: limit.window: want a whole number of steps of 5s; have 1s"; err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	_, err = Read(Input{File: strings.NewReader("seed: 7\n"), FileName: "f.yaml", Settings: []Setting{"step=10000h", "horizon=5"}})
	if want := "--set step=10000h: flows.interactive.until: want a time below 73 years; have 120 steps of 10000h0m0s"; err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestThereCanBeAsManyLabelsAsFitInto16Bits(t *testing.T) {
	text := "labels: {names: [" + strings.TrimSuffix(numbered(labelsMax, "l%d,"), ",") + "]}"
	if _, err := Read(Input{File: strings.NewReader(text), FileName: "f.yaml"}); err != nil {
		t.Error(err)
	}
}
