package scenario

import (
	"testing"
	"time"

	"ratesim/endpoint"
)

const ms = time.Millisecond

// require fails unless a header field has a value.
func (l live) require(at time.Duration, a endpoint.Answer, field, want string) {
	l.t.Helper()
	if got := l.header(at, a).Get(field); got != want {
		l.t.Errorf("at %v %s is %q; want %q", at, field, got, want)
	}
}

// atOnce returns how many of so many calls are admitted at one instant.
func (l live) atOnce(at time.Duration, calls int, r endpoint.Request) (admitted int) {
	r.HangUp = endpoint.Forever
	for range calls {
		if l.Serve(at, &r).Status == endpoint.OK {
			admitted++
		}
	}
	return admitted
}

// Calls with a prompt of 100 tokens and max_tokens 2,000 against 10,000 tokens a
// minute, as measured on 5 June 2024
// (https://clemenssiebler.com/posts/understanding-azure-openai-x-ratelimit-remaining-tokens-x-ratelimit-remaining-requests-headers/).
// What the prompt was taken for is the measured charge less max_tokens.
func TestAzure2024RepeatsTheMeasurement(t *testing.T) {
	l := served(t, "azure-2024(tpm=10000)")
	call := func(at time.Duration, charge int64) endpoint.Answer {
		return l.Serve(at, &endpoint.Request{Input: 100, Estimate: charge - 2000, MaxOutput: 2000, Output: 74, HangUp: endpoint.Forever})
	}
	for _, tt := range []struct {
		at     time.Duration
		charge int64
		left   string
	}{{0, 2061, "7939"}, {1900 * ms, 2061, "5878"}, {3600 * ms, 2063, "3815"}, {5400 * ms, 2062, "1753"}} {
		l.require(tt.at, call(tt.at, tt.charge), "X-Ratelimit-Remaining-Tokens", tt.left)
	}
	for at := 7200 * ms; at < time.Minute; at += 1800 * ms {
		a := call(at, 2062)
		if a.Status != endpoint.RateLimit || at+a.Refusal.Wait != time.Minute {
			t.Fatalf("at %v answered %+v; want a refusal until 1m0s", at, a)
		}
	}
	if a := call(time.Minute-1, 2062); a.Status != endpoint.RateLimit {
		t.Errorf("a nanosecond before 60 s answered %+v", a)
	}
	if a := call(60200*ms, 2062); a.Status != endpoint.OK {
		t.Errorf("at 60.2 s answered %+v", a)
	}
	if a := call(60300*ms, 2062); a.Status != endpoint.RateLimit || 60300*ms+a.Refusal.Wait != 61900*ms {
		t.Errorf("at 60.3 s answered %+v; want a refusal until the second charge returns at 61.9 s", a)
	}
}

// The header of requests shows a sixth of those a minute, which pass in ten seconds.
func TestAzure2024CountsRequestsInTenSeconds(t *testing.T) {
	l := served(t, "azure-2024(tpm=20000)")
	l.require(0, l.ask(0, 87), "X-Ratelimit-Remaining-Requests", "19")
	l = served(t, "azure-2024(tpm=2000)")
	l.require(0, l.ask(0, 1), "X-Ratelimit-Remaining-Requests", "1")
	if n := l.atOnce(time.Second, 5, endpoint.Request{Input: 1}); n != 1 {
		t.Errorf("%d more of 12 a minute are admitted in the first 10 s; want 1", n)
	}
	l.require(time.Second, l.ask(time.Second, 1), "Retry-After", "9")
	l.require(time.Second, l.ask(time.Second, 2001), "Retry-After", "86400")
}

// A served call may leave less than nothing, and what is owed is the wait.
func TestAzure2026LetsACallPassThatOwes(t *testing.T) {
	l := served(t, "azure-2026(tpm=450000)")
	l.require(0, l.ask(0, 449_999), "X-Ratelimit-Remaining-Tokens", "1")
	a := l.ask(0, 27_979)
	if a.Status != endpoint.OK {
		t.Fatalf("answered %+v", a)
	}
	l.require(0, a, "X-Ratelimit-Remaining-Tokens", "-27978")
	l.require(0, a, "Retry-After", "")
	l.require(0, l.ask(0, 1), "Retry-After-Ms", "3730")
	small := served(t, "azure-2026(tpm=100000, rpm=none, retryafter=30s)")
	small.ask(0, 100_853)
	refused := small.ask(0, 1)
	small.require(0, refused, "Retry-After-Ms", "511")
	small.require(0, refused, "Retry-After", "30")
}

