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
		{"linear(base=1s, attempts=3)", "failsafe-go", "WithMaxAttempts(3)", "wait as linear"},
		{"exponential(base=1s, factor=3, cap=20s, attempts=5)", "tenacity", "wait_exponential(multiplier=1, exp_base=3, max=20)", ""},
		{"exponential(base=1s, factor=3, attempts=5)", "failsafe-go", "WithBackoffFactor(1*time.Second, 27*time.Second, 3)", ""},
		{"linear(base=3s, increment=1s, cap=2s, attempts=5)", "failsafe-go", "WithDelay(2*time.Second)", ""},
		{"linear(base=3s, increment=1s, attempts=2)", "failsafe-go", "WithDelay(3*time.Second)", ""},
		{"full-jitter(base=6s, cap=6s, attempts=5)", "failsafe-go", "WithRandomDelay(1, 6*time.Second)", ""},
		{"full-jitter(base=6s, factor=3, attempts=2)", "failsafe-go", "WithRandomDelay(1, 6*time.Second)", ""},
		{"full-jitter(base=6s, cap=8s, attempts=3)", "failsafe-go", "WithMaxAttempts(3)", "wait as full-jitter"},
		{"equal-jitter(base=6s, cap=5s, attempts=5)", "failsafe-go", "WithRandomDelay(2500*time.Millisecond, 5*time.Second)", ""},
		{"full-jitter(base=6s, factor=3, cap=6s, attempts=5, retry=429)", "Envoy", "base_interval: 6s, max_interval: 6s", ""},
		{"exponential(base=9s, cap=2s, attempts=5)", "failsafe-go", "WithDelay(2*time.Second)", ""},
		{"full-jitter(base=2s, attempts=4, retry=429+5xx+timeout+connection)", "Envoy", "base_interval: 2s, max_interval: 8s", ""},
		{"full-jitter(base=2s, factor=3, attempts=4)", "Envoy", "num_retries: 3", "wait as full-jitter"},
		{"full-jitter(base=2s, cap=5s, attempts=4)", "tenacity", "wait_random_exponential(multiplier=2, exp_base=2, max=5)", ""},
		{"equal-jitter(base=2s, cap=8s, attempts=4)", "tenacity", "wait_exponential(multiplier=1, exp_base=2, max=4)", ""},
		{"decorrelated(base=2s, attempts=4)", "tenacity", "stop_after_attempt(4)", "a wait function of your own"},
		{"fixed(wait=1s, attempts=4, total=9s)", "tenacity", "wait_fixed(1)", "(total)"},
		{"fixed(wait=1s)", "openai SDKs", "max_retries=2", "without a bound on attempts"},
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
	for text, want := range map[string]string{
		"full-jitter(base=2s, attempts=4, heed=exact)":   "rate_limited_retry_back_off",
		"full-jitter(base=2s, attempts=4, heed=minimum)": "the longer of its own wait",
		"full-jitter(base=2s, attempts=4, heed=ignore)":  "num_retries: 3",
	} {
		p, err := policy.Parse(text, policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		if f := fitEnvoy(p.(policy.Retry), true); !strings.Contains(f.Settings+strings.Join(f.Lacks, ""), want) {
			t.Errorf("%s: %s, cannot %q; want %q", text, f.Settings, f.Lacks, want)
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
