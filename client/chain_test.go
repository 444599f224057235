package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/policy"
	"ratesim/trace"
)

// calls returns a chain of calls, by name, each of which fails so often before it goes
// well; told is what is called, with the attempt.
func calls(told *[]string, failures ...int) (steps []client.Step) {
	for i, left := range failures {
		steps = append(steps, client.Step{Do: func(ctx context.Context) error {
			s, ok := client.SendingOf(ctx)
			if !ok || s.Call != i {
				return client.Permanent(fmt.Errorf("call %d is told that it is %d, %t", i, s.Call, ok))
			}
			*told = append(*told, fmt.Sprintf("%d of attempt %d", s.Call, s.Attempt))
			if left > 0 {
				left--
				return io.ErrUnexpectedEOF
			}
			return nil
		}})
	}
	return steps
}

func TestAChainRepeatsTheCallThatFailedOrAll(t *testing.T) {
	for _, tt := range []struct {
		name     string
		whole    bool
		failures []int
		want     []string
		passed   time.Duration
		fails    bool
	}{
		{"all go well", false, []int{0, 0}, []string{"0 of attempt 0", "1 of attempt 1"}, 0, false},
		{"the one that failed", false, []int{1, 2}, []string{"0 of attempt 0", "0 of attempt 1", "1 of attempt 2", "1 of attempt 3", "1 of attempt 4"}, 4 * time.Second, false},
		{"each has its attempts", false, []int{2, 3}, []string{"0 of attempt 0", "0 of attempt 1", "0 of attempt 2", "1 of attempt 3", "1 of attempt 4", "1 of attempt 5"}, 6 * time.Second, true},
		{"all", true, []int{0, 1}, []string{"0 of attempt 0", "1 of attempt 1", "0 of attempt 2", "1 of attempt 3"}, time.Second, false},
		{"all have the attempts together", true, []int{1, 2}, []string{"0 of attempt 0", "0 of attempt 1", "1 of attempt 2", "0 of attempt 3", "1 of attempt 4"}, 3 * time.Second, true},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			c := client.New(client.Options{Policy: parse(t, "exponential(base=1s, attempts=3)"), Whole: tt.whole})
			var told []string
			began := time.Now()
			err := c.Chain(t.Context(), calls(&told, tt.failures...)...)
			if passed := time.Since(began); (err != nil) != tt.fails || passed != tt.passed {
				t.Errorf("have %v after %v; want an error: %t, after %v", err, passed, tt.fails, tt.passed)
			}
			same(t, "calls", told, tt.want...)
		})
	}
}

func TestAChainWithoutCallsDoesNothing(t *testing.T) {
	if err := client.New(client.Options{}).Chain(t.Context()); err != nil {
		t.Error(err)
	}
}

// What HTTP requests of a call say is heard: the wait of a refusal, whose error knows
// nothing of it, and what answers cost.
func TestWhatACallSendsByTheTransportOfItsClientIsPartOfTheAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := newScript(says(429, "retry-after: 7"), says(200), says(200))
		var heard []client.Usage
		c := client.New(client.Options{
			Policy: parse(t, "fixed(wait=1s, attempts=3)"),
			Usage:  func(*http.Response, []byte) client.Usage { return client.Usage{Input: 10, Output: 5} },
			Hook: func(r client.Report) {
				if r.Failure == nil {
					heard = append(heard, r.Usage)
				}
			},
		})
		inside := &http.Client{Transport: c.Transport(network)}
		err := c.Do(t.Context(), func(ctx context.Context) error {
			for range 2 {
				r := must[*http.Request](t)(http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/", nil))
				answer, err := inside.Do(r)
				if err != nil {
					return err
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					return errors.New("not well")
				}
			}
			client.Tell(ctx, client.Usage{Output: 1})
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		same(t, "waits", network.waits(), 7*time.Second, 0)
		same(t, "usage", heard, client.Usage{Input: 20, Output: 11})
	})
}

