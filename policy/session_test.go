package policy

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ratesim/hint"
	"ratesim/spec"
)

// A recorder is a policy that remembers what it was told.
type recorder struct{ told []Failure }

func (r *recorder) Next(f Failure, _ *rand.Rand) (time.Duration, bool) {
	r.told = append(r.told, f)
	return time.Duration(f.Attempt) * second, f.Attempt < 4
}

func (*recorder) Spec() spec.Spec { return spec.New("recorder") }

func TestSessionRemembersOneRequest(t *testing.T) {
	r := &recorder{}
	s := Begin(r, 100*second)
	now := 100 * second
	for range 4 {
		now += 500 * ms // in flight
		d := s.Failed(now, Failure{Kind: Timeout, Attempt: 77, Waited: 77, Elapsed: 77, LastWait: 77, Hinted: 77}, nil)
		now += d.Wait
		if !d.Again && d.Why != WhyPolicy {
			t.Errorf("stopped by %q; want policy", d.Why)
		}
	}
	want := []Failure{
		{Kind: Timeout, Attempt: 1, Elapsed: 500 * ms},
		{Kind: Timeout, Attempt: 2, Elapsed: 2000 * ms, Sent: 1500 * ms, Waited: 1 * second, LastWait: 1 * second},
		{Kind: Timeout, Attempt: 3, Elapsed: 4500 * ms, Sent: 4000 * ms, Waited: 3 * second, LastWait: 2 * second},
		{Kind: Timeout, Attempt: 4, Elapsed: 8000 * ms, Sent: 7500 * ms, Waited: 6 * second, LastWait: 3 * second},
	}
	if !slices.Equal(r.told, want) {
		t.Errorf("told %+v\nwant %+v", r.told, want)
	}
}

func TestSessionKnowsWhenAHintWasHeeded(t *testing.T) {
	p := Retry{Backoff: Fixed{Wait: second}, Heed: Heed{Max: 5 * second, Above: AboveBackoff}}
	s := Begin(p, 0)
	for i, tt := range []struct {
		hints  []hint.Hint
		before uint32 // the last attempt after which a hint was heeded
	}{
		{nil, 0}, {[]hint.Hint{after(3 * second)}, 0}, {nil, 2}, {[]hint.Hint{after(9 * second)}, 2}, {[]hint.Hint{after(500 * ms)}, 2}, {nil, 5},
	} {
		if s.hinted != tt.before {
			t.Errorf("before failure %d a hint was last heeded after attempt %d; want %d", i+1, s.hinted, tt.before)
		}
		s.Failed(0, refused(tt.hints...), nil)
	}
}

// An attempt of the outer layer lasts 10 s: attempts at 0 and 4 and 8 inside it,
// of which the last has 2 s left of its 3. The next would come at 8 + 2 + 4 = 14.
func TestTimeOfAnOuterAttemptBoundsTheInnerLayer(t *testing.T) {
	never := func(time.Duration) told { return told{took: time.Hour} }
	const layered = "layers(outer=fixed(wait=5s, attempts=2, timeout=10s), inner=fixed(wait=1s, timeout=3s))"
	s := client(parse(t, layered), never, nil)
	s.expect(t, "timeouts", spans(0, 4, 8, 15, 19, 23), 25*second, false)
	if s.last.Why != WhyAttempts {
		t.Errorf("stopped by %q; want attempts", s.last.Why)
	}
	rows := Schedule(parse(t, layered), Sequence{Failures: []Failure{{Kind: Timeout}}, Rows: 20})
	var sent []time.Duration
	for _, row := range rows {
		sent = append(sent, row.At.Low)
	}
	if want := spans(4, 8, 15, 19, 23, 25); !slices.Equal(sent, want) {
		t.Errorf("the schedule sends at %v; want %v", sent, want)
	}
	if rows[2].Layer != 1 || rows[1].Layer != 0 {
		t.Errorf("the waits are of layers %d and %d; want 0 and 1", rows[1].Layer, rows[2].Layer)
	}
	client(parse(t, "layers(outer=fixed(wait=5s, attempts=2, timeout=10s), inner=fixed(wait=5s))"), always(Failure{}), nil).
		expect(t, "an attempt needs time that is left", spans(0, 5, 10, 15), 15*second, false)
	session := Begin(parse(t, "layers(outer=fixed(wait=0s, timeout=10s), inner=fixed(wait=0s))"), 0)
	if limit, limited := session.TimeLimit(4 * second); !limited || limit != 6*second {
		t.Errorf("4 s into it an attempt may take %v, %v; want 6s", limit, limited)
	}
	if limit, limited := session.TimeLimit(11 * second); !limited || limit != 0 {
		t.Errorf("11 s into it an attempt may take %v, %v; want 0", limit, limited)
	}
}

