package scenario

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ratesim/policy"
	"ratesim/sim"
	"ratesim/trace"
)

// spoilable is an account in which all that a check knows happens.
const spoilable = `
version: 1
extends: account
name: spoilable
horizon: 70s
endpoint:
  refused: 503
  limits:
    requests: token-bucket(limit=60, window=60s, capacity=5)
    tokens: sliding-log(limit=20000, window=60s, of=tokens)
  faults:
    flaky: error(share=0.1, status=500, after=100ms)
    paid: error(share=0.05, status=503, after=100ms, billed=yes)
    cut: partial(share=0.3)
    lost: connection(share=0.05, worked=yes)
  latency: tokens(first=log-normal(median=400ms, sigma=0.5), per-token=2ms)
flows:
  chat: {arrivals: poisson(rate=30/m), cached: "uniform(from=1, to=90)", max_output: fixed(tokens=400), deadline: 60s}
  batch: {arrivals: "batches(size=12, every=30s)", fallbacks: [queue(after=15s), person]}
policies:
  none: null
  course: null
  some: exponential(base=500ms, attempts=3, retry=429+5xx+cut+connection)
`

// records is a run as it was recorded.
type records []any

func (r *records) Run(one trace.Run) error           { *r = append(*r, one); return nil }
func (r *records) Request(one trace.Request) error   { *r = append(*r, one); return nil }
func (r *records) Attempt(one trace.Attempt) error   { *r = append(*r, one); return nil }
func (r *records) Decision(one trace.Decision) error { *r = append(*r, one); return nil }
func (r *records) End(one trace.End) error           { *r = append(*r, one); return nil }

// check returns what a Checker says of the records.
func (r records) check() error {
	check := &trace.Checker{}
	for _, one := range r {
		var err error
		switch one := one.(type) {
		case trace.Run:
			err = check.Run(one)
		case trace.Request:
			err = check.Request(one)
		case trace.Attempt:
			err = check.Attempt(one)
		case trace.Decision:
			err = check.Decision(one)
		case trace.End:
			err = check.End(one)
		}
		if err != nil {
			return err
		}
	}
	return check.Finish()
}

// A spoiling makes something of a record that it cannot be: no record, or several;
// nil if the record is none that it spoils.
type spoiling struct {
	name  string
	spoil func(one any) []any
	want  string // of what the check says
}

// spoilAttempts spoils the attempts that it says.
func spoilAttempts(name string, those func(trace.Attempt) bool, spoil func(*trace.Attempt), want string) spoiling {
	return spoiling{name, func(one any) []any {
		a, is := one.(trace.Attempt)
		if !is || !those(a) || a.Heard >= int64(70e9) {
			return nil
		}
		spoil(&a)
		return []any{a}
	}, want}
}

// spoilDecisions spoils the decisions that it says, of which nothing stays if it returns
// nothing.
func spoilDecisions(name string, those func(trace.Decision) bool, spoil func(trace.Decision) []any, want string) spoiling {
	return spoiling{name, func(one any) []any {
		if d, is := one.(trace.Decision); is && those(d) {
			return append([]any{}, spoil(d)...)
		}
		return nil
	}, want}
}

// spoilEnds spoils the ends that it says.
func spoilEnds(name string, those func(trace.End) bool, spoil func(*trace.End), want string) spoiling {
	return spoiling{name, func(one any) []any {
		e, is := one.(trace.End)
		if !is || !those(e) {
			return nil
		}
		spoil(&e)
		return []any{e}
	}, want}
}

func hasStatus(of string) func(trace.Attempt) bool {
	return func(a trace.Attempt) bool { return a.Status == of }
}

func isRefused(a trace.Attempt) bool { return a.RefusedBy != "" }

