package endpoint

import (
	"testing"
	"time"
)

// An account as many have it: two limits, latencies that are drawn, a few faults.
// Half of the calls or more are admitted, and nothing is said.
var account = written{
	limits: []string{
		"requests: token-bucket(limit=6000, window=60s, per=key)",
		"tokens: token-bucket(limit=6000000, window=60s, of=tokens, when=settled)",
		"in flight: concurrency(limit=1000)",
	},
	faults:  []string{"break: error(share=0.01)", "late: timeout(share=0.005)", "slow: slow(share=0.02, factor=5)"},
	latency: "tokens(first=log-normal(median=400ms, sigma=0.5), per-token=10ms)",
	server:  "server(slots=1000)",
}

func TestAdmittedCallsTouchNoHeap(t *testing.T) {
	p := account.build(t)
	r := patient(Request{Input: 1000, Output: 100, MaxOutput: 500, HangUp: Forever})
	now, admitted := time.Duration(0), 0
	call := func() {
		now += 20 * ms
		r.Number++
		if a := p.Serve(now, r); a.Refusal == nil {
			admitted++
		}
	}
	for range 10_000 {
		call()
	}
	if allocations := testing.AllocsPerRun(10_000, call); allocations != 0 || admitted < 20_000 {
		t.Errorf("a call allocates %v times, and %d of 20,001 are admitted; want 0 and all", allocations, admitted)
	}
}

func BenchmarkProvider(b *testing.B) {
	for name, w := range map[string]written{"account": account, "plain": {limits: account.limits[:1], latency: "constant(latency=2s)"}} {
		for load, gap := range map[string]time.Duration{"admitted": 20 * ms, "refused": 2 * ms} {
			b.Run(name+"/"+load, func(b *testing.B) {
				p := w.build(b)
				r := patient(Request{Input: 1000, Output: 100, MaxOutput: 500})
				b.ReportAllocs()
				var now time.Duration
				for i := range b.N {
					now += gap
					r.Number = int64(i)
					p.Serve(now, r)
				}
			})
		}
	}
}
