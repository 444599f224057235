package endpoint

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ratesim/hint"
	"ratesim/spec"
)

var _ Endpoint = (*Provider)(nil)

// A written is a provider as a scenario writes it; limits and faults as
// "name: spec".
type written struct {
	limits, faults, hints []string
	latency, server       string
	roundTrip             time.Duration
	ghost                 bool
	began                 time.Time
	skew                  time.Duration
}

// parse reads a spec that must be right.
func parse[T any](t testing.TB, forms spec.Forms[T], text string) T {
	t.Helper()
	made, _, err := forms.Parse(text, 0)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return made
}

// build returns the provider, reset to a seed.
func (w written) build(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{RoundTrip: w.roundTrip, Ghost: w.ghost, BeganAt: w.began, Skew: w.skew}
	var rules []Rule
	for _, text := range w.limits {
		name, text, _ := strings.Cut(text, ": ")
		rule := parse(t, LimitForms(), text).BeganAt(w.began)
		rule.Name = name
		rules = append(rules, rule)
	}
	if rules != nil {
		p.Quotas = NewQuotas(rules)
	}
	for _, text := range w.faults {
		name, text, _ := strings.Cut(text, ": ")
		fault := parse(t, FaultForms(), text)
		fault.Name = name
		p.Faults = append(p.Faults, fault)
	}
	for _, text := range w.hints {
		p.Hints = append(p.Hints, parse(t, HintForms(), text))
	}
	if w.latency != "" {
		p.Latency = parse(t, LatencyForms(), w.latency)
	}
	if w.server != "" {
		p.Server = parse(t, ServerForms(), w.server)
	}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	p.Reset(20260218)
	return p
}

// patient returns a request whose client never hangs up.
func patient(r Request) *Request {
	if r.HangUp == 0 {
		r.HangUp = Forever
	}
	return &r
}

// A served is a call and the answer that is wanted, without what was said and
// the fill.
type served struct {
	at      time.Duration
	request Request
	want    Answer
}

// serve holds a story of calls against a provider.
func serve(t *testing.T, p *Provider, story []served) {
	t.Helper()
	for i, s := range story {
		got := p.Serve(s.at, patient(s.request))
		got.Said, got.Fill, got.Limit, got.Uncounted, got.Produced = nil, 0, 0, false, 0
		if s.want.Refusal != nil && got.Refusal != nil && *got.Refusal == *s.want.Refusal {
			got.Refusal = s.want.Refusal
		}
		if got != s.want {
			t.Errorf("call %d at %v is answered\n %+v %v; want\n %+v %v", i, s.at, got, got.Refusal, s.want, s.want.Refusal)
		}
	}
}

func TestZeroProviderAnswersAtOnce(t *testing.T) {
	p := &Provider{}
	p.Reset(1)
	serve(t, p, []served{{5 * second, Request{Input: 40, Cached: 10, Output: 2},
		Answer{HTTP: 200, Input: 40, Cached: 10, Output: 2, Heard: 5 * second, First: 5 * second, Done: 5 * second, Worked: true}}})
}

// run-llama/llama_index#23202: A, of 200, is told so at once and for ever, with both
// numbers, and charged nothing; B, of exactly 100, is admitted behind it.
func TestRequestLargerThanALimitIsRejectedForEver(t *testing.T) {
	for _, limit := range []string{"token-bucket(limit=100, window=60s, of=tokens)", "sliding-log(limit=100, window=60s, of=tokens)"} {
		p := written{limits: []string{"tokens: " + limit}, hints: []string{"seconds(after=all)"}}.build(t)
		a := p.Serve(0, patient(Request{Input: 150, MaxOutput: 50, Output: 50}))
		want := Refusal{By: "tokens", First: "tokens", Never: true, Asked: 200, Most: 100}
		if a.Status != Rejected || a.HTTP != 400 || a.Input+a.Output != 0 || a.Said != nil || a.Refusal == nil || *a.Refusal != want {
			t.Errorf("%s: A is answered %+v, %+v; want it rejected by %+v", limit, a, a.Refusal, want)
		}
		b := p.Serve(0, patient(Request{Input: 50, MaxOutput: 50, Output: 50}))
		if b.Status != OK || b.Input+b.Output != 100 || b.Fill != 0 || b.Limit != 100 {
			t.Errorf("%s: B is answered %+v; want 100 tokens charged", limit, b)
		}
		p.NeverFits = 413
		if a := p.Serve(second, patient(Request{Input: 101})); a.HTTP != 413 || a.Status != Rejected {
			t.Errorf("%s: with status 413, 101 tokens are answered %+v", limit, a)
		}
	}
}

