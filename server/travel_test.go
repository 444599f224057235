package server

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// far is an endpoint that each message needs 2 s to come to, or from, with room for two.
const far = "network: constant(latency=2s)\nlimits:\n  r: fixed-window(limit=2, window=1h)\nlatency: constant(latency=1s)"

func TestARequestIsDecidedWhenItHasComeToTheEndpoint(t *testing.T) {
	c := configOf(t, account(far))
	inBubble(t, c, func(b *bubble) {
		began := time.Now()
		g := b.post("/v1/chat/completions", chat(""))
		if passed := time.Since(began); g.status != http.StatusOK || passed != 5*second {
			b.Errorf("status %d after %v; want 200 after 2 + 1 + 2 s", g.status, passed)
		}
	})
}

func TestTheServedTraceSaysWhenARequestHasCome(t *testing.T) {
	c := configOf(t, account(far))
	var written *bytes.Buffer
	inBubble(t, c, func(b *bubble) {
		written = b.trace
		b.post("/v1/chat/completions", chat(""))
	})
	if record := written.String(); !strings.Contains(record, `"at_ns":0,`) || !strings.Contains(record, `"reached_ns":2000000000,`) || !strings.Contains(record, `"heard_ns":5000000000,`) {
		t.Errorf("the trace is\n%s", record)
	}
}

// What never comes counts for nothing; its call goes on.
func TestARequestWhoseClientLeavesOnTheWayNeverComes(t *testing.T) {
	c := configOf(t, account(far))
	inBubble(t, c, func(b *bubble) {
		for range 3 {
			ctx, cancel := context.WithTimeout(b.Context(), second)
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/v1/chat/completions", strings.NewReader(chat("")))
			if err != nil {
				b.Fatal(err)
			}
			if answer, err := b.client.Do(r); err == nil {
				answer.Body.Close()
				b.Errorf("status %d; want none within a second", answer.StatusCode)
			}
			cancel()
			synctest.Wait()
		}
		b.want("in flight", b.server.inFlight(), 0)
		for range 2 {
			if g := b.post("/v1/chat/completions", chat("")); g.status != http.StatusOK {
				b.Errorf("status %d; want 200: there is room for two", g.status)
			}
		}
		if g := b.post("/v1/chat/completions", chat("")); g.status != http.StatusTooManyRequests {
			b.Errorf("status %d; want 429", g.status)
		}
	})
}

// A reset, or the end, cuts off what is on its way.
func TestAResetCutsOffWhatIsOnItsWay(t *testing.T) {
	c := configOf(t, account(far))
	inBubble(t, c, func(b *bubble) {
		ended := make(chan error)
		go func() {
			answer, err := b.client.Post("http://localhost/v1/chat/completions", "application/json", strings.NewReader(chat("")))
			if err == nil {
				answer.Body.Close()
			}
			ended <- err
		}()
		time.Sleep(second)
		if err := b.server.Reset(8); err != nil {
			b.Error(err)
		}
		if err := <-ended; err == nil {
			b.Error("there is an answer; want none")
		}
	})
}
