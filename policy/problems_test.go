package policy

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ratesim/hint"
)

// The problems are users' reports, and the instants were worked out by hand. No
// policy in them draws, unless it says so.

// openai/openai-node#1840, hashicorp/go-retryablehttp#247: the server answers 429
// with the time that is left until 600 s, and a hint above 60 s is read in four
// ways.
//
//	honour     0, 600
//	cut        0, then every 60 s for 5 retries: 60 · 5 = 300
//	backoff    0, 0.5, 0.5 + 1 = 1.5, 2 retries
//	stop       0, and the caller is shown the 600 s
func TestH09HintAboveTheLongest(t *testing.T) {
	serve := func(now time.Duration) told {
		if now >= 600*second {
			return told{ok: true}
		}
		return told{failure: refused(after(600*second - now))}
	}
	for _, tt := range []struct {
		about, spec string
		sent        []time.Duration
		ok          bool
		why         Why
	}{
		{"honour", "exponential(base=0.5s, cap=8s, retries=2, heed=exact)", spans(0, 600), true, WhyNot},
		{"honour, though it is above", "exponential(base=0.5s, cap=8s, retries=2, heed=exact, max-hint=60s, above=wait)", spans(0, 600), true, WhyNot},
		{"cut", "exponential(base=0.5s, cap=8s, retries=5, heed=exact, max-hint=60s, above=cut)", spans(0, 60, 120, 180, 240, 300), false, WhyAttempts},
		{"backoff", "exponential(base=0.5s, cap=8s, retries=2, heed=exact, max-hint=60s, above=backoff)", spans(0, 0.5, 1.5), false, WhyAttempts},
		{"stop", "exponential(base=0.5s, cap=8s, retries=2, heed=exact, max-hint=60s)", spans(0), false, WhyHint},
		{"sooner", "fixed(wait=400s, retries=2, heed=exact, max-hint=60s, above=sooner)", spans(0, 400, 600), true, WhyNot},
	} {
		s := client(parse(t, tt.spec), serve, nil)
		s.expect(t, tt.about, tt.sent, tt.sent[len(tt.sent)-1], tt.ok)
		if !s.ok && s.last.Why != tt.why {
			t.Errorf("%s: stopped by %q; want %q", tt.about, s.last.Why, tt.why)
		}
	}
	last := client(parse(t, "fixed(wait=1s, max-hint=60s)"), serve, nil).last
	if last.Asked != 600*second || last.Bound != 60*second {
		t.Errorf("giving up shows %v asked and %v allowed; want 10m and 1m", last.Asked, last.Bound)
	}
}

// The edge of H09: 60 s is within 60 s, in every way.
func TestH09TheLongestHintIsWithinTheBound(t *testing.T) {
	for _, above := range []string{"stop", "backoff", "cut", "wait", "sooner"} {
		spec := fmt.Sprintf("fixed(wait=1s, heed=exact, max-hint=60s, above=%s)", above)
		d := Decide(parse(t, spec), Failure{Kind: RateLimit, Attempt: 1, Said: refused(after(60 * second)).Said}, nil)
		if d.Wait != 60*second || !d.Heeded {
			t.Errorf("%s waits %v; want 1m", spec, d.Wait)
		}
	}
}

// kubescape/kubevuln#754: 429 with Retry-After: 0 for 2 s, answers take 1 ms.
//
//	(a) as it is: 0, 0.001, …, 1.999 are refused, 2.000 is answered
//	(b) the longer of header and backoff: 0, 0.001 + 0.5 = 0.501, 0.502 + 1 =
//	    1.502, 1.503 + 2 = 3.503
//	(c) at least 1 s: 0, 1.001, 2.002
func TestH10HintOfZero(t *testing.T) {
	for _, h := range []hint.Hint{
		after(0),
		{Kind: hint.Date, Notation: hint.HTTPDate, Wait: -5 * second}, // a date just past
	} {
		serve := func(now time.Duration) told {
			return told{ok: now >= 2*second, failure: refused(h), took: ms}
		}
		hot := client(parse(t, "exponential(base=0.5s, heed=exact)"), serve, nil)
		if len(hot.sent) != 2001 || hot.sent[2000] != 2*second || !hot.ok {
			t.Errorf("%v: (a) makes %d attempts, answered %v; want 2001, the last at 2s", h, len(hot.sent), hot.ok)
		}
		client(parse(t, "exponential(base=0.5s)"), serve, nil).
			expect(t, "(b)", spans(0, 0.501, 1.502, 3.503), 3504*ms, true)
		client(parse(t, "exponential(base=0.5s, heed=exact, min-hint=1s)"), serve, nil).
			expect(t, "(c)", spans(0, 1.001, 2.002), 2003*ms, true)
	}
}

