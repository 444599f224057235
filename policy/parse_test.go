package policy

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ratesim/spec"
)

func TestParseReadsPolicies(t *testing.T) {
	const second = time.Second
	steps := Defaults{Step: 2 * second, Attempts: 4}
	for _, tt := range []struct {
		text     string
		defaults Defaults
		want     Policy
		spec     string
	}{
		{"none", Defaults{}, None{}, "none"},
		{"none", steps, None{}, "none"},
		{"none()", steps, None{}, "none"},
		{"fixed(wait=1s)", Defaults{}, Retry{Backoff: Fixed{second}}, "fixed(wait=1s, attempts=unbounded)"},
		{"fixed(wait=1s)", steps, Retry{Backoff: Fixed{second}, Attempts: 4}, "fixed(wait=1s, attempts=4)"},
		{"fixed(wait=1s, attempts=7)", steps, Retry{Backoff: Fixed{second}, Attempts: 7}, "fixed(wait=1s, attempts=7)"},
		{"fixed(attempts=1,wait=0s)", Defaults{}, Retry{Backoff: Fixed{0}, Attempts: 1}, "fixed(wait=0s, attempts=1)"},
		{"fixed(wait=1s, retries=0)", steps, Retry{Backoff: Fixed{second}, Attempts: 1}, "fixed(wait=1s, attempts=1)"},
		{"fixed(wait=1step)", steps, Retry{Backoff: Fixed{2 * second}, Attempts: 4}, "fixed(wait=2s, attempts=4)"},
		{`fixed(wait="1m30s")`, Defaults{}, Retry{Backoff: Fixed{90 * second}}, "fixed(wait=1m30s, attempts=unbounded)"},
		{"exponential(base=1s)", Defaults{}, Retry{Backoff: Exponential{Base: second, Factor: 2}}, "exponential(base=1s, attempts=unbounded)"},
		{"exponential(base=1s, factor=2, cap=0s)", Defaults{}, Retry{Backoff: Exponential{Base: second, Factor: 2}}, "exponential(base=1s, attempts=unbounded)"},
		{"exponential(base=3steps, factor=1.5, cap=8s)", steps, Retry{Backoff: Exponential{Base: 6 * second, Factor: 1.5, Cap: 8 * second}, Attempts: 4},
			"exponential(base=6s, factor=1.5, cap=8s, attempts=4)"},
		{"exponential(base=1ns, factor=1e300, cap=2562047h47m16.854775807s)", Defaults{}, Retry{Backoff: Exponential{Base: 1, Factor: 1e300, Cap: math.MaxInt64}},
			"exponential(base=1ns, factor=1e+300, cap=2562047h47m16.854775807s, attempts=unbounded)"},
	} {
		got, err := Parse(tt.text, tt.defaults)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got != tt.want || String(got) != tt.spec {
			t.Errorf("Parse(%q) = %+v, written %s; want %+v, written %s", tt.text, got, String(got), tt.want, tt.spec)
		}
	}
}

