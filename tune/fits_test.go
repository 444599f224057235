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
		{"exponential(base=9s, cap=2s, attempts=5)", "failsafe-go", "WithDelay(2*time.Second)", ""},
		{"full-jitter(base=2s, attempts=4)", "Envoy", "base_interval: 2s, max_interval: 8s", ""},
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
