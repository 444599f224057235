package tune

import (
	"strconv"
	"strings"
	"time"

	"ratesim/policy"
)

// sdkWaits are the waits of the openai SDKs. They draw from three quarters of
// min(0.5 s · 2ⁿ⁻¹, 8 s) to the whole (github.com/openai/openai-python,
// src/openai/_base_client.py).
var sdkWaits = policy.ProportionalJitter{Of: policy.Exponential{Base: 500 * time.Millisecond, Factor: 2, Cap: 8 * time.Second}, Low: 0.75, High: 1}

// fitOpenAI is for openai-python 3.3.1, openai-node 7.59.0 and openai-go 3.99: the
// number of retries is theirs to set, the waits are not.
func fitOpenAI(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: clientOpenAI, Lacks: lacks(p)}
	if p.Attempts == 0 {
		f.Lacks = append(f.Lacks, "go on without a bound on attempts")
		p.Attempts = 3
	}
	retries := strconv.Itoa(p.Attempts - 1)
	python, node := "max_retries="+retries, "maxRetries: "+retries
	if p.Timeout > 0 {
		python += ", timeout=" + seconds(p.Timeout)
		node += ", timeout: " + number64(1000*p.Timeout.Seconds())
		f.Lacks = append(f.Lacks, "hang up an attempt in Go (timeout): one that is set ends the call there")
	}
	f.Settings = "Python: OpenAI(" + python + ")\nNode: new OpenAI({" + node + "})\nGo: option.WithMaxRetries(" + retries + ")"
	if none(p) {
		return f
	}
	if !waitsAlike(p, sdkWaits, time.Microsecond) {
		f.Lacks = append(f.Lacks, wait(p)+": its waits are 0.375 to 8 s; for others set 0 retries, and retry around it")
	}
	if hinted {
		f.Lacks = append(f.Lacks, sdkHearing(p)...)
	}
	return f
}

// sdkHearing returns what the SDKs cannot do about the waits that the server asks for:
// they take its wait for theirs, Python and Go up to 120 s, above which they stop, Node
// up to 60 s, above which it waits by itself.
func sdkHearing(p policy.Retry) []string {
	var same []string
	for _, sdk := range []struct{ language, preset string }{{"Python", "openai-py"}, {"Node", "openai-node"}, {"Go", "openai-go"}} {
		preset, _ := policy.PresetOf(sdk.preset, "")
		if preset.Policy(false).(policy.Retry).Heed == p.Heed {
			same = append(same, sdk.language)
		}
	}
	if len(same) > 0 {
		return []string{"treat the waits that the server asks for as the policy does, but in " + strings.Join(same, " and ")}
	}
	return hears{
		mode: policy.Exact, tells: []string{"heed"}, takes: "it takes the server's", places: "any",
		bound: "Python and Go stop above 120 s, and Node waits by itself above 60 s",
	}.lacks(p)
}
