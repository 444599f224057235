package endpoint

import (
	"slices"
	"testing"
	"time"

	"ratesim/hint"
)

// refusedWith returns what is said to a call of 2,000 tokens that a bucket of 100,000
// a minute is 853 short of, so that it waits 511.8 ms.
func refusedWith(t *testing.T, w written) *hint.Said {
	t.Helper()
	w.limits = []string{"requests: sliding-log(limit=100, window=60s)", "tokens: token-bucket(limit=100000, window=60s, of=tokens, used=98853)"}
	p := w.build(t)
	a := p.Serve(0, patient(Request{Input: 2000}))
	if a.Status != RateLimit || a.Refusal.Wait != 511_800*time.Microsecond {
		t.Fatalf("answered %+v", a)
	}
	return a.Said
}

func TestHintsSayWhatTheWireCarries(t *testing.T) {
	number := func(kind hint.Kind, wait time.Duration) hint.Hint {
		return hint.Hint{Kind: kind, Notation: hint.Number, Wait: wait}
	}
	tokens := hint.Dimension{Unit: hint.Tokens}
	for _, tt := range []struct {
		spec string
		want []hint.Hint
	}{
		{"milliseconds()", []hint.Hint{number(hint.Milliseconds, 512*ms)}},
		{"milliseconds(rounding=down)", []hint.Hint{number(hint.Milliseconds, 511*ms)}},
		{"seconds()", []hint.Hint{number(hint.Seconds, second)}},
		{"seconds(rounding=down)", []hint.Hint{number(hint.Seconds, 0)}},
		{"seconds(rounding=nearest)", []hint.Hint{number(hint.Seconds, second)}},
		{"seconds(value=30s)", []hint.Hint{number(hint.Seconds, 30*second)}},
		{"seconds(step=100ms)", []hint.Hint{{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Fraction, Wait: 600 * ms}}},
		{"seconds(times=10)", []hint.Hint{number(hint.Seconds, 6*second)}},
		{"milliseconds(add=1s)", []hint.Hint{number(hint.Milliseconds, 1512*ms)}},
		{"seconds(less=4s)", []hint.Hint{{Kind: hint.Seconds, Notation: hint.Number, Marks: hint.Sign, Wait: -3 * second}}},
		{"duration()", []hint.Hint{{Kind: hint.Duration, Notation: hint.Units, Wait: 511_800 * time.Microsecond}}},
		{"duration(step=1ms, rounding=down, channel=message)", []hint.Hint{{Kind: hint.Duration, Channel: hint.Message, Notation: hint.Units, Wait: 511 * ms}}},
		{"reset()", []hint.Hint{{Kind: hint.Reset, Notation: hint.Units, Wait: 59_311_800 * time.Microsecond, Of: tokens}}},
		{"reset(limit=requests, notation=number)", []hint.Hint{{Kind: hint.Reset, Notation: hint.Number, Of: hint.Dimension{Unit: hint.Requests}}}},
		{"reset(window=1m, called=project, notation=number)", []hint.Hint{{Kind: hint.Reset, Notation: hint.Number, Wait: minute, Of: hint.Dimension{Unit: hint.Tokens, Name: "project", Window: minute}}}},
		{"should-retry()", []hint.Hint{{Kind: hint.ShouldRetry, Notation: hint.Boolean, Again: true}}},
		{"should-retry(again=no)", []hint.Hint{{Kind: hint.ShouldRetry, Notation: hint.Boolean}}},
		{"milliseconds(limit=tokens)", []hint.Hint{number(hint.Milliseconds, 512*ms)}},
		{"milliseconds(limit=requests)", nil}, // it has room
		{"milliseconds(after=5xx)", nil},
		{"milliseconds(after=5xx+429)", []hint.Hint{number(hint.Milliseconds, 512*ms)}},
	} {
		said := refusedWith(t, written{hints: []string{tt.spec}})
		if said == nil {
			said = &hint.Said{}
		}
		if !slices.Equal(said.Hints, tt.want) {
			t.Errorf("%s: said is %v; want %v", tt.spec, said.Hints, tt.want)
		}
	}
}

// The server's clock is 2 s ahead, the call comes 0.25 s after a full second, and
// its answer takes 0.5 s: the date told is 1 s after that second by the server,
// and 2.25 s after the answer by the client.
func TestDatesDependOnBothClocks(t *testing.T) {
	w := written{hints: []string{"date()", "reset(notation=rfc3339, limit=requests)"}, roundTrip: 500 * ms, skew: 2 * second, began: time.Date(2015, 10, 21, 7, 26, 59, 250e6, time.UTC)}
	said := refusedWith(t, w)
	want := 2250 * ms
	if got := said.Hints[0]; got.Kind != hint.Date || got.Wait != want {
		t.Errorf("said is %v; want a date after %v", got, want)
	}
}

