package server

import (
	"testing"
	"time"

	"ratesim/wire"
)

// What a fault asks for in so many words is sent, also by a preset whose own answers
// with that status say no wait.
func TestAWaitThatAFaultNamesIsSent(t *testing.T) {
	leastMilliseconds := map[string]string{"openai(rpm=60)": "1"} // never 0, which is at once
	for _, preset := range []string{"openai(rpm=60)", "anthropic(rpm=60)"} {
		inBubble(t, configOf(t, account("preset: "+preset)), func(b *bubble) {
			for fault, want := range map[string][2]string{
				"overloaded(retry-after=2s)":                   {"2", ""},
				"error(status=503, retry-after=2s)":            {"2", ""},
				"error(status=503, retry-after=1500ms)":        {"", "1500"},
				"error(status=503)":                            {"", ""},
				"rate-limit(retry-after=999us)":                {"1", leastMilliseconds[preset]},
				"outage(as=error(status=503, retry-after=3s))": {"3", ""},
			} {
				g := b.post("/v1/messages", chat(`,"max_tokens":9`), "X-Ratesim-Fault: "+fault)
				b.want(preset+" "+fault, [2]string{g.header.Get("Retry-After"), g.header.Get("Retry-After-Ms")}, want)
			}
		})
	}
}

// Anthropic's resets are whole seconds, as the real API sends them, whenever the
// answer is written; faster than real time they are rounded up, and that is told.
func TestResetsThatAreDatesAreWholeSeconds(t *testing.T) {
	for _, speed := range []int64{1, 60} {
		c := configOf(t, account("preset: anthropic(rpm=60)\nlatency: constant(latency=777ms)"))
		c.Speed = speed
		told := 0
		c.Warn = func(string) { told++ }
		inBubble(t, c, func(b *bubble) {
			time.Sleep(1234567 * time.Nanosecond)
			for _, body := range []string{chat(`,"max_tokens":9`), chat(`,"max_tokens":9,"stream":true`)} {
				g := b.post("/v1/messages", body)
				reset := g.header.Get("Anthropic-Ratelimit-Requests-Reset")
				at, err := time.Parse("2006-01-02T15:04:05Z", reset)
				if said := wire.Anthropic.Read(g.header, time.Now()); err != nil || at.Before(time.Now().Add(-time.Second)) || len(said.Hints) == 0 {
					b.Errorf("at %d times the speed the reset is %q at %v: %v", speed, reset, time.Now(), err)
				}
			}
			b.want("told", told, min(1, int(speed-1)))
		})
	}
}
