package endpoint

import (
	"slices"
	"time"

	"ratesim/exact"
)

// A named finds the rule of that name, or the first one about the scope's model
// for no name, with the pool of the scope. It is nil if there is none.
func (q *Quotas) named(now time.Duration, s Scope, name string) (*ruling, *pool) {
	for i := range q.rules {
		rule := &q.rules[i]
		if name != "" && name != rule.Name {
			continue
		}
		if p, ok := rule.pool(now, s); ok {
			return rule, p
		}
	}
	return nil, nil
}

// Has reports whether there is a rule of that name.
func (q *Quotas) Has(name string) bool {
	return slices.ContainsFunc(q.rules, func(r ruling) bool { return r.Name == name })
}

// State returns what a rule says of its limit to a caller at now; without a name,
// the first rule that is about the caller's model. ok is false if there is none.
func (q *Quotas) State(now time.Duration, s Scope, name string) (state State, of Unit, ok bool) {
	q.advance(now)
	rule, p := q.named(now, s, name)
	if rule == nil {
		return State{}, 0, false
	}
	return p.limit.State(now), rule.Charge.Of, true
}

// Fill returns how many units counted in a rule's limit when a call arrived, and
// the limit. The rule is the one of that name, which has just been asked; without a
// name, that of which the largest part counted, the first of several that are
// equally full. A refused call is not included even if such calls count.
func (q *Quotas) Fill(call *Call, name string) (fill, limit int64) {
	q.advance(call.At)
	if name == "" {
		return q.fullest(call)
	}
	rule, p := q.named(call.At, call.Scope, name)
	if rule == nil {
		return 0, 0
	}
	state := p.limit.State(call.At)
	fill = state.Limit - state.Remaining
	if rule.CountRefused && !rule.holds {
		_, taken := rule.Charge.Arrival(call)
		fill -= taken
	}
	return fill, state.Limit
}

// fullest returns how many units count in the limit of which the largest part does,
// and that limit.
func (q *Quotas) fullest(call *Call) (fill, limit int64) {
	for i := range q.rules {
		p, ok := q.rules[i].pool(call.At, call.Scope)
		if !ok {
			continue
		}
		state := p.limit.State(call.At)
		used := state.Limit - state.Remaining
		if state.Limit > 0 && (limit == 0 || isFuller(used, state.Limit, fill, limit)) {
			fill, limit = used, state.Limit
		}
	}
	return fill, limit
}

// isFuller reports whether used/limit is more than fill/of.
func isFuller(used, limit, fill, of int64) bool {
	return exact.AreaOf(fill, time.Duration(limit)).Less(exact.AreaOf(used, time.Duration(of)))
}

// Wait returns how long one rule has no room for a call that has just been
// refused; ok is false if it has room, or never will.
func (q *Quotas) Wait(call *Call, name string) (wait time.Duration, ok bool) {
	rule, p := q.named(call.At, call.Scope, name)
	if rule == nil {
		return 0, false
	}
	asked, _ := rule.Charge.Arrival(call)
	wait, ok = p.limit.Wait(call.At, asked)
	return wait, ok && wait > 0
}
