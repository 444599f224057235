package spec

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// withoutPlaces returns s as if it had been made by hand.
func withoutPlaces(s Spec) Spec {
	s.At = 0
	var args []Arg
	for _, arg := range s.Args {
		arg.At, arg.Value.At = 0, 0
		if arg.Value.Spec != nil {
			nested := withoutPlaces(*arg.Value.Spec)
			arg.Value.Spec = &nested
		}
		args = append(args, arg)
	}
	s.Args = args
	return s
}

// nested returns an argument whose value is a spec.
func nested(key string, s Spec) Arg {
	return Arg{Key: key, Value: Value{Spec: &s}}
}

func TestParseReadsTheGrammar(t *testing.T) {
	versioned := func(name, version string, args ...Arg) Spec {
		return Spec{Name: name, Version: version, Args: args}
	}
	for _, tt := range []struct {
		text string
		want Spec
	}{
		{"none", New("none")},
		{"  none\t", New("none")},
		{"none()", New("none")},
		{"a-b_9", New("a-b_9")},
		{"openai@v1.2.0", versioned("openai", "v1.2.0")},
		{"aws@4-5", versioned("aws", "4-5")},
		{"sdk@2024/06+β", versioned("sdk", "2024/06+β")},
		{"sdk @ v1 ( a = b )", versioned("sdk", "v1", Word("a", "b"))},
		{"fixed(wait=1s)", New("fixed", Word("wait", "1s"))},
		{"\tfixed\t(\twait\t=\t1s\t)\t", New("fixed", Word("wait", "1s"))},
		{"f(a=-1.5e+3,b=50%,c=x/y:z)", New("f", Word("a", "-1.5e+3"), Word("b", "50%"), Word("c", "x/y:z"))},
		{"f(b=1, a=2)", New("f", Word("b", "1"), Word("a", "2"))},
		{`f(a="")`, New("f", Word("a", ""))},
		{`f(a="x, (y) = @z")`, New("f", Word("a", "x, (y) = @z"))},
		{`f(a="\"\\\n\t\u011f\xff")`, New("f", Word("a", "\"\\\n\tğ\xff"))},
		{"f(a=çağrı)", New("f", Word("a", "çağrı"))},
		{"f(a=\"çağrı 日本\")", New("f", Word("a", "çağrı 日本"))},
		{"f(a=g)", New("f", Word("a", "g"))},
		{"f(a=g())", New("f", Word("a", "g"))},
		{"f(a=g@1)", New("f", nested("a", versioned("g", "1")))},
		{"f(a=g (b=1))", New("f", nested("a", New("g", Word("b", "1"))))},
		{"f(a=g(b=h@2(c=1), d=2), e=3)", New("f",
			nested("a", New("g", nested("b", versioned("h", "2", Word("c", "1"))), Word("d", "2"))), Word("e", "3"))},
	} {
		got, err := Parse(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
		} else if !reflect.DeepEqual(withoutPlaces(got), tt.want) {
			t.Errorf("Parse(%q) = %+v; want %+v", tt.text, withoutPlaces(got), tt.want)
		}
	}
}