// kubescape/kubevuln#754: a header of 0 and a round trip of 1 ms until 2 s.
func TestWaitOfZeroMakesThousandsOfRefusals(t *testing.T) {
	for _, tt := range []struct {
		floor   time.Duration
		refused int
		last    time.Duration
	}{{0, 2000, 2 * second}, {second, 2, 2002 * ms}} {
		p := written{faults: []string{"busy: outage(to=2s, as=rate-limit(retry-after=0s))"}, roundTrip: ms}.build(t)
		now, refused := time.Duration(0), 0
		for try := 0; ; try++ {
			a := p.Serve(now, patient(Request{Try: try}))
			if a.Heard != now+ms {
				t.Fatalf("the answer of %v is heard at %v", now, a.Heard)
			}
			if a.Status == OK {
				break
			}
			if a.Status != RateLimit || a.HTTP != 429 || len(a.Said.Hints) != 1 || a.Said.Hints[0].Kind != hint.Seconds || a.Said.Hints[0].Wait != 0 {
				t.Fatalf("at %v the answer is %+v", now, a)
			}
			refused++
			now = a.Heard + max(tt.floor, a.Said.Hints[0].Wait)
		}
		if refused != tt.refused || now != tt.last {
			t.Errorf("%d are refused, and the one at %v is answered; want %d and %v", refused, now, tt.refused, tt.last)
		}
	}
}

// openai/openai-python#3828: an endpoint that bills and never answers, and a client
// with 30 s for each of three attempts.
func TestHangIsBilledUntilTheClientHangsUp(t *testing.T) {
	p := written{faults: []string{"hang: hang()"}, latency: "constant(latency=2s)"}.build(t)
	hungUp := func(at time.Duration) Answer {
		return Answer{Status: Timeout, Input: 1000, Heard: at, Done: at}
	}
	serve(t, p, []served{
		{0, Request{Input: 1000, Output: 10, HangUp: 30 * second}, hungUp(30 * second)},
		{30*second + 500*ms, Request{Try: 1, Input: 1000, Output: 10, HangUp: 60*second + 500*ms}, hungUp(60*second + 500*ms)},
		{61*second + 500*ms, Request{Try: 2, Input: 1000, Output: 10, HangUp: 91*second + 500*ms}, hungUp(91*second + 500*ms)},
		{92 * second, Request{Try: 3, Input: 1000}, hungUp(Forever)},
	})
	unbilled := written{faults: []string{"hang: hang(billed=no)"}}.build(t)
	serve(t, unbilled, []served{{0, Request{Input: 1000, HangUp: second}, Answer{Status: Timeout, Heard: second, Done: second}}})
}

// earendil-works/pi#8031: 10,000 tokens in, 1,000 out at 50 a second, cut at 600.
func TestCutStreamIsChargedUntilTheCut(t *testing.T) {
	p := written{
		limits:  []string{"tokens: token-bucket(limit=30000, window=60s, of=tokens)"},
		faults:  []string{"stream: cut(token=600, model=flaky)"},
		latency: "tokens(per-token=20ms)",
	}.build(t)
	r := Request{Input: 10_000, Output: 1000, Scope: Scope{Model: ID("flaky")}}
	again := r
	again.Try, again.Scope.Model = 1, ID("sound")
	serve(t, p, []served{
		{0, r, Answer{Status: PartialOutput, HTTP: 200, Input: 10_000, Output: 600, Heard: 12 * second, Done: 12 * second}},
		{13 * second, again, Answer{HTTP: 200, Input: 10_000, Output: 1000, First: 13 * second, Heard: 33 * second, Done: 33 * second, Worked: true}},
	})
}

