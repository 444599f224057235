package policy

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ratesim/hint"
)

// The lesson is "Handle provider limits" of the course "Building Reliable
// Applications with LLM APIs".

// without returns a course without jitter and with another base.
func courseOf(base time.Duration) Retry {
	p := Course()
	p.Backoff = Exponential{Base: base, Factor: 2, Cap: 8 * second}
	return p
}

func TestCourseIsWrittenInItsParts(t *testing.T) {
	if got := String(Course()); got != courseText {
		t.Errorf("the course is %s; want %s", got, courseText)
	}
	if got := parse(t, "course"); got != Policy(Course()) {
		t.Errorf("course is read as %+v; want %+v", got, Course())
	}
}

// The lesson prints backoff_s of five failed attempts, with jitter off.
func TestCourseBacksOffAsPrinted(t *testing.T) {
	for i, want := range spans(0.5, 1, 2, 4, 8) {
		if got := courseOf(500*ms).Backoff.After(Failure{Attempt: i + 1}, 0); got != want {
			t.Errorf("the backoff after attempt %d is %v; want %v", i+1, got, want)
		}
	}
}

// The lesson's try_retry.py: a 429, a timeout and a 503, with the draws of
// Python's random.Random(8): 0.226…, 0.962…, 0.126… of 0.5, 1 and 2 s. It prints
// 0.11, 0.96 and 0.25 s.
func TestCourseDrawsAsPrinted(t *testing.T) {
	draws := &script{draws: []uint64{2041984847662399, 8667583129608409, 1137887576178782}}
	failures := []Failure{refused(), {Kind: Timeout}, {Kind: ServerError, Status: 503}}
	var waits []time.Duration
	session := Begin(Course(), 0)
	rng := rand.New(draws)
	now := time.Duration(0)
	for _, f := range failures {
		d := session.Failed(now, f, rng)
		waits = append(waits, d.Wait)
		now += d.Wait
	}
	if want := spans(0.113352930, 0.962295036, 0.252661797); !slices.Equal(waits, want) {
		t.Errorf("waits %v; want %v", waits, want)
	}
	if now.Round(100*ms) != 1300*ms || draws.drawn != 3 {
		t.Errorf("waits %v in all with %d draws; want 1.3s with 3", now, draws.drawn)
	}
}

// "Your turn", 2 and 3: a 429 that asks for 0.511 s, and one that asks for 30 s.
func TestCourseHeedsHints(t *testing.T) {
	rng := func() *rand.Rand { return rand.New(&script{draws: []uint64{2041984847662399}}) } // 0.113 s of 0.5
	for _, tt := range []struct {
		about  string
		f      Failure
		wait   time.Duration
		why    Why
		heeded bool
	}{
		{"longer than the backoff", refused(after(511 * ms)), 511 * ms, WhyNot, true},
		{"shorter than the backoff", refused(after(100 * ms)), 113352930, WhyNot, true},
		{"just the cap", refused(after(8 * second)), 8 * second, WhyNot, true},
		{"above the cap", refused(after(30 * second)), 0, WhyHint, false},
		{"the real headers: the precise one counts", refused(after(30*second), afterMilliseconds(511*ms)), 511 * ms, WhyNot, true},
		{"a 503 is not asked", Failure{Kind: ServerError, Status: 503, Said: refused(after(30 * second)).Said}, 113352930, WhyNot, false},
	} {
		tt.f.Attempt = 1
		d := Decide(Course(), tt.f, rng())
		if d.Wait != tt.wait || d.Why != tt.why || d.Heeded != tt.heeded {
			t.Errorf("%s: %+v; want %v, %q, heeded %v", tt.about, d, tt.wait, tt.why, tt.heeded)
		}
	}
}

// The draw is made also when the hint decides, so that later draws stay the same.
func TestCourseDrawsOnceWhateverDecides(t *testing.T) {
	for _, f := range []Failure{refused(), refused(after(5 * second)), refused(after(30 * second)), {Kind: Timeout}} {
		draws := &script{}
		f.Attempt = 1
		Course().Next(f, rand.New(draws))
		if draws.drawn != 1 {
			t.Errorf("%+v: %d draws; want 1", f, draws.drawn)
		}
	}
	for _, f := range []Failure{{Attempt: 4}, {Attempt: 1, Status: 400}} {
		draws := &script{}
		Course().Next(f, rand.New(draws))
		if draws.drawn != 0 {
			t.Errorf("%+v: %d draws; want none: the lesson raises before it draws", f, draws.drawn)
		}
	}
}

