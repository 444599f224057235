package governor

import (
	"slices"
	"testing"
	"time"
)

// H03: fifteen a minute are twenty-nine in the first one.
func TestFullBucketLetsNearlyTwiceItsLimitThrough(t *testing.T) {
	c := drive(2*minute, queue(60, job{}), read(t, "token-bucket(limit=15, per=1m)"))
	if got := c.within(0, minute); got != 29 {
		t.Errorf("%d are sent in [0, 60); want 29", got)
	}
	want := slices.Repeat([]time.Duration{0}, 15)
	for at := 4 * second; at < 2*minute; at += 4 * second {
		want = append(want, at)
	}
	for i, s := range c.sent {
		if s.at != want[i] {
			t.Fatalf("number %d is sent at %v; want %v", i+1, s.at, want[i])
		}
	}
	if c.sent[29].at != minute {
		t.Errorf("the 30th is sent at %v; want 1m0s", c.sent[29].at)
	}
}

func TestEmptyBucketKeepsToItsLimit(t *testing.T) {
	c := drive(5*minute, queue(200, job{}), read(t, "token-bucket(limit=15, start=empty)"))
	if first := c.sent[0].at; first != 4*second {
		t.Errorf("the first is sent at %v; want 4s", first)
	}
	for _, s := range c.sent {
		if n := c.within(s.at, s.at+minute); n > 15 {
			t.Errorf("%d are sent in the minute from %v on; want at most 15", n, s.at)
		}
	}
}

func TestTokenBucketWaits(t *testing.T) {
	for _, tt := range []struct {
		text   string
		taken  int64 // by an attempt at 0
		tokens int64 // of one at 1 s
		want   Permit
	}{
		{"token-bucket(limit=100, unit=tokens)", 100, 1, Permit{}}, // 5/3 of a token are there
		{"token-bucket(limit=60000, unit=tokens)", 60000, 1853, Permit{Wait: 853 * ms}},
		{"token-bucket(limit=100, unit=tokens)", 0, 100, Permit{}},
		{"token-bucket(limit=100, unit=tokens)", 0, 200, Permit{Refused: true}}, // H02: it would wait for ever
		{"token-bucket(limit=100, unit=tokens, capacity=10)", 0, 11, Permit{Refused: true}},
		{"token-bucket(limit=7, per=1s, unit=tokens, capacity=100, start=empty)", 0, 10, Permit{Wait: 428571429}}, // 3/7 s
		{"token-bucket(limit=2, per=10s)", 5000, 5000, Permit{}},
		{"token-bucket(limit=2, per=10s, capacity=1)", 5000, 5000, Permit{Wait: 4 * second}},
	} {
		g := read(t, tt.text)
		if tt.taken > 0 {
			g.Take(0, Sending{Tokens: tt.taken})
		}
		if got := g.Ask(second, Sending{Request: 1, Tokens: tt.tokens}, nil); got != tt.want {
			t.Errorf("%s: after %d tokens at 0, %d at 1s have %+v; want %+v", tt.text, tt.taken, tt.tokens, got, tt.want)
		}
	}
}

// The longest wait of several decides, and one that holds up costs the others
// nothing.
func TestRequestsAndTokensArePacedTogether(t *testing.T) {
	requests, tokens := read(t, "token-bucket(limit=60)"), read(t, "token-bucket(limit=6000, capacity=1000, unit=tokens)")
	c := drive(minute, queue(4, job{tokens: 500}), requests, tokens)
	for i, want := range []time.Duration{0, 0, 5 * second, 10 * second} {
		if got := c.of(i); len(got) != 1 || got[0] != want {
			t.Errorf("number %d is sent at %v; want %v", i+1, got, want)
		}
	}
	if got := requests.Ask(10*second, Sending{}, nil); got.Wait != 0 {
		t.Errorf("the next request waits %v; want 0s", got.Wait)
	}
}

func TestIntervalSavesNothingUp(t *testing.T) {
	jobs := []job{{}, {}, {}, {at: minute}, {at: minute}}
	c := drive(2*minute, jobs, read(t, "interval(every=2s)"))
	for i, want := range []time.Duration{0, 2 * second, 4 * second, minute, minute + 2*second} {
		if got := c.of(i); len(got) != 1 || got[0] != want {
			t.Errorf("number %d is sent at %v; want %v", i+1, got, want)
		}
	}
}

// H18: of thirty who are all told to come back after a minute the first attempts go out
// at once, and the second ones, one every six seconds, are all admitted.
func TestRetriesAloneArePaced(t *testing.T) {
	down := func(now time.Duration) Outcome {
		if now < minute {
			return limited
		}
		return ok
	}
	for _, text := range []string{"interval(every=6s, of=retries)", "token-bucket(limit=10, capacity=1, of=retries)"} {
		c := drive(10*minute, queue(30, job{serve: down, waits: []time.Duration{minute}}), read(t, text))
		if len(c.sent) != 60 {
			t.Fatalf("%s: %d are sent; want 60", text, len(c.sent))
		}
		for i, s := range c.sent {
			want := time.Duration(0)
			if i >= 30 {
				want = minute + time.Duration(i-30)*6*second
			}
			if s.at != want {
				t.Errorf("%s: number %d is sent at %v; want %v", text, i+1, s.at, want)
			}
		}
	}
	bucket := read(t, "reserve(of=token-bucket(limit=10, of=retries), keep=9, for=chat)")
	bucket.Take(0, Sending{Flow: 1, Retry: true})
	if p := bucket.Ask(0, Sending{Flow: 1}, nil); p != (Permit{}) {
		t.Errorf("a first attempt meets %+v; want nothing", p)
	}
	if p := bucket.Ask(0, Sending{Flow: 1, Retry: true}, nil); p == (Permit{}) {
		t.Error("a retry may take what is kept for another flow")
	}
}