// stuartleeks/aoai-simulated-api#17: of several limits the slowest says how long,
// and a refusal by one is counted in none. What counted is said of the one that refused,
// or else of the fullest.
func TestRefusalByOneLimitIsCountedInNone(t *testing.T) {
	p := written{limits: []string{
		"per 10 s: sliding-log(limit=2, window=10s)",
		"requests: sliding-log(limit=4, window=1m)",
		"tokens: token-bucket(limit=600, window=1m, of=tokens)",
	}, hints: []string{"milliseconds()"}}.build(t)
	for _, tt := range []struct {
		at    time.Duration
		input int64
		wait  time.Duration
		by    string
		fill  int64
	}{
		{0, 100, 0, "", 0}, {0, 100, 0, "", 1},
		{second, 100, 9 * second, "per 10 s", 2}, {second, 590, 18 * second, "tokens", 190},
		{10 * second, 400, 0, "", 2}, {11 * second, 120, second, "tokens", 490},
		{12 * second, 120, 0, "", 480}, {13 * second, 1, 47 * second, "requests", 4}, {minute, 1, 0, "", 2}, // 2 of 4 are more than 0 of 2 and 120 of 600
	} {
		a := p.Serve(tt.at, patient(Request{Input: tt.input}))
		if a.Fill != tt.fill {
			t.Errorf("%d at %v find %d counted; want %d", tt.input, tt.at, a.Fill, tt.fill)
		}
		if tt.wait == 0 && a.Status == OK && a.Said == nil {
			continue
		}
		if a.Status != RateLimit || a.Input != 0 || a.Refusal.By != tt.by || a.Refusal.Wait != tt.wait || a.Said.Hints[0].Wait != tt.wait {
			t.Errorf("%d at %v are answered %+v, %+v; want a wait of %v by %q", tt.input, tt.at, a, a.Refusal, tt.wait, tt.by)
		}
	}
}

// Reserved is what a call may need; in the end it has what it used. As Azure's
// answers of 2026 show it, what is left may fall below 0, and any size is admitted
// while anything is left.
func TestReservationIsSettledAndDebtIsTold(t *testing.T) {
	p := written{
		limits:  []string{"tokens: token-bucket(limit=60000, window=1m, of=tokens, when=settled, debt=yes)"},
		hints:   []string{"milliseconds(rounding=down)", "seconds(value=30s)", "limits()"},
		latency: "constant(latency=5s)",
	}.build(t)
	r := Request{Input: 2000, Output: 500, MaxOutput: 58_500}
	for _, tt := range []struct {
		at        time.Duration
		status    Status
		remaining int64
		waits     []time.Duration
	}{
		{0, OK, -500, nil}, // 60,500 are reserved of 60,000
		{489 * ms, RateLimit, -11, []time.Duration{11 * ms, 30 * second}}, // one comes in 1 ms
		{500*ms + 1, OK, -60_500, nil},
		{5 * second, OK, -58_500, nil}, // 4,500 came, and the first gave 58,000 back: there were 2,000
	} {
		a := p.Serve(tt.at, patient(r))
		var waits []time.Duration
		for _, h := range a.Said.Hints {
			waits = append(waits, h.Wait)
		}
		if a.Status != tt.status || a.Said.Limits[0].Remaining.Units != tt.remaining || !slices.Equal(waits, tt.waits) {
			t.Errorf("at %v the status is %d, %d are left and %v is said; want %d, %d and %v", tt.at, a.Status, a.Said.Limits[0].Remaining.Units, waits, tt.status, tt.remaining, tt.waits)
		}
	}
}
