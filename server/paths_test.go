package server

import (
	"strings"
	"testing"
)

// Whatever the path and the method, the answer is JSON that says what is wrong.
func TestWhatIsNotServedIsSaidInJSON(t *testing.T) {
	inBubble(t, configOf(t, account("latency: constant(latency=0s)")), func(b *bubble) {
		foreign := "Sec-Fetch-Site: cross-site"
		for _, tt := range []struct {
			method, path string
			status       int
			at           []any
			says, field  string
		}{
			{"POST", "/v1/chat/completions", 403, []any{"error", "message"}, "another site", foreign},
			{"POST", "/v1/messages", 403, []any{"error", "message"}, "another site", foreign},
			{"POST", "/ratesim/reset", 403, []any{"faults", 0}, "another site", foreign},
			{"POST", "//v1/chat/completions", 404, []any{"error", "message"}, "two slashes", ""},
			{"GET", "/v1//models", 404, []any{"error", "message"}, "two slashes", ""},
			{"POST", "/v1/../v1/chat/completions", 404, []any{"error", "message"}, "nothing under this path", ""},
			{"DELETE", "/v1/models", 405, []any{"error", "message"}, "wants GET", ""},
		} {
			fields := []string{"Authorization: Bearer me"}
			if tt.field != "" {
				fields = append(fields, tt.field)
			}
			g := b.send(b.Context(), tt.method, tt.path, chat(""), fields...)
			message, _ := in(g.body, tt.at...).(string)
			if g.status != tt.status || !strings.Contains(message, tt.says) || g.header.Get("Content-Type") != "application/json" {
				b.Errorf("%s %s: %d %s; want %d and %q", tt.method, tt.path, g.status, g.body, tt.status, tt.says)
			}
		}
		g := b.send(b.Context(), "HEAD", "/v1/models", "")
		b.want("HEAD", []any{g.status, g.body, g.header.Get("Content-Type")}, []any{200, "", "application/json"})
		b.want("GET", b.send(b.Context(), "GET", "/v1/models", "").status, 200)
	})
}