// Each text has a caret in place of nothing, before the fault.
func TestParseSaysWhatIsWrong(t *testing.T) {
	steps := Defaults{Step: time.Second}
	for _, tt := range []struct {
		text, message string
		defaults      Defaults
	}{
		{"^", "want a name of lower-case letters, digits, - and _; have the end", steps},
		{"^fxied(wait=1s)", `there is no policy "fxied"; did you mean "fixed"?`, steps},
		{"^vegas", `there is no policy "vegas"`, steps},
		{"^none@2", "none has no versions; leave out @2", steps},
		{"none(^attempts=2)", "none takes no arguments; have attempts", steps},
		{"^fixed", "fixed wants wait, such as fixed(wait=1s)", steps},
		{"^exponential(cap=1s)", "exponential wants base, such as exponential(base=1s)", steps},
		{"fixed(wait=1s, ^wait=2s)", "wait is given twice", steps},
		{"fixed(wait=1s, ^cap=2s)", `fixed has no "cap"; it has wait, ` + strings.Join(argumentNames(slices.Concat(Rules(), Bounds())), ", "), steps},
		{"fixed(wait=1s, ^atempts=2)", `fixed has no "atempts"; it has wait, attempts and those of every policy; did you mean "attempts"?`, steps},
		{"exponential(base=1s, ^facter=2)", `exponential has no "facter"; it has base, factor, cap, less, whole, attempts and those of every policy; did you mean "factor"?`, steps},
		{"fixed(wait=^5)", `wait: want a duration such as 1.5s or a number of steps such as 2steps; have "5"`, steps},
		{"fixed(wait=^5)", `wait: want a duration such as 1.5s; have "5"`, Defaults{}},
		{"fixed(wait=^1d)", `wait: want a duration such as 1.5s; have "1d"`, Defaults{}},
		{`fixed(wait=^"")`, `wait: want a duration such as 1.5s; have ""`, Defaults{}},
		{`fixed(wait=^"1.5 steps")`, `wait: want a whole number of steps, such as 2steps; have "1.5 steps"`, steps},
		{"fixed(wait=^none(x=1))", `wait: want a duration such as 1.5s; have "none(x=1)"`, Defaults{}},
		{"fixed(wait=^-1s)", "wait: want a duration that is not negative; have -1s", steps},
		{"fixed(wait=^1.5steps)", `wait: want a whole number of steps, such as 2steps; have "1.5steps"`, steps},
		{"fixed(wait=^2steps)", `wait: "2steps" counts steps, but time is continuous here; want a duration such as 1.5s`, Defaults{}},
		{"exponential(base=1s, cap=^9e9s)", `cap: want a duration such as 1.5s or a number of steps such as 2steps; have "9e9s"`, steps},
		{"exponential(base=1s, factor=^0.5)", `factor: want a number of at least 1; have "0.5"`, steps},
		{"exponential(base=1s, factor=^NaN)", `factor: want a number of at least 1; have "NaN"`, steps},
		{"exponential(base=1s, factor=^inf)", `factor: want a number of at least 1; have "inf"`, steps},
		{"exponential(base=1s, factor=^1e999)", `factor: want a number of at least 1; have "1e999"`, steps},
		{"fixed(wait=1s, attempts=^0)", `attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "0"`, steps},
		{"fixed(wait=1s, attempts=^-1)", `attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "-1"`, steps},
		{"fixed(wait=1s, attempts=^2.5)", `attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "2.5"`, steps},
		{"fixed(wait=1s, attempts=^9223372036854775808)",
			`attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "9223372036854775808"`, steps},

		{"fixed(wait=1s, retries=^-1)", `retries: want a whole number of at least 0, the first attempt not included; have "-1"`, steps},
		{"fixed(wait=1s, retries=^1.5)", `retries: want a whole number of at least 0, the first attempt not included; have "1.5"`, steps},
		{"fixed(wait=1s, retries=^9223372036854775807)", `retries: want a whole number of at least 0, the first attempt not included; have "9223372036854775807"`, steps},
		{"fixed(wait=1s, attempts=4, retries=^3)", "retries: attempts says it already; a retry is an attempt after the first", steps},
		{"fixed(wait=1s, at-budget=^cut)", "at-budget wants a budget, such as budget=30s", steps},
		{"fixed(wait=1s, budget=1s, at-budget=^sop)", `at-budget: want stop, overrun, shorten, cut or late; have "sop"; did you mean "stop"?`, steps},
		{"fixed(wait=1s, above=^cut)", "above wants a bound on hints, such as max-hint=60s", steps},
		{"fixed(wait=1s, min-wait=2s, max-wait=^1s)", "max-wait: want at least min-wait, 2s; have 1s", steps},
		{"fixed(wait=1s, retry=^42)", `retry: want failures joined by +, such as 429+5xx+!501+timeout, of 429, 4xx, 5xx, timeout, connection, cut, exhausted, all or nothing; have "42"; did you mean "429"?`, steps},
		{"fixed(wait=1s, retry=^429+timeot)", `retry: want failures joined by +, such as 429+5xx+!501+timeout, of 429, 4xx, 5xx, timeout, connection, cut, exhausted, all or nothing; have "timeot"; did you mean "timeout"?`, steps},
		{"fixed(wait=1s, hints=^minutes)", `hints: want any, or hints joined by >, such as milliseconds>seconds>date>reset or aws-milliseconds; have "minutes"`, steps},
		{"fixed(wait=1s, hints=^date>date>date>date>date>date>date>date>date)", `hints: want at most 8 kinds of hints; have "date>date>date>date>date>date>date>date>date"`, steps},
		{"fixed(wait=1s, read=^flots)", `read: want one of lenient, strict, integers, floats, prefixes, parse-int, or marks of hints joined by +, such as fraction+sign; have "flots"; did you mean "floats"?`, steps},
		{"fixed(wait=1s, zero=^no)", `zero: want heed, skip, backoff, stop or yield; have "no"`, steps},
		{"fixed(wait=1s, zero=^\"\")", `zero: want heed, skip, backoff, stop or yield; have ""`, steps},
		{"fixed(wait=1s, restart=^on)", `restart: want no or yes; have "on"; did you mean "no"?`, steps},
		{"fixed(wait=1s, hint-factor=^0.5)", `hint-factor: want a number of at least 1; have "0.5"`, steps},
		{"full-jitter(of=^tanh-jitter(base=1s))", "tanh-jitter makes up for all waits so far, and cannot stand inside another backoff", steps},
		{"tanh-jitter(base=1s, wait-step=^1ms)", "wait-step: a wait of tanh-jitter is what is left of a sum; leave it out", steps},
		{"^linear", "linear wants base, such as linear(base=1s)", steps},
		{"^polynomial(base=1s)", "polynomial wants power, a number of at least 0", steps},
		{"polynomial(base=1s, power=^1.3)", "power: want a number of halves, such as 1.5, of at most 64; have 1.3", steps},
		{"^list", "list wants waits, such as list(waits=1s>5s>15s)", steps},
		{"list(waits=^1s>)", `waits: want a duration such as 1.5s or a number of steps such as 2steps; have ""`, steps},
		{"list(waits=^1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s>1s)", "waits: want at most 16; have 17", steps},
		{"^full-jitter", "full-jitter wants base, such as full-jitter(base=1s)", steps},
		{"full-jitter(^base=1s, of=fixed(wait=1s))", "base: of says how long to wait; base belongs inside it", steps},
		{"full-jitter(of=fixed(wait=1s, ^attempts=2))", "attempts is for a whole policy; fixed is a part of one here", steps},
		{"full-jitter(of=fixed(wait=1s, ^wat=2s))", `fixed has no "wat"; it has wait, min-wait, max-wait, wait-step; did you mean "wait"?`, steps},
		{"full-jitter(of=^fxed(wait=1s))", `there is no policy "fxed"; did you mean "fixed"?`, steps},
		{"full-jitter(of=^course)", "of: want what says how long to wait, such as exponential(base=1s); course says more", steps},
		{"full-jitter(of=^1s)", `there is no policy "1s"`, steps},
		{`full-jitter(of=^"1 s")`, `of: want a policy such as exponential(base=1s); have "1 s"`, steps},
		{"full-jitter(of=^fixed@2(wait=1s))", "fixed has no versions; leave out @2", steps},
		{"proportional-jitter(base=1s, low=1, high=^0.5)", "high: want at least low, 1; have 0.5", steps},
		{"^proportional-jitter(base=1s, high=1)", "proportional-jitter wants low, a number of at least 0", steps},
		{"^stages(first=fixed(wait=1s))", "stages wants then, such as then=exponential(base=1s)", steps},
		{"stages(first=fixed(wait=1s), failures=^0, then=fixed(wait=2s))", `failures: want a whole number of failures of at least 1; have "0"`, steps},
		{"^layers(inner=none)", "layers wants outer, such as outer=exponential(base=1s)", steps},
		{"layers(outer=none, inner=none, ^attempts=3)", `layers has no "attempts"; it has outer, inner`, steps},
		{"layers(outer=none, inner=fixed(wait=1s, attempts=^0))", `attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "0"`, steps},
		{"course(^bse=1s)", `course has no "bse"; it has base, factor, cap, less, whole, of, low, attempts and those of every policy; did you mean "base"?`, steps},
		{"course(attempts=^0)", `attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "0"`, steps},
	} {
		at := strings.Index(tt.text, "^")
		text := tt.text[:at] + tt.text[at+1:]
		p, err := Parse(text, tt.defaults)
		var fault *spec.Error
		if !errors.As(err, &fault) {
			t.Errorf("Parse(%q) = %v, %v; want a *spec.Error", text, p, err)
			continue
		}
		if fault.Message != tt.message || fault.At != at || p != nil {
			t.Errorf("Parse(%q) says %q at %d; want %q at %d", text, fault.Message, fault.At, tt.message, at)
		}
	}
}

