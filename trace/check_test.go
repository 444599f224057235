package trace

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// check returns what a Checker says about records, its Finish included.
func check(records []any) error {
	var c Checker
	if err := feed(&c, records...); err != nil {
		return err
	}
	return c.Finish()
}

func TestCheckerAcceptsAGoodRun(t *testing.T) {
	if err := check(goodRun()); err != nil {
		t.Error(err)
	}
	if err := check(append(goodRun(), goodRun()...)); err != nil {
		t.Errorf("the same run twice in one file: %v", err)
	}
	if err := check(nil); err != nil {
		t.Errorf("no run at all: %v", err)
	}
}

// changed returns the good run with one record changed.
func changed[T any](place int, change func(*T)) []any {
	records := goodRun()
	record := records[place].(T)
	change(&record)
	records[place] = record
	return records
}

// without returns the good run without some records.
func without(places ...int) []any {
	var records []any
	for i, record := range goodRun() {
		if !slices.Contains(places, i) {
			records = append(records, record)
		}
	}
	return records
}

// with returns the good run with one more record at a place.
func with(place int, record any) []any {
	return slices.Insert(goodRun(), place, record)
}

// broken is a run in which one thing is wrong, and what the Checker says.
type broken struct {
	rule    string
	records []any
	want    string
}

func (b broken) test(t *testing.T) {
	t.Run(b.rule, func(t *testing.T) {
		if err := check(b.records); err == nil {
			t.Errorf("the checker found nothing; want %s", b.want)
		} else if err.Error() != b.want {
			t.Errorf("got  %v\nwant %s", err, b.want)
		}
	})
}

func TestCheckerFindsARunThatCannotBe(t *testing.T) {
	for _, b := range []broken{
		{"a flow is named once", changed(theRun, func(r *Run) { r.Flows[1].Name = "web" }),
			`flow "web" is named twice`},
		{"no step is negative", changed(theRun, func(r *Run) { r.StepNS = -1 }),
			"want step_ns of at least 0 and horizon_ns of at least 1; have -1 and 100"},
		{"the horizon lies behind the start", changed(theRun, func(r *Run) { r.HorizonNS = 0 }),
			"want step_ns of at least 0 and horizon_ns of at least 1; have 10 and 0"},
		{"there is one limit", changed(theRun, func(r *Run) { r.Limits = append(r.Limits, r.Limits[0]) }),
			"want at most one limit; have 2"},
		{"the limit counts calls", changed(theRun, func(r *Run) { r.Limits[0].Unit = "tokens" }),
			`limit "calls": want unit calls and no negative number; have unit "tokens", limit 2 and window_ns 20`},
		{"the limit is not negative", changed(theRun, func(r *Run) { r.Limits[0].Limit = -1 }),
			`limit "calls": want unit calls and no negative number; have unit "calls", limit -1 and window_ns 20`},
		{"the window is not negative", changed(theRun, func(r *Run) { r.Limits[0].WindowNS = -1 }),
			`limit "calls": want unit calls and no negative number; have unit "calls", limit 2 and window_ns -1`},
		{"each request ends", without(slowUnfinished, lateGivenUp),
			"requests without an end: 2, among them batch slow"},
		{"each request ends before the next run", append(without(slowUnfinished), goodRun()...),
			"requests without an end: 1, among them batch slow"},
	} {
		b.test(t)
	}
}

func TestCheckerFindsAnInstantThatCannotBe(t *testing.T) {
	for _, b := range []broken{
		{"a request belongs to a run", without(theRun), "want a run record before this one"},
		{"an attempt belongs to a run", goodRun()[slowTimesOut:], "want a run record before this one"},
		{"an end belongs to a run", goodRun()[queryEnds:], "web request query ends, but has not arrived or has ended before"},
		{"an arrival does not go back", changed(luckyArrives, func(r *Request) { r.Arrival = 0 }),
			"time went back from 10 to 0 ns"},
		{"an attempt does not go back", changed(slowCutOff, func(a *Attempt) { a.At, a.Step = 20, 2 }),
			"time went back from 30 to 20 ns"},
		{"an end does not go back", changed(luckyEnds, func(e *End) { e.At = 10 }),
			"batch request lucky: time went back from 30 to 10 ns"},
		{"nothing arrives at the horizon", changed(lateArrives, func(r *Request) { r.Arrival = 100 }),
			"want an instant before the horizon of 100 ns; have 100"},
		{"nothing is given up at the horizon", changed(lateGivenUp, func(e *End) { e.At = 100 }),
			"web request late: want an instant before the horizon of 100 ns; have 100"},
		{"nothing happens after the horizon", append(goodRun(), Request{Flow: "web", ID: "more", Arrival: 90}),
			"time went back from 100 to 90 ns"},
		{"an arrival is at a whole step", changed(lateArrives, func(r *Request) { r.Arrival = 41 }),
			"want an instant at a whole number of steps of 10 ns; have 41"},
		{"an end is at a whole step", changed(lateGivenUp, func(e *End) { e.At = 61 }),
			"web request late: want an instant at a whole number of steps of 10 ns; have 61"},
		{"an unfinished request ends at the horizon", changed(slowUnfinished, func(e *End) { e.At = 90 }),
			"batch request slow: an unfinished request ends at the horizon, 100 ns; have 90"},
		{"the step is that of the instant", changed(slowCutOff, func(a *Attempt) { a.Step = 2 }),
			"batch request slow: want step 3 at 30 ns; have 2"},
		{"there are no steps in continuous time", changed(theRun, func(r *Run) { r.StepNS = 0 }),
			"batch request slow: want step 0 at 10 ns; have 1"},
	} {
		b.test(t)
	}
}

