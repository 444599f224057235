package server

import (
	"context"
	"testing"
	"time"
)

func TestAnswersComeWhenTheModelSays(t *testing.T) {
	c := configOf(t, account(`latency: tokens(first=constant(latency=1s), per-token=20ms)`))
	inBubble(t, c, func(b *bubble) {
		g := b.post("/v1/chat/completions", chat(`,"max_tokens":50`))
		b.want("status", g.status, 200)
		b.want("when", g.at, 2*second)
		b.want("tokens", in(g.body, "usage", "completion_tokens"), 50)
		b.want("finish", in(g.body, "choices", 0, "finish_reason"), "length")
		g = b.post("/v1/messages", chat(`,"max_tokens":500`), "x-api-key: alice")
		b.want("when", g.at, 5*second)
		b.want("tokens", in(g.body, "usage", "output_tokens"), 100)
		b.want("stop", in(g.body, "stop_reason"), "end_turn")
	})
}

// A limit refuses exactly until the instant that it names.
func TestAWaitThatIsToldIsEnoughAndNotTooLong(t *testing.T) {
	c := configOf(t, account("limits:\n  requests: token-bucket(limit=60, window=60s, capacity=1)\nlatency: constant(latency=0s)\nhints:\n  ms: milliseconds(step=1ns)"))
	inBubble(t, c, func(b *bubble) {
		b.want("first", b.post("/v1/chat/completions", chat("")).status, 200)
		time.Sleep(300 * time.Millisecond)
		g := b.post("/v1/chat/completions", chat(""))
		b.want("second", g.status, 429)
		b.want("told", g.header.Get("retry-after-ms"), "700")
		b.want("type", in(g.body, "error", "type"), "requests")
		time.Sleep(700*time.Millisecond - 1)
		b.want("a nanosecond early", b.post("/v1/chat/completions", chat("")).status, 429)
		time.Sleep(time.Nanosecond)
		b.want("in time", b.post("/v1/chat/completions", chat("")).status, 200)
	})
}

// A client that leaves gives back what its call held, at that instant.
func TestWhoLeavesGivesBackWhatItHeld(t *testing.T) {
	c := configOf(t, account("limits:\n  slots: concurrency(limit=1)\nlatency: constant(latency=10s)"))
	inBubble(t, c, func(b *bubble) {
		ctx, cancel := context.WithTimeout(b.Context(), 3*second)
		defer cancel()
		if g := b.send(ctx, "POST", "/v1/chat/completions", chat("")); g.err == nil {
			b.Error("it has not left")
		}
		time.Sleep(time.Nanosecond)
		b.want("after it", b.post("/v1/chat/completions", chat(`,"user":"other"`)).status, 200)
		b.want("left", b.state().Statuses["timeout"], 1)
	})
}
