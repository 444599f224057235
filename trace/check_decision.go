package trace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A choice is what a client has made of the failure of a request's last attempt.
type choice struct {
	made bool   // of that attempt
	last bool   // and it makes no further one
	by   string // why not
	next int64  // the instant from when on it makes another
}

// decides reports that a run records what is made of each failure.
func (c *Checker) decides() bool { return c.run.Open && c.run.Observed != ObservedByServer }

// Decision checks what a client made of a failed attempt.
func (c *Checker) Decision(d Decision) error {
	if err := c.moment(d.At); err != nil {
		return err
	}
	request := c.live[key{d.Flow, d.Request}]
	if request == nil {
		return fmt.Errorf("%s request %s is decided about, but has not arrived or has ended", d.Flow, d.Request)
	}
	if err := c.deciding(d, request); err != nil {
		return fmt.Errorf("%s request %s: %w", d.Flow, d.Request, err)
	}
	request.turned = cmp.Or(d.Turned, request.turned)
	request.choice = choice{made: true, last: !d.Again, by: d.Why, next: c.after(d.At, d.Wait)}
	return nil
}

func (c *Checker) deciding(d Decision, request *life) error {
	before := request.choice
	switch {
	case request.attempts-1 != d.Attempt || request.answered() || request.since > d.At:
		return fmt.Errorf("want a decision about its failed attempt %d once it was heard of; have one about attempt %d", request.attempts-1, d.Attempt)
	case d.Wait < 0 || d.Lost < 0 || d.Own < 0 || d.Asked < 0:
		return fmt.Errorf("want no negative wait_ns, own_ns, asked_ns and lost_tokens; have %d, %d, %d and %d", d.Wait, d.Own, d.Asked, d.Lost)
	case !slices.Contains([]string{"", FallbackQueue, FallbackModel}, d.Turned):
		return fmt.Errorf("want fallback %s or %s; have %q", FallbackQueue, FallbackModel, d.Turned)
	case d.Turned == "" && before.made:
		return fmt.Errorf("it is decided about attempt %d twice", d.Attempt)
	case d.Turned != "" && (!before.made || !before.last || before.by == WhyGovernor):
		return fmt.Errorf("it turns to the fallback %s before its policy has made no further attempt", d.Turned)
	case d.Again && d.Why != "":
		return fmt.Errorf("there is a further attempt, and why there is none: %q", d.Why)
	case !d.Again && !isWhy(d.Why):
		return fmt.Errorf("want why there is no further attempt, one of %q; have %q", whys, d.Why)
	case d.Again && (d.Heeded || d.Cut) && (d.Heeded == d.Cut || d.Cut != (d.Wait < d.Asked)):
		return fmt.Errorf("want heeded of a wait of at least asked_ns, or cut of a shorter one; have heeded %v and cut %v of %d and %d", d.Heeded, d.Cut, d.Wait, d.Asked)
	case d.Passed < 0 || d.Passed > 0 && d.Turned == "":
		return fmt.Errorf("want passed_over of a fallback that it turns to; have %d", d.Passed)
	case !d.Again && d.Turned != "":
		return fmt.Errorf("it turns to the fallback %s, and makes no further attempt", d.Turned)
	}
	return nil
}

// whys are the reasons for which there is no further attempt. A policy written
// elsewhere may number its own.
var whys = []string{"attempts", "total", "budget", "hint", "bad-hint", "order", "failure", "unsafe", WhyPolicy, WhyGovernor}

func isWhy(word string) bool {
	_, err := strconv.ParseUint(word, 10, 8)
	return err == nil || slices.Contains(whys, word)
}

// after returns when a request is ready again that waits from an instant on: in
// steps if there are steps, in the next one at the soonest.
func (c *Checker) after(at, wait int64) int64 {
	step := c.run.StepNS
	if wait > math.MaxInt64-at-step {
		return math.MaxInt64
	}
	next := max(at+wait, at+step)
	if step > 0 && next%step > 0 {
		next += step - next%step
	}
	return next
}

// resend checks that a request which is sent once more was to be sent once more,
// and at that instant.
func (c *Checker) resend(a Attempt, request *life) error {
	before := request.choice
	switch {
	case !c.decides() || request.attempts == 0 || request.answered():
		return nil
	case !before.made:
		return fmt.Errorf("it is sent again, but nobody has decided about its attempt %d", request.attempts-1)
	case before.last:
		return fmt.Errorf("it is sent again, but there was to be no further attempt (%s)", before.by)
	case a.Ready != before.next:
		return fmt.Errorf("want ready_ns when its wait has ended, at %d ns; have %d", before.next, a.Ready)
	}
	return nil
}

// closing checks that the end of a request is what was decided about its last
// attempt.
func (c *Checker) closing(e End, request *life) error {
	before := request.choice
	failed := request.attempts > 0 && !request.answered()
	switch {
	case !c.decides() || !failed || e.Outcome == OutcomeCompleted:
		return nil
	case e.Outcome == OutcomeUnfinished && before.made && before.last && !c.mayRest(before):
		return fmt.Errorf("it is unfinished, but there was to be no further attempt (%s)", before.by)
	case e.Outcome == OutcomeUnfinished && !before.made && request.since < e.At:
		return fmt.Errorf("it is unfinished, but nobody has decided about its attempt %d", request.attempts-1)
	case e.Why == WhyPolicy && !before.made && c.run.Observed == "":
		return errors.New("the policy gave it up, but nobody has decided about its last attempt")
	case e.Why == WhyPolicy && before.made && !before.last:
		return errors.New("the policy gave it up, but there was to be a further attempt")
	case e.Why == WhyPolicy && before.by == WhyGovernor:
		return errors.New("the policy gave it up, but a governor allowed no further attempt")
	case e.Why == WhyGovernor && !before.made:
		return errors.New("a governor gave it up, but nobody has decided about its last attempt")
	case e.Why == WhyGovernor && before.last && before.by != WhyGovernor:
		return fmt.Errorf("a governor gave it up, but the policy makes no further attempt (%s)", before.by)
	}
	return nil
}

// fallback checks that the last fallback of a request is the last one that was decided,
// or a person, to whom it goes when its policy has given it up.
func (c *Checker) fallback(e End, request *life) error {
	isLast := e.Fallback == FallbackPerson && e.Outcome == OutcomeGivenUp && e.Why == WhyPolicy
	if !c.decides() || isLast || e.Fallback == request.turned {
		return nil
	}
	return fmt.Errorf("want fallback %q at its end, the last one that was decided; have %q", request.turned, e.Fallback)
}

// mayRest reports that a request may still wait, though its policy makes no further
// attempt: a client that sleeps after its last one does, and so does a client whose
// caller has yet to be told.
func (c *Checker) mayRest(before choice) bool { return before.by != WhyGovernor }
