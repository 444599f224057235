package policy

import (
	"testing"
	"time"

	"ratesim/hint"
)

// unreadable is a Retry-After that nobody can make a value of.
var unreadable = hint.Hint{Kind: hint.Seconds}

func TestHintsAreHeededAsToldTo(t *testing.T) {
	const own = "fixed(wait=2s, "
	gone := hint.Hint{Kind: hint.Date, Notation: hint.HTTPDate, Wait: -60 * second}
	reset := hint.Hint{Kind: hint.Reset, Notation: hint.UnixSeconds, Wait: 30 * second}
	endless := hint.Hint{Kind: hint.Seconds, Notation: hint.Number, Magnitude: hint.Huge, Wait: hint.Forever}
	const stops = -1
	for _, tt := range []struct {
		rules string
		hints []hint.Hint
		want  time.Duration // stops if it gives up
	}{
		{"heed=minimum)", nil, 2 * second},
		{"heed=minimum)", []hint.Hint{after(7 * second)}, 7 * second},
		{"heed=minimum)", []hint.Hint{after(1 * second)}, 2 * second},
		{"heed=exact)", []hint.Hint{after(1 * second)}, 1 * second},
		{"heed=ignore)", []hint.Hint{after(7 * second)}, 2 * second},
		{"heed=exact)", []hint.Hint{endless}, forever},
		{"heed=exact, max-hint=1h)", []hint.Hint{endless}, stops},
		{"heed=exact, max-hint=1h, above=cut)", []hint.Hint{endless}, time.Hour},

		// what is read
		{"heed=exact)", []hint.Hint{after(1500 * ms)}, 1500 * ms},
		{"heed=exact, read=strict)", []hint.Hint{after(1500 * ms)}, 2 * second},
		{"heed=exact, read=integers)", []hint.Hint{after(1500 * ms)}, 2 * second},
		{"heed=exact, read=parse-int)", []hint.Hint{after(1500 * ms)}, 1 * second},
		{"heed=exact, read=parse-int)", []hint.Hint{after(500 * ms)}, 0},
		{"heed=exact, read=plain)", []hint.Hint{after(7 * second)}, 7 * second},
		{"heed=exact, read=plain+fraction)", []hint.Hint{after(1500 * ms)}, 1500 * ms},
		{"heed=exact, heed-after=503)", []hint.Hint{after(7 * second)}, 2 * second},
		{"heed=exact, heed-after=429)", []hint.Hint{after(7 * second)}, 7 * second},

		// order, and falling through
		{"heed=exact)", []hint.Hint{after(30 * second), afterMilliseconds(511 * ms)}, 511 * ms},
		{"heed=exact, hints=seconds>milliseconds)", []hint.Hint{afterMilliseconds(511 * ms), after(30 * second)}, 30 * second},
		{"heed=exact, hints=seconds)", []hint.Hint{afterMilliseconds(511 * ms)}, 2 * second},
		{"heed=exact)", []hint.Hint{reset}, 2 * second},
		{"heed=exact, hints=seconds>reset)", []hint.Hint{reset}, 30 * second},
		{"heed=exact, hints=aws-milliseconds)", []hint.Hint{afterMilliseconds(511 * ms)}, 2 * second},
		{"heed=exact)", []hint.Hint{unreadable, after(7 * second)}, 7 * second},
		{"heed=exact, unreadable=backoff, hints=seconds>date)", []hint.Hint{unreadable, {Kind: hint.Date, Notation: hint.HTTPDate, Wait: 7 * second}}, 2 * second},
		{"heed=exact)", []hint.Hint{after(7 * second), after(9 * second)}, 7 * second},

		// what is odd
		{"heed=exact)", []hint.Hint{after(0)}, 0},
		{"heed=exact)", []hint.Hint{gone}, 0},
		{"heed=exact, zero=skip)", []hint.Hint{afterMilliseconds(0), after(7 * second)}, 7 * second},
		{"heed=exact, zero=backoff)", []hint.Hint{afterMilliseconds(0), after(7 * second)}, 2 * second},
		{"heed=exact, zero=stop)", []hint.Hint{gone}, stops},
		{"heed=exact)", []hint.Hint{after(-3 * second)}, 2 * second},
		{"heed=exact, read=floats)", []hint.Hint{after(-3 * second)}, 2 * second},
		{"heed=exact, read=floats, negative=heed)", []hint.Hint{after(-3 * second)}, 0},
		{"heed=exact, read=floats, negative=stop)", []hint.Hint{after(-3 * second)}, stops},
		{"heed=exact, negative=stop)", []hint.Hint{after(-3 * second)}, 2 * second}, // lenient does not read it
		{"heed=exact)", []hint.Hint{unreadable}, 2 * second},
		{"heed=exact, unreadable=heed)", []hint.Hint{unreadable}, 0},
		{"heed=exact, unreadable=stop)", []hint.Hint{unreadable}, stops},

		// bounds
		{"heed=exact, min-hint=1s)", []hint.Hint{after(0)}, 1 * second},
		{"heed=exact, min-hint=3s, max-hint=60s)", []hint.Hint{after(61 * second)}, stops},
		{"heed=exact, hint-lead=5s)", []hint.Hint{after(4 * second)}, 4 * second},
		{"heed=minimum, hint-lead=5s)", []hint.Hint{after(60 * second)}, 7 * second},
	} {
		f := refused(tt.hints...)
		f.Attempt = 1
		d := Decide(parse(t, own+tt.rules), f, nil)
		if d.Again != (tt.want != stops) || d.Again && d.Wait != tt.want {
			t.Errorf("%s after %v: again %v in %v (%s); want %v", own+tt.rules, tt.hints, d.Again, d.Wait, d.Why, tt.want)
		}
	}
}

