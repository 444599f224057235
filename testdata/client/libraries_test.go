package sdk

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/hashicorp/go-retryablehttp"

	"ratesim/client"
	"ratesim/policy"
)

// Libraries that many use are sent to the same endpoint as a policy with their
// parameters, each in a bubble: without chance in it, the instants of all attempts
// are equal, and with it each wait lies within the policy's bounds.

// A sender sends one request over a network.
type sender func(t *testing.T, network http.RoundTripper)

// bySpec sends by a policy.
func bySpec(spec string) sender {
	return func(t *testing.T, network http.RoundTripper) {
		c := client.New(client.Options{Policy: parse(t, spec), Repeat: client.Safe})
		get(t, &http.Client{Transport: c.Transport(network)})
	}
}

func get(t *testing.T, c *http.Client) {
	r, err := c.Get("http://localhost/")
	if err == nil {
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
}

// sentAt returns when attempts come if a script answers.
func sentAt(t *testing.T, send sender, answers ...answer) (at []time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(answers...)
		send(t, s)
		at = s.at
	})
	return at
}

// compare checks that a library and a policy send at the same instants.
func compare(t *testing.T, library, ours sender, scripts map[string][]answer) {
	t.Helper()
	for name, answers := range scripts {
		want, have := sentAt(t, library, answers...), sentAt(t, ours, answers...)
		if !slices.Equal(want, have) {
			t.Errorf("%s: the library sends at %v, the policy at %v", name, want, have)
		}
	}
}

var (
	ok   = answer{status: 200}
	down = answer{status: 500}
	lost = answer{}
)

func TestGoRetryableHTTPIsAnExponentialThatHeedsTheLetter(t *testing.T) {
	library := func(t *testing.T, network http.RoundTripper) {
		c := retryablehttp.NewClient() // 4 retries, from 1 s to 30 s
		c.Logger = nil
		c.HTTPClient = &http.Client{Transport: network}
		get(t, c.StandardClient())
	}
	ours := bySpec("exponential(base=1s, cap=30s, attempts=5, retry=429+5xx+!501+connection, heed=exact, heed-after=429+503, hints=seconds>date, read=integers)")
	compare(t, library, ours, map[string][]answer{
		"always down":            {down},
		"down three times":       {down, down, down, ok},
		"a lost connection":      {lost, lost, ok},
		"501 is not tried again": {{status: 501}, ok},
		"404 is not tried again": {{status: 404}, ok},
		"a hint":                 {{429, "retry-after: 7", ""}, down, ok},
		"a hint of 0":            {{503, "retry-after: 0", ""}, ok},
		"a long hint":            {{429, "retry-after: 600", ""}, ok},
		"a hint of a 500":        {{500, "retry-after: 7", ""}, ok},
		"milliseconds":           {{429, "retry-after-ms: 511", ""}, ok},
		"a fraction":             {{429, "retry-after: 1.5", ""}, ok},
		"below 0":                {{429, "retry-after: -3", ""}, ok},
		"a date":                 {{503, "retry-after: Sat, 01 Jan 2000 00:01:40 GMT", ""}, ok},
		"a date gone by":         {{503, "retry-after: Fri, 31 Dec 1999 23:59:00 GMT", ""}, ok},
	})
}

func TestFailsafeIsAnExponentialByCount(t *testing.T) {
	library := func(t *testing.T, network http.RoundTripper) {
		p := retrypolicy.NewBuilder[*http.Response]().
			HandleIf(func(r *http.Response, err error) bool { return err != nil || r.StatusCode >= 500 }).
			WithBackoff(time.Second, 10*time.Second).
			WithMaxRetries(6).
			Build()
		get(t, &http.Client{Transport: failsafehttp.NewRoundTripper(network, p)})
	}
	compare(t, library, bySpec("exponential(base=1s, cap=10s, attempts=7, retry=5xx+connection, heed=ignore)"), map[string][]answer{
		"always down":     {down},
		"down twice":      {down, down, ok},
		"lost, then down": {lost, down, ok},
		"not a failure":   {{status: 429}, ok},
	})
}

func TestTheHTTPPolicyOfFailsafeTriesThreeTimesAtOnceOrWhenAsked(t *testing.T) {
	library := func(t *testing.T, network http.RoundTripper) {
		p := failsafehttp.NewRetryPolicyBuilder().Build()
		get(t, &http.Client{Transport: failsafehttp.NewRoundTripper(network, p)})
	}
	compare(t, library, bySpec("fixed(wait=0s, attempts=3, retry=429+5xx+!501+connection, heed=exact, heed-after=429+503, hints=seconds>date, read=integers)"), map[string][]answer{
		"always down":     {down},
		"a hint":          {{429, "retry-after: 7", ""}, ok},
		"a hint of a 500": {{500, "retry-after: 7", ""}, ok},
		"501":             {{status: 501}, ok},
		"400":             {{status: 400}, ok},
	})
}

// errUnavailable is the failure of an operation that is no HTTP.
var errUnavailable = errors.New("down")

