package sdk

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sdk/ask"
)

// A refuser stands in for the network: it refuses with a wait twice, or never answers.
type refuser struct {
	retryAfter string // "" for no answer
	at         []time.Duration
	over       []time.Duration // when attempts that were not answered were given up
	began      time.Time
}

func (n *refuser) RoundTrip(r *http.Request) (*http.Response, error) {
	n.at = append(n.at, time.Since(n.began))
	if n.retryAfter == "" {
		<-r.Context().Done()
		n.over = append(n.over, time.Since(n.began))
		return nil, r.Context().Err()
	}
	status, body := 429, `{"error":{"type":"rate_limit_error"}}`
	if len(n.at) > 2 {
		status, body = 200, `{"id":"1","type":"message","role":"assistant","object":"chat.completion","choices":[],"content":[]}`
	}
	header := http.Header{"Content-Type": {"application/json"}, "Retry-After": {n.retryAfter}}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// inBubble lets an SDK for Go call in fake time, for three hours at most.
func inBubble(t *testing.T, s sdk, retryAfter string) (n *refuser) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		n = &refuser{retryAfter: retryAfter, began: time.Now()}
		usual := http.DefaultTransport
		http.DefaultTransport = n
		defer func() { http.DefaultTransport = usual }()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Hour)
		defer cancel()
		s.ask(ctx, ask.Job{ID: "1", URL: "http://localhost", API: s.api})
	})
	return n
}

// Waits that are too long to be waited for are kept in fake time, to the nanosecond,
// or taken for the SDK's own, or for the end.
func TestLongWaitsInFakeTime(t *testing.T) {
	const own, end = -1, -2
	for name, wants := range map[string]map[string]int64{ // seconds
		"openai-go 1.12":        {"59.9": 59, "60": own, "61": own, "130": own, "3600": own},
		"openai-go 2.7":         {"59.9": 59, "60": own, "61": own, "130": own, "3600": own},
		"openai-go 3.99":        {"59.9": 59, "60": 60, "120": 120, "121": end, "3600": end},
		"anthropic-sdk-go 1.84": {"59.9": 59, "60": 60, "130": 130, "3600": 3600},
	} {
		for told, want := range wants {
			for _, s := range sdks {
				if s.name != name {
					continue
				}
				at := inBubble(t, s, told).at
				switch {
				case want == end && len(at) != 1, want != end && len(at) != 3:
					t.Errorf("%s, told %s s: attempts at %v", name, told, at)
				case want == own && (at[1] < 375*ms || at[1] > 500*ms):
					t.Errorf("%s, told %s s: waits %v; want its own wait", name, told, at[1])
				case want >= 0 && at[1].Truncate(time.Second) != time.Duration(want)*time.Second:
					t.Errorf("%s, told %s s: waits %v", name, told, at[1])
				}
			}
		}
	}
}

// Without a timeout of the caller's, openai-go waits for ever, and anthropic-sdk-go
// for ten minutes, three times.
func TestTheUsualTimeouts(t *testing.T) {
	for _, s := range sdks {
		if s.node != "" {
			continue
		}
		n := inBubble(t, s, "")
		want, attempts := 3*time.Hour, 1
		if !s.ofOpenAI() {
			want, attempts = 10*time.Minute, 3
		}
		if len(n.over) != attempts || n.over[0] != want {
			t.Errorf("%s: attempts at %v, given up at %v; want %d, the first one given up at %v", s.name, n.at, n.over, attempts, want)
		}
	}
}
