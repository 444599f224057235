package policy

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"
	"time"
)

// A clientWait is one row of testdata/client-waits.csv.
type clientWait struct {
	preset    string
	retry     int
	low, high float64 // seconds
	note      string
}

func clientWaits(t *testing.T) (rows []clientWait) {
	t.Helper()
	file, err := os.Open("testdata/client-waits.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.Comment = '#'
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records[1:] {
		retry, err1 := strconv.Atoi(r[1])
		low, err2 := strconv.ParseFloat(r[2], 64)
		high, err3 := strconv.ParseFloat(r[3], 64)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatalf("row %q cannot be read", r)
		}
		rows = append(rows, clientWait{preset: r[0], retry: retry, low: low, high: high, note: r[4]})
	}
	return rows
}

// measured says which policy a name in the file is measured by: the preset, with
// as many attempts as the file goes on for, and what of its settings is not usual.
var measured = map[string]string{
	"openai-py":     "openai-py(attempts=9)",
	"openai-node":   "openai-node(attempts=9)",
	"openai-go":     "openai-go(attempts=9)",
	"anthropic-py":  "anthropic-py(attempts=9)",
	"anthropic-js":  "anthropic-js(attempts=9)",
	"anthropic-go":  "anthropic-go(attempts=9)",
	"google-genai":  "google-genai(attempts=9)",
	"mistral-py":    "mistral-py(attempts=9)",
	"mistral-js":    "mistral-js(attempts=9)",
	"cohere":        "cohere-py(attempts=9)",
	"azcore":        "azcore(attempts=9)",
	"aws-go-2.1":    "aws-go@1.48(attempts=9)",
	"aws-go-legacy": "aws-go@1.36(attempts=9)",

	"aws-go-2.1-throttle": "aws-go@1.48(attempts=9)",
	"botocore-legacy":     "botocore-legacy(attempts=9)",
	"botocore-standard":   "botocore-standard(attempts=9)",
	"langchain-py":        "langchain-py(attempts=9)",
	"langchain-py-llms":   "langchain-py-llms(attempts=9)",
	"langchain-js":        "langchain-js(attempts=9)",
	"vercel-ai":           "vercel-ai(attempts=9)",
	"litellm-helper":      "litellm(attempts=9)",
	"llamaindex":          "llamaindex(attempts=9, budget=0s)",
	"cookbook-manual":     "cookbook-manual(attempts=9)",

	"tenacity-exp-1":           "tenacity-exp",
	"tenacity-random-exp-1-60": "tenacity-random",
	"tenacity-exp-jitter-1-10": "tenacity-exp-jitter(max-wait=10s)",
	"backoff-py-full":          "backoff-py",
	"urllib3-f0.1":             "urllib3-backoff(then=exponential(base=0.2s, cap=120s))",
	"urllib3-f1":               "urllib3-backoff",
	"cenkalti":                 "cenkalti",
	"retryablehttp":            "retryablehttp(attempts=9)",
	"retryablehttp-linear":     "retryablehttp-linear(attempts=9)",
	"avast":                    "avast",
	"grpc-a6-0.1-2-1":          "grpc(attempts=9)",
	"grpc-reconnect":           "grpc-reconnect",
	"envoy":                    "envoy(attempts=9)",
	"envoy-docs":               "full-jitter(base=50ms, less=25ms)", // an older formula, of no preset
	"resilience4j-exp":         "resilience4j-exp(attempts=9)",
	"gax-go":                   "gax-go",
	"google-api-core":          "google-api-core(budget=0s)",
	"k8s-item":                 "k8s-workqueue",
	"temporal":                 "temporal",
	"p-retry":                  "p-retry",
	"async-retry":              "async-retry",
	"got":                      "got(attempts=9)",
	"axios-exponentialDelay":   "axios-retry-exp(attempts=9)",
	"polly-djv2-base1":         "polly-exp(base=1s, attempts=9)",
	"polly-djv2-u0":            "polly-exp(base=1s, attempts=9)",
	"polly-djv2-u0.5":          "polly-exp(base=1s, attempts=9)",

	"aws-full-1-10":         "full-jitter(base=1s, cap=10s)",
	"aws-equal-1-10":        "equal-jitter(base=1s, cap=10s)",
	"aws-decorrelated-1-10": "decorrelated(base=1s, cap=10s)",
}