func TestAttemptsWithoutABoundMayTakeForEver(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"none": -1, "fixed(wait=1s)": -1, "fixed(wait=1s, budget=9s)": -1, "fixed(wait=1s, timeout=3s)": 3 * second,
		"fixed(wait=1s, budget=9s, at-budget=cut)":             4 * second,
		"fixed(wait=1s, budget=9s, at-budget=cut, timeout=3s)": 3 * second,
		"fixed(wait=1s, budget=4s, at-budget=cut, timeout=3s)": 0,
	} {
		s := Begin(AtMost{Attempts: 9, Of: parse(t, text)}, 0)
		limit, limited := s.TimeLimit(5 * second)
		if limited != (want >= 0) || limited && limit != want {
			t.Errorf("%s: %v, %v; want %v", text, limit, limited, want)
		}
	}
}

// A policy of one's own gives no reasons, whichever way it is wrapped.
func TestPoliciesOfOnesOwnAreAskedByNext(t *testing.T) {
	r := &recorder{}
	for attempt, want := range map[int]Decision{
		1: {Wait: second, Again: true, Own: second, Wanted: second},
		2: {Why: WhyAttempts},
	} {
		if d := Decide(AtMost{Attempts: 2, Of: r}, Failure{Attempt: attempt}, nil); d != want {
			t.Errorf("attempt %d: %+v; want %+v", attempt, d, want)
		}
	}
	if d := Decide(r, Failure{Attempt: 4}, nil); d != (Decision{Why: WhyPolicy}) {
		t.Errorf("a policy that gives up: %+v", d)
	}
	if wait, again := (Layers{Outer: None{}, Inner: r}).Next(Failure{Attempt: 3}, nil); wait != 3*second || !again {
		t.Errorf("layers answer %v, %v; want what the inner one does", wait, again)
	}
	if d := (Layers{Outer: None{}, Inner: r}).Decide(Failure{Attempt: 3}, nil); d.Wait != 3*second {
		t.Errorf("layers decide %+v; want what the inner one does", d)
	}
	if d := Decide(None{}, Failure{Attempt: 1}, nil); d != (Decision{Why: WhyAttempts}) {
		t.Errorf("none decides %+v", d)
	}
}

// Some clients never repeat what is not safe, and some always do; what is safe
// all of them repeat.
func TestUnsafeRequestsAreRepeatedByRule(t *testing.T) {
	for _, tt := range []struct {
		rule             string
		unsafe, keyed    bool // after a 503
		unsafeRefused    bool
		keyedRefused     bool
		unsafeExhaustion bool // with retry=all
	}{
		{"refused", false, true, true, true, true},
		{"never", false, false, false, false, false},
		{"always", true, true, true, true, true},
	} {
		p := parse(t, "fixed(wait=1s, retry=all, unsafe="+tt.rule+")")
		for f, want := range map[Failure]bool{
			{Status: 503, Repeat: Unsafe}:      tt.unsafe,
			{Status: 503, Repeat: Keyed}:       tt.keyed,
			{Status: 503}:                      true,
			{Status: 429, Repeat: Unsafe}:      tt.unsafeRefused,
			{Status: 429, Repeat: Keyed}:       tt.keyedRefused,
			{Kind: Exhausted, Repeat: Unsafe}:  tt.unsafeExhaustion,
			{Kind: Connection, Repeat: Unsafe}: tt.unsafe,
			{Kind: Cut, Repeat: Unsafe}:        tt.unsafe,
			{Kind: Rejected, Repeat: Unsafe}:   tt.unsafe,
		} {
			f.Attempt = 1
			if d := Decide(p, f, nil); d.Again != want || !want && d.Why != WhyUnsafe {
				t.Errorf("%s, %+v: again %v (%s); want %v", tt.rule, f, d.Again, d.Why, want)
			}
		}
	}
}