func TestPresetsAdmitAsTheirSourcesSay(t *testing.T) {
	for _, tt := range []struct {
		what, preset string
		calls        int
		of           endpoint.Request
		admitted     int
	}{
		{"the worked example of Bedrock's documents", "bedrock(tpm=2000000)", 2000, endpoint.Request{Input: 500, MaxOutput: 1000}, 1333},
		{"the same with a large bound", "bedrock(tpm=2000000)", 2000, endpoint.Request{Input: 500, MaxOutput: 64_000}, 31},
		{"the same without a bound, which is then the model's", "bedrock(tpm=2000000)", 2000, endpoint.Request{Input: 500}, 31},
		{"Anthropic's output counts for nothing on arrival", "anthropic(rpm=1000, itpm=30000, otpm=8000)", 100, endpoint.Request{Input: 1000, MaxOutput: 1000}, 30},
		{"whatever its bound is", "anthropic(rpm=1000, itpm=30000, otpm=8000)", 100, endpoint.Request{Input: 1000, MaxOutput: 64_000}, 30},
		{"80 % read from the cache are five times as much", "anthropic(rpm=1000, itpm=30000)", 200, endpoint.Request{Input: 1000, Cached: 800}, 150},
		{"until 2025 its bound was reserved", "anthropic-2025(rpm=1000, itpm=30000, otpm=8000)", 100, endpoint.Request{Input: 1000, MaxOutput: 1000}, 8},
		{"Groq counts prompt and bound", "groq(tpm=8000)", 10, endpoint.Request{Input: 2520, MaxOutput: 4500}, 1},
		{"Mistral lets four of eight through at once", "mistral(rpm=4)", 8, endpoint.Request{Input: 1000}, 4},
		{"nginx lets burst and one through", "nginx(rate=1, burst=5)", 20, endpoint.Request{}, 6},
		{"x/time/rate lets its burst through", "xrate(rate=1, burst=5)", 20, endpoint.Request{}, 5},
		{"throttled lets max_burst and one through", "gcra(burst=15)", 20, endpoint.Request{}, 16},
		{"units of throughput admit until they are used up", "azure-ptu(ptu=15, rate=2500)", 10, endpoint.Request{Input: 20_000}, 2},
		{"600 a minute are 10 a second", "azure-doc(tpm=100000, slice=1s)", 60, endpoint.Request{}, 10},
		{"and 100 in ten", "azure-doc(tpm=100000)", 200, endpoint.Request{}, 100},
	} {
		if got := served(t, tt.preset, "endpoint.latency=constant(latency=10s)").atOnce(0, tt.calls, tt.of); got != tt.admitted {
			t.Errorf("%s: %s admits %d; want %d", tt.what, tt.preset, got, tt.admitted)
		}
	}
}

func TestPresetsSayWhatTheirSourcesSay(t *testing.T) {
	groq := served(t, "groq(tpm=8000)")
	a := groq.ask(0, 8001)
	if a.HTTP != 413 {
		t.Errorf("Groq answers %d to what never fits; want 413", a.HTTP)
	}
	groq.require(0, a, "Retry-After", "65")
	a = groq.Serve(0, &endpoint.Request{Input: 2520, MaxOutput: 4500, Output: 2895, HangUp: endpoint.Forever})
	groq.require(0, a, "X-Ratelimit-Remaining-Tokens", "980")

	groq = served(t, "groq(tpm=8000, rpm=none)") // 3.405 s, told as 4 in reading g16
	groq.ask(0, 2591)
	groq.require(0, groq.ask(0, 5863), "Retry-After", "4")

	cell := served(t, "gcra(burst=15, count=30, period=60s)")
	a = cell.ask(0, 1)
	cell.require(0, a, "X-Ratelimit-Limit", "16")
	cell.require(0, a, "X-Ratelimit-Remaining", "15")
	cell.require(0, a, "X-Ratelimit-Reset", "2")

	nginx := served(t, "nginx(rate=1, burst=0)")
	nginx.ask(0, 1)
	if a := nginx.ask(0, 1); a.HTTP != 503 || a.Status != endpoint.RateLimit || a.Said != nil {
		t.Errorf("nginx answers %+v; want a refusal with 503 that says nothing", a)
	}

	openai := served(t, "openai(tpm=10000)")
	never := openai.ask(0, 10_001)
	openai.require(0, never, "X-Should-Retry", "false")
	openai.require(0, never, "Retry-After", "")
	openai.ask(0, 10_000)
	openai.require(0, openai.ask(0, 1), "X-Should-Retry", "")

	claude := served(t, "anthropic(itpm=30000)")
	claude.require(0, claude.ask(0, 10_400), "Anthropic-Ratelimit-Input-Tokens-Remaining", "20000")

	gemini := served(t, "gemini(rpm=10, shape=token-bucket)")
	gemini.atOnce(0, 10, endpoint.Request{})
	if text := message(gemini.ask(1500*ms, 1)); text != "Please try again in 4.5s." {
		t.Errorf("Gemini's message says %q", text)
	}

	mistral := served(t, "mistral(rpm=1)")
	mistral.ask(0, 1)
	a = mistral.ask(0, 1)
	mistral.require(0, a, "X-Ratelimit-Remaining-Req-Minute", "0")
	mistral.require(0, a, "X-Ratelimit-Remaining-Tokens-Minute", "")
}

// Twice the limit passes in a moment across the end of a window, and hammering does
// not move that end, though refused calls count.
func TestEnvoyCountsRefusedCallsInFixedWindows(t *testing.T) {
	l := served(t, "envoy-ratelimit(limit=10)")
	if n := l.atOnce(59*time.Second, 100, endpoint.Request{}); n != 10 {
		t.Errorf("%d pass before the end; want 10", n)
	}
	a := l.ask(59*time.Second, 1)
	l.require(59*time.Second, a, "Ratelimit-Reset", "1")
	l.require(59*time.Second, a, "Ratelimit-Remaining", "0")
	if n := l.atOnce(time.Minute, 100, endpoint.Request{}); n != 10 {
		t.Errorf("%d pass after the end; want 10", n)
	}
}

// LiteLLM tells the whole window, however little of it is left.
func TestLiteLLMTellsTheWholeWindow(t *testing.T) {
	l := served(t, "litellm(rpm=2)")
	l.atOnce(10*time.Second, 2, endpoint.Request{})
	l.require(69*time.Second, l.ask(69*time.Second, 1), "Retry-After", "60")
	if a := l.ask(70*time.Second, 1); a.Status != endpoint.OK {
		t.Errorf("a window after the first call answered %+v", a)
	}
}
