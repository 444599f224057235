package server

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// What clients send is never part of a page as it is, and the page may load and run
// nothing.
func TestThePageShowsNothingAsItWasSent(t *testing.T) {
	inBubble(t, configOf(t, account("limits:\n  r: token-bucket(limit=10, window=1h, per=key+model)\nlatency: constant(latency=0s)")), func(b *bubble) {
		evil := `<script>alert(1)</script>`
		b.post("/v1/chat/completions", strings.Replace(chat(""), `"m"`, `"`+evil+`"`, 1), "x-api-key: "+evil)
		g := b.admin("GET", "/", "")
		if strings.Contains(g.body, "<script") || !strings.Contains(g.body, "&lt;script&gt;") {
			b.Errorf("the page has what was sent: %s", g.body)
		}
		policy := g.header.Get("Content-Security-Policy")
		_, style, _ := strings.Cut(g.body, "<style>")
		style, _, _ = strings.Cut(style, "</style>")
		sum := sha256.Sum256([]byte(style))
		if !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			b.Errorf("the policy is %s", policy)
		}
		g = b.post("/v1/chat/completions", `{"model":"`+evil+`"}`)
		b.want("type", g.header.Get("Content-Type"), "application/json")
		b.want("sniff", g.header.Get("X-Content-Type-Options"), "nosniff")
	})
}

func TestWhatCannotBeReadIsRefusedInTheVendorsForm(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=0s)"))
	c.Bounds.Body = 10_000
	c.Models = []string{"gpt-4.1", "m"}
	inBubble(t, c, func(b *bubble) {
		for _, tt := range []struct {
			path, body string
			status     int
			says       string
			fields     []string
		}{
			{"/v1/chat/completions", `{`, 400, "the body ends", nil},
			{"/v1/chat/completions", `{"model":1}`, 400, "model", nil},
			{"/v1/chat/completions", `{"model":"m"}`, 400, "messages", nil},
			{"/v1/chat/completions", `{"model":"gpt-4.2","messages":[{"role":"user","content":"x"}]}`, 404, `did you mean "gpt-4.1"?`, nil},
			{"/v1/chat/completions", chat(`,"n":2`), 400, "n: want 1", nil},
			{"/v1/chat/completions", chat(`,"max_tokens":0`), 400, "max_tokens", nil},
			{"/v1/chat/completions", chat(`,"pad":"` + strings.Repeat("x", 10_000) + `"`), 413, "10000 bytes", nil},
			{"/v1/messages", chat(""), 400, "max_tokens", nil},
			{"/v1/responses", `{"model":"m"}`, 400, "input", nil},
			{"/v1/embeddings", `{"model":"m","input":[]}`, 400, "input", nil},
			{"/v1/chat/completions", chat(""), 400, `mean "hang"?`, []string{"X-Ratesim-Fault: hung"}},
			{"/v1/chat/completions", chat(""), 400, "X-Ratesim-Sizes", []string{"X-Ratesim-Sizes: in=3"}},
			{"/v1/chat/completions", chat(""), 400, "work", []string{"X-Ratesim-Flow: wrk"}},
			{"/v1/chat/completions", chat(""), 400, "X-Ratesim-Falt; did you mean \"X-Ratesim-Fault\"?", []string{"X-Ratesim-Falt: hang"}},
			{"/v1/chat/completions", chat(""), 400, "X-Ratesim-Fault: want it once; have it 2 times", []string{"X-Ratesim-Fault: error()", "X-Ratesim-Fault: hang"}},
			{"/v1/chat/completions", chat(""), 400, "want input once", []string{"X-Ratesim-Sizes: input=5, input=6"}},
			{"/v1/chat/completions", chat(""), 400, "at most the 5 of the prompt; have 6", []string{"X-Ratesim-Sizes: input=5, cached=6"}},
			{"/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"x"}],"model":"gpt-4.1"}`, 400, "model: want it once", nil},
			{"/v1/chat/completions", `{"model":"m","messages":[{"role":"foo","content":"x"}]}`, 400, "messages[0].role: want one of developer, ", nil},
			{"/v1/messages", `{"model":"m","max_tokens":5,"messages":[{"role":"system","content":"x"}]}`, 400, "want one of user, assistant", nil},
			{"/v1/embeddings", `{"model":"m","input":"x","dimensions":0}`, 400, "dimensions: want from 1", nil},
			{"/v1/embeddings", `{"model":"m","input":""}`, 400, "not empty", nil},
			{"/v1/embeddings", `{"model":"m","input":["x",""]}`, 400, "not empty", nil},
			{"/v1/embeddings", `{"model":"m","input":[[]]}`, 400, "not empty", nil},
			{"/v1/chat/completions", chat(`,"tools":[{"function":{"name":"a"}}],"tool_choice":{"type":"function","function":{"name":"b"}}`), 400, `tool_choice: there is no tool "b"`, nil},
			{"/v1/messages", chat(`,"max_tokens":5,"tools":[{"name":"a","input_schema":{}}],"tool_choice":{"type":"tool","name":"b"}`), 400, `there is no tool "b"`, nil},
			{"/v1/chat/completions", chat(`,"tool_choice":"required"`), 400, "want tools to choose from", nil},
			{"/v1/nothing", ``, 404, "nothing under this path", nil},
		} {
			g := b.post(tt.path, tt.body, tt.fields...)
			message, _ := in(g.body, "error", "message").(string)
			if g.status != tt.status || !strings.Contains(message, tt.says) {
				b.Errorf("%s %.60s: %d %s; want %d with %q", tt.path, tt.body, g.status, g.body, tt.status, tt.says)
			}
			b.want("anthropic's form", in(g.body, "type") == "error", tt.path == "/v1/messages")
		}
		b.want("method", b.admin("GET", "/v1/chat/completions", "").status, 405)
	})
}

