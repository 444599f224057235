package bench

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ratesim/trace"
)

const second = time.Second

// steady has a request each second, each of 100 tokens and answers of 50 at most.
const steady = `
version: 1
extends: account
name: steady
horizon: 1m
endpoint:
  limits: {requests: null, tokens: null}
  latency: constant(latency=2500ms)
price: {currency: EUR, input: 10, output: 40}
flows:
  work: {arrivals: constant(rate=1/s), input: fixed(tokens=100), output: fixed(tokens=30), max_output: fixed(tokens=50)}
`

// count returns how often a text is in a trace.
func (s sent) count(text string) int { return strings.Count(s.trace, text) }

func TestItEndsByItself(t *testing.T) {
	for name, test := range map[string]struct {
		change   func(*Config)
		end      End
		attempts int64
		answered int
		ended    time.Duration
	}{
		"at the horizon":           {func(*Config) {}, Horizon, 60, 58, 60 * second},
		"when all is sent":         {func(c *Config) { c.Horizon = time.Hour; c.Head.HorizonNS = int64(time.Hour); c.Flows = c.Flows[:0] }, Done, 0, 0, 0},
		"of requests":              {func(c *Config) { c.Budget.Requests = 10 }, Spent, 10, 10, 10 * second},
		"of tokens, as they cost":  {func(c *Config) { c.Budget.Tokens = 1000 }, Spent, 7, 7, 0},
		"of money":                 {func(c *Config) { c.Budget.Cost, c.Budget.Price = 0.01, trace.Price{Input: 10, Output: 40} }, Spent, 4, 4, 0},
		"of tokens, none for one":  {func(c *Config) { c.Budget.Tokens = 149 }, Spent, 0, 0, 0},
		"of tokens, just for one":  {func(c *Config) { c.Budget.Tokens = 150 }, Spent, 1, 1, 0},
		"and workers are a bound":  {func(c *Config) { c.Workers = 1 }, Horizon, 24, 23, 60 * second},
		"with as many as it needs": {func(c *Config) { c.Workers = 3 }, Horizon, 60, 58, 60 * second},
	} {
		t.Run(name, func(t *testing.T) {
			s := inBubble(t, world{steady, "none", 1}, nil, test.change)
			if s.err != nil || s.End != test.end || s.Attempts != test.attempts || test.ended > 0 && s.Ended != test.ended {
				t.Errorf("%v, end %d after %d attempts at %v; want end %d after %d at %v", s.err, s.End, s.Attempts, s.Ended, test.end, test.attempts, test.ended)
			}
			if have := s.count(`"outcome":"completed"`); have != test.answered {
				t.Errorf("%d are answered; want %d\n%s", have, test.answered, s.trace)
			}
			if s.End == Spent && s.count(`"kind":"request"`)-s.count(`"outcome":"unfinished"`) != test.answered {
				t.Errorf("what was not sent is not unfinished:\n%s", s.trace)
			}
		})
	}
}

// What is in flight when the context ends is waited for, and what was refused is not
// sent again.
func TestItIsStoppedInOrder(t *testing.T) {
	for name, test := range map[string]struct {
		grace    time.Duration
		answered int
	}{"answers in time": {5 * second, 5}, "answers too late": {second, 3}} {
		t.Run(name, func(t *testing.T) {
			s := stoppedAfter(t, 4500*time.Millisecond, test.grace)
			if s.err != nil || s.End != Stopped || s.Attempts != 5 || s.Ended != 4500*time.Millisecond {
				t.Errorf("%v, end %d after %d attempts at %v", s.err, s.End, s.Attempts, s.Ended)
			}
			if have := s.count(`"outcome":"completed"`); have != test.answered {
				t.Errorf("%d are answered; want %d\n%s", have, test.answered, s.trace)
			}
		})
	}
}

// stoppedAfter returns a bench whose context has ended.
func stoppedAfter(t *testing.T, after, grace time.Duration) sent {
	return inBubble(t, world{steady, "none", 1}, nil, func(c *Config) { c.Grace = grace }, after)
}

