package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Checker proves a trace: time does not go back, each request ends once, each
// attempt belongs to a request that is under way, and each limit admitted and
// refused what its rule says, and for as long, re-derived from the records. So
// nothing is lost: in each flow, requests = completed + given up + unfinished, and
// calls answered in full = requests completed.
//
// In an open run each failure is decided about once, and what follows is what was
// decided: another attempt at that instant, or none. There an attempt is charged
// its prompt or nothing, an answer of max_tokens at most, and has the HTTP status of
// what became of it. Of a Run that was Observed by one side alone only what that
// side knows is checked.
//
// It is a Sink whose methods return what is wrong; Finish must be called at the
// end. It remembers requests that have not ended and no others, so its memory
// does not grow with the length of a trace, and it does not notice when an id
// that has ended arrives anew. The zero value is ready for use.
type Checker struct {
	run    Run
	open   bool  // a run is being checked
	now    int64 // of the last record
	live   map[key]*life
	window window  // of the records of steps
	rules  rulings // of an open run
}

type key struct{ flow, request string }

// A life is a request that has not ended.
type life struct {
	call     int // the last one of those in sequence
	calls    int // that it makes in sequence
	attempts int
	status   string // of the last attempt
	since    int64  // when its last attempt was heard of, or its arrival
	topical  bool   // it has a topic
	choice   choice // what was made of its last attempt
	turned   string // the last fallback that was turned to; "" for none
}

// answered reports that the request was answered in full.
func (l *life) answered() bool { return l.status == StatusOK }

// Run checks the end of one run and begins the next.
func (c *Checker) Run(r Run) error {
	if err := c.Finish(); err != nil {
		return err
	}
	c.run, c.open, c.now = r, true, 0
	c.live, c.window, c.rules = map[key]*life{}, window{}, nil
	for i, f := range r.Flows {
		if slices.ContainsFunc(r.Flows[:i], func(o Flow) bool { return o.Name == f.Name }) {
			return fmt.Errorf("flow %q is named twice", f.Name)
		}
	}
	if r.StepNS < 0 || r.HorizonNS <= 0 {
		return fmt.Errorf("want step_ns of at least 0 and horizon_ns of at least 1; have %d and %d", r.StepNS, r.HorizonNS)
	}
	if len(r.Limits) > 1 && !r.Open {
		return fmt.Errorf("want at most one limit; have %d", len(r.Limits))
	}
	for _, l := range r.Limits {
		if l.Spec == "" && l.Unit != "calls" || l.WindowNS < 0 || l.Limit < 0 {
			return fmt.Errorf("limit %q: want unit calls and no negative number; have unit %q, limit %d and window_ns %d", l.Name, l.Unit, l.Limit, l.WindowNS)
		}
		if l.WindowNS > 0 && l.Spec == "" {
			c.window.limit = l
		}
	}
	if c.steps() {
		return nil
	}
	var err error
	c.rules, err = newRulings(r.Limits)
	return err
}

// Made checks that the last run is over: none goes on after it.
func (c *Checker) Made(Made) error {
	if err := c.Finish(); err != nil {
		return fmt.Errorf("a made record stands within a run: %w", err)
	}
	return nil
}

// Finish checks that the last run lost nothing.
func (c *Checker) Finish() error {
	if !c.open {
		return nil
	}
	c.open = false
	if len(c.live) == 0 {
		return nil
	}
	lost := make([]string, 0, len(c.live))
	for k := range c.live {
		lost = append(lost, k.flow+" "+k.request)
	}
	return fmt.Errorf("requests without an end: %d, among them %s", len(lost), onOneLine(slices.Min(lost)))
}

// moment checks that time does not go back and stays below the horizon, and that
// it goes in whole steps if there are steps.
func (c *Checker) moment(at int64) error {
	switch {
	case !c.open:
		return errors.New("want a run record before this one")
	case at < c.now:
		return fmt.Errorf("time went back from %d to %d ns", c.now, at)
	case at >= c.run.HorizonNS:
		return fmt.Errorf("want an instant before the horizon of %d ns; have %d", c.run.HorizonNS, at)
	case c.run.StepNS > 0 && at%c.run.StepNS != 0:
		return fmt.Errorf("want an instant at a whole number of steps of %d ns; have %d", c.run.StepNS, at)
	}
	c.now = at
	return nil
}

