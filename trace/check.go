package trace

import (
	"fmt"
	"slices"
)

// A Checker proves a trace: time does not go back, each request ends once, each
// attempt belongs to a request that is under way, and each limit admitted and
// refused what its rule says, re-derived from the records. It is a Sink whose
// methods return what is wrong; Finish must be called at the end.
//
// It remembers requests that have not ended, so its memory does not grow with
// the length of a trace. The zero value is ready for use.
type Checker struct {
	run    Run
	open   bool
	now    int64
	live   map[key]*life
	totals map[string]*total
	window []counted // what counts in the limit's window, oldest first
}

type key struct{ flow, request string }

// A life is a request that has not ended.
type life struct {
	attempts int
	last     Attempt
}

// A total is what happened to a flow's requests.
type total struct {
	arrived, completed, givenUp, unfinished int64
	answered                                int64 // calls with status ok
}

// counted is one call in a window.
type counted struct {
	at    int64
	units int64
}

// Run checks the end of one run and begins the next.
func (c *Checker) Run(r Run) error {
	if err := c.Finish(); err != nil {
		return err
	}
	c.run, c.open, c.now = r, true, 0
	c.live, c.totals, c.window = map[key]*life{}, map[string]*total{}, nil
	for _, f := range r.Flows {
		if c.totals[f.Name] != nil {
			return fmt.Errorf("flow %q is named twice", f.Name)
		}
		c.totals[f.Name] = &total{}
	}
	switch {
	case r.StepNS < 0 || r.HorizonNS <= 0:
		return fmt.Errorf("want step_ns of at least 0 and horizon_ns of at least 1; have %d and %d", r.StepNS, r.HorizonNS)
	case len(r.Limits) > 1:
		return fmt.Errorf("want at most one limit; have %d", len(r.Limits))
	}
	for _, l := range r.Limits {
		if l.Unit != "calls" || l.WindowNS < 0 || l.Limit < 0 {
			return fmt.Errorf("limit %q: want unit calls and no negative number", l.Name)
		}
	}
	return nil
}

// Finish checks that the last run lost nothing.
func (c *Checker) Finish() error {
	if !c.open {
		return nil
	}
	c.open = false
	if len(c.live) > 0 {
		lost := make([]string, 0, len(c.live))
		for k := range c.live {
			lost = append(lost, k.flow+" "+k.request)
		}
		slices.Sort(lost)
		return fmt.Errorf("%d requests have no end, among them %s", len(lost), lost[0])
	}
	for _, f := range c.run.Flows {
		t := c.totals[f.Name]
		if t.arrived != t.completed+t.givenUp+t.unfinished {
			return fmt.Errorf("flow %s: %d requests, but %d completed, %d given up and %d unfinished", f.Name, t.arrived, t.completed, t.givenUp, t.unfinished)
		}
		if t.answered != t.completed {
			return fmt.Errorf("flow %s: %d calls were answered in full, but %d requests completed", f.Name, t.answered, t.completed)
		}
	}
	return nil
}

// moment checks that time does not go back and stays below the horizon.
func (c *Checker) moment(at int64) error {
	if at < c.now {
		return fmt.Errorf("time went back from %d to %d ns", c.now, at)
	}
	if at >= c.run.HorizonNS {
		return fmt.Errorf("want an instant before the horizon of %d ns; have %d", c.run.HorizonNS, at)
	}
	c.now = at
	return nil
}

// Request checks an arrival.
func (c *Checker) Request(r Request) error {
	if err := c.moment(r.Arrival); err != nil {
		return err
	}
	total := c.totals[r.Flow]
	if total == nil {
		return fmt.Errorf("the run has no flow %q", r.Flow)
	}
	k := key{r.Flow, r.ID}
	if c.live[k] != nil {
		return fmt.Errorf("%s request %s arrives twice", r.Flow, r.ID)
	}
	c.live[k] = &life{}
	total.arrived++
	return nil
}

// Attempt checks one sending of a request.
func (c *Checker) Attempt(a Attempt) error {
	if err := c.moment(a.At); err != nil {
		return err
	}
	request := c.live[key{a.Flow, a.Request}]
	switch {
	case request == nil:
		return fmt.Errorf("%s request %s is sent, but has not arrived or has ended", a.Flow, a.Request)
	case request.attempts > 0 && request.last.Status == StatusOK:
		return fmt.Errorf("%s request %s is sent again after its answer", a.Flow, a.Request)
	case a.Attempt != request.attempts:
		return fmt.Errorf("%s request %s: want attempt %d; have %d", a.Flow, a.Request, request.attempts, a.Attempt)
	case c.run.StepNS > 0 && a.Step*c.run.StepNS != a.At:
		return fmt.Errorf("%s request %s: step %d is not at %d ns", a.Flow, a.Request, a.Step, a.At)
	}
	if err := charge(a); err != nil {
		return err
	}
	if err := c.limit(a); err != nil {
		return err
	}
	request.attempts++
	request.last = a
	if a.Status == StatusOK {
		c.totals[a.Flow].answered++
	}
	return nil
}

