package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/governor"
	"ratesim/hint"
	"ratesim/policy"
	"ratesim/trace"
)

func TestDoCallsAgainUntilTheCallGoesWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, calls := time.Now(), 0
		err := client.Do(t.Context(), parse(t, "exponential(base=1s, attempts=4)"), func(context.Context) error {
			if calls++; calls < 3 {
				return io.ErrUnexpectedEOF
			}
			return nil
		})
		if passed := time.Since(began); err != nil || calls != 3 || passed != 3*time.Second {
			t.Errorf("have %v after %d calls and %v; want none after 3 and 3s", err, calls, passed)
		}
	})
}

func TestDoReturnsTheErrorOfTheLastCallAndWhyThereIsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		last := errors.New("the disk is full")
		err := client.Do(t.Context(), parse(t, "fixed(wait=1s, attempts=2)"), func(context.Context) error { return last })
		var over *client.Error
		if !errors.Is(err, last) || !errors.As(err, &over) || over.Decision.Why != policy.WhyAttempts {
			t.Errorf("have %v; want %v, the attempts used up", err, last)
		}
		if want := "given up after 2 attempts: the attempts are used up: the disk is full"; err.Error() != want {
			t.Errorf("have %q; want %q", err, want)
		}
	})
}

func TestDoGoesByWhatTheErrorOfACallSays(t *testing.T) {
	said := &hint.Said{Hints: []hint.Hint{{Kind: hint.Seconds, Notation: hint.Number, Wait: 7 * time.Second}}}
	for _, tt := range []struct {
		name string
		err  error
		wait time.Duration // -1 for no other attempt
	}{
		{"what asks for a wait", &client.Failed{Failure: policy.Failure{Kind: policy.RateLimit, Said: said}}, 7 * time.Second},
		{"what nobody knows", errors.New("odd"), time.Second},
		{"what is permanent", client.Permanent(errors.New("wrong")), -1},
		{"what was cancelled", context.Canceled, -1},
	} {
		bubble(t, tt.name, func(t *testing.T) {
			began, calls := time.Now(), 0
			client.Do(t.Context(), parse(t, "fixed(wait=1s)"), func(context.Context) error {
				if calls++; calls == 1 {
					return tt.err
				}
				return nil
			})
			wait := time.Since(began)
			if calls == 1 {
				wait = -1
			}
			if wait != tt.wait {
				t.Errorf("waits %v; want %v", wait, tt.wait)
			}
		})
	}
}

func TestDoEndsTheContextOfACallWhenItsTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, calls := time.Now(), 0
		err := client.Do(t.Context(), parse(t, "fixed(wait=1s, attempts=2, timeout=3s)"), func(ctx context.Context) error {
			calls++
			if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) != 3*time.Second {
				t.Errorf("the deadline is in %v; want in 3s", time.Until(deadline))
			}
			<-ctx.Done()
			return fmt.Errorf("no luck: %w", ctx.Err())
		})
		if passed := time.Since(began); calls != 2 || passed != 7*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("have %v after %d calls and %v; want a timeout after 2 and 7s", err, calls, passed)
		}
	})
}

func TestDoRepeatsWhatHasAnEffectOnlyAfterARefusal(t *testing.T) {
	for kind, want := range map[policy.FailureKind]int{policy.RateLimit: 2, policy.Timeout: 1, policy.Connection: 1, policy.ServerError: 1} {
		bubble(t, kind.String(), func(t *testing.T) {
			calls := 0
			ctx := client.With(t.Context(), client.Request{Repeat: policy.Unsafe})
			client.Do(ctx, parse(t, "fixed(wait=1s, attempts=2)"), func(context.Context) error {
				calls++
				return &client.Failed{Failure: policy.Failure{Kind: kind}}
			})
			if calls != want {
				t.Errorf("%d calls; want %d", calls, want)
			}
		})
	}
}

func TestErrorsAreJudgedByWhatTheyAre(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want policy.FailureKind
	}{
		{&net.OpError{Op: "dial", Err: errors.New("connection refused")}, policy.Connection},
		{&net.DNSError{IsTimeout: true}, policy.Timeout},
		{fmt.Errorf("read: %w", io.EOF), policy.Connection},
		{context.DeadlineExceeded, policy.Timeout},
		{context.Canceled, policy.Rejected},
		{errors.New("odd"), policy.Unknown},
	} {
		if got := client.FailureOf(tt.err).Kind; got != tt.want {
			t.Errorf("%v is %v; want %v", tt.err, got, tt.want)
		}
	}
}

func TestACallThatPanicsHoldsNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var check trace.Checker
		run := client.NewRun(client.Config{Trace: &check})
		c := client.New(client.Options{Run: run, Governors: []governor.Governor{&governor.Concurrency{Limit: 1}}})
		func() {
			defer func() {
				if recover() != "oh" {
					t.Error("the panic did not go on")
				}
			}()
			c.Do(t.Context(), func(context.Context) error { panic("oh") })
		}()
		if err := c.Do(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
		if err := errors.Join(run.Close(), check.Finish()); err != nil {
			t.Error(err)
		}
	})
}

func TestTheClientStartsNoGoroutinesThatWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = 50
		c := client.New(client.Options{Policy: parse(t, "fixed(wait=1m, attempts=2, timeout=10s)"), Governors: []governor.Governor{&governor.Concurrency{Limit: 20}}})
		before := runtime.NumGoroutine()
		for range calls {
			go c.Do(t.Context(), func(ctx context.Context) error {
				<-ctx.Done()
				return ctx.Err()
			})
		}
		for range 12 { // some in flight, some in line, some waiting
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if more := runtime.NumGoroutine() - before; more > calls {
				t.Errorf("%d goroutines for %d calls", more, calls)
			}
		}
		time.Sleep(10 * time.Minute)
	})
}