// What was asked for stays on record, whatever a least or longest hint makes of it.
func TestDecisionsKeepWhatWasAsked(t *testing.T) {
	for _, tt := range []struct {
		rules       string
		asked, wait time.Duration
	}{
		{"heed=exact, min-hint=1s)", 0, second},
		{"heed=exact, min-hint=1s)", 400 * ms, second},
		{"heed=exact, min-hint=1s)", 2 * second, 2 * second},
		{"heed=exact, max-hint=3s, above=cut)", 60 * second, 3 * second},
		{"heed=minimum, min-hint=1s)", 0, 2 * second},
	} {
		f := refused(after(tt.asked))
		f.Attempt = 1
		d := Decide(parse(t, "fixed(wait=2s, "+tt.rules), f, nil)
		if d.Asked != tt.asked || d.Wait != tt.wait || !d.Heeded {
			t.Errorf("%s: asked for %v: %+v; want a wait of %v", tt.rules, tt.asked, d, tt.wait)
		}
	}
}

// Chance may lengthen a hint, by the same draw that the backoff takes.
func TestChanceLengthensHints(t *testing.T) {
	reset := hint.Hint{Kind: hint.Reset, Notation: hint.UnixSeconds, Wait: 200 * second}
	for _, tt := range []struct {
		spec string
		hint hint.Hint
		want Range
	}{
		{"fixed(wait=0s, heed=exact, hint-jitter=0.75s)", after(7 * second), Range{7 * second, 7375 * ms, 7750 * ms}},
		{"fixed(wait=0s, heed=exact, hint-factor=1.5)", after(8 * second), Range{8 * second, 10 * second, 12 * second}},
		{"fixed(wait=0s, heed=exact, hints=reset, max-hint=60s, above=cut, reset-factor=1.2)", reset, Range{60 * second, 66 * second, 72 * second}},
		{"fixed(wait=0s, heed=exact, hints=reset>seconds, reset-factor=1.2)", after(7 * second), Range{7 * second, 7 * second, 7 * second}},
		// max(a, b) · (1 + U/5) is max(a · (1 + U/5), b · (1 + U/5)), as the draw is one
		{"proportional-jitter(of=fixed(wait=4s), low=1, high=1.2, hint-factor=1.2)", after(5 * second), Range{5 * second, 5500 * ms, 6 * second}},
	} {
		rows := Schedule(parse(t, tt.spec), Sequence{Failures: []Failure{refused(tt.hint)}, Rows: 1})
		if rows[0].Wait != tt.want {
			t.Errorf("%s after %v waits %v; want %v", tt.spec, tt.hint, rows[0].Wait, tt.want)
		}
	}
}

