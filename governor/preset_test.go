package governor

import (
	"testing"
	"time"

	"ratesim/policy"
)

// Each governor that a client has can be read.
func TestGovernorsOfClientsAreRead(t *testing.T) {
	some := 0
	for _, p := range policy.Presets() {
		for _, text := range p.Governors {
			some++
			if _, canonical, err := Forms(nil).Parse(text, 0); err != nil || canonical.String() == "" {
				t.Errorf("%s: %s: %v", p.Spec(), text, err)
			}
		}
	}
	if some == 0 {
		t.Error("no client has a governor")
	}
}

// governorOf returns the first governor of a client.
func governorOf(t *testing.T, client string) string {
	t.Helper()
	for _, p := range policy.Presets() {
		if p.Name == client || p.Spec() == client {
			return p.Governors[0]
		}
	}
	t.Fatalf("there is no client %s", client)
	return ""
}

// The vectors of the clients' own tests and documents, on the governors that their
// presets name.
func TestGovernorsOfClientsGrantAsManyRetries(t *testing.T) {
	for _, tt := range []struct {
		client string
		jobs   int
		what   Outcome
		sent   int
		three  int // requests that are sent three times
	}{
		{"aws-go@1.48", 40, broken, 75, 17},   // 35 retries: two each for 17 calls, one for the 18th, 10 are left
		{"aws-go@1.48", 60, limited, 160, 50}, // 100 retries, nothing is left
		{"aws-go@1.36", 100, broken, 200, 50}, // each costs 5
		{"aws-go@1.36", 100, timedOut, 150, 25},
		{"botocore-standard", 100, broken, 200, 50},
		{"botocore-adaptive", 100, broken, 200, 50},
	} {
		c := drive(time.Hour, inSequence(tt.jobs, second, job{serve: always(tt.what), waits: atOnce}), read(t, governorOf(t, tt.client)))
		three := 0
		for i := range c.jobs {
			if len(c.of(i)) == 3 {
				three++
			}
		}
		if len(c.sent) != tt.sent || three != tt.three {
			t.Errorf("%s: %d attempts, %d requests with three; want %d, %d", tt.client, len(c.sent), three, tt.sent, tt.three)
		}
	}
}

// gRFC A6, with 10 tokens: the first four failures are retried, the fifth is not.
func TestGRPCPresetStopsAtHalfOfItsTokens(t *testing.T) {
	c := drive(time.Hour, inSequence(9, second, job{serve: always(broken), waits: atOnce[:1]}), read(t, governorOf(t, "grpc")))
	// each request fails twice: tokens 10 → 8 → 6 → 5 after the fifth failure
	want := []int{2, 2, 1, 1}
	for i, attempts := range want {
		if got := len(c.of(i)); got != attempts {
			t.Errorf("request %d is sent %d times; want %d", i+1, got, attempts)
		}
	}
}

// The curve of the adaptive mode with a highest rate of 10 and a throttle at 5 s
// (boto/botocore, tests/unit/retries/test_throttling.py).
func TestAdaptivePresetHasTheCubicCurve(t *testing.T) {
	g := read(t, governorsOf(t, "botocore-adaptive")[1]).(*Cubic)
	c := g.curve
	got := []float64{c.throttled(5*second, 10)}
	want := []float64{7, 9.64893600966, 10.000030849917364, 10.453284520772092, 13.408697022224185, 21.26626835427364, 36.425998516920465}
	for at := 6; at <= 11; at++ {
		got = append(got, c.at(time.Duration(at)*second))
	}
	for i := range want {
		if diff := got[i] - want[i]; diff > 1e-9 || diff < -1e-9 {
			t.Errorf("at %d s the rate is %v; want %v", 5+i, got[i], want[i])
		}
	}
}

func governorsOf(t *testing.T, client string) []string {
	t.Helper()
	all := policy.PresetsNamed(client)
	if len(all) == 0 {
		t.Fatalf("there is no client %s", client)
	}
	return all[0].Governors
}

// Envoy: three retries at once, whatever is open; with its budget a fifth of what
// is open, and three at least.
func TestEnvoyPresetAllowsThreeRetriesAtOnce(t *testing.T) {
	for text, want := range map[string]int{governorOf(t, "envoy"): 3, "active-retries(share=0.2, minimum=3)": 20} {
		g := read(t, text)
		granted := 0
		for i := range int64(100) {
			g.Take(0, Sending{Request: i})
		}
		for i := range int64(100) {
			if g.Retry(0, Sending{Request: i}, 0) {
				granted++
			}
		}
		if granted != want {
			t.Errorf("%s allows %d of 100 retries; want %d", text, granted, want)
		}
	}
}

// Finagle: 100 retries at the start, and a fifth of the successes besides.
func TestFinaglePresetHasAReserve(t *testing.T) {
	g := read(t, governorOf(t, "finagle"))
	granted := 0
	for i := range int64(200) {
		if g.Retry(0, Sending{Request: i}, 0) {
			granted++
		}
	}
	if granted != 100 {
		t.Errorf("at the start %d retries are granted; want 100", granted)
	}
	for i := range int64(50) {
		g.Heard(0, Sending{Request: 1000 + i}, Outcome{OK: true})
	}
	for i := range int64(200) {
		if g.Retry(0, Sending{Request: 2000 + i}, 0) {
			granted++
		}
	}
	if granted != 110 {
		t.Errorf("with 50 successes %d retries are granted; want 110", granted)
	}
}
