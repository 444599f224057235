package policy

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"ratesim/wire"
)

// answered returns a 429 with header fields, name: value.
func answered(fields ...string) Failure {
	header := http.Header{}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		header.Add(name, value)
	}
	received := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	said := wire.Any.Read(header, received)
	return Failure{Kind: RateLimit, Status: 429, Attempt: 1, Said: &said}
}

// madeOf says what a policy makes of a first failure, when chance draws so much:
// stop, bo for its own wait, or the seconds that it waits.
func madeOf(t *testing.T, text string, f Failure, bits uint64) string {
	t.Helper()
	d := Decide(parse(t, text), f, drawing(bits))
	switch {
	case !d.Again:
		return "stop"
	case !d.Heeded, d.Asked == 0 && d.Wait == d.Own && d.Own > 0, d.Asked < d.Own && d.Wait == d.Own:
		return "bo"
	}
	return fmt.Sprint(d.Wait.Seconds())
}

// What the same 429 does to different clients, before their first retry. Rows are
// from runs of the clients on a server that refuses, but for openai-py@2.51,
// openai-node@4, mistral-py, vercel-ai, litellm and got, which were read.
func TestRetryAfterMatrix(t *testing.T) {
	values := []string{"0", "1.5", "7", "60", "61", "121", "600", "-3", "garbage"}
	for _, tt := range []struct{ client, want string }{
		{"openai-py@3", "bo 1.5 7 60 61 stop stop bo bo"},
		{"openai-py@2.51", "bo 1.5 7 60 bo bo bo bo bo"},
		{"openai-node@5", "bo 1.5 7 bo bo bo bo bo bo"},
		{"openai-node@4", "bo 1.5 7 bo bo bo bo bo bo"},
		{"openai-node@6", "0 1.5 7 60 61 121 600 0 0"},
		{"openai-node@7", "0 1.5 7 60 bo bo bo bo bo"},
		{"openai-go@3", "0 1.5 7 60 61 stop stop bo bo"},
		{"anthropic-py", "bo 1.5 7 60 bo bo bo bo bo"},
		{"anthropic-js@1", "bo 1.5 7 60 61 121 600 bo bo"},
		{"anthropic-go", "0 1.5 7 60 61 121 600 0 bo"},
		{"azcore", "bo bo 7 60 stop stop stop bo bo"},
		{"cohere-py", "bo bo 7 60 60 60 60 bo bo"},
		{"cohere-js", "bo 1 7 60 60 60 60 bo bo"},
		{"mistral-py(attempts=unbounded)", "bo 1.5 7 60 61 121 600 bo bo"},
		{"mistral-js(attempts=unbounded)", "bo bo 7 60 60 60 60 bo bo"},
		{"vercel-ai", "0 1.5 7 bo bo bo bo bo bo"},
		{"litellm", "bo bo 7 60 bo bo bo bo bo"}, // and up to 0.75 s more
		{"langchain-js", "bo 1.5 7 60 stop stop stop bo stop"},
		{"urllib3-backoff", "bo stop 7 60 61 121 600 stop stop"},
		{"retryablehttp", "0 bo 7 60 61 121 600 bo bo"},
		{"got@16", "0.001 bo 7 60 61 121 600 bo bo"},

		// Older ones, and others that the matrix does not have.
		{"openai-go@3.60", "0 1.5 7 8 8 8 8 bo bo"},
		{"openai-go@3.52", "0 1.5 7 60 61 121 600 0 bo"},
		{"openai-go@1.12", "0 1.5 7 bo bo bo bo bo bo"},
		{"anthropic-js@0.39", "bo 1.5 7 bo bo bo bo bo bo"},
		{"got@14", "bo bo 7 60 61 121 600 bo bo"},
		{"google-genai(attempts=5)", "bo bo bo bo bo bo bo bo bo"},
		{"aws-go", "bo bo bo bo bo bo bo bo bo"},
		{"failsafe-go", "0 bo 7 60 61 121 600 bo bo"},
		{"k8s-rest", "0 stop 7 60 61 121 600 stop stop"},
	} {
		want := strings.Fields(tt.want)
		for i, value := range values {
			if got := madeOf(t, tt.client, answered("retry-after: "+value), 0); got != want[i] {
				t.Errorf("%s makes %s of retry-after: %s; want %s", tt.client, got, value, want[i])
			}
		}
	}
}

// The matrix in the manual is what the policies do.
func TestManualHasTheMatrix(t *testing.T) {
	text, err := os.ReadFile("../docs/clients.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|((?:[^|\n]+\\|){9})$").FindAllStringSubmatch(string(text), -1)
	header := []string{"0", "1.5", "7", "60", "61", "121", "600", "-3", "garbage"}
	values := rows[0]
	if values[1] != "Retry-After" || len(rows) < 10 {
		t.Fatalf("the matrix has the rows %q", rows)
	}
	for _, row := range rows[1:] {
		for i, cell := range strings.Split(strings.Trim(row[2], " |"), " | ") {
			want := strings.Replace(cell, "own", "bo", 1)
			if got := madeOf(t, row[1], answered("retry-after: "+header[i]), 0); got != want {
				t.Errorf("the manual says that %s makes %s of retry-after: %s; it is %s", row[1], cell, header[i], got)
			}
		}
	}
}

// LiteLLM adds up to 0.75 s to what the server asks for.
func TestLiteLLMAddsJitterToTheServersWait(t *testing.T) {
	for value, want := range map[string]string{"7": "7.75", "60": "60.75"} {
		if got := madeOf(t, "litellm", answered("retry-after: "+value), largestDraw); got != want {
			t.Errorf("litellm makes at most %s of %s; want %s", got, value, want)
		}
	}
}