// jd/tenacity#423 and others: waits 1, 2, 4, 8 under a budget of 5 s.
//
//	overrun  0, 1, 3, 7: at 3 s the budget is not used up, at 7 s it is
//	stop     0, 1, 3: 3 + 4 is past 5
//	shorten  0, 1, 3, 5: the last wait ends at 5
func TestH11BudgetIsReadInThreeWays(t *testing.T) {
	for _, tt := range []struct {
		about, spec string
		sent        []time.Duration
	}{
		{"overrun", "exponential(base=1s, budget=5s, at-budget=overrun)", spans(0, 1, 3, 7)},
		{"stop", "exponential(base=1s, budget=5s)", spans(0, 1, 3)},
		{"shorten", "exponential(base=1s, budget=5s, at-budget=shorten)", spans(0, 1, 3, 5)},
		{"a wait that ends at the budget is within it", "exponential(base=1s, budget=3s)", spans(0, 1, 3)},
		{"a budget that is just used up is not passed", "exponential(base=1s, budget=3s, at-budget=overrun)", spans(0, 1, 3, 7)},
		{"an attempt needs time that is left", "exponential(base=1s, budget=3s, at-budget=cut)", spans(0, 1)},
	} {
		s := client(parse(t, tt.spec), always(Failure{Kind: ServerError, Status: 503}), nil)
		s.expect(t, tt.about, tt.sent, tt.sent[len(tt.sent)-1], false)
		if s.last.Why != WhyBudget {
			t.Errorf("%s: stopped by %q; want budget", tt.about, s.last.Why)
		}
	}
}

// hashicorp/go-azure-sdk#1370: 300 s were meant, 9 retries came of it. The server
// asks for 10 s each time and frees up at 120 s.
func TestH11CountUnderusesTheBudget(t *testing.T) {
	serve := func(now time.Duration) told {
		return told{ok: now >= 120*second, failure: refused(after(10 * second))}
	}
	counted := client(parse(t, "exponential(base=1s, retries=9, heed=exact)"), serve, nil)
	counted.expect(t, "by count", spans(0, 10, 20, 30, 40, 50, 60, 70, 80, 90), 90*second, false)
	timed := client(parse(t, "exponential(base=1s, budget=300s, heed=exact)"), serve, nil)
	if len(timed.sent) != 13 || timed.ended != 120*second || !timed.ok {
		t.Errorf("by time: %d attempts until %v; want 13 until 2m", len(timed.sent), timed.ended)
	}
}

// Time inside a slow attempt is charged to the budget: the first attempt takes
// 4 s, and 4 + 2 is past 5.
func TestH11SlowAttemptsUseTheBudget(t *testing.T) {
	serve := func(time.Duration) told { return told{failure: Failure{Kind: ServerError}, took: 4 * second} }
	client(parse(t, "fixed(wait=2s, budget=5s)"), serve, nil).expect(t, "slow", spans(0), 4*second, false)
}

// openai/openai-python#3828: a timeout of 30 s and two retries take a minute and a
// half. Three attempts of 30 s each, waits in [0.375, 0.5] and [0.75, 1]: between
// 90 + 1.125 and 90 + 1.5 s.
func TestH12TimeoutsMultiply(t *testing.T) {
	never := func(time.Duration) told { return told{took: time.Hour} }
	const jittered = "proportional-jitter(base=0.5s, cap=8s, low=0.75, high=1, retries=2, timeout=30s)"
	for seed := range uint64(100) {
		s := client(parse(t, jittered), never, seeded(seed))
		if len(s.sent) != 3 || s.ended < 91125*ms || s.ended > 91500*ms {
			t.Errorf("seed %d: %d attempts until %v; want 3 until 91.125 to 91.5 s", seed, len(s.sent), s.ended)
		}
	}
	rows := Schedule(parse(t, jittered), Sequence{Failures: []Failure{{Kind: Timeout}}, Rows: 10})
	if at := rows[len(rows)-1].At; len(rows) != 3 || at != (Range{91125 * ms, 91312500 * time.Microsecond, 91500 * ms}) {
		t.Errorf("the schedule has %d rows and ends at %v; want 3, at 91.125 to 91.5 s", len(rows), at)
	}
	client(parse(t, "exponential(base=0.5s, cap=8s, retries=2, timeout=30s)"), never, nil).
		expect(t, "without jitter", spans(0, 30.5, 61.5), 91500*ms, false)
	client(parse(t, "exponential(base=0.5s, retries=2, timeout=30s, budget=30s)"), never, nil).
		expect(t, "30 s for the whole call", spans(0), 30*second, false)
	client(parse(t, "exponential(base=0.5s, retries=2, timeout=30s, budget=45s, at-budget=cut)"), never, nil).
		expect(t, "min(30, time left)", spans(0, 30.5), 45*second, false)
}

