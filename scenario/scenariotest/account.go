// Package scenariotest draws scenarios at random, for tests.
package scenariotest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// pick returns one of some words.
func pick(rng *rand.Rand, words ...string) string { return words[rng.IntN(len(words))] }

// Account returns an open scenario in which anything may be, with one policy, "mine".
func Account(rng *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("extends: account\nhorizon: %ds\nties: %s\nstep: %s", 1+rng.IntN(120), pick(rng, "flows", "queue", "fair"), pick(rng, "0s", "0s", "0s", "1s", "250ms"))
	line("endpoint:\n  round_trip: %s\n  ghost: %s", pick(rng, "0s", "1ms"), pick(rng, "true", "false"))
	line("  network: %s", pick(rng, "none", "none", "exponential(mean=100ms)", "normal(mean=50ms, deviation=20ms)", "uniform(from=0s, to=3s)"))
	line("  latency: %s", pick(rng, "constant(latency=0s)", "constant(latency=2s)", "uniform(from=0s, to=3s)", "log-normal(median=1s, sigma=0.8)", "tokens(first=constant(latency=200ms), per-token=5ms)", "loaded(of=constant(latency=1s), above=2, per=0.5)"))
	line("  server: %s", pick(rng, "none", "none", "server(slots=2)", "server(slots=1, queue=2)"))
	line("  limits:\n    requests: %s\n    tokens: %s\n    third: %s",
		pick(rng, "token-bucket(limit=30, window=60s, capacity=5)", "sliding-log(limit=10, window=20s, count-refused=yes)", "fixed-window(limit=10, window=30s)", "gcra(limit=30, window=60s, burst=4)", "sliced(limit=60, window=60s, slice=10s)"),
		pick(rng, "token-bucket(limit=20000, window=60s, of=tokens, debt=yes)", "sliding-counter(limit=20000, window=60s, of=tokens, when=settled)", "sliding-log(limit=9000, window=30s, of=output, when=answer)", "token-bucket(limit=9000, window=60s, of=output, when=produced, every=1s)"),
		pick(rng, "concurrency(limit=3)", "interval(apart=300ms)", "leaky-bucket(limit=60, window=60s, burst=3)", "token-bucket(limit=10, window=10s, per=key)", "earned(limit=3, window=5s, over=12s, times=3, most=9)", "earned(limit=800, window=5s, over=9s, of=tokens, when=settled)", "sliding-log(limit=20, window=10s, changes=5s:3>20s:30)"))
	line("  faults:\n    a: %s\n    b: %s\n    c: %s",
		pick(rng, "timeout(share=0.1)", "hang(share=0.1)", "partial(share=0.2)"),
		pick(rng, "error(share=0.2, status=503)", "overloaded(share=0.2)", "connection(share=0.2)", "rejected(share=0.1)", "exhausted(share=0.1)"),
		pick(rng, "outage(from=3s, to=9s, as=connection)", "outage(from=3s, to=9s, as=error)", "first(failures=2, as=overloaded)", "slow(share=0.3, factor=4)", "script(steps=rate_limit:2>timeout>ok>server_error)"))
	line("  hints:\n    seconds: %s", pick(rng, "seconds()", "milliseconds()", "seconds(value=3s)", "date()", "null"))
	line("governors:\n  pace: %s\n  slots: %s\n  budget: %s",
		pick(rng, "token-bucket(limit=60, per=60s, capacity=2)", "interval(every=100ms)", "pause()", "cubic()", "aimd(start=5)"),
		pick(rng, "concurrency(limit=2)", "concurrency(limit=2, hold=call)", "circuit-breaker(failures=3)", "circuit-breaker(failures=3, open=wait)", "sre-throttle()"),
		pick(rng, "retry-budget()", "grpc-throttle()", "aws-retry-quota()", "active-retries()"))
	line("models:\n  small: [tools]\n  strong: %s", pick(rng, "[]", "[tools]"))
	line("policies:\n  mine: '%s'", anyPolicy(rng))
	line("flows:")
	for _, name := range []string{"chat", "batch"} {
		line("  %s:\n    arrivals: %s\n    requests: %d\n    deadline: %s", name,
			pick(rng, "poisson(rate=2/s)", "constant(rate=3/s)", "batches(size=5, every=7s)", "loop(workers=3)", "loop(workers=2, think=500ms)", "at(times=0s>0s>5s)"), 1+rng.IntN(60), pick(rng, "0s", "5s", "20s"))
		line("    input: uniform(from=100, to=3000)\n    cached: uniform(from=0, to=500)\n    output: log-normal(median=200, sigma=1)\n    max_output: fixed(tokens=%d)", rng.IntN(2)*500)
		line("    processes: %d\n    governors: %s\n    process_governors: %s", 1+rng.IntN(3), pick(rng, "[]", "[pace]", "[pace, slots]"), pick(rng, "[]", "[budget]"))
		line("    repeat: %s\n    calls: %d\n    retry_whole: %s\n    model: small\n    needs: [tools]", pick(rng, "safe", "keyed", "unsafe"), 1+rng.IntN(3), pick(rng, "true", "false"))
		line("    fallbacks: %s\n    key: %s", pick(rng, "[]", "[person]", "['queue(after=20s)', person]", "['model(name=strong)', person]"), pick(rng, "a", "b"))
	}
	return b.String()
}

// anyPolicy returns the spec of a policy.
func anyPolicy(rng *rand.Rand) string {
	return pick(rng, "none", "course", "fixed(wait=1s, attempts=3)", "full-jitter(base=500ms, cap=8s, attempts=6, timeout=4s)",
		"exponential(base=1s, retries=5, budget=10s, at-budget=cut, timeout=3s, unsafe=always)", "fixed(wait=100ms, attempts=4, heed=exact)",
		"layers(outer=fixed(wait=2s, retries=2), inner=exponential(base=500ms, retries=2))", "decorrelated(base=200ms, cap=5s, attempts=8, retry=all)")
}