// triedAt returns when an operation is tried that fails so often.
func triedAt(t *testing.T, failures int, fails error, try func(func() error)) (at []time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		try(func() error {
			if at = append(at, time.Since(began)); len(at) > failures {
				return nil
			}
			return fails
		})
	})
	return at
}

// byCenkalti tries by the library.
func byCenkalti(b *backoff.ExponentialBackOff, more ...backoff.RetryOption) func(func() error) {
	return func(call func() error) {
		backoff.Retry(context.Background(), func() (int, error) { return 0, call() }, append(more, backoff.WithBackOff(b))...)
	}
}

// byDo tries by a policy.
func byDo(t *testing.T, spec string) func(func() error) {
	p := parse(t, spec)
	return func(call func() error) {
		client.Do(context.Background(), p, func(context.Context) error { return call() })
	}
}

func TestCenkaltiWithoutJitterIsAnExponentialWithABudget(t *testing.T) {
	for name, tt := range map[string]struct {
		failures int
		more     []backoff.RetryOption
		spec     string
	}{
		"so many tries":     {8, []backoff.RetryOption{backoff.WithMaxTries(6)}, "exponential(base=500ms, factor=1.5, cap=1m, attempts=6)"},
		"it goes well":      {3, nil, "exponential(base=500ms, factor=1.5, cap=1m, budget=15m)"},
		"within ten":        {100, []backoff.RetryOption{backoff.WithMaxElapsedTime(10 * time.Second)}, "exponential(base=500ms, factor=1.5, cap=1m, budget=10s)"},
		"just as it is due": {100, []backoff.RetryOption{backoff.WithMaxElapsedTime(1250 * ms)}, "exponential(base=500ms, factor=1.5, cap=1m, budget=1250ms)"},
	} {
		b := backoff.NewExponentialBackOff()
		b.RandomizationFactor = 0
		want, have := triedAt(t, tt.failures, errUnavailable, byCenkalti(b, tt.more...)), triedAt(t, tt.failures, errUnavailable, byDo(t, tt.spec))
		if !slices.Equal(want, have) {
			t.Errorf("%s: the library tries at %v, the policy at %v", name, want, have)
		}
	}
}

func TestJitterOfLibrariesLiesWithinThePolicysBounds(t *testing.T) {
	random := retrypolicy.NewBuilder[any]().HandleErrors(errUnavailable).WithRandomDelay(time.Second, 3*time.Second).WithMaxRetries(5).Build()
	factor := retrypolicy.NewBuilder[any]().HandleErrors(errUnavailable).WithBackoff(time.Second, 8*time.Second).WithJitterFactor(0.25).WithMaxRetries(5).Build()
	byFailsafe := func(p retrypolicy.RetryPolicy[any]) func(func() error) {
		return func(call func() error) { failsafe.With[any](p).Run(call) }
	}
	for name, tt := range map[string]struct {
		try  func(func() error)
		spec string
	}{
		"cenkalti/backoff":            {byCenkalti(backoff.NewExponentialBackOff(), backoff.WithMaxTries(6)), "proportional-jitter(of=exponential(base=500ms, factor=1.5, cap=1m), low=0.5, high=1.5, attempts=6)"},
		"failsafe-go, a random delay": {byFailsafe(random), "full-jitter(of=fixed(wait=3s), low=1s, attempts=6)"},
		"failsafe-go, by a factor":    {byFailsafe(factor), "proportional-jitter(of=exponential(base=1s, cap=8s), low=0.75, high=1.25, attempts=6)"},
	} {
		rows := policy.Schedule(parse(t, tt.spec), policy.Sequence{Rows: 6})
		drawn := map[time.Duration]bool{}
		for range 200 {
			at := triedAt(t, 100, errUnavailable, tt.try)
			if len(at) != 6 {
				t.Fatalf("%s: %d attempts; want 6", name, len(at))
			}
			for i, row := range rows[:5] {
				wait := at[i+1] - at[i]
				drawn[wait] = true
				if wait < row.Wait.Low || wait > row.Wait.High+1 { // the library may round up
					t.Errorf("%s: wait %d is %v; the policy waits from %v to %v", name, i+1, wait, row.Wait.Low, row.Wait.High)
				}
			}
		}
		if len(drawn) < 900 {
			t.Errorf("%s: only %d of 1000 waits differ", name, len(drawn))
		}
	}
}

func TestAPolicyDrawsFromAllOfItsBounds(t *testing.T) {
	p := parse(t, "proportional-jitter(of=exponential(base=500ms, factor=1.5, cap=1m), low=0.5, high=1.5, attempts=2)")
	row := policy.Schedule(p, policy.Sequence{Rows: 1})[0]
	least, most := row.Wait.High, row.Wait.Low
	for seed := range uint64(1000) {
		wait, _ := p.Next(policy.Failure{Attempt: 1}, rand.New(rand.NewPCG(seed, 0)))
		least, most = min(least, wait), max(most, wait)
	}
	if near := 5 * ms; least-row.Wait.Low > near || row.Wait.High-most > near {
		t.Errorf("1000 draws lie from %v to %v; want nearly all from %v to %v", least, most, row.Wait.Low, row.Wait.High)
	}
}