// The server's word on trying again goes before the classes, but not before
// safety, nor before a hint that is too long.
func TestOrdersAreObeyedIfWanted(t *testing.T) {
	order := func(again bool) hint.Hint {
		return hint.Hint{Kind: hint.ShouldRetry, Notation: hint.Boolean, Again: again}
	}
	said := func(f Failure, hints ...hint.Hint) Failure {
		f.Said = &hint.Said{Hints: hints}
		f.Attempt = 1
		return f
	}
	for _, tt := range []struct {
		about, spec string
		f           Failure
		want        Why
	}{
		{"ignored", "fixed(wait=1s)", said(Failure{Status: 429}, order(false)), WhyNot},
		{"told not to", "fixed(wait=1s, should-retry=obey)", said(Failure{Status: 429}, order(false)), WhyOrder},
		{"told to", "fixed(wait=1s, should-retry=obey)", said(Failure{Status: 400}, order(true)), WhyNot},
		{"told nothing", "fixed(wait=1s, should-retry=obey)", said(Failure{Status: 400}), WhyFailure},
		{"told garbage", "fixed(wait=1s, should-retry=obey)", said(Failure{Status: 400}, hint.Hint{Kind: hint.ShouldRetry}), WhyFailure},
		{"told to, but the attempts are used up", "fixed(wait=1s, attempts=1, should-retry=obey)", said(Failure{Status: 400}, order(true)), WhyAttempts},
		{"told to, but it is not safe", "fixed(wait=1s, should-retry=obey)", said(Failure{Status: 500, Repeat: Unsafe}, order(true)), WhyUnsafe},
		{"told to, but too late", "fixed(wait=1s, should-retry=obey, max-hint=120s)", said(Failure{Status: 429}, order(true), after(121*second)), WhyHint},
	} {
		if d := Decide(parse(t, tt.spec), tt.f, nil); d.Why != tt.want || d.Again != (tt.want == WhyNot) {
			t.Errorf("%s: %+v; want %q", tt.about, d, tt.want)
		}
	}
}

// Some clients retry a 429 only if the server said when (LangChain.js, the REST
// client of Kubernetes).
func TestSomeFailuresAreRetriedOnlyWithAHint(t *testing.T) {
	const spec = "fixed(wait=1s, retry=5xx, retry-hinted=429, zero=backoff)"
	for _, tt := range []struct {
		f    Failure
		want bool
	}{
		{refused(), false},
		{refused(unreadable), false},
		{refused(after(7 * second)), true},
		{refused(after(0)), true}, // it said when
		{Failure{Status: 413, Said: refused(after(7 * second)).Said}, false},
		{Failure{Status: 503}, true},
	} {
		tt.f.Attempt = 1
		if _, again := parse(t, spec).Next(tt.f, nil); again != tt.want {
			t.Errorf("%+v: again %v; want %v", tt.f, again, tt.want)
		}
	}
}

// A backoff may begin anew after a hint (gRFC A6; cenkalti/backoff v5), or not,
// which is what users expect (H10).
func TestBackoffBeginsAnewAfterAHintIfWanted(t *testing.T) {
	failures := []Failure{refused(), refused(), refused(after(9 * second)), refused(), refused()}
	for spec, want := range map[string][]time.Duration{
		"exponential(base=1s, heed=exact)":                                                              spans(1, 2, 9, 8, 16),
		"exponential(base=1s, heed=exact, restart=yes)":                                                 spans(1, 2, 9, 1, 2),
		"exponential(base=1s, max-hint=5s, above=backoff, restart=yes)":                                 spans(1, 2, 4, 8, 16),
		"stages(first=fixed(wait=5s), then=exponential(base=1s), heed=exact, restart=yes)":              spans(5, 1, 9, 5, 1),
		"by-kind(rate-limit=exponential(base=1s), otherwise=fixed(wait=0s), heed=ignore)":               spans(1, 2, 4, 8, 16),
		"list(waits=1s>3s, heed=minimum, max-hint=8s, above=cut, retry=429)":                            spans(1, 3, 8, 3, 3),
		"decorrelated(base=1s, factor=1, heed=exact, restart=yes)":                                      spans(1, 1, 9, 1, 1),
		"linear(base=1s, increment=2s, heed=exact, restart=yes, min-wait=2s, max-wait=4s, read=floats)": spans(2, 3, 9, 2, 3),
	} {
		session := Begin(parse(t, spec), 0)
		for i, f := range failures {
			d := session.Failed(0, f, drawing(0))
			if d.Wait != want[i] {
				t.Errorf("%s: wait %d is %v; want %v", spec, i+1, d.Wait, want[i])
			}
		}
	}
}
