package server

import (
	"encoding/base64"
	"strings"
	"testing"

	"ratesim/scenario"
	"ratesim/tickets"
)

func TestTheLessonsPromptsHaveTheLessonsAnswers(t *testing.T) {
	c := configOf(t, "extends: lesson\nname: test\nfaults:\n  timeout: {base: 0, per_token: 0}\n  partial: 0\n")
	inBubble(t, c, func(b *bubble) {
		prompt := "Talebi su etiketlerden birine ata: fatura , ariza , sayac , tarife , kesinti . Yanit olarak tek etiket yaz . Talep 4001 : bu ayki fatura tutari gecen aya gore cok yuksek geldi"
		g := b.post("/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"`+prompt+`"}]}`, "Authorization: Bearer batch")
		b.want("label", in(g.body, "choices", 0, "message", "content"), "fatura")
		b.want("tokens", in(g.body, "usage", "completion_tokens"), 2)
		b.want("input", in(g.body, "usage", "prompt_tokens"), tickets.CountTokens(prompt))
		g = b.post("/v1/messages", chat(`,"max_tokens":8`))
		b.want("made up", len(strings.Fields(in(g.body, "content", 0, "text").(string))), 8)
	})
}

// The lesson's limit counts refused calls, too, and its faults are those of its runs.
func TestTheLessonIsServed(t *testing.T) {
	inBubble(t, configOf(t, "extends: lesson\nname: test\nlimit: {calls: 3}\n"), func(b *bubble) {
		seen := map[int]int{}
		for range 8 {
			seen[b.post("/v1/chat/completions", chat(""), "X-Stainless-Retry-Count: 0").status]++
		}
		b.want("refused", seen[429], 5)
	})
}

func TestSizesAndNamesThatAreSaidHold(t *testing.T) {
	c := configOf(t, account("latency: tokens(per-token=10ms)"))
	inBubble(t, c, func(b *bubble) {
		g := b.post("/v1/chat/completions", chat(`,"max_tokens":5`), "X-Ratesim-Sizes: input=1000, output=300, cached=200, max-output=400")
		b.want("when", g.at, 3*second)
		b.want("input", in(g.body, "usage", "prompt_tokens"), 1000)
		b.want("cached", in(g.body, "usage", "prompt_tokens_details", "cached_tokens"), 200)
		b.want("output", in(g.body, "usage", "completion_tokens"), 300)
	})
}

func TestModelsEmbeddingsAndTokenCounts(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=0s)"))
	c.Models = []string{"a", "b"}
	inBubble(t, c, func(b *bubble) {
		list := b.admin("GET", "/v1/models", "")
		b.want("second", in(list.body, "data", 1, "id"), "b")
		b.want("one", in(b.admin("GET", "/v1/models/b", "").body, "id"), "b")
		b.want("none", b.admin("GET", "/v1/models/c", "").status, 404)
		anthropic := b.send(b.Context(), "GET", "/v1/models", "", "anthropic-version: 2023-06-01")
		b.want("anthropic's", in(anthropic.body, "data", 0, "type"), "model")
		g := b.post("/v1/embeddings", `{"model":"a","input":["one","two"],"dimensions":8}`)
		b.want("two of eight", len(in(g.body, "data", 1, "embedding").([]any)), 8)
		g = b.post("/v1/embeddings", `{"model":"a","input":[1,2,3],"dimensions":8,"encoding_format":"base64"}`)
		raw, err := base64.StdEncoding.DecodeString(in(g.body, "data", 0, "embedding").(string))
		b.want("bytes", len(raw), 32)
		b.want("error", err, nil)
		b.want("tokens", in(g.body, "usage", "prompt_tokens"), 3)
		g = b.post("/v1/messages/count_tokens", `{"model":"a","messages":[{"role":"user","content":"12345678"}]}`)
		b.want("count", in(g.body, "input_tokens"), 2)
		again := b.post("/v1/messages/count_tokens", `{"model":"a","messages":[{"role":"user","content":"12345678"}]}`)
		b.want("ids differ", g.header.Get("Request-Id") != again.header.Get("Request-Id"), true)
		g = b.post("/openai/deployments/b/chat/completions?api-version=2024-10-21", `{"messages":[{"role":"user","content":"x"}]}`, "api-key: k")
		b.want("azure's deployment", in(g.body, "model"), "b")
	})
}

func TestResponsesRepeatWhatWasAsked(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=1500ms)")), func(b *bubble) {
		g := b.post("/v1/responses", `{"model":"m","input":"x","instructions":"be brief","temperature":0.5,"metadata":{"a":"b"},"max_output_tokens":7,"tools":[{"type":"function","name":"t"}],"tool_choice":"none"}`)
		b.want("instructions", in(g.body, "instructions"), "be brief")
		b.want("temperature", in(g.body, "temperature"), 0.5)
		b.want("metadata", in(g.body, "metadata", "a"), "b")
		b.want("bound", in(g.body, "max_output_tokens"), 7)
		b.want("tools", in(g.body, "tools", 0, "name"), "t")
		b.want("choice", in(g.body, "tool_choice"), "none")
		b.want("took", g.header.Get("Openai-Processing-Ms"), "1500")
	})
}

// Whatever is built in can be served.
func TestEveryBuiltInScenarioIsServed(t *testing.T) {
	for _, name := range scenario.Names() {
		file := "extends: " + name + "\nname: test\n"
		if name == "account" {
			file = account("latency: constant(latency=1s)")
		}
		inBubble(t, configOf(t, file), func(b *bubble) {
			if g := b.post("/v1/messages", chat(`,"max_tokens":8`)); g.status == 0 {
				b.Errorf("%s: %v", name, g.err)
			}
		})
	}
}