// Each text has a caret in place of nothing, before the fault.
func TestErrorsSayWhatAndWhere(t *testing.T) {
	const parts = "lower-case letters, digits, - and _"
	for _, tt := range []struct{ text, message string }{
		{"^", "want a name of " + parts + "; have the end"},
		{"  ^", "want a name of " + parts + "; have the end"},
		{"^Fixed", "want a name of " + parts + `; have "Fixed"`},
		{"^(a=1)", "want a name of " + parts + `; have "(a=1)"`},
		{"^ğ", "want a name of " + parts + `; have "ğ"`},
		{"fixed^Wait", `want the end of the spec; have "Wait"`},
		{"a ^b", `want the end of the spec; have "b"`},
		{"a(b=1)^)", `want the end of the spec; have ")"`},
		{"a@^", "want a version after the @; have the end"},
		{"a@ ^(b=1)", `want a version after the @; have "(b=1)"`},
		{"a(^", "want a key of " + parts + "; have the end"},
		{"a(b=1,^)", "want a key of " + parts + `; have ")"`},
		{"a(^Wait=1s)", "want a key of " + parts + `; have "Wait=1s)"`},
		{"a(^=1)", "want a key of " + parts + `; have "=1)"`},
		{"a(b^)", `want = after b; have ")"`},
		{"a(b ^1)", `want = after b; have "1)"`},
		{"a(b=^)", `want a value; have ")"`},
		{"a(b= ^", "want a value; have the end"},
		{"a(b=^\xff)", `want a value; have "\xff)"`},
		{"a(b=1^", "want a comma or ) after the value of b; have the end"},
		{"a(b=1 ^c=2)", `want a comma or ) after the value of b; have "c=2)"`},
		{"a(b=c^\"d\")", `want a comma or ) after the value of b; have "\"d\")"`},
		{"a(b=1, c=2, ^b=3)", "b is given twice"},
		{`a(b=^"c)`, `want a closing quote; have "\"c)"`},
		{`a(b=^"c\")`, `want a closing quote; have "\"c\\\")"`},
		{`a(b="c^\q")`, `want one of Go's escapes, such as \" or \n; have "\\q\")"`},
		{`a(b="^\`, `want one of Go's escapes, such as \" or \n; have "\\"`},
		{"a(b=c(d=^))", `want a value; have "))"`},
		{"a(b=^İ(c=1))", "want a name of " + parts + `; have "İ(c=1))"`},
	} {
		at := strings.Index(tt.text, "^")
		text := tt.text[:at] + tt.text[at+1:]
		s, err := Parse(text)
		var fault *Error
		if !errors.As(err, &fault) {
			t.Errorf("Parse(%q) = %v, %v; want an *Error", text, s, err)
			continue
		}
		if fault.Message != tt.message || fault.At != at || fault.Text != text {
			t.Errorf("Parse(%q) says %q at %d; want %q at %d", text, fault.Message, fault.At, tt.message, at)
		}
	}
}

func TestCaretStandsUnderTheFault(t *testing.T) {
	for _, tt := range []struct{ what, text, want string }{
		{"letters", "a(ğ=1)", "\ta(ğ=1)\n\t  ^"},
		{"letters of two bytes", `a(b="çağrı", ü=1)`, "\ta(b=\"çağrı\", ü=1)\n\t             ^"},
		{"tabs", "a(\tb=1,\tB=1)", "\ta(\tb=1,\tB=1)\n\t  \t    \t^"},
		{"accents", "a(b=g\u0306, C=1)", "\ta(b=g\u0306, C=1)\n\t       ^"},
		{"the end", "a(b=1", "\ta(b=1\n\t     ^"},
		{"lines", "a(\nb=1)", "\ta(\uFFFDb=1)\n\t  ^"},
		{"escape sequences", "a \x1b[31m", "\ta \uFFFD[31m\n\t  ^"},
		{"bytes that are no text", `a(b="` + "\xff\xfe" + `", C=1)`, "\ta(b=\"\uFFFD\uFFFD\", C=1)\n\t          ^"},
	} {
		_, err := Parse(tt.text)
		if err == nil {
			t.Errorf("%s: Parse(%q) finds no fault", tt.what, tt.text)
			continue
		}
		_, got, _ := strings.Cut(err.Error(), "\n")
		if got != tt.want {
			t.Errorf("%s: have\n%s\nwant\n%s", tt.what, got, tt.want)
		}
	}
}

// A message about a spec that nobody wrote down has no place to point at.
func TestErrorWithoutATextPrints(t *testing.T) {
	err := &Error{At: 7, Message: "there is no policy"}
	if got := err.Error(); got != "there is no policy\n\t\n\t^" {
		t.Errorf("Error() = %q", got)
	}
}

func TestPlacesPointIntoTheText(t *testing.T) {
	const text = ` f ( a = g@1 ( bc = "x" ) , d=e )`
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	inner := s.Args[0].Value.Spec
	word, ok := s.Args[1].Value.AsSpec()
	if !ok {
		t.Fatal("the word e is no spec")
	}
	for _, tt := range []struct {
		at   int
		want string
	}{
		{s.At, "f ("}, {s.Args[0].At, "a ="}, {s.Args[0].Value.At, "g@1"}, {inner.At, "g@1"},
		{inner.Args[0].At, "bc ="}, {inner.Args[0].Value.At, `"x"`},
		{s.Args[1].At, "d=e"}, {s.Args[1].Value.At, "e )"}, {word.At, "e )"},
	} {
		if !strings.HasPrefix(text[tt.at:], tt.want) {
			t.Errorf("offset %d is at %q; want %q", tt.at, text[tt.at:], tt.want)
		}
	}
}

func TestSpecsNestAsDeepAsTheBound(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("a(b=", n) + "c" + strings.Repeat(")", n) }
	if _, err := Parse(deep(maxDepth)); err != nil {
		t.Errorf("%d specs in one another: %v", maxDepth, err)
	}
	for _, n := range []int{maxDepth + 1, 100_000} {
		_, err := Parse(deep(n))
		var fault *Error
		if !errors.As(err, &fault) || fault.Message != "want at most 32 specs in one another" || fault.At != 4*maxDepth {
			t.Errorf("%d specs in one another: %.80v", n, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "none", "sdk@v1.2.0", "fixed(wait=1s, attempts=4)", `f(a="\"\u011f\xff, ", b=g@4-5(c=h(d=1)))`,
		"f(a=g(), b=ğ\t, \tc=\"日本\")", "f(a=1, a=2)", "f(a=\xff)", "f(a=\"\xff\")", "f(a=\u00a0)", "a@b@c", `f(a="\`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			var fault *Error
			if !errors.As(err, &fault) || fault.At < 0 || fault.At > len(text) || fault.Text != text {
				t.Errorf("Parse(%q) returns %#v", text, err)
			}
			if lines := strings.Split(err.Error(), "\n"); len(lines) != 3 {
				t.Errorf("the error on %q has %d lines", text, len(lines))
			}
			return
		}
		again, err := Parse(s.String())
		if err != nil {
			t.Fatalf("%q is written %q, which is refused: %v", text, s, err)
		}
		if again.String() != s.String() || !reflect.DeepEqual(withoutPlaces(again), withoutPlaces(s)) {
			t.Errorf("%q is read %+v, written %q, and read %+v", text, s, s, again)
		}
	})
}
