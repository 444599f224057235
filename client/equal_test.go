package client_test

import (
	"bytes"
	"net/http"
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

// seen keeps of a trace what a client can know: nothing of the server's inside.
type seen struct {
	trace.Sink
	streams bool // it knows when output began
	horizon time.Duration
}

func (s seen) Run(r trace.Run) error {
	r.Scenario, r.Load, r.Policy, r.PolicySpec, r.Limits, r.Price = "", "", "", "", nil, nil
	r.Observed, r.RefusedHTTP, r.NeverFitsHTTP = "", 0, 0
	for i := range r.Flows {
		r.Flows[i] = trace.Flow{Name: r.Flows[i].Name}
	}
	return s.Sink.Run(r)
}

func (s seen) Request(r trace.Request) error {
	r.Calls = 0 // a simulated trace says it in its head
	return s.Sink.Request(r)
}

func (s seen) Attempt(a trace.Attempt) error {
	a.WindowFill, a.WindowLimit, a.RefusedBy, a.Wait = 0, 0, "", 0
	a.Done, a.Produced, a.Uncounted = 0, 0, false
	if last := int64(s.horizon + patience); a.Heard > last { // nobody waits so long
		a.Heard, a.Status, a.HTTP, a.Hints = last, trace.StatusTimeout, 0, ""
	}
	if a.Status != trace.StatusOK {
		a.InputTokens, a.OutputTokens, a.Cached = 0, 0, 0
	}
	if a.Status != trace.StatusOK || !s.streams {
		a.First = 0
	}
	return s.Sink.Attempt(a)
}

func (s seen) End(e trace.End) error {
	e.Repeated = 0
	return s.Sink.End(e)
}

// model returns what a text describes, ready to run.
func model(t *testing.T, text, spec string) (*scenario.Model, scenario.Case) {
	t.Helper()
	s := must[*scenario.Scenario](t)(scenario.Read(scenario.Input{BuiltIn: "account", File: strings.NewReader(text), FileName: "test.yaml"}))
	m := must[*scenario.Model](t)(scenario.NewOpenModel(s))
	return m, must[scenario.Case](t)(m.Case("", spec))
}

// simulated returns the trace of a simulated run.
func simulated(t *testing.T, world world, way way) string {
	t.Helper()
	m, c := model(t, world.text, world.spec)
	var buffer bytes.Buffer
	w := trace.NewWriter(&buffer)
	if err := (seen{w, way.streams, m.Config(c).Horizon}).Run(m.Header(c, world.seed)); err != nil {
		t.Fatal(err)
	}
	must[sim.Result](t)(sim.NewRunner(m.Config(c)).Run(world.seed, seen{w, way.streams, m.Config(c).Horizon}))
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return buffer.String()
}

// A way is how attempts get to an endpoint.
type way struct {
	network func(*testing.T, *served) http.RoundTripper
	calls   bool // each request is made by Do, not by a Transport alone
	streams bool // answers are streams, which Do reads to their end
}

var (
	directly = way{network: func(_ *testing.T, api *served) http.RoundTripper { return api }}
	byCalls  = way{network: directly.network, calls: true}
	streamed = way{network: directly.network, calls: true, streams: true}
)

// byHTTP goes through Go's own client, server and connections in memory.
var byHTTP = way{network: func(t *testing.T, api *served) http.RoundTripper {
	_, base := serve(t, api.ServeHTTP)
	return base
}}

// A world is what is simulated and sent: an account with its clients, a policy and
// a seed.
type world struct {
	text, spec string
	seed       int64
}

// sent returns the trace of the same run by real clients in a bubble, which it
// checks.
func sent(t *testing.T, world world, way way) (written string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m, c := model(t, world.text, world.spec)
		config := m.Config(c)
		var buffer bytes.Buffer
		w, check := trace.NewWriter(&buffer), &trace.Checker{}
		run := client.NewRun(client.Config{Seed: &world.seed, Trace: trace.Tee{seen{w, way.streams, config.Horizon}, check}, Horizon: config.Horizon, Settle: synctest.Wait})
		config.Endpoint.Reset(world.seed)
		api := &served{endpoint: config.Endpoint, flows: config.Flows, seed: world.seed, run: run, vendor: wire.OpenAI, until: config.Horizon}
		api.streams = way.streams
		network := way.network(t, api)
		var all sync.WaitGroup
		var flows [][]*sender
		for i, f := range config.Flows {
			o := optionsOf(f)
			o.Run, o.Prepare = run, label(i, run, config.Horizon)
			another := i > 0 && config.Flows[i-1].Place == f.Place
			if another {
				o.Of = flows[len(flows)-1][0].client
			} else {
				flows = append(flows, nil)
			}
			c, last := client.New(o), &flows[len(flows)-1]
			*last = append(*last, &sender{Flow: f, served: api, client: c, by: c.Transport(network), calls: way.calls || f.Client.Calls > 1})
		}
		for _, processes := range flows {
			all.Go(func() { sendAll(t, processes) })
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
		written = buffer.String()
	})
	return written
}

