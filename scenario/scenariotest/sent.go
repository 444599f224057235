package scenariotest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A draw makes scenarios by chance.
type draw struct{ *rand.Rand }

// one returns one of some texts.
func (d draw) one(of ...string) string { return of[d.IntN(len(of))] }

// some returns a few of some texts, in their order.
func (d draw) some(most int, of ...string) (few []string) {
	for i, text := range of {
		if left := len(of) - i; len(few) < most && d.IntN(left) < most-len(few) {
			few = append(few, text)
		}
	}
	return few
}

// often is true that often of 100 times.
func (d draw) often(percent int) bool { return d.IntN(100) < percent }

// whole returns a text with a number of a range in it.
func (d draw) whole(text string, low, high int) string {
	return fmt.Sprintf(text, low+d.IntN(high-low+1))
}

// Sent returns an open scenario that clients can send in real time, with all that they
// do, and the spec of a policy.
func Sent(rng *rand.Rand) (scenario, policy string) {
	d := draw{rng}
	var text strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	say("version: 1\nextends: account\nname: drawn\nhorizon: 90s")
	d.endpoint(say)
	say("models:\n  weak: []\n  strong: [tools]")
	say("governors:")
	for _, g := range governorsDrawn {
		say("  %s", g)
	}
	say("flows:")
	for i := range 1 + d.IntN(3) {
		say("  flow%d:", i)
		d.flow(say)
	}
	return text.String(), d.policy()
}

// endpoint says what is on the API's side.
func (d draw) endpoint(say func(string, ...any)) {
	say("endpoint:\n  limits:\n    requests: null\n    tokens: null")
	limits := d.some(2,
		"a: token-bucket(limit=60, window=60s, capacity=5)",
		"b: fixed-window(limit=6, window=8s)",
		"c: sliding-log(limit=20, window=30s)",
		"d: gcra(limit=30, window=40s, burst=3)",
		"e: token-bucket(limit=9000, window=60s, of=tokens, when=settled)",
		"f: concurrency(limit=3)",
		"g: sliding-counter(limit=25, window=20s, per=key)",
		"h: fixed-window(limit=4, window=5s, per=model)")
	for _, l := range limits {
		say("    %s", l)
	}
	say("  hints:\n    seconds: null")
	for _, h := range d.some(d.IntN(3), "precise: milliseconds()", "whole: seconds()", "date: date()", "order: should-retry()") {
		say("    %s", h)
	}
	faults := d.some(d.IntN(4),
		"flaky: error(share=0.25, status=503, after=300ms)",
		"wrong: rejected(share=0.05, status=400)",
		"cut: partial(share=0.15)",
		"lost: connection(share=0.1)",
		"busy: overloaded(share=0.1)",
		"spent: exhausted(share=0.05)",
		"hung: hang(share=0.03)",
		"slow: slow(share=0.2, add=4s)",
		"down: outage(from=20s, to=35s)")
	if len(faults) > 0 {
		say("  faults:")
	}
	for _, f := range faults {
		say("    %s", f)
	}
	say("  latency: %s", d.one("constant(latency=0s)", "constant(latency=1s)", "tokens(first=log-normal(median=400ms, sigma=0.5), per-token=2ms)", "tokens(first=constant(latency=250ms), per-token=10ms)"))
	if d.often(20) {
		say("  ghost: true")
	}
}

// governorsDrawn are those of which flows have some.
var governorsDrawn = []string{
	"slot: concurrency(limit=3, hold=call)",
	"busy: concurrency(limit=4)",
	"pace: token-bucket(limit=60, per=1m, capacity=3)",
	"cost: token-bucket(limit=6000, per=1m, unit=tokens)",
	"retried: token-bucket(limit=20, per=1m, capacity=4, of=retries)",
	"budget: retry-budget(share=0.5, window=10s, minimum=1)",
	"pause: pause(at-least=1s)",
	"throttle: sre-throttle()",
	"breaker: circuit-breaker(failures=3, open-for=2s)",
	"adaptive: aimd(start=40)",
	"quota: aws-retry-quota()",
	"grpc: grpc-throttle()",
}

// flow says how a client of the API sends.
func (d draw) flow(say func(string, ...any)) {
	say("    arrivals: %s", d.one("poisson(rate=25/m)", `"batches(size=4, every=6s)"`, "constant(rate=1/2s)", `"loop(workers=3, think=1s)"`, `"loop(workers=2, think=2s, chance=yes)"`, "on-off(rate=1/s, on=10s, off=10s)"))
	say("    input: %s", d.one("fixed(tokens=100)", `"log-normal(median=200, sigma=0.6)"`))
	say("    output: %s", d.one("fixed(tokens=50)", `"log-normal(median=80, sigma=0.5)"`))
	maybe := func(percent int, format string, args ...any) {
		if d.often(percent) {
			say("    "+format, args...)
		}
	}
	maybe(40, "max_output: fixed(tokens=120)")
	maybe(20, "cached: fixed(tokens=30)")
	maybe(20, "estimate: fixed(tokens=90)")
	maybe(50, "deadline: %ds", 4+d.IntN(30))
	maybe(25, "repeat: %s", d.one("unsafe", "keyed"))
	maybe(40, "calls: %d", 2+d.IntN(3))
	maybe(40, "retry_whole: true")
	maybe(30, "processes: %d", 2+d.IntN(2))
	maybe(30, "balance: random")
	maybe(60, "governors: [%s]", strings.Join(d.some(2, "slot", "pace", "cost", "retried", "budget", "breaker", "adaptive"), ", "))
	maybe(30, "process_governors: [%s]", strings.Join(d.some(2, "busy", "pause", "throttle", "quota", "grpc"), ", "))
	maybe(50, "key: %s", d.one("mine", "yours"))
	say("    model: %s", d.one("strong\n    needs: [tools]", "strong", "weak"))
	maybe(40, "fallbacks: [%s]", strings.Join(d.some(3, "model(name=weak)", "queue(after=5s)", "model(name=strong)", "queue()", "person"), ", "))
}

// policy returns a spec.
func (d draw) policy() string {
	one := func(most int) string {
		rules := []string{d.whole("attempts=%d", 2, most)}
		rules = append(rules, d.some(d.IntN(3), "budget=15s, at-budget=late", "total=15s", "timeout=2s", "heed=exact", "max-hint=5s, above=cut", "unsafe=always", "last-wait=yes", "should-retry=obey", "retry=429+5xx+timeout+connection+cut", "hint-jitter=1s", "wait-step=100ms")...)
		spec := d.one("fixed(wait=1s, %s)", "fixed(wait=0s, %s)", "exponential(base=500ms, %s)", "full-jitter(base=1s, cap=8s, %s)", "equal-jitter(of=linear(base=1s, increment=2s), %s)", "decorrelated(base=1s, cap=9s, %s)", "proportional-jitter(of=exponential(base=500ms), low=0.5, high=1.5, %s)")
		return fmt.Sprintf(spec, strings.Join(rules, ", "))
	}
	if d.often(20) {
		return fmt.Sprintf("layers(outer=%s, inner=%s)", one(3), one(3))
	}
	if d.often(15) {
		return d.one("openai-node@7", "openai-go@1.12", "anthropic-go", "azcore", "vercel-ai", "course", "none", "instructor")
	}
	return one(6)
}
