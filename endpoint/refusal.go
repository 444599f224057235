package endpoint

import (
	"fmt"
	"time"
)

// A Refusal is why a call is refused.
type Refusal struct {
	Wait  time.Duration // until all limits have room if nothing else happens; Forever if nobody knows; 0 with Never
	By    string        // the limit that waits longest, the first of several; with Never the first that is too small
	First string        // the first limit, in the order of the rules, that had no room
	Never bool          // the call will never fit
	Asked int64         // units that By was asked for
	Most  int64         // units that By admits at most
}

// String returns the refusal in words, with both numbers if the call can never fit.
func (r Refusal) String() string {
	switch {
	case r.Never:
		return fmt.Sprintf("%s: %d asked, and more than %d never fit", r.By, r.Asked, r.Most)
	case r.Wait == Forever:
		return fmt.Sprintf("%s: no room, and nobody knows until when", r.By)
	}
	return fmt.Sprintf("%s: no room for %v", r.By, r.Wait)
}

// ask returns whether all limits have room for a call, and if not, why.
func (q *Quotas) ask(call *Call) (r Refusal, admitted bool) {
	var first, by *ruling
	for i := range q.rules {
		rule := &q.rules[i]
		p, ok := rule.pool(call.At, call.Scope)
		if !ok {
			continue
		}
		asked, _ := rule.Charge.Arrival(call)
		wait, fits := p.limit.Wait(call.At, asked)
		switch {
		case fits && wait == 0:
			continue
		case !fits && !r.Never:
			r.Wait, r.Never, by = 0, true, rule
		case !r.Never && wait > r.Wait:
			r.Wait, by = wait, rule
		}
		if first == nil {
			first = rule
		}
	}
	if first == nil {
		return Refusal{}, true
	}
	r.First = first.Name
	if !r.Never {
		by = q.lengthen(call, &r, by)
	}
	by.tell(call, &r)
	return r, false
}

// lengthen makes a wait so long that limits which change meanwhile have room at
// its end, too. It returns the rule that waits longest then.
func (q *Quotas) lengthen(call *Call, r *Refusal, by *ruling) *ruling {
	for settled := false; !settled; {
		settled = true
		for i := range q.rules {
			rule := &q.rules[i]
			p, ok := rule.pool(call.At, call.Scope)
			if !ok {
				continue
			}
			changing, ok := p.limit.(foresighted)
			if !ok {
				continue
			}
			asked, _ := rule.Charge.Arrival(call)
			wait, fits := changing.waitFrom(call.At, asked, r.Wait)
			if !fits {
				r.Wait, r.Never = 0, true
				return rule
			}
			if wait > r.Wait {
				r.Wait, by, settled = wait, rule, false
			}
		}
	}
	return by
}

// tell says by which rule a call is refused, and both numbers.
func (r *ruling) tell(call *Call, to *Refusal) {
	p, _ := r.pool(call.At, call.Scope)
	to.By = r.Name
	to.Asked, _ = r.Charge.Arrival(call)
	if changing, ok := p.limit.(foresighted); ok {
		to.Most = changing.most(call.At)
	} else {
		to.Most = p.limit.State(call.At).Limit
	}
}

// A foresighted limit knows what it will admit after changes to come.
type foresighted interface {
	waitFrom(now time.Duration, n int64, earliest time.Duration) (wait time.Duration, ok bool)
	most(now time.Duration) int64
}
