package endpoint

import (
	"slices"
	"time"
)

// Quotas are all the limits of an endpoint. A call is asked of all of them before
// it is counted in any: it needs room in each, waits for the slowest, and when one
// refuses, none counts it but those that count refused calls.
//
//	refusal, admitted := quotas.Ask(call)
//	if admitted {
//		// decide when the call ends
//		quotas.Take(call)
//	}
//
// What is counted later than on arrival is kept until it is due, and applied
// before the next question. A wait that is told takes the limits as they stand: it
// knows neither what will be given back nor what is still to be counted, except
// that of a Concurrency knows when its calls end.
type Quotas struct {
	rules []ruling
	later schedule
	clock clock
}

// A Rule is one limit of an endpoint.
type Rule struct {
	Name         string
	New          func() Limit // returns the limit, which has counted nothing
	Charge       Charge
	Per          Per      // who has a limit of their own; 0 for one pool that all share
	Models       []uint32 // the models that the rule is about; nil for all
	CountRefused bool     // a refused call counts like one that is admitted, but only what counts on arrival

	placed maker // of a rule that was parsed; see BeganAt
}

// A Per says which calls have a limit of their own: a set of bits.
type Per uint8

// Each key, each model, and PerKey|PerModel for each pair, has its own.
const (
	PerKey Per = 1 << iota
	PerModel
)

// A ruling is a rule with its limits.
type ruling struct {
	Rule
	pools  Pools
	shared *pool // of a rule that all share
	holds  bool  // Charge is of InFlight
}

// NewQuotas returns quotas of the given rules, which have counted nothing.
func NewQuotas(rules []Rule) *Quotas {
	q := &Quotas{}
	for _, r := range rules {
		one := ruling{Rule: r, pools: Pools{New: r.New}, holds: r.Charge.Of == InFlight}
		if r.Per == 0 {
			one.shared = &pool{limit: r.New()}
		}
		q.rules = append(q.rules, one)
	}
	return q
}

// pool returns the pool of a scope, if the rule is about its model.
func (r *ruling) pool(now time.Duration, s Scope) (p *pool, ok bool) {
	if r.Models != nil && !slices.Contains(r.Models, s.Model) {
		return nil, false
	}
	if r.shared != nil {
		return r.shared, true
	}
	if r.Per&PerKey == 0 {
		s.Key = 0
	}
	if r.Per&PerModel == 0 {
		s.Model = 0
	}
	return r.pools.of(now, s), true
}

// Ask returns whether a call that arrives at call.At is admitted, and if it is not,
// why. A refused call is counted where such calls count, and the wait is what it
// is after that. Of the call it needs what counts on arrival only.
func (q *Quotas) Ask(call Call) (r Refusal, admitted bool) {
	q.advance(call.At)
	r, admitted = q.ask(&call)
	if admitted || !q.count(&call) {
		return r, admitted
	}
	after, _ := q.ask(&call)
	after.First = r.First
	return after, false
}

// count counts a refused call where such calls count, and returns whether any did.
func (q *Quotas) count(call *Call) (counted bool) {
	for i := range q.rules {
		rule := &q.rules[i]
		if p, ok := rule.pool(call.At, call.Scope); ok && rule.CountRefused && !rule.holds {
			_, taken := rule.Charge.Arrival(call)
			p.limit.Take(call.At, taken)
			counted = true
		}
	}
	return counted
}

// Take counts a call that Ask has just admitted, and notes what it will count
// later. The call must be known as it will be: when its answer begins, when it
// ends, and with which output.
func (q *Quotas) Take(call Call) {
	q.advance(call.At)
	for i := range q.rules {
		rule := &q.rules[i]
		p, ok := rule.pool(call.At, call.Scope)
		if !ok {
			continue
		}
		if of, ok := p.limit.(holder); ok && rule.holds {
			of.Hold(call.At, Hold{Units: 1, Until: call.ends()})
			continue
		}
		_, taken := rule.Charge.Arrival(&call)
		p.limit.Take(call.At, taken)
		q.note(int32(i), p, &call)
	}
}

// States appends what each rule says of its limit to a caller at now, in the order
// of the rules. A rule that is not about the caller's model has the zero State.
func (q *Quotas) States(now time.Duration, s Scope, into []State) []State {
	q.advance(now)
	for i := range q.rules {
		var state State
		if p, ok := q.rules[i].pool(now, s); ok {
			state = p.limit.State(now)
		}
		into = append(into, state)
	}
	return into
}

// Reset forgets all calls and begins again at instant 0.
func (q *Quotas) Reset() {
	q.clock = 0
	q.later.reset()
	for i := range q.rules {
		rule := &q.rules[i]
		rule.pools.Reset()
		if rule.shared != nil {
			rule.shared.limit.Reset()
		}
	}
}