func TestFallbacksAreTurnedToWhenThePolicyMakesNoFurtherAttempt(t *testing.T) {
	strong := client.Fallback{Kind: client.Model, Model: "strong"}
	later := client.Fallback{Kind: client.Queue, After: time.Minute}
	person := client.Fallback{Kind: client.Person}
	for _, tt := range []struct {
		name      string
		fallbacks []client.Fallback
		want      []string
		fails     bool
	}{
		{"none", nil, []string{"small at 0s", "small at 1s"}, true},
		{"a person", []client.Fallback{person, strong}, []string{"small at 0s", "small at 1s"}, true},
		{"later", []client.Fallback{later}, []string{"small at 0s", "small at 1s", "small at 1m1s", "small at 1m2s"}, true},
		{"another model", []client.Fallback{{Kind: client.Model, Model: "weak", Lacks: true}, strong}, []string{"small at 0s", "small at 1s", "strong at 1s"}, false},
		{"one after the other", []client.Fallback{later, strong}, []string{"small at 0s", "small at 1s", "small at 1m1s", "small at 1m2s", "strong at 1m2s"}, false},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			c := client.New(client.Options{Policy: parse(t, "fixed(wait=1s, attempts=2)"), Fallbacks: tt.fallbacks})
			began := time.Now()
			var told []string
			err := c.Do(client.With(t.Context(), client.Request{Model: "small"}), func(ctx context.Context) error {
				s, _ := client.SendingOf(ctx)
				told = append(told, fmt.Sprintf("%s at %v", s.Request.Model, time.Since(began)))
				if s.Request.Model == "strong" {
					return nil
				}
				return io.ErrUnexpectedEOF
			})
			var over *client.Error
			if fails := errors.As(err, &over) && over.Why == trace.WhyPolicy; fails != tt.fails || !fails && err != nil {
				t.Errorf("have %v; want the policy's end: %t", err, tt.fails)
			}
			same(t, "calls", told, tt.want...)
		})
	}
}

func TestAPolicyThatWaitsBeforeItGivesUpDoes(t *testing.T) {
	for spec, want := range map[string]time.Duration{
		"fixed(wait=3s, attempts=2)":                3 * time.Second,
		"fixed(wait=3s, attempts=2, last-wait=yes)": 6 * time.Second,
	} {
		bubble(t, spec, func(t *testing.T) {
			began := time.Now()
			err := client.Do(t.Context(), parse(t, spec), func(context.Context) error { return io.ErrUnexpectedEOF })
			var over *client.Error
			if passed := time.Since(began); passed != want || !errors.As(err, &over) || over.Decision.Why != policy.WhyAttempts {
				t.Errorf("have %v after %v; want the attempts used up after %v", err, passed, want)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			defer cancel()
			began = time.Now()
			err = client.Do(ctx, parse(t, spec), func(context.Context) error { return io.ErrUnexpectedEOF })
			if passed := time.Since(began); passed != min(want, 4*time.Second) || errors.Is(err, context.DeadlineExceeded) != (want > 4*time.Second) {
				t.Errorf("within 4s: have %v after %v", err, passed)
			}
		})
	}
}

func TestProcessesOfAFlowShareItsNameAndChance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := client.NewRun(client.Config{})
		first := client.New(client.Options{Run: run, Flow: "chat"})
		second := client.New(client.Options{Of: first})
		if second.Flow != "chat" || second.Run != run {
			t.Errorf("have flow %q of another run: %t", second.Flow, second.Run != run)
		}
		var ids []int64
		for _, c := range []*client.Client{first, second, first} {
			must[struct{}](t)(struct{}{}, c.Do(t.Context(), func(ctx context.Context) error {
				s, _ := client.SendingOf(ctx)
				ids = append(ids, s.Request.Number)
				return nil
			}))
		}
		same(t, "numbers", ids, 1, 2, 3)
	})
}
