package tune

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ratesim/policy"
)

// A Fit is a policy in the settings of a client.
type Fit struct {
	Client   string
	Settings string   // lines; what Lacks does not name they do
	Lacks    []string // what the client cannot do
}

// Fits returns a policy in the settings of clients that others wrote. Which failures
// are retried is told of Envoy alone, which retries none unless told: the others have
// their own, and their own words for that. Where the server
// never asks for a wait, hinted is false, and what becomes of that is not told either.
func Fits(p policy.Policy, hinted bool) []Fit {
	retry, ok := p.(policy.Retry)
	if !ok {
		if _, none := p.(policy.None); !none {
			return nil
		}
		retry = policy.Retry{Backoff: policy.Fixed{}, Attempts: 1, Heed: policy.Heed{Mode: policy.Ignore}}
	}
	return []Fit{fitOpenAI(retry, hinted), fitTenacity(retry, hinted), fitFailsafe(retry, hinted), fitEnvoy(retry, hinted)}
}

// none reports that there is no second attempt, so that no wait matters.
func none(p policy.Retry) bool { return p.Attempts == 1 }

// shape tells what kind of wait a policy has, and its numbers.
type shape struct {
	kind      string // fixed, linear, exponential, full, equal, or the name of another
	base      time.Duration
	increment time.Duration
	cap       time.Duration // 0 for none
	factor    float64
}

// shapeOf returns the shape of a policy's waits: fixed where there is only one.
func shapeOf(p policy.Retry) shape {
	failures := attemptsCompared
	if p.Attempts > 0 {
		failures = min(p.Attempts-1, attemptsCompared)
	}
	b := p.Backoff
	if isPlain(b) {
		b = fixedAlike(b, failures)
	}
	grown := func(kind string, of policy.Backoff) shape {
		if e, ok := of.(policy.Exponential); ok && e.Less == 0 && e.Whole == 0 {
			return shape{kind: kind, base: e.Base, cap: e.Cap, factor: max(e.Factor, 1)}
		}
		return shape{kind: b.Spec().Name + " of " + of.Spec().Name}
	}
	switch b := b.(type) {
	case policy.Fixed:
		return shape{kind: "fixed", base: b.Wait}
	case policy.Linear:
		return shape{kind: "linear", base: b.Base, increment: b.Increment, cap: b.Cap}
	case policy.Exponential:
		return grown("exponential", b)
	case policy.EqualJitter:
		return grown("equal", b.Of)
	case policy.FullJitter:
		if b.Low == 0 {
			return grown("full", b.Of)
		}
	}
	return shape{kind: b.Spec().Name}
}

// longest returns the longest wait that can come up, chance aside.
func (s shape) longest(attempts int) time.Duration {
	grown := policy.Exponential{Base: s.base, Factor: s.factor, Cap: s.cap}
	if attempts == 0 && s.cap > 0 {
		return s.cap
	}
	return grown.After(policy.Failure{Attempt: max(attempts-1, 1)}, 0)
}

// wait names the wait in words, for what a client lacks.
func wait(p policy.Retry) string { return "wait as " + p.Backoff.Spec().String() }

// lacks returns what few clients have.
func lacks(p policy.Retry) []string {
	var all []string
	if p.Total > 0 {
		all = append(all, fmt.Sprintf("bound the waits together at %v (total)", p.Total))
	}
	if p.Budget > 0 {
		all = append(all, fmt.Sprintf("stop by the budget of %v as the policy does", p.Budget))
	}
	return all
}

// fitOpenAI is for openai-python 3.3.1, openai-node 7.59.0 and openai-go 3: the
// number of retries is theirs to set, the waits are not. They draw from three
// quarters of min(0.5 s · 2ⁿ, 8 s) to the whole (github.com/openai/openai-python,
// src/openai/_base_client.py).
func fitOpenAI(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: "openai SDKs"}
	if p.Attempts == 0 {
		f.Lacks = append(f.Lacks, "go on without a bound on attempts")
		p.Attempts = 3
	}
	retries := strconv.Itoa(p.Attempts - 1)
	f.Settings = "Python: OpenAI(max_retries=" + retries + ")\nNode: new OpenAI({maxRetries: " + retries + "})\nGo: option.WithMaxRetries(" + retries + ")"
	if none(p) {
		return f
	}
	own := policy.ProportionalJitter{Of: policy.Exponential{Base: 500 * time.Millisecond, Factor: 2, Cap: 8 * time.Second}, Low: 0.75, High: 1}
	if p.Backoff.Spec().String() != own.Spec().String() {
		f.Lacks = append(f.Lacks, wait(p)+": its waits are 0.5 to 8 s; for others set 0 retries, and retry around it")
	}
	if hinted && p.Heed.Mode == policy.Ignore {
		f.Lacks = append(f.Lacks, "ignore the waits that the server asks for")
	}
	f.Lacks = append(f.Lacks, lacks(p)...)
	return f
}

// fitTenacity is for tenacity 9.1.4 (github.com/jd/tenacity, tenacity/wait.py and
// stop.py).
func fitTenacity(p policy.Retry, hinted bool) Fit {
	f := Fit{Client: "tenacity", Lacks: lacks(p)}
	s := shapeOf(p)
	arguments := func(first string, part int64) string {
		text := fmt.Sprintf("%s=%s", first, seconds(s.base/time.Duration(part)))
		if s.kind == "linear" {
			text += ", increment=" + seconds(s.increment)
		} else {
			text += ", exp_base=" + number64(s.factor)
		}
		if s.cap > 0 {
			text += ", max=" + seconds(s.cap/time.Duration(part))
		}
		return text
	}
	waits := map[string]string{
		"fixed":       "wait_fixed(" + seconds(s.base) + ")",
		"linear":      "wait_incrementing(" + arguments("start", 1) + ")",
		"exponential": "wait_exponential(" + arguments("multiplier", 1) + ")",
		"full":        "wait_random_exponential(" + arguments("multiplier", 1) + ")",
		"equal":       "wait_exponential(" + arguments("multiplier", 2) + ")\n       + wait_random_exponential(" + arguments("multiplier", 2) + ")",
	}[s.kind]
	var parts []string
	switch {
	case none(p):
	case waits == "":
		f.Lacks = append(f.Lacks, wait(p)+", but for a wait function of your own")
	default:
		parts = append(parts, "wait="+waits)
	}
	if p.Attempts > 0 {
		parts = append(parts, "stop=stop_after_attempt("+strconv.Itoa(p.Attempts)+")")
	}
	f.Settings = "@retry(" + strings.Join(parts, ",\n       ") + ")"
	if hinted && p.Heed.Mode != policy.Ignore && !none(p) {
		f.Lacks = append(f.Lacks, "read the waits that the server asks for, but for a wait function of your own")
	}
	return f
}

// seconds returns a duration as a number of seconds.
func seconds(d time.Duration) string { return number64(d.Seconds()) }

func number64(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
