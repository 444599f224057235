package tune

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"ratesim/policy"
	"ratesim/required"
)

// The draws at which waits are compared: of the shortest, an early one and almost the
// longest.
var fitDraws = []float64{0, 0.25, 0.999}

// fitted returns the settings of a client for a policy.
func fitted(t *testing.T, text, client string) (policy.Retry, Fit) {
	t.Helper()
	p, err := policy.Parse(text, policy.Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Fits(p, false) {
		if f.Client == client {
			return p.(policy.Retry), f
		}
	}
	t.Fatalf("%s: there is no client %s", text, client)
	return policy.Retry{}, Fit{}
}

// waitsOf returns the seconds that a policy waits after each of its failures, where
// every chance is one draw.
func waitsOf(p policy.Retry, draw float64) (waits []float64) {
	for attempt := 1; attempt < p.Attempts; attempt++ {
		waits = append(waits, p.Backoff.After(policy.Failure{Attempt: attempt}, draw).Seconds())
	}
	return waits
}

// sameWaits compares waits to the microsecond.
func sameWaits(a, b []float64) bool {
	for i := range a {
		if len(a) != len(b) || math.Abs(a[i]-b[i]) > 1e-6 {
			return false
		}
	}
	return len(a) == len(b)
}

// useTenacity applies each decorator to a function that always fails after 37 ms, with one
// draw in place of chance, and prints how long it slept, twelve times at most. A stop that
// came with 8.3.0 is written out for those before it.
const useTenacity = `
import json, random, sys, time
import tenacity
from tenacity import *
from tenacity.stop import stop_base

if not hasattr(tenacity, "stop_before_delay"):
    class stop_before_delay(stop_base):
        def __init__(self, most):
            self.most = most
        def __call__(self, state):
            return state.seconds_since_start + state.retry_object.wait(state) >= self.most

def waits(settings, draw):
    random.uniform = lambda low, high: low + (high - low) * draw
    random.random = lambda: draw
    slept = []
    now = [0.0]
    time.monotonic = lambda: now[0]
    arguments = settings.removeprefix("@retry(").removesuffix(")")
    def fail():
        now[0] += 0.037
        raise OSError
    def sleep(wait):
        if len(slept) == 12:
            raise StopIteration
        slept.append(wait)
        now[0] += wait
    try:
        eval("retry(" + arguments + ", sleep=sleep)")(fail)()
    except (RetryError, StopIteration):
        pass
    return [float(wait) for wait in slept]

print(json.dumps([waits(case["settings"], case["draw"]) for case in json.load(sys.stdin)]))
`

func TestTenacityWaitsAsItsSettingsAreSaidTo(t *testing.T) {
	name := required.Python(t, "tenacity")
	type tenacityCase struct {
		Settings string  `json:"settings"`
		Draw     float64 `json:"draw"`
	}
	var texts []string
	var cases []tenacityCase
	var want [][]float64
	for _, text := range []string{
		"fixed(wait=15s, attempts=4)",
		"fixed(wait=1.5s, attempts=1)",
		"linear(base=1s, increment=2s, cap=4s, attempts=5)",
		"exponential(base=1s, factor=3, cap=20s, attempts=6)",
		"exponential(base=0.3s, factor=1.7, attempts=5)",
		"full-jitter(base=2s, cap=5s, attempts=5)",
		"full-jitter(base=0.7s, factor=2.3, attempts=4)",
		"equal-jitter(base=2s, cap=8s, attempts=6)",
		"equal-jitter(base=1.5s, factor=1.4, cap=3s, attempts=6)",
	} {
		p, f := fitted(t, text, "tenacity")
		if len(f.Lacks) > 0 {
			t.Errorf("%s: tenacity cannot %q", text, f.Lacks)
		}
		for _, draw := range fitDraws {
			texts, cases, want = append(texts, text), append(cases, tenacityCase{f.Settings, draw}), append(want, waitsOf(p, draw))
		}
	}
	given, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(name, "-c", useTenacity)
	command.Stdin = bytes.NewReader(given)
	out, err := command.CombinedOutput()
	var got [][]float64
	if err != nil || json.Unmarshal(out, &got) != nil || len(got) != len(want) {
		t.Fatalf("%v\n%s", err, out)
	}
	for i := range want {
		if !sameWaits(got[i], want[i]) {
			t.Errorf("%s at draw %v: tenacity waits %v, the policy %v", texts[i], cases[i].Draw, got[i], want[i])
		}
	}
}

// Envoy's router draws from [0, interval) in whole milliseconds, where the interval is
// base_interval at first and doubles up to max_interval (github.com/envoyproxy/envoy
// v1.40.0, source/common/common/backoff_strategy.cc, JitteredExponentialBackOffStrategy).
func TestEnvoyWaitsAsItsSettingsAreSaidTo(t *testing.T) {
	for _, text := range []string{
		"full-jitter(base=2s, attempts=4, retry=429)",
		"full-jitter(base=2s, cap=5s, attempts=6, retry=429)",
		"full-jitter(base=9s, cap=2s, attempts=3, retry=429)",
		"full-jitter(base=250ms, factor=2, cap=1m, attempts=10, retry=429)",
	} {
		p, f := fitted(t, text, "Envoy")
		var settings struct {
			Policy struct {
				On      string `yaml:"retry_on"`
				Codes   []int  `yaml:"retriable_status_codes"`
				Retries int    `yaml:"num_retries"`
				Back    struct {
					Base time.Duration `yaml:"base_interval"`
					Max  time.Duration `yaml:"max_interval"`
				} `yaml:"retry_back_off"`
			} `yaml:"retry_policy"`
		}
		if err := yaml.Unmarshal([]byte(f.Settings), &settings); err != nil || len(f.Lacks) > 0 {
			t.Fatalf("%s: %v, cannot %q:\n%s", text, err, f.Lacks, f.Settings)
		}
		if settings.Policy.On != "retriable-status-codes" || !slices.Equal(settings.Policy.Codes, []int{429}) {
			t.Errorf("%s: Envoy retries on %q, %d; want 429", text, settings.Policy.On, settings.Policy.Codes)
		}
		back := settings.Policy.Back
		if back.Max < back.Base {
			t.Errorf("%s: Envoy refuses a max_interval below base_interval: %+v", text, back)
		}
		for _, draw := range fitDraws {
			var got []float64
			interval := back.Base
			for range settings.Policy.Retries {
				got = append(got, draw*interval.Seconds())
				interval = min(2*interval, back.Max)
			}
			if want := waitsOf(p, draw); !sameWaits(got, want) {
				t.Errorf("%s at draw %v: Envoy waits %v, the policy %v", text, draw, got, want)
			}
		}
	}
}

// The settings of failsafe-go that testdata/sdk runs are those that are printed.
func TestFailsafeIsRunWithTheSettingsThatArePrinted(t *testing.T) {
	source, err := os.ReadFile("../testdata/sdk/failsafe_test.go")
	if err != nil {
		t.Fatal(err)
	}
	run := withoutBlanks(string(source))
	texts := regexp.MustCompile("(?m)^\t\t\"([a-z-]+\\(.*\\))\":").FindAllStringSubmatch(string(source), -1)
	if len(texts) < 6 {
		t.Fatalf("want at least 6 policies in it, have %q", texts)
	}
	for _, text := range texts {
		p, err := policy.Parse(text[1], policy.Defaults{})
		if err != nil {
			t.Fatal(err)
		}
		f := fitFailsafe(p.(policy.Retry), true)
		if len(f.Lacks) > 0 || !strings.Contains(run, withoutBlanks("\""+text[1]+"\": "+f.Settings)) {
			t.Errorf("%s: cannot %q; want in failsafe_test.go\n%s", text[1], f.Lacks, f.Settings)
		}
	}
}

// withoutBlanks returns Go code without its white space.
func withoutBlanks(code string) string { return strings.Join(strings.Fields(code), "") }