// failing returns how a client must fail in order to retry as the file says.
func failing(preset string) Failure {
	switch preset {
	case "aws-go-2.1", "gax-go", "google-api-core", "grpc-a6-0.1-2-1", "envoy", "axios-exponentialDelay":
		return Failure{Kind: ServerError, Status: 503}
	case "grpc-reconnect", "urllib3-f0.1", "urllib3-f1":
		return Failure{Kind: Connection}
	case "langchain-js":
		return Failure{Kind: ServerError, Status: 503}
	}
	return Failure{Kind: RateLimit, Status: 429}
}

// drawsOf are the rows for which the draws of chance are given.
var drawsOf = map[string]uint64{"polly-djv2-u0": 0, "polly-djv2-u0.5": halfDraw}

// All 416 rows are the bounds of a schedule, to the millionth of a second in which
// the file counts: there is none that no rule explains.
func TestClientsWaitAsTheirSourcesSay(t *testing.T) {
	rows := clientWaits(t)
	if len(rows) != 416 {
		t.Errorf("the file has %d rows; want 416", len(rows))
	}
	for _, row := range rows {
		low, high := boundsOf(t, row)
		if math.Abs(low-row.low) > 1e-6 || high > row.high+1e-6 || high < row.high-rounding(row) {
			t.Errorf("%s waits %v to %v s before retry %d by %s; want %v to %v", row.preset, low, high, row.retry, measured[row.preset], row.low, row.high)
		}
	}
}

// rounding is by how much a row's upper bound is missed: by a millisecond, of a
// client that waits whole ones and excludes the bound.
func rounding(row clientWait) float64 {
	if row.note == "whole ms, hi excluded" {
		return 1e-3 + 1e-6
	}
	return 1e-6
}

// boundsOf returns the bounds of one wait in seconds.
func boundsOf(t *testing.T, row clientWait) (low, high float64) {
	t.Helper()
	const last = 8
	text := measured[row.preset]
	if bits, given := drawsOf[row.preset]; given {
		wait := waitsOf(t, text, bits, last)[row.retry-1].Seconds()
		return wait, wait
	}
	f := failing(row.preset)
	schedule := Schedule(parse(t, text), Sequence{Failures: []Failure{f}, Rows: last})
	if len(schedule) < row.retry {
		t.Fatalf("%s stops after %d attempts: %+v", text, len(schedule), schedule[len(schedule)-1])
	}
	wait := schedule[row.retry-1].Wait
	return wait.Low.Seconds(), wait.High.Seconds()
}

// Draws stay within the bounds, and come near to both ends.
func TestClientsDrawWithinTheirBounds(t *testing.T) {
	rng := seeded(4)
	for _, row := range clientWaits(t) {
		text := measured[row.preset]
		if _, given := drawsOf[row.preset]; given || row.retry != 3 {
			continue
		}
		p, f := parse(t, text), failing(row.preset)
		least, most := math.Inf(1), 0.0
		for range 2000 {
			s, now := Begin(p, 0), time.Duration(0)
			var d Decision
			for range row.retry {
				d = s.Failed(now, f, rng)
				now += d.Wait
			}
			least, most = min(least, d.Wait.Seconds()), max(most, d.Wait.Seconds())
		}
		spread := row.high - row.low
		if least < row.low-1e-6 || most > row.high+1e-6 {
			t.Errorf("%s draws %v to %v s before retry 3; want %v to %v", row.preset, least, most, row.low, row.high)
		}
		if reach := 0.45 * spread; most-least < reach {
			t.Errorf("%s draws only %v to %v s before retry 3, of %v to %v", row.preset, least, most, row.low, row.high)
		}
	}
}
