package client_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
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

func TestATraceTellsWhatHappenedAndIsReadByReportAndChecks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := recorded(t, time.Minute, 2, after(300*ms, says(429, "retry-after: 2")), after(time.Second, saysBody(200, "ok")))
		const want = `{"kind":"run","version":1,"scenario":"night","load":"","policy":"fixed(wait=2s, attempts=3)","policy_spec":"fixed(wait=2s, attempts=3)","seed":7,"step_ns":0,"horizon_ns":60000000000,"flows":[{"name":"chat"}],"limits":[],"open":true}
{"kind":"request","flow":"chat","id":"1","arrival_ns":0,"topic":null}
{"kind":"attempt","at_ns":0,"ready_ns":0,"step":0,"flow":"chat","request":"1","attempt":0,"status":"rate_limit","input_tokens":0,"output_tokens":0,"reply":"","window_fill":0,"window_limit":0,"heard_ns":300000000,"http":429,"prompt_tokens":90,"max_tokens":50,"hints":"seconds 2s"}
{"kind":"decision","at_ns":300000000,"flow":"chat","request":"1","attempt":0,"again":true,"wait_ns":2000000000,"own_ns":2000000000,"asked_ns":2000000000,"heeded":true}
{"kind":"request","flow":"chat","id":"2","arrival_ns":1000000000,"topic":null}
{"kind":"attempt","at_ns":2300000000,"ready_ns":2300000000,"step":0,"flow":"chat","request":"1","attempt":1,"status":"ok","input_tokens":90,"output_tokens":10,"reply":"","window_fill":0,"window_limit":0,"heard_ns":3300000000,"first_ns":3300000000,"http":200,"prompt_tokens":90,"max_tokens":50}
{"kind":"end","at_ns":3300000000,"flow":"chat","request":"1","outcome":"completed","why":"","correct":null}
{"kind":"attempt","at_ns":3300000000,"ready_ns":1000000000,"step":0,"flow":"chat","request":"2","attempt":0,"status":"ok","input_tokens":90,"output_tokens":10,"reply":"","window_fill":0,"window_limit":0,"heard_ns":4300000000,"first_ns":4300000000,"held_ns":2300000000,"http":200,"prompt_tokens":90,"max_tokens":50}
{"kind":"end","at_ns":4300000000,"flow":"chat","request":"2","outcome":"completed","why":"","correct":null}
`
		if text != want {
			t.Errorf("have\n%swant\n%s", text, want)
		}
	})
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