func TestCheckerFindsAnAttemptThatCannotBe(t *testing.T) {
	for _, b := range []broken{
		{"a request belongs to a flow of the run", changed(lateArrives, func(r *Request) { r.Flow = "chat" }),
			`the run has no flow "chat"`},
		{"a request arrives once", with(luckyArrives, Request{Flow: "batch", ID: "slow", Arrival: 30}),
			"batch request slow arrives twice"},
		{"a request arrives before it is sent", without(slowArrives),
			"batch request slow: it is sent, but has not arrived or has ended"},
		{"an attempt belongs to the request's flow", changed(slowRefused, func(a *Attempt) { a.Flow = "web" }),
			"web request slow: it is sent, but has not arrived or has ended"},
		{"a request is not sent after its end", with(queryEnds+1, Attempt{Flow: "web", Request: "query", Attempt: 1, Status: StatusTimeout, WindowFill: 2, WindowLimit: 2}),
			"web request query: it is sent, but has not arrived or has ended"},
		{"a request is not sent after its answer", with(queryEnds, Attempt{Flow: "web", Request: "query", Attempt: 1, Status: StatusRateLimit, WindowFill: 2, WindowLimit: 2}),
			"web request query: it is sent again after its answer"},
		{"no attempt is left out", without(slowRefused),
			"batch request hasty: 2 calls count in the window; the record says 3"},
		{"attempts are numbered from 0", changed(hastyRefused, func(a *Attempt) { a.Attempt = 1 }),
			"batch request hasty: want attempt 0; have 1"},
		{"attempts are numbered one by one", changed(slowCutOff, func(a *Attempt) { a.Attempt = 1 }),
			"batch request slow: want attempt 2; have 1"},
		{"no call is sent before it is ready", changed(slowRefused, func(a *Attempt) { a.Ready = 20 }),
			"batch request slow: want ready_ns between its last event at 0 ns and the call at 10 ns; have 20"},
		{"no call is ready before the last has failed", changed(slowCutOff, func(a *Attempt) { a.Ready = 5 }),
			"batch request slow: want ready_ns between its last event at 10 ns and the call at 30 ns; have 5"},
		{"the status is one of four", changed(slowTimesOut, func(a *Attempt) { a.Status = "time_out" }),
			`batch request slow: there is no status "time_out"`},
		{"no input is negative", changed(slowTimesOut, func(a *Attempt) { a.InputTokens = -5 }),
			"batch request slow: want no negative tokens; have -5 and 0"},
		{"no output is negative", changed(slowCutOff, func(a *Attempt) { a.OutputTokens = -1 }),
			"batch request slow: want no negative tokens; have 5 and -1"},
		{"a refused call costs nothing", changed(hastyRefused, func(a *Attempt) { a.InputTokens = 4 }),
			"batch request hasty: a refused call is charged 4 tokens"},
		{"a timeout costs no output", changed(slowTimesOut, func(a *Attempt) { a.OutputTokens = 1 }),
			"batch request slow: a call cut off before its output is charged 1 output tokens"},
		{"a refused call says nothing", changed(hastyRefused, func(a *Attempt) { a.Reply = "bills" }),
			`batch request hasty: a call with status rate_limit has a reply, "bills"`},
		{"a timeout says nothing", changed(slowTimesOut, func(a *Attempt) { a.Reply = "bi" }),
			`batch request slow: a call with status timeout has a reply, "bi"`},
	} {
		b.test(t)
	}
}

func TestCheckerFindsALimitThatWasNotKept(t *testing.T) {
	for _, b := range []broken{
		{"the fill is what was counted", changed(queryAnswered, func(a *Attempt) { a.WindowFill = 0 }),
			"web request query: 1 calls count in the window; the record says 0"},
		{"refused calls count if the limit says so", changed(theRun, func(r *Run) { r.Limits[0].CountRefused = false }),
			"batch request hasty: 2 calls count in the window; the record says 3"},
		{"a call counts until the window has passed", changed(theRun, func(r *Run) { r.Limits[0].WindowNS = 21 }),
			"batch request slow: 2 calls count in the window; the record says 0"},
		{"a call no longer counts when the window has passed", changed(theRun, func(r *Run) { r.Limits[0].WindowNS = 10 }),
			"batch request slow: 0 calls count in the window; the record says 2"},
		{"the window's size is the limit's", changed(slowCutOff, func(a *Attempt) { a.WindowLimit = 3 }),
			"batch request slow: the window holds 2 calls; the record says 3"},
		{"a call for which there is no room is refused", changed(hastyRefused, func(a *Attempt) { a.Status = StatusTimeout }),
			"batch request hasty: 3 of 2 calls count in the window, and its status is timeout"},
		{"a call for which there is room is not refused", changed(slowTimesOut, func(a *Attempt) { a.Status, a.InputTokens = StatusRateLimit, 0 }),
			"batch request slow: 0 of 2 calls count in the window, and its status is rate_limit"},
	} {
		b.test(t)
	}
}