func TestParseTellsAllFaultsAtOnce(t *testing.T) {
	_, err := Parse("exponential@3(base=fast, factor=0, cpa=1s, attempts=none)", Defaults{})
	const want = `exponential has no versions; leave out @3
	exponential@3(base=fast, factor=0, cpa=1s, attempts=none)
	^
base: want a duration such as 1.5s; have "fast"
	exponential@3(base=fast, factor=0, cpa=1s, attempts=none)
	                   ^
factor: want a number of at least 1; have "0"
	exponential@3(base=fast, factor=0, cpa=1s, attempts=none)
	                                ^
exponential has no "cpa"; it has base, factor, cap, less, whole, attempts and those of every policy; did you mean "cap"?
	exponential@3(base=fast, factor=0, cpa=1s, attempts=none)
	                                   ^
attempts: want a whole number of at least 1, the first attempt included, or unbounded; have "none"
	exponential@3(base=fast, factor=0, cpa=1s, attempts=none)
	                                                    ^`
	if err == nil || err.Error() != want {
		t.Errorf("have\n%v\nwant\n%s", err, want)
	}
}

func TestDurationsAreSpansOrSteps(t *testing.T) {
	const second = time.Second
	for _, tt := range []struct {
		text    string
		step    time.Duration
		want    time.Duration
		message string
	}{
		{"0", 0, 0, ""},
		{"0s", 0, 0, ""},
		{"17ms", second, 17 * time.Millisecond, ""},
		{"2m59.56s", 0, 179560 * time.Millisecond, ""},
		{"0steps", second, 0, ""},
		{"1step", second, second, ""},
		{"2steps", 2 * second, 4 * second, ""},
		{"2step", 250 * time.Millisecond, 500 * time.Millisecond, ""},
		{"9223372036854775807steps", 1, math.MaxInt64, ""},
		{"9223372036854775808steps", 1, 0, "want at most 292 years, the longest time there is; have 9223372036854775808steps"},
		{"9223372036steps", second, 9223372036 * second, ""},
		{"9223372037steps", second, 0, "want at most 292 years, the longest time there is; have 9223372037steps"},
		{"100000000h", 0, 0, "want at most 292 years, the longest time there is; have 100000000h"},
		{"2562047h48m", 0, 0, "want at most 292 years, the longest time there is; have 2562047h48m"},
		{"99999999999999999999.5s", second, 0, "want at most 292 years, the longest time there is; have 99999999999999999999.5s"},
		{"steps", second, 0, `want a whole number of steps, such as 2steps; have "steps"`},
		{"-1steps", second, 0, `want a whole number of steps, such as 2steps; have "-1steps"`},
		{"2 steps", second, 0, `want a whole number of steps, such as 2steps; have "2 steps"`},
		{"2stepss", second, 0, `want a duration such as 1.5s or a number of steps such as 2steps; have "2stepss"`},
	} {
		if got, message := spec.ParseDuration(tt.text, tt.step); got != tt.want || message != tt.message {
			t.Errorf("ParseDuration(%q, %v) = %v, %q; want %v, %q", tt.text, tt.step, got, message, tt.want, tt.message)
		}
	}
}

