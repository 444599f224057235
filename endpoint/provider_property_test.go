package endpoint

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// anyProvider draws a provider of parts that go well or badly together.
func anyProvider(t *testing.T, r *rapid.T) *Provider {
	maybe := func(name string, from ...string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, len(from), rapid.ID).Draw(r, name)
	}
	return written{
		limits: maybe("limits", "a: sliding-log(limit=20, window=10s)", "b: token-bucket(limit=3000, window=10s, of=tokens, when=settled)",
			"c: concurrency(limit=5, per=key)", "d: sliced(limit=60, window=1m, slice=5s, count-refused=yes)", "e: gcra(limit=900, window=10s, burst=900, of=output, when=produced)"),
		faults: maybe("faults", "a: error(share=0.1, after=1s, billed=yes)", "b: hang(share=0.1)", "c: outage(from=10s, to=20s)", "d: cut(share=0.3, token=9)",
			"e: slow(share=0.2, factor=4)", "f: crowded(above=3, per=0.1)", "g: timeout(share=0.1, worked=yes)", "h: script(steps=ok>rate_limit:2>connection, per=request)"),
		hints:     maybe("hints", "seconds(after=all)", "milliseconds()", "limits()", "reset()"),
		latency:   rapid.SampledFrom([]string{"constant(latency=0s)", "uniform(from=0s, to=5s)", "loaded(of=tokens(first=log-normal(median=1s, sigma=1), per-token=50ms), per=0.1)"}).Draw(r, "latency"),
		server:    rapid.SampledFrom([]string{"", "server(slots=2)", "server(slots=2, queue=3, full=429)"}).Draw(r, "server"),
		roundTrip: rapid.SampledFrom([]time.Duration{0, ms}).Draw(r, "round trip"),
		ghost:     rapid.Bool().Draw(r, "ghost"),
	}.build(t)
}

func TestEveryAnswerKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p, now := anyProvider(t, r), time.Duration(0)
		for i := range rapid.IntRange(1, 60).Draw(r, "calls") {
			now += time.Duration(rapid.Int64Range(0, int64(2*second)).Draw(r, "gap"))
			request := &Request{
				Number: int64(i / 3), Try: i % 3, Scope: Scope{Key: uint32(i % 2)}, HangUp: Forever,
				Input: rapid.Int64Range(0, 800).Draw(r, "input"), Output: rapid.Int64Range(0, 60).Draw(r, "output"), MaxOutput: 60,
			}
			if rapid.Bool().Draw(r, "hangs up") {
				request.HangUp = now + time.Duration(rapid.Int64Range(0, int64(4*second)).Draw(r, "patience"))
			}
			a := p.Serve(now, request)
			if wrong := broken(now, request, a, p.Ghost); wrong != "" {
				r.Fatalf("%s: %+v at %v is answered %+v", wrong, *request, now, a)
			}
		}
	})
}

// broken returns which promise an answer breaks, "" for none.
func broken(now time.Duration, r *Request, a Answer, ghost bool) string {
	charged := a.Input + a.Output
	switch {
	case a.Heard == Forever:
		if a.Worked || a.Done != Forever {
			return "nobody hears of it, though it ends"
		}
	case a.Heard < now || a.Heard > r.HangUp:
		return "it is heard before it was sent, or after its client hung up"
	case a.Input != 0 && a.Input != r.Input || a.Output > r.Output || a.Cached > a.Input:
		return "more is charged than there was"
	case (a.Refusal != nil || a.Status == RateLimit || a.Status == Overloaded || a.Status == Rejected) && charged != 0:
		return "what was refused is charged"
	case a.Status == OK && (!a.Worked || charged != r.Input+r.Output || a.HTTP != 200 || a.Done > a.Heard):
		return "it is well, but not worked, charged or done"
	case a.Status == PartialOutput && (a.Worked || a.Input != r.Input):
		return "a part is not charged as one"
	case !ghost && a.Status == Timeout && a.Done > a.Heard:
		return "the server works on without its client"
	case a.Worked && a.Done == Forever:
		return "it is worked to an end that there is not"
	case a.Said != nil && a.HTTP == 0:
		return "something is said without an answer"
	case a.First > a.Done:
		return "output begins after its end"
	}
	return ""
}

// A client who waits as long as it is told is admitted then, and a nanosecond
// earlier it is not, if it is alone.
func TestToldWaitIsExactWhateverIsInFlight(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := written{limits: []string{"a: sliding-log(limit=20, window=10s)", "b: token-bucket(limit=3000, window=10s, of=tokens)", "c: concurrency(limit=5)"}, latency: "uniform(from=0s, to=5s)"}
		p, now := w.build(t), time.Duration(0)
		for i := range rapid.IntRange(1, 40).Draw(r, "calls") {
			now += time.Duration(rapid.Int64Range(0, int64(second/2)).Draw(r, "gap"))
			request := patient(Request{Number: int64(i), Input: rapid.Int64Range(1, 3000).Draw(r, "input")})
			a := p.Serve(now, request)
			if a.Refusal == nil {
				continue
			}
			now += a.Refusal.Wait
			if early := p.Serve(now-1, request); early.Refusal == nil || early.Refusal.Wait != 1 {
				r.Fatalf("a nanosecond before %v: %+v, %+v", now, early, early.Refusal)
			}
			if due := p.Serve(now, request); due.Refusal != nil {
				r.Fatalf("at %v: %+v", now, due.Refusal)
			}
		}
	})
}
