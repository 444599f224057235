package client_test

import (
	"bytes"
	"context"
	"flag"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/client/clienttest"
	"ratesim/governor"
	"ratesim/trace"
)

// recorded returns the trace of requests, one beginning each second, which a script
// answers; it is checked. Those still under way at the horizon are unfinished.
func recorded(t *testing.T, horizon time.Duration, requests int, steps ...step) string {
	t.Helper()
	var buffer bytes.Buffer
	w, check := trace.NewWriter(&buffer), &trace.Checker{}
	seed := int64(7)
	run := client.NewRun(client.Config{Seed: &seed, Name: "night", Trace: trace.Tee{w, check}, Horizon: horizon})
	c := client.New(client.Options{
		Policy:    parse(t, "fixed(wait=2s, attempts=3)"),
		Governors: []governor.Governor{&governor.Concurrency{Limit: 1, Hold: governor.Call}},
		Flow:      "chat",
		Repeat:    client.Safe,
		Run:       run,
		Usage:     func(*http.Response, []byte) client.Usage { return client.Usage{Input: 90, Output: 10} },
	})
	s := newScript(steps...)
	var all sync.WaitGroup
	for i := range requests {
		all.Go(func() {
			time.Sleep(time.Duration(i) * time.Second)
			r := must[*http.Request](t)(http.NewRequestWithContext(client.With(context.Background(), client.Request{Prompt: 90, MaxOutput: 50}), http.MethodPost, "http://localhost/", nil))
			if answer, err := c.Transport(s).RoundTrip(r); err == nil {
				answer.Body.Close()
			}
		})
	}
	all.Wait()
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if err := check.Finish(); err != nil {
		t.Error(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return buffer.String()
}

// update writes the trace that docs/client.md reads anew.
var update = flag.Bool("update", false, "rewrite golden files")

func TestATraceTellsWhatHappenedAsTheDocsShow(t *testing.T) {
	const golden = "../testdata/docs/client.ndjson"
	var text string
	synctest.Test(t, func(t *testing.T) {
		down := after(200*ms, says(503))
		text = recorded(t, time.Minute, 3, after(300*ms, says(429, "retry-after-ms: 2511")), after(time.Second, saysBody(200, "ok")), down, down, down, after(time.Second, saysBody(200, "ok")))
	})
	if *update {
		if err := os.WriteFile(golden, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(must[[]byte](t)(os.ReadFile(golden))); text != want {
		t.Errorf("%s\nwant that of %s", clienttest.FirstDifference(want, text), golden)
	}
}

func TestATraceIsMeasuredAsASimulatedOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := recorded(t, time.Minute, 3, says(503), says(503), says(503), after(time.Second, saysBody(200, "ok")))
		var flows []trace.Measures
		gauge := &trace.Gauge{Each: func(_ trace.Run, all []trace.Measures, _ trace.Traffic) error { flows = all; return nil }}
		if err := trace.Read(strings.NewReader(text), "night.ndjson", gauge); err != nil {
			t.Fatal(err)
		}
		if err := gauge.Finish(); err != nil {
			t.Fatal(err)
		}
		m := flows[0]
		if m.Requests != 3 || m.Completed != 2 || m.GivenUp != 1 || m.Calls != 5 || m.ServerErrors != 3 || m.Tokens != 200 || m.Backoff != int64(4*time.Second) {
			t.Errorf("have %+v", m)
		}
	})
}

func TestWhatIsUnderWayAtTheHorizonIsUnfinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := recorded(t, 2*time.Second, 3, after(5*time.Second, saysBody(200, "ok")))
		for _, want := range []string{`"heard_ns":5000000000`, `"request":"1","outcome":"unfinished"`, `"request":"2","outcome":"unfinished"`} {
			if !strings.Contains(text, want) {
				t.Errorf("want %s in\n%s", want, text)
			}
		}
		if strings.Contains(text, `"id":"3"`) {
			t.Errorf("a request that arrives at the horizon is recorded:\n%s", text)
		}
	})
}