var spoilings = []spoiling{
	spoilAttempts("an answer is charged ten times its prompt", hasStatus("ok"), func(a *trace.Attempt) { a.InputTokens *= 10 }, "want a charge of the prompt"),
	spoilAttempts("an answer is charged no prompt", hasStatus("ok"), func(a *trace.Attempt) { a.InputTokens, a.Cached = 0, 0 }, "want a charge of the prompt"),
	spoilAttempts("an answer's cached tokens are others", hasStatus("ok"), func(a *trace.Attempt) { a.Cached++ }, "cached"),
	spoilAttempts("an answer is longer than its bound", func(a trace.Attempt) bool { return a.Status == "ok" && a.MaxOutput > 0 },
		func(a *trace.Attempt) { a.OutputTokens = a.MaxOutput + 1 }, "of max_tokens; have"),
	spoilAttempts("a broken answer is charged what it was not", hasStatus("server_error"), func(a *trace.Attempt) { a.InputTokens, a.OutputTokens = 5000, 10 }, "want a charge of nothing or of the prompt"),
	spoilAttempts("an answer that broke off is charged no prompt", hasStatus("partial_output"), func(a *trace.Attempt) { a.InputTokens, a.Cached = 0, 0 }, "want a charge of the prompt"),
	spoilAttempts("a refused call is charged", isRefused, func(a *trace.Attempt) { a.InputTokens = a.Prompt }, "a refused call is charged"),
	spoilAttempts("a refused call has output", isRefused, func(a *trace.Attempt) { a.Produced = 7 }, "refused it, but it is charged"),
	spoilAttempts("an answer is heard before it is there", func(a trace.Attempt) bool { return a.Status == "ok" && a.Done > 0 },
		func(a *trace.Attempt) { a.Heard = a.Done - 1 }, "want heard_ns when the work has ended"),
	spoilAttempts("an answer is broken by its HTTP status", hasStatus("ok"), func(a *trace.Attempt) { a.HTTP = 500 }, "want http 200 of a call with status ok; have 500"),
	spoilAttempts("a refusal has the usual HTTP status", isRefused, func(a *trace.Attempt) { a.HTTP = 429 }, "want http 503 of a call with status rate_limit; have 429"),
	spoilAttempts("a refusal's wait is below 0", isRefused, func(a *trace.Attempt) { a.Wait = -a.Wait }, "want wait_ns of at least 1"),
	spoilAttempts("a refusal's wait is too short", isRefused, func(a *trace.Attempt) { a.Wait-- }, ""),
	spoilAttempts("a refusal's wait is too long", isRefused, func(a *trace.Attempt) { a.Wait++ }, "has room before the wait"),
	spoilAttempts("a refusal's wait never ends", func(a trace.Attempt) bool { return isRefused(a) && a.Wait < math.MaxInt64 }, func(a *trace.Attempt) { a.Wait = math.MaxInt64 }, "has room again"),
	spoilAttempts("another limit is said to have refused it", isRefused, func(a *trace.Attempt) {
		if a.RefusedBy = "tokens"; a.WindowLimit > 100 {
			a.RefusedBy = "requests"
		}
	}, ""),
	spoilAttempts("it is sent at another instant than was decided", func(a trace.Attempt) bool { return a.Attempt > 0 },
		func(a *trace.Attempt) { a.Ready-- }, "want ready_ns"),
	spoilDecisions("a decision is lost", func(d trace.Decision) bool { return d.Again && d.Turned == "" || d.Why == "attempts" }, func(trace.Decision) []any { return nil }, ""),
	spoilDecisions("a fallback is lost", func(d trace.Decision) bool { return d.Turned != "" }, func(trace.Decision) []any { return nil }, ""),
	spoilEnds("an unfinished request has turned to nothing", func(e trace.End) bool { return e.Outcome == trace.OutcomeUnfinished && e.Fallback != "" },
		func(e *trace.End) { e.Fallback = "" }, `want fallback "queue" at its end`),
	spoilEnds("a request has turned to what it has not", func(e trace.End) bool { return e.Fallback == "" },
		func(e *trace.End) { e.Fallback = trace.FallbackModel }, `want fallback "" at its end`),
	spoilEnds("somebody does what was not given up", func(e trace.End) bool { return e.Outcome != trace.OutcomeGivenUp },
		func(e *trace.End) { e.Fallback = trace.FallbackPerson }, `have "person"`),
	spoilDecisions("it is decided twice", anyDecision, func(d trace.Decision) []any { return []any{d, d} }, ""),
	spoilDecisions("it was to be sent again, and is not", func(d trace.Decision) bool { return !d.Again },
		func(d trace.Decision) []any { d.Again, d.Why = true, ""; return []any{d} }, ""),
	spoilDecisions("no reason is known", func(d trace.Decision) bool { return !d.Again },
		func(d trace.Decision) []any { d.Why = "mood"; return []any{d} }, `have "mood"`),
	spoilDecisions("no reason is given", func(d trace.Decision) bool { return !d.Again },
		func(d trace.Decision) []any { d.Why = ""; return []any{d} }, "want why there is no further attempt"),
	spoilDecisions("there is a reason for no other, and another", func(d trace.Decision) bool { return d.Again },
		func(d trace.Decision) []any { d.Why = "attempts"; return []any{d} }, "there is a further attempt"),
}

