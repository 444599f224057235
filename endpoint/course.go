package endpoint

import (
	"cmp"
	"time"
)

// A course is one call on its way through a provider.
type course struct {
	call     Call          // as limits see it: at first as it would be, in the end as it has become
	admitted bool          // by the limits, which are to count it
	refusal  *Refusal      // nil if no limit refused it
	effect   Effect        // by which it fails; the zero Effect if it does not
	slow     Effect        // by which it was slowed down
	begins   time.Duration // when work on it begins
	heard    time.Duration // when its client hears of it
	hungUp   bool          // its client has not waited for that
	worked   bool          // the work is done to its end
}

// meets takes in what a fault does to the call, and returns whether it fails.
func (c *course) meets(e Effect) (fails bool) {
	switch {
	case e.Status == OK:
		c.slow = Effect{Factor: millionths(e.Factor.ofUnits(int64(c.slow.Factor))), Add: e.slow(c.slow.Add)}
		return false
	case e.Token > 0 && e.Token >= c.call.Output:
		return false
	}
	c.effect = e
	return true
}

// refuse lets the call fail because a limit has no room for it.
func (c *course) refuse(r Refusal, refused, neverFits int) {
	c.refusal = &r
	c.effect = Effect{Status: RateLimit, HTTP: cmp.Or(refused, httpTooMany)}
	if r.Never {
		c.effect = Effect{Status: Rejected, HTTP: cmp.Or(neverFits, httpBadRequest)}
	}
}

// limit returns the name of the limit that refused the call, "" for none.
func (c *course) limit() string {
	if c.refusal == nil {
		return ""
	}
	return c.refusal.By
}

// turnAway lets the call fail because the server's line is full. No limit counts
// it.
func (c *course) turnAway(status int) {
	c.admitted = false
	c.effect = Effect{Status: ServerError, HTTP: status}
	switch status {
	case 0:
		c.effect.HTTP = httpUnavailable
	case httpTooMany:
		c.effect.Status = RateLimit
	case httpOverloaded:
		c.effect.Status = Overloaded
	}
}

// fail ends the call at an instant without output.
func (c *course) fail(at time.Duration) {
	c.call.Output, c.call.First, c.call.Done = 0, at, at
}

// hangUp ends the call at an instant if its client has heard nothing until then.
// With a ghost the work goes on, if it ends at all.
func (c *course) hangUp(at time.Duration, ghost bool) {
	if c.heard <= at {
		return
	}
	at = max(at, c.call.At)
	c.heard, c.hungUp = at, true
	if c.call.Done > at && (!ghost || c.call.Done == Forever) {
		c.call, c.worked = c.call.CutAt(at), false
	}
}

// billed reports whether the call is charged what was done of it. One that ended
// in the server's line, or never leaves it, had nothing done.
func (c *course) billed() bool {
	return (c.effect.Status == OK || c.effect.Billed) && c.begins <= c.call.Done && c.begins < Forever
}
