package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Whatever stands for a schema, the answer is an object.
func TestAnySchemaIsAnswered(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		for _, schema := range []string{
			`{}`, `{"type":"object"}`, `{"type":5}`, `{"anyOf":[]}`, `{"properties":[]}`, `true`, `null`, `{"$ref":"#"}`,
			`{"$defs":{"A":{"type":"object","properties":{"n":{"type":"integer"}}}},"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}`,
		} {
			object := func(what, text any) {
				var read map[string]any
				if written, _ := text.(string); json.Unmarshal([]byte(written), &read) != nil || read == nil {
					b.Errorf("%s %v: %v", schema, what, text)
				}
			}
			g := b.post("/v1/chat/completions", chat(`,"tools":[{"type":"function","function":{"name":"t","parameters":`+schema+`}}]`))
			object("chat", in(g.body, "choices", 0, "message", "tool_calls", 0, "function", "arguments"))
			g = b.post("/v1/chat/completions", chat(`,"response_format":{"type":"json_schema","json_schema":{"name":"s","schema":`+schema+`}}`))
			object("format", in(g.body, "choices", 0, "message", "content"))
			g = b.post("/v1/responses", `{"model":"m","input":"x","tools":[{"type":"function","name":"t","parameters":`+schema+`}]}`)
			object("responses", in(g.body, "output", 0, "arguments"))
			g = b.post("/v1/messages", chat(`,"max_tokens":4000,"tools":[{"name":"t","input_schema":`+schema+`}]`))
			if _, ok := in(g.body, "content", 0, "input").(map[string]any); !ok {
				b.Errorf("%s messages: %s", schema, g.body)
			}
			g = b.post("/v1/messages/count_tokens", chat(`,"tools":[{"name":"t","input_schema":`+schema+`}]`))
			b.want("count_tokens", g.status, 200)
		}
		g := b.post("/v1/chat/completions", chat(`,"response_format":{"type":"json_object"}`))
		content, _ := in(g.body, "choices", 0, "message", "content").(string)
		b.want("JSON mode", strings.HasPrefix(content, `{"answer":"`), true)
		b.want("faults of its own", b.state().Panics, 0)
	})
}

// A fault of the server itself is answered, counted and told once.
func TestAFaultOfItsOwnIsAnsweredCountedAndTold(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=0s)"))
	c.Count = func(text string) int {
		if text == "bad" {
			panic("this one")
		}
		return 1
	}
	var told []string
	c.Warn = func(text string) { told = append(told, text) }
	inBubble(t, c, func(b *bubble) {
		for range 2 {
			g := b.post("/v1/messages", `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"bad"}]}`)
			b.want("status", g.status, 500)
			b.want("type", in(g.body, "error", "type"), "api_error")
			b.want("id", strings.HasPrefix(fmt.Sprint(in(g.body, "request_id")), "req_"), true)
		}
		b.want("good ones", b.post("/v1/chat/completions", chat("")).status, 200)
		b.want("counted", b.state().Panics, 2)
		b.want("in flight", b.state().InFlight, 0)
		b.want("bodies", b.server.bodies, 0)
		b.want("told", len(told), 1)
		b.want("what", strings.Contains(told[0], "this one"), true)
		b.want("where", strings.Contains(told[0], "TestAFaultOfItsOwnIsAnsweredCountedAndTold"), true)
	})
}
