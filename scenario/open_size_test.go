package scenario

import (
	"strings"
	"testing"

	"ratesim/trace"
)

// What a run without a trace takes, a check of its trace takes, too: the largest
// sizes there are, drawn and counted token by token.
func TestTheLargestSizesPassTheCheck(t *testing.T) {
	const text = `
version: 1
extends: account
name: large
horizon: 20s
endpoint:
  limits:
    requests: null
    tokens: token-bucket(limit=2000000000, window=1s, of=tokens, when=settled, cached=returned)
  latency: constant(latency=1s)
flows:
  chat:
    arrivals: constant(rate=1/s)
    input: log-normal(median=1073741824, sigma=10)
    cached: uniform(from=0, to=1073741824)
    estimate: fixed(tokens=1073741824)
    output: log-normal(median=4194304, sigma=10)
    max_output: fixed(tokens=0)
`
	m, c := openModel(t, text)
	var all records
	runInto(t, m, c, &all)
	if err := all.check(); err != nil {
		t.Fatal(err)
	}
	largest := trace.Attempt{}
	for _, one := range all {
		if a, is := one.(trace.Attempt); is {
			largest.Prompt, largest.OutputTokens = max(largest.Prompt, a.Prompt), max(largest.OutputTokens, a.OutputTokens)
		}
	}
	if largest.Prompt != 1<<30 || largest.OutputTokens != 1<<22 {
		t.Errorf("the largest prompt has %d tokens, the largest answer %d; want them cut to 2^30 and 2^22", largest.Prompt, largest.OutputTokens)
	}
}

func TestSizesBeyondTheBoundAreToldAtOnce(t *testing.T) {
	for set, want := range map[Setting]string{
		"flows.chat.input=fixed(tokens=1073741825)":                 "flows.chat.input: tokens: want at most 1073741824 tokens; have 1073741825",
		"flows.chat.output=log-normal(median=9, sigma=1, most=1e9)": "most: want a whole number from 0 to 2^53",
		"flows.chat.output=fixed(tokens=4194305)":                   "flows.chat.output: tokens: want at most 4194304 tokens; have 4194305",
	} {
		_, err := Read(Input{File: strings.NewReader("version: 1\nextends: account\nname: a\n"), FileName: "f.yaml", Settings: []Setting{set}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v; want %s", set, err, want)
		}
	}
}