// step returns the step of an instant, 0 in continuous time.
func (c *Checker) step(at int64) int64 {
	if c.run.StepNS == 0 {
		return 0
	}
	return at / c.run.StepNS
}

// Request checks an arrival.
func (c *Checker) Request(r Request) error {
	if err := c.moment(r.Arrival); err != nil {
		return err
	}
	flow := slices.IndexFunc(c.run.Flows, func(f Flow) bool { return f.Name == r.Flow })
	if flow < 0 {
		return fmt.Errorf("the run has no flow %q", r.Flow)
	}
	k := key{r.Flow, r.ID}
	if c.live[k] != nil {
		return fmt.Errorf("%s request %s arrives twice", r.Flow, r.ID)
	}
	c.live[k] = &life{calls: cmp.Or(r.Calls, c.run.Flows[flow].Calls), topical: r.Topic != nil, since: r.Arrival}
	return nil
}

// Attempt checks one sending of a request.
func (c *Checker) Attempt(a Attempt) error {
	if err := c.moment(a.reached()); err != nil {
		return err
	}
	if err := c.sending(a); err != nil {
		return fmt.Errorf("%s request %s: %w", a.Flow, a.Request, err)
	}
	return nil
}

func (c *Checker) sending(a Attempt) error {
	request := c.live[key{a.Flow, a.Request}]
	switch {
	case request == nil:
		return errors.New("it is sent, but has not arrived or has ended")
	case request.answered() && a.Call != request.call+1:
		return errors.New("it is sent again after its answer")
	case a.Attempt != request.attempts:
		return fmt.Errorf("want attempt %d; have %d", request.attempts, a.Attempt)
	case a.Ready < request.since || a.Ready > a.At:
		return fmt.Errorf("want ready_ns between its last event at %d ns and the call at %d ns; have %d", request.since, a.At, a.Ready)
	case a.Step != c.step(a.At):
		return fmt.Errorf("want step %d at %d ns; have %d", c.step(a.At), a.At, a.Step)
	case a.Held < 0 || a.Held > a.At-a.Ready:
		return fmt.Errorf("want held_ns of at most the %d ns since it was ready; have %d", a.At-a.Ready, a.Held)
	}
	if err := cmp.Or(c.charge(a), c.resend(a, request)); err != nil {
		return err
	}
	request.attempts++
	request.choice = choice{}
	request.status, request.call, request.since = a.Status, a.Call, max(a.reached(), a.Heard)
	switch {
	case c.steps():
		return c.window.check(a)
	case c.rules == nil:
		return nil
	}
	if err := c.rules.check(a); err != nil || c.run.Observed != "" {
		return err
	}
	return c.rules.checkWait(a)
}

// steps reports that the limit of the run is the window of the records of steps.
func (c *Checker) steps() bool {
	return !c.run.Open && (len(c.run.Limits) == 0 || c.run.Limits[0].Spec == "")
}

