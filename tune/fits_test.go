package tune

import (
	"strings"
	"testing"

	"ratesim/policy"
)

func TestAPolicyIsSaidInTheSettingsOfClients(t *testing.T) {
	for _, c := range []struct{ policy, client, has, lacks string }{
		{"fixed(wait=15s, attempts=4)", "openai SDKs", "max_retries=3", "wait as fixed(wait=15s)"},
		{"fixed(wait=15s, attempts=4)", "tenacity", "wait=wait_fixed(15)", ""},
		{"fixed(wait=1.5s, attempts=4)", "failsafe-go", "WithDelay(1500*time.Millisecond)", ""},
		{"fixed(wait=15s, attempts=4)", "Envoy", "num_retries: 3", "draws each wait from 0"},
		{"linear(base=1s, increment=2s, cap=9s, attempts=3)", "tenacity", "wait_incrementing(start=1, increment=2, max=9)", ""},
		{"linear(base=1s, attempts=5)", "failsafe-go", "WithMaxAttempts(5)", "wait as linear"},
		{"exponential(base=1s, factor=3, cap=20s, attempts=5)", "tenacity", "wait_exponential(multiplier=1, exp_base=3, max=20)", ""},
		{"exponential(base=1s, factor=3, attempts=5)", "failsafe-go", "WithBackoffFactor(1*time.Second, 27*time.Second, 3)", ""},
		{"linear(base=3s, increment=1s, cap=2s, attempts=5)", "failsafe-go", "WithDelay(2*time.Second)", ""},
		{"linear(base=3s, increment=1s, attempts=2)", "failsafe-go", "WithDelay(3*time.Second)", ""},
		{"full-jitter(base=6s, cap=6s, attempts=5)", "failsafe-go", "WithRandomDelay(1, 6*time.Second)", ""},
		{"full-jitter(base=6s, factor=3, attempts=2)", "failsafe-go", "WithRandomDelay(1, 6*time.Second)", ""},
		{"full-jitter(base=6s, cap=8s, attempts=3)", "failsafe-go", "WithBackoffFactor(3*time.Second, 4*time.Second, 2).\n  WithJitterFactor(1).", ""},
		{"equal-jitter(base=2s, cap=8s, attempts=6)", "failsafe-go", "WithBackoffFactor(1500*time.Millisecond, 6*time.Second, 2).\n  WithJitterFactor(1.0/3).", ""},
		{"spread-jitter(base=2s, jitter=1s, attempts=3)", "failsafe-go", "WithJitter(1*time.Second)", ""},
		{"fixed(wait=0s, attempts=3)", "failsafe-go", "WithDelay(0)", ""},
		{"fixed(wait=0s, attempts=3)", "tenacity", "wait_fixed(0)", ""},
		{"fixed(wait=0s, attempts=3, retry=429)", "Envoy", "base_interval: 0.001s, max_interval: 0.001s", ""},
		{"spread-jitter(of=fixed(wait=0s), jitter=1s, attempts=3)", "failsafe-go", "WithMaxAttempts(3)", "wait as spread-jitter"},
		{"decorrelated(base=2s, attempts=4)", "failsafe-go", "WithMaxAttempts(4)", "without one it tries again at once"},
		{"fixed(wait=12s, attempts=5, min-wait=13s)", "tenacity", "wait_fixed(13)", ""},
		{"fixed(wait=12s, attempts=5, max-wait=11s)", "failsafe-go", "WithDelay(11*time.Second)", ""},
		{"fixed(wait=12s, attempts=5, wait-step=7s)", "tenacity", "wait_fixed(7)", ""},
		{"exponential(base=1s, attempts=9, max-wait=20s)", "tenacity", "wait_exponential(multiplier=1, exp_base=2, max=20)", ""},
		{"linear(base=1s, attempts=9, max-wait=20s)", "tenacity", "wait_incrementing(start=1, increment=1, max=20)", ""},
		{"exponential(base=1s, attempts=9, min-wait=3s)", "tenacity", "wait_exponential(multiplier=1, exp_base=2, min=3)", ""},
		{"list(waits=1s>5s>15s, attempts=9)", "tenacity", "wait_chain(*map(wait_fixed, [1, 5, 15]))", ""},
		{"full-jitter(base=2s, attempts=4, min-wait=1s)", "tenacity", "stop_after_attempt(4)", "wait as full-jitter"},
		{"exponential(base=1s)", "failsafe-go", "", "wait as exponential"},
		{"equal-jitter(base=6s, cap=5s, attempts=5)", "failsafe-go", "WithRandomDelay(2500*time.Millisecond, 5*time.Second)", ""},
		{"full-jitter(base=6s, factor=3, cap=6s, attempts=5, retry=429)", "Envoy", "base_interval: 6s, max_interval: 6s", ""},
		{"exponential(base=9s, cap=2s, attempts=5)", "failsafe-go", "WithDelay(2*time.Second)", ""},
		{"full-jitter(base=2s, attempts=4, retry=429+5xx+timeout+connection)", "Envoy", "base_interval: 2s, max_interval: 8s", ""},
		{"full-jitter(base=2s, factor=3, attempts=4)", "Envoy", "num_retries: 3", "wait as full-jitter"},
		{"full-jitter(base=2s, cap=5s, attempts=4)", "tenacity", "wait_random_exponential(multiplier=2, exp_base=2, max=5)", ""},
		{"equal-jitter(base=2s, cap=8s, attempts=4)", "tenacity", "wait_exponential(multiplier=1, exp_base=2, max=4)", ""},
		{"decorrelated(base=2s, attempts=4)", "tenacity", "stop_after_attempt(4)", "a wait function of your own"},
		{"fixed(wait=1s, attempts=4, total=9s)", "tenacity", "stop_after_attempt(4)", ""},
		{"fixed(wait=4s, attempts=4, total=9s)", "tenacity", "stop_after_attempt(3)", ""},
		{"full-jitter(base=4s, attempts=4, total=9s)", "tenacity", "stop_after_attempt(4)", "(total)"},
		{"fixed(wait=4s, attempts=4, timeout=9s)", "tenacity", "wait_fixed(4)", "(timeout)"},
		{"fixed(wait=1s)", "openai SDKs", "max_retries=2", "without a bound on attempts"},
		{"decorrelated(base=5s, cap=60s, factor=3, attempts=2)", "tenacity", "wait_random(5, 15)", ""},
		{"decorrelated(base=5s, cap=60s, factor=3, attempts=2)", "failsafe-go", "WithRandomDelay(5*time.Second, 15*time.Second)", ""},
		{"equal-jitter(base=5.98s, factor=3, less=1.3s, attempts=2)", "tenacity", "wait_random(2.34, 4.68)", ""},
		{"equal-jitter(base=5.98s, factor=3, less=1.3s, attempts=2)", "failsafe-go", "WithRandomDelay(2340*time.Millisecond, 4680*time.Millisecond)", ""},
		{"linear(base=1s, increment=2s, cap=9s, attempts=3)", "failsafe-go", "WithBackoffFactor(1*time.Second, 3*time.Second, 3)", ""},
		{"linear(base=16s, increment=8.669s, cap=22s, attempts=8)", "failsafe-go", "WithBackoffFactor(16*time.Second, 22*time.Second, 1.4)", ""},
		{"list(waits=11s>15s, attempts=9)", "failsafe-go", "WithBackoffFactor(11*time.Second, 15*time.Second, 1.4)", ""},
		{"list(waits=11s>15s)", "failsafe-go", "WithMaxAttempts(-1)", ""},
		{"list(waits=11s>15s>12s, attempts=9)", "failsafe-go", "WithMaxAttempts(9)", "wait as list"},
		{"polynomial(base=3s, power=2, cap=12.7s, attempts=7)", "failsafe-go", "WithBackoffFactor(3*time.Second, 12700*time.Millisecond, 4)", ""},
		{"polynomial(base=3s, power=2)", "failsafe-go", "", "wait as polynomial"},
		{"full-jitter(of=list(waits=3s>5s), attempts=7, retry=429)", "Envoy", "base_interval: 3s, max_interval: 5s", ""},
		{"full-jitter(of=list(waits=3s>5s), attempts=7)", "tenacity", "wait_random_exponential(multiplier=3, exp_base=1.7, max=5)", ""},
		{"exponential(base=1s, factor=1.0001)", "failsafe-go", "", "wait as exponential"},
		{"fixed(wait=2s, attempts=9, budget=10s)", "tenacity", "stop=stop_after_attempt(9) | stop_before_delay(10)", ""},
		{"fixed(wait=2s, budget=10s, at-budget=overrun)", "tenacity", "stop=stop_after_delay(10)", ""},
		{"fixed(wait=2s, attempts=9, budget=10s, at-budget=shorten)", "tenacity", "stop=stop_after_attempt(9)", "stop by the budget"},
		{"fixed(wait=2s, attempts=9, budget=10s, at-budget=shorten)", "failsafe-go", "WithMaxDuration(10*time.Second)", ""},
		{"fixed(wait=2s, attempts=9, budget=10s)", "failsafe-go", "WithDelay(2*time.Second)", "stop by the budget"},
		{"decorrelated(base=2s, budget=10s)", "tenacity", "", "a wait function of your own"},
		{"polynomial(base=7.7s, power=1.5, cap=28.78s, attempts=6, total=21.429s)", "tenacity", "stop=stop_after_attempt(2)", ""},
		{"fixed(wait=6s, total=20s)", "failsafe-go", "WithMaxAttempts(4)", ""},
		{"none", "openai SDKs", "max_retries=0", ""},
		{"none", "Envoy", "no retry_policy", ""},
	} {
		p, err := policy.Parse(c.policy, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Fits(p, false) {
			lacks := strings.Join(f.Lacks, "; ")
			if f.Client != c.client {
				continue
			}
			if !strings.Contains(f.Settings, c.has) || !strings.Contains(lacks, c.lacks) || (c.lacks == "") != (lacks == "") {
				t.Errorf("%s for %s:\n%s\ncannot: %s\nwant %q, and that it cannot %q", c.policy, c.client, f.Settings, lacks, c.has, c.lacks)
			}
		}
	}
}

func TestWhatBecomesOfHintsIsTold(t *testing.T) {
	const jitter = "full-jitter(base=2s, attempts=4"
	for _, c := range []struct{ policy, client, want string }{
		{jitter + ", heed=exact)", "Envoy", "rate_limited_retry_back_off"},
		{jitter + ", heed=exact)", "Envoy", "wait just as long as the server asks: it takes one to one and a half times"},
		{jitter + ", heed=exact, hint-factor=1.5, max-hint=300s, above=backoff)", "Envoy", "max_interval: 300s"},
		{jitter + ", heed=minimum)", "Envoy", "the longer of its own wait"},
		{jitter + ", heed=minimum)", "openai SDKs", "the longer of its own wait"},
		{jitter + ", heed=minimum)", "failsafe-go", "the longer of its own wait"},
		{jitter + ", heed=ignore)", "Envoy", "num_retries: 3"},
		{jitter + ", heed=ignore)", "failsafe-go", "WithDelayFunc(nil)"},
		{jitter + ", heed=exact)", "failsafe-go", "cannot: wait as full-jitter"},
		{jitter + ", heed=exact)", "failsafe-go", "heed what comes with any failure: it does so after 429 and 503 alone"},
		{jitter + ", heed=exact, heed-after=429)", "failsafe-go", "after 429 only (heed-after)"},
		{jitter + ", heed=exact, heed-after=429)", "Envoy", "after 429 only (heed-after): it does so after any"},
		{jitter + ", heed=exact, heed-after=429)", "openai SDKs", "after 429 only (heed-after): it does so after any"},
		{jitter + ", heed=exact, max-hint=9s)", "failsafe-go", "above 9s in another way (max-hint)"},
		{jitter + ", heed=exact, max-hint=9s)", "openai SDKs", "above 9s as the policy does (max-hint): Python and Go stop above 120 s"},
		{jitter + ", heed=exact)", "openai SDKs", "heed a wait however long it is: Python and Go stop above 120 s"},
		{jitter + ", hint-jitter=2s, restart=yes)", "Envoy", "by hint-jitter=2s, restart=yes"},
		{jitter + ", hint-jitter=2s)", "tenacity", "read the waits that the server asks for"},
		{"openai-py@3", "openai SDKs", "as the policy does, but in Python"},
		{"openai-node@7", "openai SDKs", "as the policy does, but in Node"},
	} {
		said := ""
		p, err := policy.Parse(c.policy, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Fits(p, true) {
			if f.Client == c.client {
				said = f.Settings + "\ncannot: " + strings.Join(f.Lacks, "\ncannot: ")
			}
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s for %s:\n%s\nwant %q", c.policy, c.client, said, c.want)
		}
	}
}

// What no client can be told is said, not left out.
func TestAPolicyWithoutSettingsIsSaidToHaveNone(t *testing.T) {
	own := policy.AtMost{Attempts: 3, Of: policy.Fixed{}}
	layers := policy.Layers{Outer: policy.Course(), Inner: policy.Course()}
	for _, p := range []policy.Policy{own, layers} {
		fits := Fits(p, true)
		if len(fits) != 1 || fits[0].Settings != "" || len(fits[0].Lacks) != 1 || !strings.Contains(fits[0].Client, "openai SDKs, tenacity, failsafe-go, Envoy") {
			t.Errorf("%T: have %+v; want that no client can", p, fits)
		}
	}
}

// Without retry_on, Envoy retries nothing at all.
func TestEnvoyIsToldWhichFailuresToRetry(t *testing.T) {
	for _, c := range []struct{ rules, has, lacks string }{
		{"", "retry_on: \"reset,connect-failure,retriable-status-codes\"\n  retriable_status_codes: [408, 409, 429, 500, 502, 503, 504, 529]\n", "retry an answer that breaks off"},
		{", retry=429", "retry_on: \"retriable-status-codes\"\n  retriable_status_codes: [429]\n", ""},
		{", retry=429+connection+timeout, timeout=20s", "retry_on: \"reset,connect-failure,retriable-status-codes\"", ""},
		{", retry=429+connection+timeout, timeout=20s", "per_try_timeout: 20s", ""},
		{", retry=429+connection, timeout=20s", "retry_on: \"connect-failure,retriable-status-codes\"", "retry a connection that is lost, but no timeout"},
		{", retry=connection", "retry_on: \"reset,connect-failure\"\n  num_retries", ""},
		{", retry=429+timeout, timeout=20s", "retry_on: \"retriable-status-codes\"", "retry a timeout, but no connection"},
		{", retry=429+exhausted", "[429]", "an account that is used up"},
		{", retry=5xx", "508, 509,\n    510, 511", ""},
	} {
		p, err := policy.Parse("full-jitter(base=2s, attempts=4"+c.rules+")", policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		f := fitEnvoy(p.(policy.Retry), false)
		lacks := strings.Join(f.Lacks, "; ")
		if !strings.Contains(f.Settings, c.has) || !strings.Contains(lacks, c.lacks) || (c.lacks == "") != (lacks == "") {
			t.Errorf("%s:\n%s\ncannot: %s\nwant %q, and that it cannot %q", c.rules, f.Settings, lacks, c.has, c.lacks)
		}
	}
}