// charge checks that an attempt paid for what it got.
func charge(a Attempt) error {
	if a.InputTokens < 0 || a.OutputTokens < 0 {
		return fmt.Errorf("%s request %s: want no negative tokens; have %d and %d", a.Flow, a.Request, a.InputTokens, a.OutputTokens)
	}
	switch {
	case a.Status == StatusRateLimit && a.InputTokens+a.OutputTokens > 0:
		return fmt.Errorf("%s request %s: a refused call is charged", a.Flow, a.Request)
	case a.Status == StatusTimeout && a.OutputTokens > 0:
		return fmt.Errorf("%s request %s: a call cut off before its output is charged output", a.Flow, a.Request)
	case (a.Status == StatusRateLimit || a.Status == StatusTimeout) && a.Reply != "":
		return fmt.Errorf("%s request %s: a call with status %s has a reply", a.Flow, a.Request, a.Status)
	case !slices.Contains([]string{StatusOK, StatusRateLimit, StatusTimeout, StatusPartialOutput}, a.Status):
		return fmt.Errorf("%s request %s: there is no status %q", a.Flow, a.Request, a.Status)
	}
	return nil
}

// limit re-derives whether the call had to be refused.
func (c *Checker) limit(a Attempt) error {
	refused := a.Status == StatusRateLimit
	if len(c.run.Limits) == 0 || c.run.Limits[0].WindowNS == 0 {
		if refused {
			return fmt.Errorf("%s request %s is refused, but there is no limit", a.Flow, a.Request)
		}
		return nil
	}
	limit := c.run.Limits[0]
	for len(c.window) > 0 && c.window[0].at+limit.WindowNS <= a.At {
		c.window = c.window[1:]
	}
	fill := int64(0)
	for _, w := range c.window {
		fill += w.units
	}
	if fill != a.WindowFill {
		return fmt.Errorf("%s request %s: %d calls count in the window; the record says %d", a.Flow, a.Request, fill, a.WindowFill)
	}
	if must := fill+1 > limit.Limit; must != refused {
		return fmt.Errorf("%s request %s: %d of %d calls count in the window, and its status is %s", a.Flow, a.Request, fill, limit.Limit, a.Status)
	}
	if !refused || limit.CountRefused {
		c.enter(a.At)
	}
	return nil
}

// enter counts one call in the window; calls of one instant are kept together.
func (c *Checker) enter(at int64) {
	if n := len(c.window); n > 0 && c.window[n-1].at == at {
		c.window[n-1].units++
		return
	}
	c.window = append(c.window, counted{at: at, units: 1})
}

// End checks what became of a request.
func (c *Checker) End(e End) error {
	k := key{e.Flow, e.Request}
	request := c.live[k]
	if request == nil {
		return fmt.Errorf("%s request %s ends, but has not arrived or has ended before", e.Flow, e.Request)
	}
	if err := c.ending(e, request); err != nil {
		return fmt.Errorf("%s request %s: %w", e.Flow, e.Request, err)
	}
	delete(c.live, k)
	switch total := c.totals[e.Flow]; e.Outcome {
	case OutcomeCompleted:
		total.completed++
	case OutcomeGivenUp:
		total.givenUp++
	default:
		total.unfinished++
	}
	return nil
}

func (c *Checker) ending(e End, request *life) error {
	answered := request.attempts > 0 && request.last.Status == StatusOK
	if answered != (e.Outcome == OutcomeCompleted) {
		return fmt.Errorf("its outcome is %q, but its last attempt has status %q", e.Outcome, request.last.Status)
	}
	if e.Correct != nil && *e.Correct && !answered {
		return fmt.Errorf("its answer is correct, but it has none")
	}
	if e.Outcome != OutcomeGivenUp && e.Why != "" {
		return fmt.Errorf("it was not given up, but has a reason, %q", e.Why)
	}
	switch e.Outcome {
	case OutcomeCompleted:
		return c.moment(e.At)
	case OutcomeGivenUp:
		if e.Why != WhyPolicy && e.Why != WhyDeadline {
			return fmt.Errorf("want why it was given up, %s or %s; have %q", WhyPolicy, WhyDeadline, e.Why)
		}
		return c.moment(e.At)
	case OutcomeUnfinished:
		if e.At != c.run.HorizonNS {
			return fmt.Errorf("an unfinished request ends at the horizon, %d ns; have %d", c.run.HorizonNS, e.At)
		}
		return nil
	}
	return fmt.Errorf("there is no outcome %q", e.Outcome)
}
