package server

import (
	"context"
	"strings"
	"testing"
	"time"
)

func (b *bubble) admin(method, path, body string) got {
	b.Helper()
	return b.send(b.Context(), method, path, body)
}

func TestFaultsAreSetAtRunTimeAllOrNone(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)\nfaults:\n  own: error(status=502)")), func(b *bubble) {
		b.want("the scenario's own", b.post("/v1/chat/completions", chat("")).status, 502)
		g := b.admin("PUT", "/ratesim/faults", `{"faults":{"a":"error(status=503)"},"scenario":false}`)
		b.want("set", g.status, 200)
		b.want("as it is read", in(g.body, "set", 0, "spec"), "error(status=503)")
		b.want("the set one", b.post("/v1/chat/completions", chat("")).status, 503)
		for body, wants := range map[string]string{
			`{"fault":{"a":"hang"}}`:                              `byte 2: want one of faults, scenario; have \"fault\"; did you mean \"faults\"?`,
			`{"faults":{"good":"hang","bad":"hung"}}`:             `faults.bad: `,
			`{"faults":{"a":"error(status=503)"},"scenario":"x"}`: `scenario: want true or false`,
			`[]`:                 `want a JSON object`,
			`{"faults":{}`:       `does not end`,
			`{"faults":{"a":"er`: `the JSON ends at byte `,
			``:                   `have nothing`,
			`{"faults":{"a":"error()","a":"hang()"}}`: `faults: byte 15: \"a\" comes twice`,
			`{"faults":{"a":5}}`:                      `faults.a: want a text; have 5`,
			`{"faults":{"a":null}}`:                   `faults.a: want a text; have null`,
			`{"faults":{"<script>":"hang"}}`:          `faults: want names of at most 64 letters`,
			`{"faults":{"a\u0007":"hang"}}`:           `faults: want names of at most 64 letters`,
			`{"faults":{"":"hang"}}`:                  `faults: want names of at most 64 letters`,
			`{"faults":["hang"]}`:                     `faults: want an object of specs by name`,
			`{"scenario":tru}`:                        `cannot be read behind byte`,
			`{"faults":{}} {}`:                        `more behind it`,
			`{"faults":{},"faults":{}}`:               `comes twice`,
		} {
			g := b.admin("PUT", "/ratesim/faults", body)
			if g.status != 400 || !strings.Contains(g.body, wants) {
				b.Errorf("%s: %d %s; want %q", body, g.status, g.body, wants)
			}
		}
		b.want("still the set one", b.post("/v1/chat/completions", chat("")).status, 503)
		b.admin("PUT", "/ratesim/faults", `{"scenario":false}`)
		b.want("none", b.post("/v1/chat/completions", chat("")).status, 200)
	})
}

// What a client sends does not steer the terminal of whoever looks.
func TestNamesAreShownWithoutTheirControls(t *testing.T) {
	inBubble(t, configOf(t, account("limits:\n  r: token-bucket(limit=10, window=1h, per=model)\nlatency: constant(latency=0s)")), func(b *bubble) {
		b.post("/v1/chat/completions", `{"model":"a\u001b[31m\u0007b\u202e","messages":[{"role":"user","content":"x"}]}`)
		for _, path := range []string{"/", "/metrics", "/ratesim/state"} {
			if body := b.admin("GET", path, "").body; strings.ContainsAny(body, "\x1b\a\u202e") && path != "/ratesim/state" || strings.ContainsAny(body, "\x1b\a") {
				b.Errorf("%s: %q", path, body)
			}
		}
		b.want("shown", strings.Contains(b.admin("GET", "/metrics", "").body, `model="a?[31m?b?"`), true)
	})
}