// optionsOf returns what makes a Client of a simulated one.
func optionsOf(f sim.Flow) client.Options {
	o := client.Options{
		Policy:    f.Policy,
		Governors: f.Client.Governors,
		Budget:    max(0, f.Budget),
		Flow:      f.Name,
		Whole:     f.Client.Whole,
		Vendor:    wire.OpenAI,
		Check:     func(_ *http.Response, body []byte) error { return wire.Whole(body) },
		Repeat:    func(*http.Request) policy.Repeat { return f.Client.Repeat },
		Usage:     func(r *http.Response, _ []byte) client.Usage { return usageOf(r.Header) },
	}
	for _, to := range f.Client.Fallbacks {
		o.Fallbacks = append(o.Fallbacks, client.Fallback{
			Kind:  client.FallbackKind(to.Kind), // in the same order
			After: to.After,
			Model: f.Client.Names.Models[to.Model],
			Lacks: !to.Capable,
		})
	}
	return o
}

// worlds are accounts and clients in which all that a client does happens, many
// things of it at one instant.
var worlds = map[string]string{
	"limits, faults and hints": `
version: 1
extends: account
name: world
horizon: 2m
endpoint:
  limits:
    requests: token-bucket(limit=60, window=60s, capacity=5)
    tokens: null
  hints:
    seconds: null
    precise: milliseconds()
    whole: seconds()
  faults:
    flaky: error(share=0.2, status=503, after=300ms)
    cut: partial(share=0.04)
    clean: partial(share=0.04, ends=clean)
    failed: partial(share=0.04, ends=error)
    garbled: partial(share=0.04, ends=malformed)
    stalled: partial(share=0.04, ends=stall)
    lost: connection(share=0.05)
    busy: overloaded(share=0.05)
    spent: exhausted(share=0.03)
    wrong: rejected(share=0.03)
  latency: tokens(first=log-normal(median=400ms, sigma=0.5), per-token=2ms)
flows:
  chat: {arrivals: poisson(rate=20/m), deadline: 8s}
  batch: {arrivals: "batches(size=12, every=30s)"}
`,
	"ties: all at once, answers in whole seconds": `
version: 1
extends: account
name: world
horizon: 40s
endpoint:
  limits:
    requests: fixed-window(limit=3, window=4s)
    tokens: null
  faults:
    down: error(share=0.3, status=500, after=1s)
  latency: constant(latency=2s)
flows:
  a: {arrivals: "batches(size=4, every=4s)", deadline: 9s}
  b: {arrivals: "batches(size=4, every=2s)", deadline: 6s}
`,
	"ties: answers at once": `
version: 1
extends: account
name: world
horizon: 40s
endpoint:
  limits:
    requests: fixed-window(limit=5, window=3s)
    tokens: null
  faults:
    down: error(share=0.3, status=500)
  latency: constant(latency=0s)
flows:
  a: {arrivals: "batches(size=3, every=2s)"}
  b: {arrivals: "batches(size=4, every=2s)", deadline: 6s}
  c: {arrivals: "batches(size=2, every=4s)", deadline: 2s}
`,
	"governors": `
version: 1
extends: account
name: world
horizon: 60s
endpoint:
  limits:
    requests: fixed-window(limit=8, window=5s)
    tokens: null
  hints:
    seconds: seconds()
  faults:
    down: error(share=0.2, status=500, after=1s)
  latency: constant(latency=2s)
governors:
  slot: concurrency(limit=3, hold=call)
  pace: token-bucket(limit=60, per=1m, capacity=2)
  budget: retry-budget(share=0.5, window=10s, minimum=1)
  pause: pause(at-least=1s)
  throttle: sre-throttle()
  breaker: circuit-breaker(failures=3, open-for=2s)
flows:
  a: {arrivals: "batches(size=4, every=4s)", governors: [slot, pace], deadline: 20s}
  b: {arrivals: "batches(size=4, every=2s)", governors: [pace, budget, breaker], repeat: unsafe}
  c: {arrivals: "batches(size=3, every=3s)", governors: [throttle, pause]}
`,
}

