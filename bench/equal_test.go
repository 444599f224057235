package bench

import (
	"fmt"
	"strings"
	"testing"

	"ratesim/client/clienttest"
)

const endpoint = `
version: 1
extends: account
name: world
horizon: 2m
endpoint:
  limits:
    requests: token-bucket(limit=60, window=60s, capacity=5)
    tokens: token-bucket(limit=20000, window=60s, of=tokens, when=settled)
  hints:
    seconds: null
    precise: milliseconds()
    whole: seconds()
  faults:
    clean: partial(share=0.03, ends=clean)
    failed: partial(share=0.03, ends=error)
    stalled: partial(share=0.03, ends=stall)
    garbled: partial(share=0.03, ends=malformed)
    flaky: error(share=0.2, status=503, after=300ms)
    lost: connection(share=0.05)
    busy: overloaded(share=0.05)
    spent: exhausted(share=0.03)
    wrong: rejected(share=0.03)
  latency: tokens(first=log-normal(median=400ms, sigma=0.5), per-token=2ms)
`

// worlds have the flows that a scenario can have: open ones, closed ones, batches,
// governors, keys, models, sizes from a cache.
var worlds = map[string]string{
	"open": endpoint + `
flows:
  chat: {arrivals: poisson(rate=20/m), input: "log-normal(median=300, sigma=0.5)", cached: fixed(tokens=40), output: fixed(tokens=80), max_output: fixed(tokens=100), deadline: 8s, key: mine, model: large}
  batch: {arrivals: "batches(size=12, every=30s)", output: fixed(tokens=20)}
`,
	"closed": endpoint + `
flows:
  loop: {arrivals: "loop(workers=3, think=1s)", output: fixed(tokens=50), requests: 60}
  work: {arrivals: "loop(workers=2, think=3s, chance=yes)", output: fixed(tokens=50)}
`,
	"governed": endpoint + `
governors:
  slot: concurrency(limit=3, hold=call)
  pace: aimd(start=60)
  budget: retry-budget(share=0.5, window=10s, minimum=1)
flows:
  chat: {arrivals: poisson(rate=1/s), governors: [slot, budget], output: fixed(tokens=20)}
  batch: {arrivals: "batches(size=12, every=30s)", governors: [pace], repeat: unsafe}
`,
	"chained": endpoint + `
models: {small: [], large: [tools]}
governors:
  pace: token-bucket(limit=40, per=1m, capacity=4)
  retried: token-bucket(limit=20, per=1m, capacity=4, of=retries)
flows:
  agent: {arrivals: poisson(rate=10/m), calls: 3, input: "log-normal(median=300, sigma=0.5)", output: fixed(tokens=30), model: large, needs: [tools], fallbacks: [model(name=small), queue(after=5s), person], governors: [retried]}
  whole: {arrivals: poisson(rate=6/m), calls: 2, retry_whole: true, output: "log-normal(median=30, sigma=0.5)", model: small, fallbacks: [model(name=large), person], deadline: 30s}
  many: {arrivals: poisson(rate=10/m), processes: 3, balance: random, output: fixed(tokens=30), process_governors: [pace], model: small}
  loops: {arrivals: "loop(workers=4, think=4s, chance=yes)", processes: 2, calls: 2, output: fixed(tokens=30), model: small}
`,
}

// streamed are worlds whose answers may as well be streams.
var streamed = map[string]string{
	"streams": strings.Replace(endpoint, "    lost:", "    cut: partial(share=0.15)\n    lost:", 1) + `
flows:
  chat: {arrivals: poisson(rate=20/m), input: "log-normal(median=300, sigma=0.5)", cached: fixed(tokens=40), output: fixed(tokens=80), max_output: fixed(tokens=100), deadline: 8s}
  agent: {arrivals: poisson(rate=6/m), calls: 3, retry_whole: true, output: "log-normal(median=30, sigma=0.5)"}
`,
}

// What is sent over HTTP is what is simulated, to the nanosecond, and answers say
// what they cost.
func TestABenchIsASimulationOfItsServer(t *testing.T) { compareWorlds(t, worlds, false) }

// A stream says when it began, too.
func TestABenchThatReadsStreamsIsASimulationToo(t *testing.T) { compareWorlds(t, streamed, true) }

func compareWorlds(t *testing.T, worlds map[string]string, stream bool) {
	t.Helper()
	for name, text := range worlds {
		for _, spec := range []string{"full-jitter(base=500ms, cap=8s, attempts=4)", "exponential(base=250ms, cap=10s, attempts=5, heed=exact)", "fixed(wait=1s, attempts=3, timeout=4s)", "openai-node@7", "none"} {
			for seed := range int64(3) {
				t.Run(fmt.Sprintf("%s/%s/%d", name, spec, seed), func(t *testing.T) {
					w := world{text, spec, seed}
					want, have := simulated(t, w, stream), inBubble(t, w, nil, func(c *Config) { c.Stream = stream })
					if have.err != nil {
						t.Fatal(have.err)
					}
					if want != have.trace {
						t.Fatal(clienttest.FirstDifference(want, have.trace))
					}
					if n := int64(strings.Count(want, `"attempt"`)); n < 30 || have.Attempts > n {
						t.Errorf("%d attempts in the trace, %d sent", n, have.Attempts)
					}
				})
			}
		}
	}
}