// A client that sends its body a byte at a time, or takes none of its answer, does not
// hold a place for ever.
func TestSlowClientsAreLeftBehind(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=0s)"))
	inBubble(t, c, func(b *bubble) {
		near, err := b.pipes.Dial(b.Context(), "", "")
		if err != nil {
			b.Fatal(err)
		}
		go io.WriteString(near, "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
		answer, _ := io.ReadAll(near)
		b.want("a slow body", strings.HasPrefix(string(answer), "HTTP/1.1 400"), true)
		b.want("after", time.Since(b.server.clock.began), 30*second)

		near, _ = b.pipes.Dial(b.Context(), "", "")
		go io.WriteString(near, "POST /v1/chat/comp")
		_, _ = io.ReadAll(near)
		b.want("a slow header", time.Since(b.server.clock.began), 60*second)

		near, _ = b.pipes.Dial(b.Context(), "", "")
		body := chat(`,"stream":true,"max_tokens":100000`)
		go fmt.Fprintf(near, "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Ratesim-Sizes: output=100000\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		time.Sleep(40 * second)
		b.want("in flight after a client that takes nothing", b.state().InFlight, 0)
		near.Close()
	})
}

func TestThereIsAMaximumOfEverything(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=10s)"))
	c.Bounds = Bounds{Attempts: 3, Keys: 2, Calls: 5, Connections: 6, Bodies: 20_000}
	inBubble(t, c, func(b *bubble) {
		var wait sync.WaitGroup
		statuses := make([]int, 5)
		for i := range statuses {
			wait.Go(func() {
				statuses[i] = b.post("/v1/chat/completions", chat(fmt.Sprintf(`,"user":"%d"`, i))).status
			})
			time.Sleep(time.Millisecond)
		}
		wait.Wait()
		b.want("attempts", statuses, []int{200, 200, 200, 503, 503})
		b.want("bodies", b.post("/v1/chat/completions", chat(`,"pad":"`+strings.Repeat("x", 50_000)+`"`)).status, 503)
		b.want("answers", b.post("/v1/chat/completions", chat(""), "X-Ratesim-Sizes: output=1000").status, 503)
		b.want("bodies are given back", b.server.bodies, 0)
		b.want("key 1", b.post("/v1/chat/completions", chat(""), "x-api-key: a").status, 200)
		b.want("key 2", b.post("/v1/chat/completions", chat(""), "x-api-key: b").status, 403)
		for i := range 20 {
			b.post("/v1/chat/completions", chat(fmt.Sprintf(`,"user":"call-%d"`, i)), failing)
		}
		if n := b.state().Waiting; n > 6 {
			b.Errorf("%d calls are remembered", n)
		}
	})
}