// specs are the policies under which each world is lived.
var specs = []string{
	"none",
	"fixed(wait=1s, attempts=4)",
	"fixed(wait=2s, attempts=5, timeout=2s)",
	"fixed(wait=0s, attempts=3)",
	"full-jitter(base=500ms, cap=8s, attempts=4, total=20s)",
	"exponential(base=1s, attempts=6, budget=7s, at-budget=cut)",
	"layers(outer=fixed(wait=3s, attempts=2, timeout=5s), inner=exponential(base=1s, attempts=3, timeout=3s))",
}

func TestARealClientDoesWhatTheSimulatedOneDoesToTheNanosecond(t *testing.T) {
	compareWays(t, directly, 6)
}

func TestItDoesSoThroughHTTPToo(t *testing.T) { compareWays(t, byHTTP, 2) }

func TestItDoesSoByDoToo(t *testing.T) { compareWays(t, byCalls, 2) }

func TestItDoesSoReadingStreamsToo(t *testing.T) { compareWays(t, streamed, 2) }

// compareWays compares the traces of all worlds, policies and some seeds.
func compareWays(t *testing.T, way way, seeds int64) {
	t.Helper()
	if testing.Short() {
		seeds = 1
	}
	for name, text := range worlds {
		for _, spec := range specs {
			t.Run(name+"/"+spec, func(t *testing.T) {
				for seed := range seeds {
					w := world{text: text, spec: spec, seed: seed}
					want, have := simulated(t, w, way), sent(t, w, way)
					if want != have {
						t.Fatalf("seed %d:\n%s", seed, clienttest.FirstDifference(want, have))
					}
				}
			})
		}
	}
}

func TestTheWorldsHaveAllThatTheyAreToProve(t *testing.T) {
	var all strings.Builder
	for _, text := range worlds {
		for _, spec := range specs {
			all.WriteString(simulated(t, world{text: text, spec: spec}, directly))
		}
	}
	haveAll(t, all.String(),
		`"status":"ok"`, `"status":"rate_limit"`, `"status":"timeout"`, `"status":"partial_output"`, `"status":"server_error"`, `"status":"connection"`, `"status":"overloaded"`, `"status":"exhausted"`,
		`"why":"policy"`, `"why":"deadline"`, `"why":"governor"`, `"why":"attempts"`, `"why":"budget"`, `"why":"unsafe"`, `"why":"failure"`,
		`"held_ns"`, `"heeded":true`, `"layer":1`, `"outcome":"unfinished"`, `"outcome":"completed"`, `"hints":"milliseconds`)
}

// haveAll checks that traces have all of some texts.
func haveAll(t *testing.T, traces string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(traces, want) {
			t.Errorf("no world has %s", want)
		}
	}
}