// Bounds are inclusive or not, dates are read, and orders of the server have their
// place.
func TestHintsOfSingleClients(t *testing.T) {
	date := "retry-after: Sun, 29 Nov 2026 12:00:30 GMT"
	for _, tt := range []struct {
		client, fields, want string
	}{
		{"openai-node@5", "retry-after: 59", "59"},
		{"openai-node@5", "retry-after: 120", "bo"},
		{"openai-py@3", "retry-after: 120", "120"},
		{"openai-go@3", "retry-after: 120", "120"},
		{"openai-py@3", "retry-after: inf", "bo"},
		{"openai-py@3", "retry-after: nan", "bo"},
		{"openai-py@3", "retry-after: 1e999", "stop"},
		{"anthropic-py", "retry-after: inf", "bo"},
		{"openai-py@3", "retry-after: 121 | x-should-retry: true", "stop"},
		{"openai-py@3", "x-should-retry: false", "stop"},
		{"openai-node@7", "x-should-retry: false | retry-after: 5", "stop"},
		{"azcore", "x-should-retry: false", "bo"},
		{"openai-node@6", "retry-after: 2147483", "2.147483e+06"},
		{"openai-node@6", "retry-after: 2147484", "0.001"},
		{"anthropic-js@1", "retry-after: 2147484", "bo"},
		{"openai-py@3", date, "30"},
		{"openai-go@3", date, "30"},
		{"azcore", date, "30"},
		{"cohere-py", date, "30"},
		{"retryablehttp", date, "30"},
		{"failsafe-go", date, "bo"},

		// Where several fields are present.
		{"openai-py@3", "retry-after-ms: 0 | retry-after: 7", "bo"},
		{"anthropic-py", "retry-after-ms: 0 | retry-after: 7", "bo"},
		{"openai-node@7", "retry-after-ms: 0 | retry-after: 7", "0"},
		{"openai-go@3", "retry-after-ms: 0 | retry-after: 7", "0"},
		{"anthropic-go", "retry-after-ms: 0 | retry-after: 7", "0"},
		{"openai-node@5", "retry-after-ms: 0 | retry-after: 7", "7"},
		{"openai-node@6", "retry-after-ms: 0 | retry-after: 7", "7"},
		{"openai-node@6", "retry-after-ms: 0", "0"},
		{"anthropic-js@1", "retry-after-ms: 0 | retry-after: 7", "7"},
		{"azcore", "retry-after-ms: 0 | retry-after: 7", "7"},
		{"azcore", "x-ms-retry-after-ms: 900 | retry-after: 7", "0.9"},
		{"cohere-py", "retry-after-ms: 0 | retry-after: 7", "7"},
		{"vercel-ai", "retry-after-ms: 0 | retry-after: 7", "0"},
		{"cohere-js", "x-ratelimit-reset: 1795953800", "60"}, // 200 s ahead
		{"openai-py@3", "x-ratelimit-reset: 1795953800", "bo"},

		{"vercel-ai", "retry-after-ms: -3 | retry-after: 7", "bo"},
		{"vercel-ai", "retry-after-ms: soon | retry-after: 7", "7"},
		{"vercel-ai", "retry-after: 7 seconds", "7"},
		{"langchain-js", "retry-after: 7 seconds", "stop"}, // Number, not parseFloat, and so no hint
		{"openai-node@7", "retry-after: 7 seconds", "7"},
		{"openai-go@3", "retry-after: 7 seconds", "bo"},

		// Pushback of gRPC.
		{"grpc(retry=429)", "grpc-retry-pushback-ms: 250", "0.25"},
		{"grpc(retry=429)", "grpc-retry-pushback-ms: 0", "0"},
		{"grpc(retry=429)", "grpc-retry-pushback-ms: -1", "stop"},
		{"grpc(retry=429)", "grpc-retry-pushback-ms: soon", "stop"},
		{"grpc(retry=429)", "grpc-retry-pushback-ms: 5 | grpc-retry-pushback-ms: 5", "stop"},
		{"grpc(retry=429)", "retry-after: 7", "bo"},
		{"envoy(retry=429, heed=exact, hint-factor=1.5, max-hint=300s, above=backoff)", "retry-after: 6", "6"},
	} {
		if got := madeOf(t, tt.client, answered(strings.Split(tt.fields, " | ")...), 0); got != tt.want {
			t.Errorf("%s makes %s of %s; want %s", tt.client, got, tt.fields, tt.want)
		}
	}
	for _, tt := range []struct{ client, fields, want string }{
		{"cohere-py", "x-ratelimit-reset: 1795953800", "72"},
		{"envoy(retry=429, heed=exact, hint-factor=1.5, max-hint=300s, above=backoff)", "retry-after: 6", "9"},
	} {
		if got := madeOf(t, tt.client, answered(tt.fields), largestDraw); got != tt.want {
			t.Errorf("%s makes at most %s of %s; want %s", tt.client, got, tt.fields, tt.want)
		}
	}
}

// aws-sdk-go-v2's own vectors, aws/retry: with a wait of 0.05 s of its own the
// server's word moves it by 5 s at most.
func TestAWSKeepsNearItsOwnWait(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"1500": 1500 * ms, "10000": 5050 * ms, "0": 50 * ms, "bad": 50 * ms, "1.5": 50 * ms,
	} {
		f := answered("x-amz-retry-after: " + value)
		f.Kind, f.Status = ServerError, 500
		if wait, again := parse(t, "aws-go@1.48").Next(f, drawing(largestDraw)); !again || (wait-want).Abs() > time.Microsecond {
			t.Errorf("x-amz-retry-after: %s makes it wait %v; want %v", value, wait, want)
		}
	}
}