func TestResetBeginsAnew(t *testing.T) {
	inBubble(t, configOf(t, account("limits:\n  r: token-bucket(limit=1, window=1h)\nlatency: constant(latency=10s)")), func(b *bubble) {
		done := make(chan got)
		go func() { done <- b.post("/v1/chat/completions", chat("")) }()
		time.Sleep(second)
		b.want("full", b.post("/v1/chat/completions", chat(`,"user":"b"`)).status, 429)
		g := b.admin("POST", "/ratesim/reset", `{"seed":7}`)
		b.want("reset", g.status, 200)
		b.want("seed", in(g.body, "seed"), 7)
		b.want("now", in(g.body, "now_ns"), 0)
		b.want("what was in flight is cut off", (<-done).err != nil, true)
		b.want("room again", b.post("/v1/chat/completions", chat("")).status, 200)
		b.want("wrong", b.admin("POST", "/ratesim/reset", `{"seeds":7}`).status, 400)
	})
}

// Answers in flight come to their end; who comes meanwhile is turned away; what hangs
// is cut off when time is up.
func TestTheEndWaitsForAnswersButNotForEver(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=20s)")), func(b *bubble) {
		slow, hung := make(chan got, 1), make(chan got, 1)
		go func() { slow <- b.post("/v1/chat/completions", chat("")) }()
		go func() { hung <- b.post("/v1/chat/completions", chat(`,"user":"h"`), "X-Ratesim-Fault: hang") }()
		time.Sleep(second)
		go func() {
			ctx, cancel := context.WithTimeout(b.Context(), 30*second)
			defer cancel()
			if _, err := b.server.Finish(ctx); err != nil {
				b.Error(err)
			}
		}()
		time.Sleep(second)
		b.want("late", b.post("/v1/chat/completions", chat("")).status, 503)
		g := <-slow
		b.want("in flight", g.status, 200)
		b.want("when", g.at, 20*second)
		b.want("hung", (<-hung).err != nil, true)
		b.want("when", time.Since(b.server.clock.began), 31*second)
	})
}

func TestStateTellsOfLimitsAndClients(t *testing.T) {
	inBubble(t, configOf(t, account("limits:\n  r: token-bucket(limit=10, window=1h, per=key)\nlatency: constant(latency=0s)")), func(b *bubble) {
		for range 12 {
			b.post("/v1/chat/completions", chat(""), "x-api-key: alice")
		}
		b.post("/v1/chat/completions", chat(""), "Authorization: Bearer sk-secret-secret-secret")
		text := b.admin("GET", "/ratesim/state", "").body
		b.want("remaining", in(text, "limits", 2, "remaining"), 0)
		b.want("key", in(text, "limits", 2, "key"), "alice")
		b.want("refused", in(text, "clients", 0, "refused", "r"), 2)
		metrics := b.admin("GET", "/metrics", "").body
		for _, line := range []string{`ratesim_refusals_total{reason="r"} 2`, `ratesim_attempts_total{status="ok"} 11`, `ratesim_limit_remaining_units{key="alice",limit="r",model=""} 0`} {
			if !strings.Contains(metrics, line+"\n") {
				b.Errorf("no %q in\n%s", line, metrics)
			}
		}
		page := b.admin("GET", "/", "").body
		for _, all := range []string{text, metrics, page, b.trace.String()} {
			if strings.Contains(all, "secret") {
				b.Errorf("a key is given away: %s", all)
			}
		}
	})
}

// A script of the scenario begins anew with the run, even if it was off.
func TestScriptsBeginAnew(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)\nfaults:\n  one: script(steps=server_error:502)")), func(b *bubble) {
		b.want("first", b.post("/v1/chat/completions", chat("")).status, 502)
		b.want("second", b.post("/v1/chat/completions", chat("")).status, 200)
		b.admin("PUT", "/ratesim/faults", `{"scenario":false}`)
		b.post("/v1/chat/completions", chat(""))
		b.admin("POST", "/ratesim/reset", "")
		b.want("first of the next run", b.post("/v1/chat/completions", chat("")).status, 502)
	})
}
