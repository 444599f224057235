package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// streams are the three operations that stream, with the mark of their ends.
var streams = []struct{ path, body, end string }{
	{"/v1/chat/completions", `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}],"max_tokens":10}`, "data: [DONE]"},
	{"/v1/responses", `{"model":"m","stream":true,"input":"hi","max_output_tokens":10}`, "event: response.incomplete"},
	{"/v1/messages", `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}],"max_tokens":10}`, "event: message_stop"},
}

func TestTokensComeWhenTheyAreProduced(t *testing.T) {
	c := configOf(t, account("latency: tokens(first=constant(latency=1s), per-token=100ms)\nround_trip: 500ms"))
	inBubble(t, c, func(b *bubble) {
		for _, s := range streams {
			began := time.Now()
			r, _ := http.NewRequestWithContext(b.Context(), "POST", "http://localhost"+s.path, strings.NewReader(s.body))
			response, err := b.client.Do(r)
			if err != nil {
				b.Fatal(err)
			}
			b.want("head of "+s.path, time.Since(began), 1500*time.Millisecond)
			var at []time.Duration
			ended := false
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				line := lines.Text()
				if strings.Contains(line, `"delta":`) && (strings.Contains(line, `"content":" `) || strings.Contains(line, "text_delta") || strings.Contains(line, `"delta":" `)) {
					at = append(at, time.Since(began))
				}
				ended = ended || strings.HasPrefix(line, s.end)
			}
			response.Body.Close()
			b.want("end of "+s.path, ended, true)
			b.want("last token of "+s.path, at[len(at)-1], 2500*time.Millisecond)
			b.want("the one before", at[len(at)-2], 2400*time.Millisecond)
		}
	})
}

// Each ending looks as it is called, whole and in streams.
func TestBrokenAnswersEndAsTheyAreAskedTo(t *testing.T) {
	c := configOf(t, account("latency: tokens(per-token=100ms)"))
	inBubble(t, c, func(b *bubble) {
		for _, s := range streams {
			for _, tt := range []struct {
				ending         string
				stream, cut    bool // the body of a stream, or of a whole answer, breaks off
				whole, streams string
			}{
				{ending: "cut", stream: true, cut: true},
				{ending: "clean"},
				{ending: "error", streams: `"error"`, whole: `"error":{`},
				{ending: "malformed", streams: "????"},
			} {
				fault := fmt.Sprintf("X-Ratesim-Fault: partial(at=0.5, ends=%s)", tt.ending)
				g := b.post(s.path, s.body, fault)
				b.want(s.path+" "+tt.ending+" breaks off", g.err != nil, tt.stream)
				b.want("status", g.status, 200)
				b.want(s.path+" "+tt.ending+" has its end", strings.Contains(g.body, s.end), false)
				b.want(s.path+" "+tt.ending+" has "+tt.streams, strings.Contains(g.body, tt.streams), true)
				whole := b.post(s.path, strings.Replace(s.body, `"stream":true,`, "", 1), fault)
				b.want(s.path+" "+tt.ending+" whole breaks off", whole.err != nil, tt.cut)
				b.want(s.path+" "+tt.ending+" whole status", whole.status, 200)
				b.want(s.path+" "+tt.ending+" whole has "+tt.whole, strings.Contains(whole.body, tt.whole), true)
				b.want(s.path+" "+tt.ending+" whole can be read", json.Valid([]byte(whole.body)), tt.ending == "error")
			}
		}
	})
}

func TestAStallLastsUntilTheClientLeaves(t *testing.T) {
	c := configOf(t, account("latency: tokens(per-token=100ms)"))
	inBubble(t, c, func(b *bubble) {
		for _, s := range streams {
			ctx, cancel := context.WithTimeout(b.Context(), 5*second)
			began := time.Now()
			g := b.send(ctx, "POST", s.path, s.body, "X-Ratesim-Fault: partial(at=0.5, ends=stall)")
			cancel()
			b.want("left after", time.Since(began), 5*second)
			b.want("broken off", g.err != nil, true)
		}
		time.Sleep(second)
		b.want("status", b.state().Statuses["timeout"], 3)
	})
}

func TestHangsAndLostConnections(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=1s)"))
	c.Bounds.Answer = time.Minute
	inBubble(t, c, func(b *bubble) {
		g := b.post("/v1/chat/completions", chat(""), "X-Ratesim-Fault: connection(after=3s)")
		b.want("lost", g.err != nil && g.status == 0, true)
		b.want("when", g.at, 3*second)
		g = b.post("/v1/chat/completions", chat(`,"user":"b"`), "X-Ratesim-Fault: hang")
		b.want("a hang is cut off", g.err != nil, true)
		b.want("when", g.at, 63*second)
		b.want("statuses", b.state().Statuses, map[string]int64{"connection": 1, "timeout": 1})
	})
}

func TestMessagesFollowASchema(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		g := b.post("/v1/messages", chat(`,"max_tokens":99,"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"unit":{"enum":["C","F"]}},"required":["unit"]}}}`))
		b.want("unit", in(in(g.body, "content", 0, "text").(string), "unit"), "C")
	})
}

func TestToolCallsAreWellFormed(t *testing.T) {
	schema := `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"},"unit":{"enum":["C","F"]}},"required":["city"]}`
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		g := b.post("/v1/chat/completions", chat(`,"tools":[{"type":"function","function":{"name":"weather","parameters":`+schema+`}}]`))
		b.want("finish", in(g.body, "choices", 0, "finish_reason"), "tool_calls")
		call := in(g.body, "choices", 0, "message", "tool_calls", 0, "function")
		b.want("name", call.(map[string]any)["name"], "weather")
		b.want("unit", in(call.(map[string]any)["arguments"].(string), "unit"), "C")
		g = b.post("/v1/messages", chat(`,"max_tokens":99,"tools":[{"name":"weather","input_schema":`+schema+`}]`))
		b.want("stop", in(g.body, "stop_reason"), "tool_use")
		b.want("days", in(g.body, "content", 0, "input", "days"), 1)
		g = b.post("/v1/chat/completions", chat(`,"tools":[{"type":"function","function":{"name":"weather"}}],"tool_choice":{"type":"function","function":{"name":"weather"}}`))
		b.want("finish of one that was wanted", in(g.body, "choices", 0, "finish_reason"), "stop")
		g = b.post("/v1/responses", `{"model":"m","input":"hi","tools":[{"type":"function","name":"weather","parameters":`+schema+`}],"tool_choice":"required"}`)
		b.want("type", in(g.body, "output", 0, "type"), "function_call")
		g = b.post("/v1/responses", `{"model":"m","input":"hi","max_output_tokens":3,"tools":[{"type":"custom","name":"code"}]}`)
		b.want("type", in(g.body, "output", 0, "type"), "custom_tool_call")
		b.want("words", len(strings.Fields(in(g.body, "output", 0, "input").(string))), 3)
		b.want("none", in(b.post("/v1/chat/completions", chat(`,"tools":[{"type":"function","function":{"name":"w"}}],"tool_choice":"none"`)).body, "choices", 0, "finish_reason"), "stop")
	})
}
