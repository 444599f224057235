package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const failing = "X-Ratesim-Fault: error(status=503)"

// called returns for each attempt of the trace so far which call and try it was.
func (b *bubble) called(responses ...got) string {
	var all []string
	ids := map[string]string{}
	for _, g := range responses {
		id := g.header.Get("X-Ratesim-Call-Id")
		if ids[id] == "" {
			ids[id] = string(rune('A' + len(ids)))
		}
		all = append(all, ids[id]+g.header.Get("X-Ratesim-Attempt"))
	}
	return strings.Join(all, " ")
}

func TestAttemptsAreGroupedIntoCalls(t *testing.T) {
	retry := func(n int) string { return fmt.Sprintf("X-Stainless-Retry-Count: %d", n) }
	named := func(name string) string { return "X-Ratesim-Call-Id: " + name }
	post := func(b *bubble, fields ...string) got {
		return b.post("/v1/chat/completions", chat(""), fields...)
	}
	for _, tt := range []struct {
		is   string
		want string
		send func(b *bubble) []got
	}{
		{"the same body after a failure is the same call", "A0 A1 A2 B0", func(b *bubble) []got {
			return []got{post(b, failing), post(b, failing), post(b), post(b)}
		}},
		{"another body, or key, is another call", "A0 B0 C0", func(b *bubble) []got {
			return []got{post(b, failing), b.post("/v1/chat/completions", chat(`,"user":"x"`)), post(b, "Authorization: Bearer other")}
		}},
		{"an SDK's count of 0 is a new call", "A0 B0 A1 B1", func(b *bubble) []got {
			return []got{post(b, failing, retry(0)), post(b, failing, retry(0)), post(b, retry(1)), post(b, retry(1))}
		}},
		{"a loop around an SDK goes on with the call", "A0 A1 A2", func(b *bubble) []got {
			return []got{post(b, failing, retry(0)), post(b, failing, retry(1)), post(b, retry(0))}
		}},
		{"a name decides", "A0 B0 A1", func(b *bubble) []got {
			return []got{post(b, failing, named("1")), post(b, failing, named("2")), post(b, named("1"))}
		}},
	} {
		t.Run(tt.is, func(t *testing.T) {
			inBubble(t, configOf(t, account("latency: constant(latency=1s)")), func(b *bubble) {
				b.want("calls", b.called(tt.send(b)...), tt.want)
			})
		})
	}
}

// A client that has left, and whose leaving is seen late, has left when it comes again.
func TestComingAgainIsLeaving(t *testing.T) {
	inBubble(t, configOf(t, account("limits:\n  slots: concurrency(limit=1)\nlatency: constant(latency=60s)")), func(b *bubble) {
		ctx, cancel := context.WithCancel(b.Context())
		var first got
		var wait sync.WaitGroup
		wait.Go(func() { first = b.send(ctx, "POST", "/v1/chat/completions", chat(""), "X-Ratesim-Call-Id: 7") })
		time.Sleep(second)
		synctest.Wait()
		g := b.post("/v1/chat/completions", chat(""), "X-Ratesim-Call-Id: 7")
		b.want("second attempt", g.status, 200)
		b.want("attempt", g.header.Get("X-Ratesim-Attempt"), 1)
		wait.Wait()
		b.want("the first was ended", first.err != nil, true)
		cancel()
	})
}

// Whatever the order in which concurrent clients come, each call meets the same luck.
func TestLuckDoesNotDependOnTheOrder(t *testing.T) {
	luck := func(t *testing.T, reverse bool, seed int64) (statuses string) {
		c := configOf(t, account("latency: log-normal(median=2s, sigma=0.5)\nfaults:\n  broken: error(share=0.3)\n  cut: partial(share=0.2, ends=clean)"))
		c.Run.Seed = seed
		inBubble(t, c, func(b *bubble) {
			got := make([]string, 60)
			var wait sync.WaitGroup
			for i := range got {
				if reverse {
					i = len(got) - 1 - i
				}
				wait.Go(func() {
					for try := range 3 {
						began := time.Now()
						g := b.post("/v1/chat/completions", chat(fmt.Sprintf(`,"user":"%d"`, i)))
						got[i] += fmt.Sprint(" ", g.status, len(g.body), time.Since(began))
						if g.status == 200 && in(g.body, "object") != nil {
							break
						}
						_ = try
					}
				})
				time.Sleep(time.Millisecond)
			}
			wait.Wait()
			statuses = strings.Join(got, "\n")
		})
		return statuses
	}
	for seed := range int64(3) {
		if a, b := luck(t, false, seed), luck(t, true, seed); a != b {
			t.Errorf("seed %d: %s\n\nin the other order:\n%s", seed, a, b)
		}
	}
	if luck(t, false, 1) == luck(t, false, 2) {
		t.Error("two seeds are alike")
	}
}