func anyDecision(trace.Decision) bool { return true }

// openModel returns an open scenario, ready to be run with the policy some, or none.
func openModel(t *testing.T, text string) (*Model, Case) {
	t.Helper()
	s, err := Read(Input{File: strings.NewReader(text), FileName: "open.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewOpenModel(s)
	if err != nil {
		t.Fatal(err)
	}
	name := "none"
	if slices.Contains(s.Policies.Names(), "some") {
		name = "some"
	}
	c, err := m.Case("", name)
	if err != nil {
		t.Fatal(err)
	}
	return m, c
}

// runInto records a run.
func runInto(t *testing.T, m *Model, c Case, to trace.Sink) {
	t.Helper()
	if err := to.Run(m.Header(c, 7)); err != nil {
		t.Fatal(err)
	}
	if _, err := sim.NewRunner(m.Config(c)).Run(7, to); err != nil {
		t.Fatal(err)
	}
}

// Each record of an open run, spoiled in each way, is found.
func TestACheckFindsWhatContradictsItself(t *testing.T) {
	m, c := openModel(t, spoilable)
	var whole records
	runInto(t, m, c, &whole)
	if err := whole.check(); err != nil {
		t.Fatal(err)
	}
	for _, s := range spoilings {
		t.Run(s.name, func(t *testing.T) { s.test(t, whole) })
	}
}

func (s spoiling) test(t *testing.T, whole records) {
	spoiled := 0
	for place, one := range whole {
		others := s.spoil(one)
		if others == nil {
			continue
		}
		spoiled++
		all := append(append(append(records{}, whole[:place]...), others...), whole[place+1:]...)
		if err := all.check(); err == nil || !strings.Contains(err.Error(), s.want) {
			t.Fatalf("record %d, %+v: the check says %v; want %q", place, one, err, s.want)
		}
	}
	if spoiled == 0 {
		t.Error("the run has no such record")
	}
}

// A reason that a policy gives is one that a check knows.
func TestEachReasonOfAPolicyIsKnown(t *testing.T) {
	for why := policy.Why(1); fmt.Sprint(why) != fmt.Sprint(int(why)); why++ {
		all := records{
			trace.Run{Version: 1, Open: true, Observed: trace.ObservedByClient, HorizonNS: 10, Flows: []trace.Flow{{Name: "a"}}},
			trace.Request{Flow: "a", ID: "1"},
			trace.Attempt{Flow: "a", Request: "1", Status: trace.StatusTimeout},
			trace.Decision{Flow: "a", Request: "1", Why: why.String()},
			trace.End{Flow: "a", Request: "1", Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy},
		}
		if err := all.check(); err != nil {
			t.Errorf("%v: %v", why, err)
		}
	}
}

// A hint is heeded by a wait of at least what was asked for, and cut by a shorter one.
func TestWhatBecameOfAHintIsChecked(t *testing.T) {
	for _, tt := range []struct {
		asked, wait int64
		heeded, cut bool
		right       bool
	}{
		{5, 5, true, false, true}, {5, 6, true, false, true}, {5, 4, true, false, false},
		{5, 4, false, true, true}, {5, 5, false, true, false}, {5, 4, true, true, false},
		{5, 4, false, false, true}, {5, 6, false, false, true}, {0, 3, false, false, true},
	} {
		all := records{
			trace.Run{Version: 1, Open: true, Observed: trace.ObservedByClient, HorizonNS: 100, Flows: []trace.Flow{{Name: "a"}}},
			trace.Request{Flow: "a", ID: "1"},
			trace.Attempt{Flow: "a", Request: "1", Status: trace.StatusTimeout},
			trace.Decision{Flow: "a", Request: "1", Again: true, Wait: tt.wait, Asked: tt.asked, Heeded: tt.heeded, Cut: tt.cut},
			trace.Attempt{At: tt.wait, Ready: tt.wait, Flow: "a", Request: "1", Attempt: 1, Status: trace.StatusOK},
			trace.End{At: tt.wait, Flow: "a", Request: "1", Outcome: trace.OutcomeCompleted},
		}
		if err := all.check(); (err == nil) != tt.right {
			t.Errorf("%+v: the check says %v", tt, err)
		}
	}
}