func TestCountsAreSaidAsTheyAreAfterTheCall(t *testing.T) {
	p := written{
		limits: []string{"requests: sliding-log(limit=2, window=60s)", "tokens: token-bucket(limit=1000, window=1m, of=tokens)"},
		hints:  []string{"limits()", "limits(limit=tokens, window=1m, after=200)"},
	}.build(t)
	count := func(n int64) hint.Count { return hint.Count{Units: n, Presence: hint.Present} }
	requests := func(left int64) hint.Limit {
		return hint.Limit{Of: hint.Dimension{Unit: hint.Requests}, Limit: count(2), Remaining: count(left)}
	}
	tokens := func(left int64) hint.Limit {
		return hint.Limit{Of: hint.Dimension{Unit: hint.Tokens, Window: minute}, Limit: count(1000), Remaining: count(left)}
	}
	for i, want := range [][]hint.Limit{{requests(1), tokens(900)}, {requests(0), tokens(800)}, {requests(0)}} {
		if a := p.Serve(0, patient(Request{Input: 100})); !slices.Equal(a.Said.Limits, want) {
			t.Errorf("call %d hears %v; want %v", i+1, a.Said.Limits, want)
		}
	}
}

// openai/openai-node#1840 in short: the time that is left until 600 s.
func TestOutageSaysTheTimeThatIsLeft(t *testing.T) {
	for _, w := range []written{
		{faults: []string{"out: outage(to=600s, as=rate-limit)"}, hints: []string{"seconds()"}},
		{faults: []string{"out: outage(to=600s, as=rate-limit(retry-after=left))"}},
		{faults: []string{"out: outage(to=600s, as=error(status=503, retry-after=left))"}},
		{faults: []string{"out: outage(to=600s)"}, hints: []string{"seconds(after=503)", "milliseconds()"}},
	} {
		p := w.build(t)
		for at, left := range map[time.Duration]time.Duration{0: 600 * second, 599*second + 1: second} {
			p.Reset(1)
			if a := p.Serve(at, patient(Request{})); a.Said == nil || len(a.Said.Hints) != 1 || a.Said.Hints[0].Wait != left {
				t.Errorf("%v at %v: said is %+v; want %v", w.faults, at, a.Said, left)
			}
		}
		if a := p.Serve(600*second, patient(Request{})); a.Status != OK || a.Said != nil {
			t.Errorf("%v at its end: %+v", w.faults, a)
		}
	}
}

// Of outages that come again what is left of the present one is said.
func TestRepeatedOutageSaysWhatIsLeftOfThisOne(t *testing.T) {
	p := written{faults: []string{"out: outage(from=10s, lasts=20s, every=60s, to=80s, as=rate-limit(retry-after=left))"}}.build(t)
	for _, tt := range []struct {
		at, left time.Duration // 0 for none
	}{{9 * second, 0}, {10 * second, 20 * second}, {29 * second, second}, {30 * second, 0}, {69 * second, 0}, {70 * second, 10 * second}, {80 * second, 0}, {130 * second, 0}} {
		a := p.Serve(tt.at, patient(Request{}))
		if (a.Status == OK) != (tt.left == 0) || tt.left > 0 && a.Said.Hints[0].Wait != tt.left {
			t.Errorf("at %v: %+v; want %v left", tt.at, a, tt.left)
		}
	}
}

// A wait that nobody knows, or that is none, is not said; a constant is.
func TestNoExactWaitIsMadeUp(t *testing.T) {
	for _, w := range []written{
		{limits: []string{"cap: concurrency(limit=0)"}},
		{faults: []string{"it: error()"}},
		{faults: []string{"it: outage()"}},
		{faults: []string{"it: rate-limit()"}},
	} {
		w.hints = []string{"seconds(after=all)", "milliseconds(after=all, value=7ms)"}
		a := w.build(t).Serve(0, patient(Request{}))
		if a.Said == nil || len(a.Said.Hints) != 1 || a.Said.Hints[0].Wait != 7*ms {
			t.Errorf("%+v: said is %+v; want 7 ms alone", w, a.Said)
		}
	}
}