// charge checks that an attempt paid for what it got, and got it in order.
func (c *Checker) charge(a Attempt) error {
	refused, timeout := a.Status == StatusRateLimit, a.Status == StatusTimeout
	switch {
	case !isStatus(a.Status):
		return fmt.Errorf("there is no status %q", a.Status)
	case a.InputTokens < 0 || a.OutputTokens < 0:
		return fmt.Errorf("want no negative tokens; have %d and %d", a.InputTokens, a.OutputTokens)
	case refused && a.InputTokens+a.OutputTokens > 0:
		return fmt.Errorf("a refused call is charged %d tokens", a.InputTokens+a.OutputTokens)
	case timeout && a.OutputTokens > 0 && c.steps():
		return fmt.Errorf("a call cut off before its output is charged %d output tokens", a.OutputTokens)
	case (refused || timeout) && a.Reply != "":
		return fmt.Errorf("a call with status %s has a reply, %q", a.Status, a.Reply)
	case a.Cached < 0 || a.Cached > a.InputTokens:
		return fmt.Errorf("want cached_tokens of at most the %d of the input; have %d", a.InputTokens, a.Cached)
	case a.Reached != 0 && a.Reached < a.At, a.Heard != 0 && a.Heard < a.reached(), a.First != 0 && a.First < a.reached(), a.Done != 0 && a.Done < a.First:
		return fmt.Errorf("want at_ns, reached_ns, first_ns and done_ns in order, and heard_ns not before reached_ns; have %d, %d, %d, %d and %d", a.At, a.Reached, a.First, a.Done, a.Heard)
	case c.derives():
		return c.bill(a)
	}
	return nil
}

func isStatus(text string) bool {
	return slices.Contains([]string{
		StatusOK, StatusRateLimit, StatusTimeout, StatusPartialOutput, StatusServerError,
		StatusOverloaded, StatusConnection, StatusRejected, StatusExhausted,
	}, text)
}

// End checks what became of a request.
func (c *Checker) End(e End) error {
	k := key{e.Flow, e.Request}
	request := c.live[k]
	if request == nil {
		return fmt.Errorf("%s request %s ends, but has not arrived or has ended before", e.Flow, e.Request)
	}
	if err := cmp.Or(c.closing(e, request), c.fallback(e, request), c.ending(e, request)); err != nil {
		return fmt.Errorf("%s request %s: %w", e.Flow, e.Request, err)
	}
	delete(c.live, k)
	return nil
}

func (c *Checker) ending(e End, request *life) error {
	switch e.Outcome {
	case OutcomeCompleted, OutcomeGivenUp, OutcomeUnfinished:
	default:
		return fmt.Errorf("there is no outcome %q", e.Outcome)
	}
	switch {
	case !request.mayEnd(e):
		return fmt.Errorf("its outcome is %s, but %s", e.Outcome, request.last())
	case e.Correct != nil && !request.topical:
		return errors.New("its answer is graded, but it has no topic")
	case e.Correct != nil && *e.Correct && !request.answered():
		return errors.New("its answer is correct, but it has none")
	case e.Outcome != OutcomeGivenUp && e.Why != "":
		return fmt.Errorf("it was not given up, but has a reason, %q", e.Why)
	case e.Outcome == OutcomeGivenUp && e.Why != WhyPolicy && e.Why != WhyDeadline && e.Why != WhyGovernor:
		return fmt.Errorf("want why it was given up, %s, %s or %s; have %q", WhyPolicy, WhyDeadline, WhyGovernor, e.Why)
	case e.Why == WhyPolicy && request.attempts == 0:
		return fmt.Errorf("the policy gave it up, but %s", request.last())
	case e.Outcome == OutcomeCompleted && request.since > e.At && e.At >= c.now:
		return fmt.Errorf("want its end when its answer is heard of at %d ns or later; have %d", request.since, e.At)
	case e.Outcome != OutcomeUnfinished:
		return c.moment(e.At)
	case e.At != c.run.HorizonNS:
		return fmt.Errorf("an unfinished request ends at the horizon, %d ns; have %d", c.run.HorizonNS, e.At)
	}
	c.now = e.At
	return nil
}

// mayEnd reports that what became of the last attempt, if the client has heard of
// it, fits the end. A request of several calls may end between two of them.
func (l *life) mayEnd(e End) bool {
	whole := l.call+1 >= l.calls
	switch e.Outcome {
	case OutcomeCompleted:
		return l.answered() && whole
	case OutcomeUnfinished:
		return !l.answered() || !whole || l.since > 0 && l.since >= e.At
	}
	return !l.answered() || !whole
}

// last says what became of the last attempt.
func (l *life) last() string {
	if l.attempts == 0 {
		return "it was never sent"
	}
	return fmt.Sprintf("its last attempt has status %s", l.status)
}
