package server

import (
	"testing"
	"time"

	"ratesim/wire"
)

// At sixty times the speed a minute of limits takes a second, and hints with it.
func TestSpeedScalesLimitsLatenciesAndHints(t *testing.T) {
	c := configOf(t, account("limits:\n  requests: token-bucket(limit=60, window=1h, capacity=1)\nlatency: constant(latency=6s)\nhints:\n  seconds: seconds()\n  ms: milliseconds(step=1ns)\n  date: date()"))
	c.Speed, c.Vendor = 60, wire.OpenAI
	var told []string
	c.Warn = func(text string) { told = append(told, text) }
	inBubble(t, c, func(b *bubble) {
		g := b.post("/v1/chat/completions", chat(""))
		b.want("an answer of 6 s", g.at, 100*time.Millisecond)
		g = b.post("/v1/chat/completions", chat(`,"user":"b"`))
		b.want("status", g.status, 429)
		b.want("milliseconds of the 54 s left", g.header.Get("Retry-After-Ms"), "900")
		b.want("seconds, rounded up", g.header.Values("Retry-After")[0], "1")
		b.want("warnings", len(told), 1)
		b.want("minutes of the run", b.state().Now, 6*second)
		time.Sleep(900 * time.Millisecond)
		b.want("in time", b.post("/v1/chat/completions", chat(`,"user":"b"`)).status, 200)
	})
}

func TestARealTimeIsNeverTooShort(t *testing.T) {
	for speed := int64(1); speed < 100; speed += 7 {
		c := clock{speed: speed}
		for d := time.Duration(0); d < 1000; d += 13 {
			if real := c.real(d); real*time.Duration(speed) < d || (real-1)*time.Duration(speed) >= d {
				t.Fatalf("%d ns at %d times the speed take %d ns", d, speed, real)
			}
		}
	}
}

func TestDelaysHaveTheirPercentiles(t *testing.T) {
	var d delays
	if d.percentile(99) != 0 {
		t.Error("of nothing")
	}
	for i := range 1000 {
		d.add(time.Duration(i) * time.Microsecond)
	}
	for percent, exact := range map[int64]time.Duration{50: 499 * time.Microsecond, 99: 989 * time.Microsecond, 100: 999 * time.Microsecond} {
		if have := d.percentile(percent); have < exact || have > exact+exact/8 {
			t.Errorf("p%d is %v; want %v or up to an eighth more", percent, have, exact)
		}
	}
	for n := time.Duration(0); n < 1<<20; n = n*5/4 + 1 {
		if i := bucketOf(n); bucketTop(i) < n || i > 0 && bucketTop(i-1) >= n {
			t.Fatalf("%d is in the bucket up to %d", n, bucketTop(i))
		}
	}
	d.add(1 << 62)
}