// answering is an endpoint that is not ours.
func answering(status int, header, body string, seen *atomic.Int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			http.NotFound(w, r)
			return
		}
		if seen != nil {
			seen.Add(1)
		}
		if name, value, ok := strings.Cut(header, ": "); ok {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// A redirect is not followed, and is no answer.
func TestARedirectIsAMistake(t *testing.T) {
	var seen atomic.Int64
	s := inBubble(t, world{steady, "fixed(wait=1s, attempts=3)", 1}, answering(302, "Location: https://elsewhere.example/", "", &seen), nil)
	if s.err == nil || !strings.Contains(s.err.Error(), `status 302, to "https://elsewhere.example/"`) || s.End != Mistaken || seen.Load() != 1 {
		t.Errorf("%v, end %d, %d requests", s.err, s.End, seen.Load())
	}
}

// An answer that does not say what it cost counts as it was reckoned; what was
// refused costs nothing.
func TestWhatNobodyTellsCountsAsItWasReckoned(t *testing.T) {
	for _, test := range []struct {
		status                 int
		body                   string
		tokens, untold, absurd int64
	}{
		{200, `{}`, 600, 4, 0},
		{200, `{"usage":{"prompt_tokens":7,"completion_tokens":2}}`, 36, 0, 0},
		{200, `{"usage":{}}`, 600, 4, 0},
		{200, `{"usage":{"prompt_tokens":5}}`, 600, 4, 0},
		{200, `{"usage":{"prompt_tokens":-5}}`, 600, 0, 4},
		{200, `{"usage":{"prompt_tokens":5,"completion_tokens":9223372036854775807}}`, 600, 0, 4},
		{200, `{"usage":{"prompt_tokens":1e18}}`, 600, 0, 4},
		{200, `{"usage":{"prompt_`, 600, 0, 0}, // it broke off
		{200, `{"error":{"message":"no room"}}`, 600, 0, 0},
		{429, `{}`, 0, 0, 0},
		{500, `{}`, 0, 0, 0},
	} {
		s := inBubble(t, world{steady, "none", 1}, answering(test.status, "", test.body, nil), func(c *Config) {
			c.Horizon, c.Head.HorizonNS, c.Budget.Tokens = 4*second, int64(4*second), 10_000
		})
		if s.Spent.Tokens != test.tokens || s.Untold != test.untold || s.Absurd != test.absurd || s.Attempts != 4 || s.err != nil {
			t.Errorf("%d %s: %d tokens, %d untold, %d absurd of %d, %v; want %d, %d and %d of 4", test.status, test.body, s.Spent.Tokens, s.Untold, s.Absurd, s.Attempts, s.err, test.tokens, test.untold, test.absurd)
		}
		if test.status >= 400 && s.Statuses[test.status] != 4 {
			t.Errorf("statuses: %v", s.Statuses)
		}
	}
}

// A budget of tokens ends a bench whose target says what cannot be.
func TestAnAbsurdUsageDoesNotBeatTheBudget(t *testing.T) {
	s := inBubble(t, world{steady, "none", 1}, answering(200, "", `{"usage":{"prompt_tokens":-5}}`, nil), func(c *Config) { c.Budget.Tokens = 1500 })
	if s.End != Spent || s.Attempts != 10 || s.Said == nil || s.Said.Error() != `"prompt_tokens": -5` {
		t.Errorf("end %d after %d attempts, which said %v", s.End, s.Attempts, s.Said)
	}
}

// What is sent is what an endpoint of that kind takes, and nothing else is told to
// one that is not ours.
func TestRequestsAreOfTheirKind(t *testing.T) {
	for kind, want := range map[string]map[string]string{
		"openai":    {"path": "/v1/chat/completions", "Authorization": "Bearer secret", "bound": "max_completion_tokens"},
		"anthropic": {"path": "/v1/messages", "X-Api-Key": "secret", "Anthropic-Version": "2023-06-01", "bound": "max_tokens"},
	} {
		var first atomic.Bool
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet || first.Swap(true) {
				http.NotFound(w, r)
				return
			}
			var body map[string]any
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
				t.Error(err)
			}
			text := body["messages"].([]any)[0].(map[string]any)["content"].(string)
			if r.URL.Path != want["path"] || body[want["bound"]] != 50.0 || body["model"] != "large" || len(text) != 400 {
				t.Errorf("%s: %s with %v", kind, r.URL.Path, body)
			}
			for name, value := range want {
				if name[0] < 'a' && r.Header.Get(name) != value {
					t.Errorf("%s: %s is %q; want %q", kind, name, r.Header.Get(name), value)
				}
			}
			for name := range r.Header {
				if strings.HasPrefix(name, "X-Ratesim") {
					t.Errorf("%s: %s is told to a stranger", kind, name)
				}
			}
		})
		inBubble(t, world{steady, "none", 1}, handler, func(c *Config) {
			target, err := NewTarget("http://localhost/", kind == "anthropic")
			if err != nil {
				t.Fatal(err)
			}
			target.Base, target.Key, target.Model = c.Target.Base, "secret", "large"
			c.Target = target
		})
		if !first.Load() {
			t.Errorf("%s: nothing was sent", kind)
		}
	}
}

func TestTargets(t *testing.T) {
	for text, want := range map[string][2]string{
		"http://127.0.0.1:8080":                     {"http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1/messages"},
		"http://127.0.0.1:8080/":                    {"http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1/messages"},
		"https://api.openai.com/v1":                 {"https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1/messages"},
		"https://a.example/openai/v1?api-version=1": {"https://a.example/openai/v1/chat/completions?api-version=1", "https://a.example/openai/v1/messages?api-version=1"},
		"https://a.example/anthropic":               {"https://a.example/anthropic/chat/completions", "https://a.example/anthropic/v1/messages"},
	} {
		for i, anthropic := range []bool{false, true} {
			if have, err := NewTarget(text, anthropic); err != nil || have.URL != want[i] {
				t.Errorf("%s: %s, %v; want %s", text, have.URL, err, want[i])
			}
		}
	}
	for _, text := range []string{"", "127.0.0.1:8080", "ftp://a.example", "http://", "http://me:secret@a.example", "http://a.example/#x", "http://a b"} {
		if _, err := NewTarget(text, false); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
