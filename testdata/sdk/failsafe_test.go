package sdk

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

// failsafePolicies are policies with the settings that ratesim tune prints for them; a
// test of its package tune holds them against what it prints.
func failsafePolicies() map[string]retrypolicy.RetryPolicy[*http.Response] {
	return map[string]retrypolicy.RetryPolicy[*http.Response]{
		"fixed(wait=15s, attempts=4, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithDelay(15 * time.Second).
			WithMaxAttempts(4).
			Build(),
		"fixed(wait=1.5s, attempts=2, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithDelay(1500 * time.Millisecond).
			WithMaxAttempts(2).
			Build(),
		"exponential(base=1s, factor=3, attempts=5, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithBackoffFactor(1*time.Second, 27*time.Second, 3).
			WithMaxAttempts(5).
			Build(),
		"exponential(base=2s, factor=1.7, cap=9s, attempts=7, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithBackoffFactor(2*time.Second, 9*time.Second, 1.7).
			WithMaxAttempts(7).
			Build(),
		"exponential(base=9s, cap=2s, attempts=3, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithDelay(2 * time.Second).
			WithMaxAttempts(3).
			Build(),
		"full-jitter(base=5s, factor=1, attempts=9, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithRandomDelay(1, 5*time.Second).
			WithMaxAttempts(9).
			Build(),
		"full-jitter(base=6s, cap=6s, attempts=5, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithRandomDelay(1, 6*time.Second).
			WithMaxAttempts(5).
			Build(),
		"equal-jitter(base=6s, cap=5s, attempts=5, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithRandomDelay(2500*time.Millisecond, 5*time.Second).
			WithMaxAttempts(5).
			Build(),
		"full-jitter(base=2s, cap=9s, attempts=6, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithBackoffFactor(1*time.Second, 4500*time.Millisecond, 2).
			WithJitterFactor(1).
			WithMaxAttempts(6).
			Build(),
		"equal-jitter(base=2s, factor=1.5, attempts=5, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithBackoffFactor(1500*time.Millisecond, 5062500000, 1.5).
			WithJitterFactor(1.0 / 3).
			WithMaxAttempts(5).
			Build(),
		"proportional-jitter(base=1s, cap=20s, low=0.5, high=1.5, attempts=7, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithBackoffFactor(1*time.Second, 20*time.Second, 2).
			WithJitterFactor(0.5).
			WithMaxAttempts(7).
			Build(),
		"spread-jitter(base=1s, jitter=2s, attempts=5, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithBackoffFactor(1*time.Second, 8*time.Second, 2).
			WithJitter(2 * time.Second).
			WithMaxAttempts(5).
			Build(),
		"fixed(wait=12s, attempts=5, min-wait=13s, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithDelay(13 * time.Second).
			WithMaxAttempts(5).
			Build(),
		"decorrelated(base=5s, cap=1m0s, attempts=2, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithRandomDelay(5*time.Second, 15*time.Second).
			WithMaxAttempts(2).
			Build(),
		"list(waits=11s>15s, attempts=6, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithBackoffFactor(11*time.Second, 15*time.Second, 1.4).
			WithMaxAttempts(6).
			Build(),
		"exponential(base=2s, attempts=4, budget=10s, at-budget=shorten, heed=ignore)": failsafehttp.NewRetryPolicyBuilder().
			WithDelayFunc(nil).
			WithBackoffFactor(2*time.Second, 8*time.Second, 2).
			WithMaxDuration(10 * time.Second).
			WithMaxAttempts(4).
			Build(),
		"linear(base=3s, increment=1s, cap=2s, attempts=4, heed=exact, heed-after=429+503)": failsafehttp.NewRetryPolicyBuilder().
			WithDelay(2 * time.Second).
			WithMaxAttempts(4).
			Build(),
	}
}

// A bound is between what a policy waits after one of its failures, in nanoseconds.
type bound struct {
	From int64  `json:"wait_least_ns"`
	To   int64  `json:"wait_most_ns"`
	Then string `json:"then"`
}

// boundsOf returns the bounds of a policy's waits, as ratesim waits prints them.
func boundsOf(t *testing.T, policy string) (all []bound) {
	t.Helper()
	text, err := exec.Command(program, "waits", policy, "--format", "ndjson").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var b bound
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			t.Fatal(err)
		}
		if b.Then == "waits" {
			all = append(all, b)
		}
	}
	return all
}

// failsafeWaits lets failsafe-go try again what always fails, in fake time.
func failsafeWaits(t *testing.T, policy retrypolicy.RetryPolicy[*http.Response], answer *http.Response, failure error) (waits []time.Duration) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		last := time.Now()
		attempts := 0
		_, _ = failsafe.With[*http.Response](policy).GetWithExecution(func(failsafe.Execution[*http.Response]) (*http.Response, error) {
			if attempts++; attempts > 1 {
				waits = append(waits, time.Since(last))
			}
			last = time.Now()
			return answer, failure
		})
	})
	return waits
}

func TestFailsafeWaitsAsItsSettingsAreSaidTo(t *testing.T) {
	for name, policy := range failsafePolicies() {
		want := boundsOf(t, name)
		got := failsafeWaits(t, policy, nil, errors.New("connection reset"))
		checkWaits(t, name, got, want)
		if len(got) > 1 && want[0].From < want[0].To && slices.Max(got) == slices.Min(got) {
			t.Errorf("%s: failsafe-go waits %v, without chance", name, got)
		}
	}
}

// checkWaits compares waits with their bounds, to the microsecond.
func checkWaits(t *testing.T, name string, got []time.Duration, want []bound) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%s: failsafe-go waits %v; want %d waits", name, got, len(want))
	}
	for i, wait := range got {
		if float64(wait) < float64(want[i].From)-1e3 || float64(wait) > float64(want[i].To)+1e3 {
			t.Errorf("%s: wait %d is %v; want %v to %v", name, i+1, wait, time.Duration(want[i].From), time.Duration(want[i].To))
		}
	}
}

// A response is no error: which ones are tried again, the settings must say.
func TestFailsafeHeedsTheServerWhereItsSettingsSaySo(t *testing.T) {
	for name, policy := range failsafePolicies() {
		for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInternalServerError} {
			busy := &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"7"}}}
			want := boundsOf(t, name)
			if strings.Contains(name, "heed=exact") && status != http.StatusInternalServerError {
				for i := range want {
					want[i].From, want[i].To = int64(7*time.Second), int64(7*time.Second)
				}
			}
			checkWaits(t, fmt.Sprintf("%s, after a %d with retry-after: 7", name, status), failsafeWaits(t, policy, busy, nil), want)
		}
	}
}