// Knowledge check 1: a 400 is raised at once, on the first attempt.
func TestCourseDoesNotRetryARejection(t *testing.T) {
	s := client(Course(), always(Failure{Kind: Rejected, Status: 400}), nil)
	s.expect(t, "400", spans(0), 0, false)
	for status, want := range map[int]bool{400: false, 401: false, 403: false, 404: false, 408: false, 409: false, 429: true, 499: false, 500: true, 503: true, 599: true} {
		if _, again := courseOf(second).Next(Failure{Attempt: 1, Status: status}, nil); again != want {
			t.Errorf("status %d: again %v; want %v", status, again, want)
		}
	}
	for kind, want := range map[FailureKind]bool{Timeout: true, Connection: false, Cut: false, Exhausted: false} {
		if _, again := courseOf(second).Next(Failure{Attempt: 1, Kind: kind}, nil); again != want {
			t.Errorf("%v: again %v; want %v", kind, again, want)
		}
	}
}

// Knowledge check 2: base 1 s, cap 8 s, jitter off, 429 without a hint: waits 1, 2
// and 4, 7 s in all, four attempts. With a base of 4 s the waits are 4, 8 and 8:
// 20 s just so, which the lesson's code allows (it stops when the waits would be
// more than 20 s), though its text says that the third attempt is the last.
func TestCourseWaitsAtMostTwentySeconds(t *testing.T) {
	for _, tt := range []struct {
		base time.Duration
		sent []time.Duration
		why  Why
	}{
		{1 * second, spans(0, 1, 3, 7), WhyAttempts},
		{4 * second, spans(0, 4, 12, 20), WhyAttempts},
		{5 * second, spans(0, 5, 13), WhyTotal}, // 5 + 8 + 8 = 21
	} {
		s := client(courseOf(tt.base), always(refused()), nil)
		s.expect(t, tt.base.String(), tt.sent, tt.sent[len(tt.sent)-1], false)
		if s.last.Why != tt.why {
			t.Errorf("base %v: stopped by %q; want %q", tt.base, s.last.Why, tt.why)
		}
	}
	d := client(courseOf(5*second), always(refused()), nil).last
	if d.Wanted != 8*second || d.Bound != 20*second {
		t.Errorf("the last decision wanted %v within %v; want 8s within 20s", d.Wanted, d.Bound)
	}
}

// Knowledge check 3: after a timeout a refund is repeated only with an idempotency
// key; the analysis of a ticket, which only reads, always is. A 429 did no work.
func TestCourseRepeatsOnlyWhatIsSafe(t *testing.T) {
	for _, tt := range []struct {
		f    Failure
		want bool
	}{
		{Failure{Kind: Timeout, Repeat: Safe}, true},
		{Failure{Kind: Timeout, Repeat: Unsafe}, false},
		{Failure{Kind: Timeout, Repeat: Keyed}, true},
		{Failure{Kind: ServerError, Status: 500, Repeat: Unsafe}, false},
		{Failure{Kind: ServerError, Status: 500, Repeat: Keyed}, true},
		{Failure{Kind: RateLimit, Status: 429, Repeat: Unsafe}, true},
		{Failure{Status: 429, Repeat: Unsafe}, true},
		{Failure{Repeat: Unsafe}, false},
	} {
		tt.f.Attempt = 1
		d := Decide(courseOf(second), tt.f, nil)
		if d.Again != tt.want || !tt.want && d.Why != WhyUnsafe {
			t.Errorf("%+v: again %v (%s); want %v", tt.f, d.Again, d.Why, tt.want)
		}
	}
}

// In a spec, arguments take the place of the course's own.
func TestCourseTakesArguments(t *testing.T) {
	slow := Course()
	slow.Backoff = FullJitter{Of: Exponential{Base: 4 * second, Factor: 2, Cap: 8 * second}}
	twice := Course()
	twice.Attempts = 3
	fixed := Course()
	fixed.Backoff = FullJitter{Of: Fixed{Wait: second}}
	lower := Course()
	lower.Heed.Order = OrderOf(HintSource{Kind: hint.Milliseconds})
	for text, want := range map[string]Retry{
		"course()":                       Course(),
		"course(base=4s)":                slow,
		"course(retries=2)":              twice,
		"course(of=fixed(wait=1s))":      fixed,
		"course(hints=milliseconds)":     lower,
		"course(attempts=4, total=20s)":  Course(),
		"course(base=0.5s, max-hint=8s)": Course(),
	} {
		if got := parse(t, text); got != Policy(want) {
			t.Errorf("%s is read as %s; want %s", text, String(got), String(want))
		}
	}
}