func TestFindingsAreOfWhatClientsDo(t *testing.T) {
	find := func(is string, want map[Finding]int64, endpoint string, do func(b *bubble, post func(fields ...string) got)) {
		t.Run(is, func(t *testing.T) {
			inBubble(t, configOf(t, account(endpoint)), func(b *bubble) {
				do(b, func(fields ...string) got {
					return b.post("/v1/chat/completions", chat(""), append(fields, "Authorization: Bearer me")...)
				})
				b.server.mu.Lock()
				defer b.server.mu.Unlock()
				for c := b.server.calls.wait.Front(); c != nil; c = b.server.calls.wait.Front() {
					b.server.end(c.Value.(*call), b.server.tick())
				}
				have := b.server.figures.of("me").findings
				for f, n := range have {
					b.want(Findings[f], n, want[Finding(f)])
				}
			})
		})
	}
	none := map[Finding]int64{}
	wait := "X-Ratesim-Fault: rate-limit(retry-after=10s)"
	find("patient", none, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		post(wait)
		time.Sleep(10 * second)
		post()
	})
	find("a little early is on time", none, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		post(wait)
		time.Sleep(10*second - 550*time.Millisecond)
		post()
	})
	find("early", map[Finding]int64{Early: 1}, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		post(wait)
		time.Sleep(10*second - 551*time.Millisecond)
		post()
	})
	find("futile", map[Finding]int64{Futile: 1}, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		post("X-Ratesim-Fault: exhausted")
		time.Sleep(second)
		post()
	})
	find("storm", map[Finding]int64{Storm: 1}, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		for range 13 {
			post(failing)
			time.Sleep(second)
		}
	})
	find("hurried", map[Finding]int64{Hurried: 1}, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		for range 5 {
			post(failing)
		}
	})
	find("truncated", map[Finding]int64{Truncated: 1}, "latency: constant(latency=0s)", func(b *bubble, post func(...string) got) {
		post("X-Ratesim-Fault: partial(ends=clean)")
	})
}

// An unknown number of clients, some of whom leave early, against all kinds of
// limits: what is recorded is what the rules say.
func TestTracesHoldWhateverClientsDo(t *testing.T) {
	endpoints := []string{
		"limits:\n  r: token-bucket(limit=30, window=60s)\n  t: token-bucket(limit=3000, window=60s, of=tokens, when=settled)\n  s: concurrency(limit=4)\nlatency: tokens(first=constant(latency=300ms), per-token=20ms)",
		"limits:\n  r: sliding-log(limit=5, window=10s, count-refused=yes)\n  o: token-bucket(limit=600, window=60s, of=output, when=produced, per=key)\nlatency: log-normal(median=1s, sigma=1)\nserver: server(slots=2, queue=3)\nghost: true",
		"limits:\n  w: fixed-window(limit=6, window=10s, per=key)\n  i: sliding-counter(limit=900, window=30s, of=input)\nlatency: constant(latency=2s)\nround_trip: 100ms\nfaults:\n  e: error(share=0.2, after=1s)\n  p: partial(share=0.2)\n  c: connection(share=0.1)\nserver: server(slots=3)",
	}
	for i, endpoint := range endpoints {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%d/%d", i, seed), func(t *testing.T) {
				c := configOf(t, account(endpoint))
				inBubble(t, c, func(b *bubble) {
					var wait sync.WaitGroup
					for client := range 6 {
						wait.Go(func() { b.wander(client, &writer{state: seed*1000 + uint64(client)}) })
					}
					wait.Wait()
				})
			})
		}
	}
}

// wander sends calls of all kinds, and leaves some early.
func (b *bubble) wander(client int, luck *writer) {
	for i := range 12 {
		path, body := "/v1/chat/completions", chat(fmt.Sprintf(`,"max_tokens":%d,"stream":%t,"user":"%d-%d"`, luck.next()%200+1, luck.next()%2 == 0, client, i))
		for try := range 3 {
			ctx, cancel := context.WithTimeout(b.Context(), time.Duration(luck.next()%8000)*time.Millisecond)
			g := b.send(ctx, "POST", path, body, fmt.Sprintf("Authorization: Bearer client-%d", client%2), fmt.Sprintf("X-Stainless-Retry-Count: %d", try))
			cancel()
			if g.status == 200 && g.err == nil {
				break
			}
			time.Sleep(time.Duration(luck.next()%3000) * time.Millisecond)
		}
	}
}