// unlimited returns the first records of the good run as they are without a
// limit, the first attempt changed.
func unlimited(change func(*Attempt)) []any {
	records := changed(slowTimesOut, change)[:queryAnswered]
	run := records[theRun].(Run)
	run.Limits[0].WindowNS = 0
	records[theRun] = run
	for _, id := range []string{"web query", "batch slow"} {
		flow, request, _ := strings.Cut(id, " ")
		records = append(records, End{At: 100, Flow: flow, Request: request, Outcome: OutcomeUnfinished})
	}
	return records
}

func TestCheckerFindsALimitWhereThereIsNone(t *testing.T) {
	if err := check(unlimited(func(a *Attempt) { a.WindowLimit = 0 })); err != nil {
		t.Errorf("no limit at all: %v", err)
	}
	for _, b := range []broken{
		{"nothing is refused", unlimited(func(a *Attempt) { a.Status, a.InputTokens, a.WindowLimit = StatusRateLimit, 0, 0 }),
			"batch request slow: it is refused, but there is no limit"},
		{"nothing is counted", unlimited(func(a *Attempt) { a.WindowFill, a.WindowLimit = 1, 0 }),
			"batch request slow: 0 calls count in the window; the record says 1"},
		{"the window has no size", unlimited(func(a *Attempt) {}),
			"batch request slow: there is no limit; the record says 2"},
	} {
		b.test(t)
	}
}

func TestCheckerFindsAnEndThatCannotBe(t *testing.T) {
	for _, b := range []broken{
		{"a request ends once", with(hastyArrives, goodRun()[queryEnds]),
			"web request query ends, but has not arrived or has ended before"},
		{"the outcome is one of three", changed(lateGivenUp, func(e *End) { e.Outcome = "lost" }),
			`web request late: there is no outcome "lost"`},
		{"a request that completes was answered", changed(slowUnfinished, func(e *End) { e.Outcome, e.At = OutcomeCompleted, 90 }),
			"batch request slow: its outcome is completed, but its last attempt has status partial_output"},
		{"a request that completes was sent", changed(lateGivenUp, func(e *End) { e.Outcome, e.Why = OutcomeCompleted, "" }),
			"web request late: its outcome is completed, but it was never sent"},
		{"a request that was answered completes", changed(queryEnds, func(e *End) { e.Outcome, e.Why = OutcomeGivenUp, WhyPolicy }),
			"web request query: its outcome is given_up, but its last attempt has status ok"},
		{"a request without a topic is not graded", changed(queryEnds, func(e *End) { e.Correct = pointer(false) }),
			"web request query: its answer is graded, but it has no topic"},
		{"only an answer is correct", changed(hastyGivenUp, func(e *End) { e.Correct = pointer(true) }),
			"batch request hasty: its answer is correct, but it has none"},
		{"only what was given up has a reason", changed(luckyEnds, func(e *End) { e.Why = WhyPolicy }),
			`batch request lucky: it was not given up, but has a reason, "policy"`},
		{"what was given up has a reason", changed(lateGivenUp, func(e *End) { e.Why = "" }),
			`web request late: want why it was given up, policy, deadline or governor; have ""`},
		{"a policy is asked after an attempt", changed(lateGivenUp, func(e *End) { e.Why = WhyPolicy }),
			"web request late: the policy gave it up, but it was never sent"},
	} {
		b.test(t)
	}
}

func TestCheckerForgetsRequestsThatHaveEnded(t *testing.T) {
	run := goodRun()[theRun].(Run)
	run.HorizonNS = 1 << 40
	var c Checker
	if err := c.Run(run); err != nil {
		t.Fatal(err)
	}
	live, calls := 0, 0
	for i := range int64(50_000) {
		id := strconv.FormatInt(i, 10)
		at := i * run.StepNS
		err := feed(&c,
			Request{Flow: "web", ID: id, Arrival: at},
			Attempt{At: at, Ready: at, Step: i, Flow: "web", Request: id, Status: StatusOK, WindowFill: min(i, 1), WindowLimit: 2},
			End{At: at, Flow: "web", Request: id, Outcome: OutcomeCompleted})
		if err != nil {
			t.Fatal(err)
		}
		live, calls = max(live, len(c.live)), max(calls, cap(c.window.calls.entries))
	}
	if live > 0 || calls > 16 {
		t.Errorf("after each end it remembers %d requests, and room for %d calls; want 0 and at most 16", live, calls)
	}
}
