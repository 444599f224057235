package report

import (
	"strings"
	"testing"

	"ratesim/trace"
)

// lessonCalls returns as many calls as the lesson's program makes with an empty
// window, and as many tokens in each class.
func lessonCalls() []trace.Attempt {
	var calls []trace.Attempt
	for _, class := range []struct {
		status        string
		count, tokens int64
	}{
		{trace.StatusPartialOutput, 14, 655},
		{trace.StatusOK, 137, 6523},
		{trace.StatusTimeout, 9, 436},
	} {
		for i := range class.count {
			calls = append(calls, trace.Attempt{Status: class.status, InputTokens: 40})
			if i == class.count-1 {
				calls[len(calls)-1].OutputTokens = class.tokens - 40*class.count
			}
		}
	}
	return calls
}

func TestClassesAreTheLessons(t *testing.T) {
	want := Golden{Name: "lesson", Want: []byte("" +
		"class          count    tokens  outcome\n" +
		"ok               137      6523  usable\n" +
		"timeout            9       436  discarded\n" +
		"partial_output    14       655  discarded\n" +
		"total tokens 7614, wasted tokens 1091, wasted share 0.1433\n")}
	if diff := want.Diff([]byte(tableText(t, classesOf(lessonCalls()), Layout{}))); diff != "" {
		t.Error(diff)
	}
}

func TestClassesHaveTheirTotalsInJSON(t *testing.T) {
	got := string(encoded(t, classesOf(lessonCalls()), FormatJSON))
	for _, want := range []string{
		`"class": "partial_output",`, `"tokens": 7614,`, `"wasted_tokens": 1091,`, `"wasted_share": 0.1432886787`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("have %s; want %s in it", got, want)
		}
	}
}

func TestNoCallsWasteNoShare(t *testing.T) {
	classes := classesOf(nil)
	if classes.WastedShare != nil {
		t.Errorf("wasted share is %v; want none", *classes.WastedShare)
	}
	text := tableText(t, classes, Layout{})
	if want := "wasted share –\n"; !strings.HasSuffix(text, want) {
		t.Errorf("have %s; want %s at the end", text, want)
	}
}

func TestRefusedCallsAreAClassOfTheirOwn(t *testing.T) {
	classes := classesOf([]trace.Attempt{{Status: trace.StatusRateLimit}, {Status: trace.StatusRateLimit}})
	if want := (Class{Name: "rate_limit", Count: 2, Outcome: Discarded}); len(classes.Rows) != 4 || classes.Rows[3] != want {
		t.Errorf("have %+v; want %+v as the fourth", classes.Rows, want)
	}
}

func TestCallsAreShownOneBelowTheOther(t *testing.T) {
	calls := Calls{Rows: []Call{
		NewCall("single call", trace.Attempt{Status: trace.StatusOK, InputTokens: 44, OutputTokens: 2, Reply: "kesinti"}),
		NewCall("full window", trace.Attempt{Status: trace.StatusRateLimit}),
	}}
	want := Golden{Name: "want", Want: []byte("" +
		"call         status      input  output  reply\n" +
		"single call  ok             44       2  kesinti\n" +
		"full window  rate_limit      0       0\n")}
	if diff := want.Diff([]byte(tableText(t, calls, Layout{}))); diff != "" {
		t.Error(diff)
	}
	wantCSV := "call,status,input_tokens,output_tokens,reply\nsingle call,ok,44,2,kesinti\nfull window,rate_limit,0,0,\n"
	if got := string(encoded(t, calls, FormatCSV)); got != wantCSV {
		t.Errorf("have %s; want %s", got, wantCSV)
	}
}

// classesOf counts calls.
func classesOf(calls []trace.Attempt) Classes {
	classes := NewClasses()
	for _, call := range calls {
		classes.Add(call)
	}
	return *classes
}
