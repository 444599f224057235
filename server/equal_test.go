package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ratesim/client"
	"ratesim/client/clienttest"
	"ratesim/policy"
	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/trace"
	"ratesim/wire"
)

// seenByClients keeps of a trace what a client can know.
type seenByClients struct {
	trace.Sink
	horizon time.Duration // what is heard later is not compared
}

func (s seenByClients) Run(trace.Run) error { return nil }

func (s seenByClients) Attempt(a trace.Attempt) error {
	a.InputTokens, a.OutputTokens, a.Cached, a.PromptCached = 0, 0, 0, 0
	a.WindowFill, a.WindowLimit, a.RefusedBy, a.Wait, a.Reached = 0, 0, "", 0, 0
	a.First, a.Done, a.Produced, a.Uncounted, a.Key, a.Model = 0, 0, 0, false, "", ""
	if a.Heard > int64(s.horizon) {
		a.Status, a.HTTP, a.Hints, a.Heard = "", 0, "", int64(s.horizon)
	}
	return s.Sink.Attempt(a)
}

func (s seenByClients) End(e trace.End) error {
	e.Lost, e.Repeated = 0, 0
	return s.Sink.End(e)
}

// whole is a scenario that is simulated, and served to real clients.
const whole = `
extends: account
name: whole
horizon: 2m
endpoint:
  limits:
    requests: token-bucket(limit=60, window=60s, capacity=5)
    tokens: token-bucket(limit=20000, window=60s, of=tokens, when=settled)
    slots: concurrency(limit=6)
  hints:
    seconds: null
    precise: milliseconds()
    whole: seconds()
  faults:
    flaky: error(share=0.2, status=503, after=300ms)
    cut: partial(share=0.04)
    clean: partial(share=0.04, ends=clean)
    failed: partial(share=0.04, ends=error)
    stalled: partial(share=0.04, ends=stall)
    garbled: partial(share=0.04, ends=malformed)
    lost: connection(share=0.05)
    busy: overloaded(share=0.05)
    spent: exhausted(share=0.03)
    wrong: rejected(share=0.03)
  latency: tokens(first=log-normal(median=400ms, sigma=0.5), per-token=2ms)
flows:
  chat: {arrivals: poisson(rate=20/m), deadline: 8s}
  batch: {arrivals: "batches(size=12, every=30s)", deadline: 25s}
`

// The trace of a simulation is that of real clients against this server, to the
// nanosecond: one model, two front ends.
func TestWhatIsServedIsWhatIsSimulated(t *testing.T) {
	for name, whole := range map[string]string{
		"near": whole,
		"far":  strings.Replace(whole, "endpoint:\n", "endpoint:\n  network: log-normal(median=300ms, sigma=1)\n  round_trip: 50ms\n", 1),
	} {
		t.Run(name, func(t *testing.T) { compareServed(t, whole) })
	}
}

func compareServed(t *testing.T, whole string) {
	t.Helper()
	for _, spec := range []string{"full-jitter(base=500ms, cap=8s, attempts=4)", "exponential(base=250ms, cap=10s, attempts=5, heed=exact)", "fixed(wait=700ms, attempts=3, timeout=3s)", "openai-go@3", "openai-node@7"} {
		for seed := range int64(6) {
			t.Run(fmt.Sprintf("%s/%d", spec, seed), func(t *testing.T) {
				s, err := scenario.Read(scenario.Input{BuiltIn: "account", File: strings.NewReader(whole), FileName: "whole.yaml"})
				if err != nil {
					t.Fatal(err)
				}
				m, err := scenario.NewOpenModel(s)
				if err != nil {
					t.Fatal(err)
				}
				c, err := m.Case("", spec)
				if err != nil {
					t.Fatal(err)
				}
				simulated, file := recording()
				if _, err := sim.NewRunner(m.Config(c)).Run(seed, seenByClients{file, m.Config(c).Horizon}); err != nil {
					t.Fatal(err)
				}
				if err := file.Flush(); err != nil {
					t.Fatal(err)
				}
				if sent, simulated := inOrder(sentTo(t, whole, m.Config(c), seed)), inOrder(simulated.String()); sent != simulated {
					t.Errorf("the traces differ: %s", clienttest.FirstDifference(simulated, sent))
				} else if strings.Count(sent, `"attempt"`) < 60 {
					t.Errorf("there are few attempts:\n%s", sent)
				}
			})
		}
	}
}

// inOrder returns the lines of a trace in an order that does not depend on who writes it:
// a simulated one has attempts as they come to the endpoint, a client's as they are sent.
func inOrder(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func recording() (*bytes.Buffer, *trace.Writer) {
	var text bytes.Buffer
	return &text, trace.NewWriter(&text)
}

// sentTo returns the trace of a run by real clients against this server.
func sentTo(t *testing.T, whole string, config sim.Config, seed int64) (written string) {
	c := configOf(t, whole)
	c.Run.Seed = seed
	inBubble(t, c, func(b *bubble) {
		text, file := recording()
		run := client.NewRun(client.Config{Seed: &seed, Trace: seenByClients{file, config.Horizon}, Horizon: config.Horizon, Settle: synctest.Wait})
		var all sync.WaitGroup
		for _, f := range config.Flows {
			c := client.New(client.Options{
				Policy: f.Policy, Budget: max(0, f.Budget), Flow: f.Name, Run: run, Vendor: wire.OpenAI,
				Check:  func(_ *http.Response, body []byte) error { return wire.Whole(body) },
				Repeat: func(*http.Request) policy.Repeat { return f.Client.Repeat },
				Prepare: func(r *http.Request, s client.Sending) {
					size := f.Client.Sizes.Of(seed, s.Request.Number-1, 0)
					r.Header.Set(wire.FieldFlow, f.Name)
					r.Header.Set(wire.FieldCall, strconv.FormatInt(s.Request.Number-1, 10))
					r.Header.Set(wire.FieldAttempt, strconv.Itoa(s.Attempt))
					r.Header.Set(wire.FieldSizes, fmt.Sprintf("input=%d, output=%d, cached=%d, estimate=%d, max-output=%d", size.Input, size.Output, size.Cached, size.Estimate, size.MaxOutput))
				},
			})
			all.Go(func() {
				b.sendFlow(f, c.Transport(b.client.Transport), clienttest.Outing{Run: run, Seed: seed, Until: config.Horizon})
			})
		}
		all.Wait()
		if err := run.Close(); err != nil {
			b.Error(err)
		}
		if err := file.Flush(); err != nil {
			b.Error(err)
		}
		written = text.String()
	})
	return written
}

// sendFlow sends the requests of a flow when they arrive.
func (b *bubble) sendFlow(f sim.Flow, by http.RoundTripper, how clienttest.Outing) {
	how.Send(f, func(ctx context.Context) {
		r, err := http.NewRequestWithContext(ctx, "POST", "http://localhost/v1/chat/completions", strings.NewReader(chat("")))
		if err != nil {
			b.Error(err)
			return
		}
		if answer, err := by.RoundTrip(r); err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
	})
}