// What does not reach the client says nothing to it.
func TestNothingIsSaidWithoutAnAnswer(t *testing.T) {
	for _, w := range []written{
		{faults: []string{"it: connection()"}}, {faults: []string{"it: timeout()"}},
		{limits: []string{"none: sliding-log(limit=0, window=1s)"}, roundTrip: 2 * second},
	} {
		w.hints = []string{"seconds(value=1s, after=all)", "should-retry(after=all)"}
		if a := w.build(t).Serve(0, &Request{HangUp: second}); a.Said != nil || a.HTTP != 0 {
			t.Errorf("%+v: answered %+v", w, a)
		}
	}
}

func TestHintAboutALimitThatIsNotThereIsTold(t *testing.T) {
	p := written{limits: []string{"tokens: token-bucket(limit=5, window=1s)"}}.build(t)
	p.Hints = []Saying{{Limit: "tokens"}, {Limit: "tokns"}}
	err := p.Check()
	if err == nil || err.Error() != `hint 2 is about limit "tokns", and there is no such limit` {
		t.Errorf("have %v", err)
	}
}

// A hint may be for refusals of what never fits, or for all but those.
func TestHintsAreForWhatFitsOrNeverDoes(t *testing.T) {
	for _, tt := range []struct {
		spec        string
		now, larger bool // said to a call that has to wait, and to one larger than the limit
	}{
		{"seconds(value=30s)", true, true},
		{"seconds(value=30s, fits=any)", true, true},
		{"seconds(value=30s, fits=sometime)", true, false},
		{"seconds(value=86400s, fits=never)", false, true},
		{"should-retry(again=no, fits=never)", false, true},
		{"limits(fits=sometime)", true, false},
	} {
		p := written{limits: []string{"tokens: token-bucket(limit=100, window=60s, of=tokens, used=100)"}, hints: []string{tt.spec}}.build(t)
		p.NeverFits = 429
		now, larger := p.Serve(0, patient(Request{Input: 1})), p.Serve(0, patient(Request{Input: 101}))
		if (now.Said != nil) != tt.now || (larger.Said != nil) != tt.larger {
			t.Errorf("%s: said is %v to one that waits, %v to one that never fits", tt.spec, now.Said, larger.Said)
		}
	}
}

// Anthropic says what is left of tokens to the nearest thousand ("Rate limits",
// platform.claude.com); envoyproxy/ratelimit never says less than 0, Azure does.
func TestCountsAreSaidAsTheServerRoundsThem(t *testing.T) {
	for _, tt := range []struct {
		spec string
		used string
		want int64
	}{
		{"limits()", "used=49501", 50_499},
		{"limits(nearest=1000)", "used=49501", 50_000},
		{"limits(nearest=1000)", "used=49500", 51_000},
		{"limits(nearest=1000)", "used=100499", 0},
		{"limits(nearest=1000)", "used=100500", -1000},
		{"limits()", "used=100853", -853},
		{"limits(owing=no)", "used=100853", 0},
		{"limits(owing=no, nearest=1000)", "used=1", 100_000},
	} {
		p := written{limits: []string{"tokens: token-bucket(limit=100000, window=60s, of=tokens, " + tt.used + ")"}, hints: []string{tt.spec}}.build(t)
		if got := p.Serve(0, patient(Request{})).Said.Limits[0].Remaining.Units; got != tt.want {
			t.Errorf("%s with %s: %d are left; want %d", tt.spec, tt.used, got, tt.want)
		}
	}
}

// Azure OpenAI said in 2024 what was left, and not of how much.
func TestCountsMayComeWithoutTheLimit(t *testing.T) {
	for spec, want := range map[string]hint.Presence{"limits()": hint.Present, "limits(total=no)": hint.Absent} {
		p := written{limits: []string{"tokens: token-bucket(limit=100, window=60s, of=tokens)"}, hints: []string{spec}}.build(t)
		if said := p.Serve(0, patient(Request{})).Said.Limits[0]; said.Limit.Presence != want || said.Remaining.Presence != hint.Present {
			t.Errorf("%s: said is %+v", spec, said)
		}
	}
}

// nginx refuses with 503 unless limit_req_status says otherwise (nginx.org,
// ngx_http_limit_req_module).
func TestRefusalsHaveTheServersStatus(t *testing.T) {
	for _, tt := range []struct{ refused, want int }{{0, 429}, {429, 429}, {503, 503}} {
		p := written{limits: []string{"requests: interval(apart=1s)"}}.build(t)
		p.Refused = tt.refused
		p.Serve(0, patient(Request{}))
		if a := p.Serve(0, patient(Request{})); a.Status != RateLimit || a.HTTP != tt.want {
			t.Errorf("with %d: answered %v, HTTP %d; want a refusal with %d", tt.refused, a.Status, a.HTTP, tt.want)
		}
	}
}
