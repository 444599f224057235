package policy

import (
	"errors"
	"math"
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
		{"fixed(wait=1s)", Defaults{}, Fixed{second}, "fixed(wait=1s)"},
		{"fixed(wait=1s)", steps, AtMost{4, Fixed{second}}, "fixed(wait=1s, attempts=4)"},
		{"fixed(wait=1s, attempts=7)", steps, AtMost{7, Fixed{second}}, "fixed(wait=1s, attempts=7)"},
		{"fixed(attempts=1,wait=0s)", Defaults{}, AtMost{1, Fixed{0}}, "fixed(wait=0s, attempts=1)"},
		{"fixed(wait=1step)", steps, AtMost{4, Fixed{2 * second}}, "fixed(wait=2s, attempts=4)"},
		{`fixed(wait="1m30s")`, Defaults{}, Fixed{90 * second}, "fixed(wait=1m30s)"},
		{"exponential(base=1s)", Defaults{}, Exponential{second, 2, 0}, "exponential(base=1s)"},
		{"exponential(base=1s, factor=2, cap=0s)", Defaults{}, Exponential{second, 2, 0}, "exponential(base=1s)"},
		{"exponential(base=3steps, factor=1.5, cap=8s)", steps, AtMost{4, Exponential{6 * second, 1.5, 8 * second}},
			"exponential(base=6s, factor=1.5, cap=8s, attempts=4)"},
		{"exponential(base=1ns, factor=1e300, cap=2562047h47m16.854775807s)", Defaults{}, Exponential{1, 1e300, math.MaxInt64},
			"exponential(base=1ns, factor=1e+300, cap=2562047h47m16.854775807s)"},
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
		{"fixed(wait=1s, ^cap=2s)", `fixed has no "cap"; it has wait, attempts`, steps},
		{"fixed(wait=1s, ^atempts=2)", `fixed has no "atempts"; it has wait, attempts; did you mean "attempts"?`, steps},
		{"exponential(base=1s, ^facter=2)", `exponential has no "facter"; it has base, factor, cap, attempts; did you mean "factor"?`, steps},
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
		{"fixed(wait=1s, attempts=^0)", `attempts: want a whole number of at least 1, the first attempt included; have "0"`, steps},
		{"fixed(wait=1s, attempts=^-1)", `attempts: want a whole number of at least 1, the first attempt included; have "-1"`, steps},
		{"fixed(wait=1s, attempts=^2.5)", `attempts: want a whole number of at least 1, the first attempt included; have "2.5"`, steps},
		{"fixed(wait=1s, attempts=^9223372036854775808)",
			`attempts: want a whole number of at least 1, the first attempt included; have "9223372036854775808"`, steps},
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
exponential has no "cpa"; it has base, factor, cap, attempts; did you mean "cap"?
	exponential@3(base=fast, factor=0, cpa=1s, attempts=none)
	                                   ^
attempts: want a whole number of at least 1, the first attempt included; have "none"
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
		{"9223372036854775808steps", 1, 0, "want at most 292 years; have 9223372036854775808steps"},
		{"9223372036steps", second, 9223372036 * second, ""},
		{"9223372037steps", second, 0, "want at most 292 years; have 9223372037steps"},
		{"steps", second, 0, `want a whole number of steps, such as 2steps; have "steps"`},
		{"-1steps", second, 0, `want a whole number of steps, such as 2steps; have "-1steps"`},
		{"2 steps", second, 0, `want a whole number of steps, such as 2steps; have "2 steps"`},
		{"2stepss", second, 0, `want a duration such as 1.5s or a number of steps such as 2steps; have "2stepss"`},
	} {
		if got, message := ParseDuration(tt.text, tt.step); got != tt.want || message != tt.message {
			t.Errorf("ParseDuration(%q, %v) = %v, %q; want %v, %q", tt.text, tt.step, got, message, tt.want, tt.message)
		}
	}
}

// policies generates policies that a spec can describe.
func policies() *rapid.Generator[Policy] {
	span := rapid.Map(rapid.Int64Min(0), func(n int64) time.Duration { return time.Duration(n) })
	return rapid.Custom(func(t *rapid.T) Policy {
		p := rapid.OneOf(
			rapid.Map(span, func(wait time.Duration) Policy { return Fixed{Wait: wait} }),
			rapid.Custom(func(t *rapid.T) Policy {
				return Exponential{span.Draw(t, "base"), rapid.Float64Min(1).Draw(t, "factor"), span.Draw(t, "cap")}
			}),
			rapid.Just[Policy](None{}),
		).Draw(t, "policy")
		if p != (None{}) && rapid.Bool().Draw(t, "bounded") {
			p = AtMost{Attempts: rapid.IntMin(1).Draw(t, "attempts"), Of: p}
		}
		return p
	})
}

func TestParseGivesBackWhatStringWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := policies().Draw(t, "policy")
		got, err := Parse(String(want), Defaults{Step: time.Duration(rapid.Int64Min(0).Draw(t, "step"))})
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
			if wait, _ := p.Next(Failure{Attempt: attempt}, nil); wait < 0 {
				t.Errorf("%s waits %v after failure %d", String(p), wait, attempt)
			}
		}
	})
}
