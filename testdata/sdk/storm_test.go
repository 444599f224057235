package sdk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sdk/ask"
)

// storm is an account whose limit is too small for what is sent, with faults
// besides. It is simulated, and served. Requests come at distances of which no whole
// second is a multiple: else those that are told to wait a second would all come back
// in one instant with others, and a millisecond of a real network would decide who is
// first.
const (
	stormEvery    = 10 * time.Second / 37
	stormRequests = 120
	stormSeeds    = 400
	stormSeed     = 20260218 // that is served
	storm         = `version: 1
extends: account
name: storm
horizon: 70s
endpoint:
  limits:
    requests: token-bucket(limit=150, window=60s, capacity=5)
    tokens: null
  latency: constant(latency=200ms)
  faults:
    flaky: error(share=0.1, status=503)
    busy: overloaded(share=0.05)
    lost: connection(share=0.05)
flows:
  call: {arrivals: constant(rate=37/10s), requests: 120}
`
)

// figures are what came of a run.
type figures struct {
	Attempts  float64 `json:"attempts"`
	Refused   float64 `json:"rate_limited"`
	Completed float64 `json:"completed"`
}

// list returns them in the order of the table.
func (f figures) list() [3]float64 { return [3]float64{f.Attempts, f.Refused, f.Completed} }

// storms returns what came of many simulated runs, of which the last one has the seed
// that is served.
func storms(t *testing.T, preset string) (all []figures) {
	t.Helper()
	text := ratesim(t, storm, "--policy", preset, "--seeds", fmt.Sprintf("1..+%d,%d", stormSeeds, stormSeed), "--format", "ndjson")
	for line := range bytes.Lines(text) {
		var f figures
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		if f.Attempts > 0 {
			all = append(all, f)
		}
	}
	if len(all) != stormSeeds+1 {
		t.Fatalf("%d runs; want %d\n%.300s", len(all), stormSeeds+1, text)
	}
	return all
}

// stormed returns what came of the same requests by an SDK, sent to a served
// endpoint.
func stormed(t *testing.T, s sdk) (f figures) {
	t.Helper()
	api := serve(t, storm, "--seed", strconv.Itoa(stormSeed))
	var jobs []ask.Job
	for i := range stormRequests {
		jobs = append(jobs, ask.Job{ID: strconv.Itoa(i), URL: api.url, API: s.api, At: time.Duration(i) * stormEvery, Until: 20 * second})
	}
	for _, o := range s.make(t, jobs) {
		if o.Error == "" {
			f.Completed++
		}
	}
	for _, attempts := range api.end(t) {
		f.Attempts += float64(len(attempts))
		for _, a := range attempts {
			if a.Status == "rate_limit" {
				f.Refused++
			}
		}
	}
	return f
}

// cells is how many figures are compared, all of which must lie in their intervals
// at once.
var cells = float64(3 * len(sdks))

// interval returns where a further run lies with a probability that is 99.99 % for
// all cells at once (Bonferroni): the mean, and so many standard deviations of one run
// as the normal distribution has beyond it.
func interval(of []float64) (mean, low, high float64) {
	n := float64(len(of))
	for _, v := range of {
		mean += v / n
	}
	variance := 0.0
	for _, v := range of {
		variance += (v - mean) * (v - mean) / (n - 1)
	}
	z := math.Sqrt2 * math.Erfinv(1-0.0001/cells)
	reach := z * math.Sqrt(variance*(1+1/n))
	return mean, mean - reach, mean + reach
}

// An SDK against a served endpoint and its preset in a simulation of that endpoint
// come to the same attempts, refusals and completed requests.
func TestSDKsAreAsTheySimulate(t *testing.T) {
	there := present(t)
	have := make([]figures, len(there))
	var all sync.WaitGroup
	for i, s := range there {
		all.Go(func() { have[i] = stormed(t, s) })
	}
	all.Wait()
	var table strings.Builder
	table.WriteString("| SDK | attempts | simulated | refused | simulated | completed | simulated |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for i, s := range there {
		runs := storms(t, s.preset)
		fmt.Fprintf(&table, "| %s |", s.name)
		for k, name := range []string{"attempts", "refused", "completed"} {
			var of []float64
			for _, run := range runs[:stormSeeds] {
				of = append(of, run.list()[k])
			}
			mean, low, high := interval(of)
			value := have[i].list()[k]
			if value < low || value > high {
				t.Errorf("%s: %s: %v; simulated with %s: %.1f, from %.1f to %.1f", s.name, name, value, s.preset, mean, low, high)
			}
			fmt.Fprintf(&table, " %.0f | %.0f (%.0f to %.0f) |", value, runs[stormSeeds].list()[k], math.Ceil(low), math.Floor(high))
		}
		table.WriteString("\n")
	}
	t.Logf("\n%s", &table)
	if len(there) == len(sdks) {
		section(t, "storm", table.String(), false)
	}
}

// The intervals tell a policy from one that gives up sooner or later, so that they
// would tell a preset that is wrong.
func TestTheStormTellsPoliciesApart(t *testing.T) {
	for _, s := range sdks {
		var attempts []float64
		for _, run := range storms(t, s.preset)[:stormSeeds] {
			attempts = append(attempts, run.Attempts)
		}
		_, low, high := interval(attempts)
		for _, other := range []string{"(attempts=2)", "(attempts=5)"} {
			mean := 0.0
			for _, run := range storms(t, s.preset+other) {
				mean += run.Attempts / (stormSeeds + 1)
			}
			if mean >= low && mean <= high {
				t.Errorf("%s%s has %.1f attempts, as %s might have (%.1f to %.1f)", s.preset, other, mean, s.preset, low, high)
			}
		}
	}
}