// The name of a model that is refused is not kept: neither one that is too long nor one
// that there is not, nor that of a body with another mistake.
func TestRefusedNamesLeaveNoTrace(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		long := strings.Repeat("m", 1<<20)
		for i := range 20 {
			b.want("long", b.post("/v1/embeddings", fmt.Sprintf(`{"model":"%s%d","input":"x"}`, long, i)).status, 400)
			b.want("no input", b.post("/v1/embeddings", fmt.Sprintf(`{"model":"m%d"}`, i)).status, 400)
		}
		b.want("in the path", b.post("/openai/deployments/"+long[:2000]+"/chat/completions", chat("")).status, 400)
		b.want("listed", strings.Contains(b.admin("GET", "/v1/models", "").body, `"data":[]`), true)
		b.want("state", len(b.admin("GET", "/ratesim/state", "").body) < 10_000, true)
		if n := b.trace.Len(); n > 100_000 {
			b.Errorf("the trace has %d bytes", n)
		}
	})
	c := configOf(t, account("latency: constant(latency=0s)"))
	c.Models = []string{"known"}
	inBubble(t, c, func(b *bubble) {
		b.want("unknown", b.post("/v1/embeddings", `{"model":"other","input":"x"}`).status, 404)
		b.want("met", len(b.server.names.asked), 0)
	})
}

// Records behind an answer that hangs are kept, but not without a bound.
func TestAHangDoesNotKeepRecordsForEver(t *testing.T) {
	c := configOf(t, account("latency: constant(latency=0s)"))
	c.Bounds.Records = 100
	told := 0
	c.Warn = func(string) { told++ }
	inBubble(t, c, func(b *bubble) {
		hung := make(chan got, 1)
		go func() { hung <- b.post("/v1/chat/completions", chat(""), "X-Ratesim-Fault: hang") }()
		time.Sleep(second)
		for i := range 200 {
			b.post("/v1/chat/completions", chat(fmt.Sprintf(`,"user":"%d"`, i)))
			if n := b.state().Kept; n > 101 {
				b.Fatalf("%d records are kept", n)
			}
		}
		b.want("the hang was cut off", (<-hung).err != nil, true)
		b.want("warnings", told, 1)
	})
}

// Pages of other sites, and names that were made to lead here, have no say.
func TestOtherSitesHaveNoSay(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		g := b.send(b.Context(), "POST", "/ratesim/reset", "", "Sec-Fetch-Site: cross-site")
		b.want("reset", g.status, http.StatusForbidden)
	})
	for host, is := range map[string]bool{"localhost:80": true, "127.0.0.1": true, "[::1]:8080": true, "evil.example": false, "10.0.0.1:80": false, "": false} {
		if isLoopback(host) != is {
			t.Errorf("%q: %t", host, !is)
		}
	}
}

// A flood beyond what there is room for ends, with every request answered.
func TestAFloodIsAnsweredOrRefused(t *testing.T) {
	c := configOf(t, account("limits:\n  r: token-bucket(limit=100, window=60s)\nlatency: constant(latency=5s)"))
	c.Bounds.Attempts = 50
	inBubble(t, c, func(b *bubble) {
		var wait sync.WaitGroup
		var mu sync.Mutex
		seen := map[int]int{}
		for i := range 1000 {
			wait.Go(func() {
				g := b.post("/v1/chat/completions", chat(fmt.Sprintf(`,"user":"%d"`, i)))
				mu.Lock()
				defer mu.Unlock()
				seen[g.status]++
			})
		}
		wait.Wait()
		b.want("answers", seen[200]+seen[429]+seen[503], 1000)
		b.want("answered", seen[200] >= 50, true)
	})
}

// Ten thousand idle connections leave room for one that works.
func TestIdleConnectionsAreBorneAndThenClosed(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		closed := make(chan struct{}, 10_000)
		for range 10_000 {
			near, err := b.pipes.Dial(context.Background(), "", "")
			if err != nil {
				b.Fatal(err)
			}
			go func() {
				_, _ = io.ReadAll(near)
				closed <- struct{}{}
			}()
		}
		b.want("one that works", b.post("/v1/chat/completions", chat("")).status, 200)
		for range 10_000 {
			<-closed
		}
		b.want("closed after", time.Since(b.server.clock.began), 30*second)
	})
}