// QwenLM/Qwen-Agent#594: two retries inside two retries make nine attempts. Inner
// waits 0.5 and 1, outer wait 4: 0, 0.5, 1.5; 5.5, 6, 7; 11, 11.5, 12.5.
func TestH13LayersMultiply(t *testing.T) {
	const spec = "layers(outer=fixed(wait=4s, retries=2), inner=exponential(base=0.5s, retries=2))"
	s := client(parse(t, spec), always(refused()), nil)
	s.expect(t, "two layers", spans(0, 0.5, 1.5, 5.5, 6, 7, 11, 11.5, 12.5), 12500*ms, false)
	layers := s.session.Layers()
	if len(layers) != 2 || layers[0].Attempts != 3 || layers[1].Calls != 3 || layers[1].Attempts != 9 {
		t.Errorf("the layers did %+v; want 3 attempts, and 9 for them", layers)
	}
	if a := layers[1].Amplification(); a != 3 || layers[0].Amplification() != 3 {
		t.Errorf("each layer multiplies by %v and %v; want 3 and 3", layers[0].Amplification(), a)
	}
	alone := client(parse(t, "fixed(wait=4s, retries=2)"), always(refused()), nil)
	alone.expect(t, "the outer layer alone", spans(0, 4, 8), 8*second, false)
}

// mpfaffenberger/code_puppy#317: 3 × 3 × 5 = 45 requests, and 15 with the middle
// layer switched off.
func TestH13ThreeLayers(t *testing.T) {
	for _, tt := range []struct {
		middle string
		sent   int
		each   []float64
	}{
		{"fixed(wait=0s, attempts=3)", 45, []float64{3, 3, 5}},
		{"none", 15, []float64{3, 1, 5}},
	} {
		spec := "layers(outer=fixed(wait=0s, attempts=3), inner=layers(outer=" + tt.middle + ", inner=fixed(wait=0s, attempts=5)))"
		s := client(parse(t, spec), always(Failure{Kind: ServerError, Status: 500}), nil)
		var each []float64
		for _, l := range s.session.Layers() {
			each = append(each, l.Amplification())
		}
		if len(s.sent) != tt.sent || !slices.Equal(each, tt.each) {
			t.Errorf("%s: %d requests, %v; want %d, %v", spec, len(s.sent), each, tt.sent, tt.each)
		}
	}
}

// Only the innermost layer sees what the server asks for.
func TestH13HintsStayInside(t *testing.T) {
	const spec = "layers(outer=fixed(wait=4s, retries=1, heed=exact), inner=fixed(wait=1s, retries=1, heed=exact))"
	client(parse(t, spec), always(refused(after(20*second))), nil).
		expect(t, "hints", spans(0, 20, 24, 44), 44*second, false)
}

// SWE-agent/mini-swe-agent#921: a 400 is tried ten times over 4 + 4 + 4 + 8 + 16 +
// 32 + 60 + 60 + 60 = 248 s.
func TestH14PermanentFailures(t *testing.T) {
	bad := always(Failure{Kind: Rejected, Status: 400})
	const waits = "exponential(base=1s, cap=60s, min-wait=4s, attempts=10"
	client(parse(t, waits+", retry=all)"), bad, nil).
		expect(t, "unclassified", spans(0, 4, 8, 12, 20, 36, 68, 128, 188, 248), 248*second, false)
	s := client(parse(t, waits+")"), bad, nil)
	s.expect(t, "classified", spans(0), 0, false)
	if s.last.Why != WhyFailure {
		t.Errorf("stopped by %q; want failure", s.last.Why)
	}
}

func TestH14ClassesByDefault(t *testing.T) {
	retried := []Failure{
		{Status: 408}, {Status: 409}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 503}, {Status: 504}, {Status: 529},
		{Kind: RateLimit}, {Kind: ServerError}, {Kind: Timeout}, {Kind: Connection}, {Kind: Cut}, {Kind: Cut, Status: 200}, {},
	}
	final := []Failure{
		{Status: 400}, {Status: 401}, {Status: 403}, {Status: 404}, {Status: 413}, {Status: 422}, {Status: 501}, {Status: 304},
		{Kind: Rejected}, {Kind: Exhausted}, {Kind: Exhausted, Status: 429},
	}
	p := parse(t, "fixed(wait=1s)")
	for _, f := range slices.Concat(retried, final) {
		want := slices.Contains(retried, f)
		f.Attempt = 1
		if d := Decide(p, f, nil); d.Again != want || !want && d.Why != WhyFailure {
			t.Errorf("%v with status %d: again %v (%s); want %v", f.Kind, f.Status, d.Again, d.Why, want)
		}
	}
}

// 567-labs/instructor#2319, jd/tenacity#459: 503 always, waits 1, 2, 4.
func TestH15AttemptsAndRetries(t *testing.T) {
	for retries, sent := range [][]time.Duration{spans(0), spans(0, 1), spans(0, 1, 3), spans(0, 1, 3, 7)} {
		for _, spec := range []string{
			fmt.Sprintf("exponential(base=1s, retries=%d)", retries),
			fmt.Sprintf("exponential(base=1s, attempts=%d)", retries+1),
		} {
			s := client(parse(t, spec), always(Failure{Kind: ServerError, Status: 503}), nil)
			s.expect(t, spec, sent, sent[len(sent)-1], false)
			if s.last.Why != WhyAttempts || s.last.Wait != 0 {
				t.Errorf("%s: stopped by %q after %v; want attempts, at once", spec, s.last.Why, s.last.Wait)
			}
		}
	}
}