// The forms are written with what is not usual, in one order, and always with their
// attempts: unbounded where nothing is said of them here.
func TestSpecsAreWrittenInCanonicalForm(t *testing.T) {
	for text, want := range map[string]string{
		"full-jitter(base=0.5s, cap=8s, attempts=4, total=20s)":                        "full-jitter(base=500ms, cap=8s, attempts=4, total=20s)",
		"fixed(wait=30s, heed=exact)":                                                  "",
		"decorrelated(base=1s, cap=10s)":                                               "",
		"decorrelated(base=1s, factor=4, from=2)":                                      "",
		"linear(base=1s)":                                                              "linear(base=1s, increment=1s)",
		"polynomial(base=0.5s, power=1.5, cap=1m)":                                     "polynomial(base=500ms, power=1.5, cap=1m0s)",
		"list(waits=1s>5s>15s, attempts=4)":                                            "",
		"full-jitter(of=exponential(base=1s, cap=8s), attempts=5)":                     "full-jitter(base=1s, cap=8s, attempts=5)",
		"full-jitter(of=exponential(base=1s, max-wait=8s), low=1s)":                    "",
		"equal-jitter(of=linear(base=1s, increment=2s), max-wait=10s)":                 "",
		"proportional-jitter(base=1600ms, less=800ms, low=0.8, high=1.3, max-wait=1m)": "proportional-jitter(base=1.6s, less=800ms, low=0.8, high=1.3, max-wait=1m0s)",
		"added-jitter(of=stages(first=fixed(wait=0s), then=polynomial(base=500ms, power=1.5)), jitter=1s, max-wait=1m0s)": "",
		"stages(first=full-jitter(base=2s), failures=4, then=fixed(wait=20s))":                                            "",
		"by-kind(rate-limit=full-jitter(base=1s, cap=20s), otherwise=full-jitter(base=50ms, cap=20s), retries=2)":         "by-kind(rate-limit=full-jitter(base=1s, cap=20s), otherwise=full-jitter(base=50ms, cap=20s), attempts=3)",
		"layers(outer=fixed(wait=4s, retries=2), inner=none)":                                                             "layers(outer=fixed(wait=4s, attempts=3), inner=none)",
		"course(base=4s)": "full-jitter(base=4s, cap=8s, attempts=4, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=8s)",
		"fixed(wait=1s, retry=5xx+!501+429+cut+timeout+connection, retry-hinted=413, unsafe=always, should-retry=obey)":      "fixed(wait=1s, retry=429+5xx+!501+timeout+connection+cut, retry-hinted=413, unsafe=always, should-retry=obey)",
		"fixed(wait=1s, retry=408+409+429+500+502+503+504+529+timeout+connection+cut, heed-after=all, retry-hinted=nothing)": "fixed(wait=1s)",
		"fixed(wait=1s, hints=any, read=lenient, heed=minimum, zero=heed, negative=skip, unreadable=skip, hint-factor=1)":    "fixed(wait=1s)",
		"fixed(wait=1s, hints=milliseconds>azure-milliseconds>seconds>date, read=floats, zero=skip, negative=heed)":          "",
		"fixed(wait=1s, read=plain+fraction)": "fixed(wait=1s, read=fraction)",
		"fixed(wait=1s, read=plain)":          "",
		"fixed(wait=1s, retry=429+!429)":      "fixed(wait=1s, retry=nothing)",
		"fixed(wait=1s, retry=all)":           "",
	} {
		if want == "" {
			want = text
		}
		p := parse(t, text)
		if got := strings.Replace(String(p), ", attempts=unbounded", "", 1); got != want {
			t.Errorf("%s is written %s; want %s", text, got, want)
		}
		if again := parse(t, String(p)); again != p {
			t.Errorf("%s is read %+v, and then %+v", text, p, again)
		}
	}
}

func TestParseGivesBackWhatStringWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := policies().Draw(t, "policy")
		got, err := Parse(String(want), Defaults{
			Step:     time.Duration(rapid.Int64Min(0).Draw(t, "step")),
			Attempts: rapid.IntRange(0, 5).Draw(t, "attempts"),
		})
		if err != nil {
			t.Fatalf("%v", err)
		}
		if got != want {
			t.Fatalf("%s is read as %+v; want %+v", String(want), got, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"none", "fixed(wait=1step)", "fixed(wait=1.5s, attempts=4)", "exponential(base=1s, factor=1.5, cap=8s)",
		"exponential@2(base=-1s, factor=NaN, attempts=0)", "fixd(wait=2steps)", "fixed(wait=99999999999999steps)", "fixed(wait=none(a=1))",
		"course(retries=2, of=linear(base=1s))", "layers(outer=course, inner=layers(outer=none, inner=fixed(wait=0s)))",
		"stages(first=list(waits=1s>2s), failures=3, then=decorrelated(base=1s, from=0.5))", "by-kind(rate-limit=fixed(wait=1s), otherwise=polynomial(base=1s, power=0.5))",
		"added-jitter(base=1s, jitter=1s, min-wait=1s, max-wait=2s, budget=9s, at-budget=shorten, timeout=1s, retry=all+!429+!4xx, retry-hinted=429)",
		"proportional-jitter(base=1s, low=0, high=1e300, heed=exact, hints=reset>message-duration, read=plain+word, above=sooner, max-hint=1s, zero=stop, hint-factor=1e300)",
	} {
		f.Add(seed, int64(time.Second), 4)
		f.Add(seed, int64(0), 0)
	}
	f.Fuzz(func(t *testing.T, text string, step int64, attempts int) {
		defaults := Defaults{Step: max(0, time.Duration(step)), Attempts: max(0, attempts)}
		p, err := Parse(text, defaults)
		if err != nil {
			if lines := strings.Count(err.Error(), "\n") + 1; lines%3 != 0 {
				t.Errorf("the error on %q has %d lines", text, lines)
			}
			return
		}
		again, err := Parse(String(p), defaults)
		if err != nil || again != p {
			t.Errorf("%q is read %+v, written %s, and read %+v, %v", text, p, String(p), again, err)
		}
		for _, attempt := range []int{1, 2, 40, 1 << 40} {
			wait, _ := p.Next(Failure{Attempt: attempt, LastWait: time.Duration(attempt)}, drawing(largestDraw))
			if wait < 0 {
				t.Errorf("%s waits %v after failure %d", String(p), wait, attempt)
			}
		}
	})
}
