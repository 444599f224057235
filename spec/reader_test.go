package spec

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// Each text has a caret in place of nothing, before the fault.
func TestReaderSaysWhatIsWrong(t *testing.T) {
	for _, tt := range []struct{ text, message string }{
		{"^knop(count=1)", `there is no thing "knop"; there are box, knob, label, plain; did you mean "knob"?`},
		{"^door", `there is no thing "door"; there are box, knob, label, plain`},
		{"^plain@v2", "plain has no versions; leave out @v2"},
		{"plain(^size=1)", "plain takes no arguments; have size"},
		{"knob(count=1, ^weight=0s)", `knob has no "weight"; it has count, factor, share, wait, every`},
		{"knob(count=1, ^evry=1s)", `knob has no "evry"; it has count, factor, share, wait, every; did you mean "every"?`},
		{"^knob", "knob wants count: how often it turns"},
		{"knob(count=^0)", `count: want a whole number from 1 to 2^53; have "0"`},
		{"knob(count=^-1)", `count: want a whole number from 1 to 2^53; have "-1"`},
		{"knob(count=^1.5)", `count: want a whole number from 1 to 2^53; have "1.5"`},
		{"knob(count=^9007199254740993)", `count: want a whole number from 1 to 2^53; have "9007199254740993"`},
		{"knob(count=^99999999999999999999)", `count: want a whole number from 1 to 2^53; have "99999999999999999999"`},
		{"knob(count=^many)", `count: want a whole number from 1 to 2^53; have "many"`},
		{"knob(count=^g(x=1))", `count: want a whole number from 1 to 2^53; have "g(x=1)"`},
		{"knob(count=1, factor=^0.4)", `factor: want a number from 0.5 to 8; have "0.4"`},
		{"knob(count=1, factor=^9)", `factor: want a number from 0.5 to 8; have "9"`},
		{"knob(count=1, factor=^NaN)", `factor: want a number from 0.5 to 8; have "NaN"`},
		{"knob(count=1, factor=^fast)", `factor: want a number from 0.5 to 8; have "fast"`},
		{"knob(count=1, share=^1.1)", `share: want a number from 0 to 1; have "1.1"`},
		{"knob(count=1, share=^20%)", `share: want a number from 0 to 1; have "20%"`},
		{"knob(count=1, wait=^-1s)", "wait: want a duration that is not negative; have -1s"},
		{"knob(count=1, wait=^5)", `wait: want a duration such as 1.5s; have "5"`},
		{"knob(count=1, wait=^2steps)", `wait: "2steps" counts steps, but time is continuous here; want a duration such as 1.5s`},
		{"knob(count=1, every=^0s)", "every: want a duration of more than 0; have 0s"},
		{"label(size=^larg)", `size: want one of small, large; have "larg"; did you mean "large"?`},
		{"label(bold=^maybe)", `bold: want yes or no; have "maybe"`},
		{"label(for=^hall+atic)", `for: want some of hall, attic, cellar, joined by +; have "atic"; did you mean "attic"?`},
		{`label(for=^"")`, `for: want some of hall, attic, cellar, joined by +; have ""`},
		{"^box", "box wants of: what is in it"},
		{`box(of=^"a thing")`, `of: want a thing such as plain; have "a thing"`},
		{"box(of=^plan)", `there is no thing "plan"; there are box, knob, label, plain; did you mean "plain"?`},
		{"box(of=box(of=knob(count=^0)))", `count: want a whole number from 1 to 2^53; have "0"`},
		{"box(of=^knob, lid=plain)", "knob wants count: how often it turns"},
		{"box(of=plain(^lid=1))", "plain takes no arguments; have lid"},
		{"knob(^", "want a key of lower-case letters, digits, - and _; have the end"},
	} {
		text := strings.Replace(tt.text, "^", "", 1)
		_, _, err := things().Parse(text, 0)
		want := fmt.Sprintf("%s\n\t%s\n\t%s^", tt.message, text, strings.Repeat(" ", strings.IndexByte(tt.text, '^')))
		if err == nil || err.Error() != want {
			t.Errorf("%s: have\n%v\nwant\n%s", text, err, want)
		}
	}
}

// All faults are told at once, in the order of their places.
func TestReaderTellsAllFaults(t *testing.T) {
	_, _, err := things().Parse("box(lid=knob(every=0s, count=0), of=label(size=huge, colour=red))", 0)
	var places []int
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range many.Unwrap() {
			var fault *Error
			if errors.As(one, &fault) {
				places = append(places, fault.At)
			}
		}
	}
	if got, want := fmt.Sprint(places), "[19 29 47 53]"; got != want {
		t.Errorf("the faults are at %s; want %s:\n%v", got, want, err)
	}
}

func TestNumberMayBeUnboundedButNotInfinite(t *testing.T) {
	faults := new([]*Error)
	r := &Reader{spec: New("f", Word("n", "-1")), arguments: []Argument{{Name: "n"}}, source: &sourceOf{faults: faults}}
	r.Number("n", 0, math.Inf(1))
	r.spec = New("f", Word("n", "1e308"))
	if got := r.Number("n", 0, math.Inf(1)); got != 1e308 {
		t.Errorf("1e308 is read as %v", got)
	}
	r.spec = New("f", Word("n", "+Inf"))
	r.Number("n", 0, math.Inf(1))
	for i, want := range []string{`n: want a number of at least 0; have "-1"`, `n: want a number of at least 0; have "+Inf"`} {
		if i >= len(*faults) || (*faults)[i].Message != want {
			t.Fatalf("the faults are %v; want %s", *faults, want)
		}
	}
}

func TestHasIsForWhatWasGiven(t *testing.T) {
	forms := Forms[bool]{What: "thing", All: []Form[bool]{{
		Name: "f", Arguments: []Argument{{Name: "wait", Unit: "duration", Default: "1s"}},
		Read: func(r *Reader) bool { return r.Has("wait") },
	}}}
	for text, want := range map[string]bool{"f": false, "f(wait=1s)": true} {
		if got, _, err := forms.Parse(text, time.Second); got != want || err != nil {
			t.Errorf("%s has a wait: %v, %v; want %v", text, got, err, want)
		}
	}
}

// A form that reads what its table lacks is a mistake of ours, not of a user.
func TestArgumentMustBeInTheTable(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); got != `spec: the form f has no argument "wait" in its table` {
			t.Errorf("have the panic %s", got)
		}
	}()
	Forms[bool]{All: []Form[bool]{{Name: "f", Read: func(r *Reader) bool { return r.Flag("wait") }}}}.Parse("f", 0)
}
