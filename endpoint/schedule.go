package endpoint

import (
	"cmp"
	"time"
)

// A due is what one rule is still to count of a call that was admitted.
type due struct {
	call     Call
	rule     int32 // its place among the rules
	produced int64 // tokens of the answer that are counted already, or will be with units
	units    int64 // to take when it is due; below 0 to give back
	pool     *pool
}

// A schedule holds what is due later, the soonest first; of one instant in the
// order in which it was noted. It is a binary heap of small moments beside a table
// of what they are about.
type schedule struct {
	heap  []moment
	dues  []due
	free  []int32 // places of dues that are not in use
	noted uint64  // moments so far
}

// A moment is when a due is to be counted.
type moment struct {
	at    time.Duration
	order uint64
	due   int32 // its place among the dues
}

func (m moment) before(o moment) bool {
	return cmp.Or(cmp.Compare(m.at, o.at), cmp.Compare(m.order, o.order)) < 0
}

func (s *schedule) reset() {
	s.heap, s.dues, s.free, s.noted = s.heap[:0], s.dues[:0], s.free[:0], 0
}

// keep stores a due until it is freed, and returns its place.
func (s *schedule) keep(d due) int32 {
	if last := len(s.free) - 1; last >= 0 {
		place := s.free[last]
		s.free = s.free[:last]
		s.dues[place] = d
		return place
	}
	s.dues = append(s.dues, d)
	return int32(len(s.dues) - 1)
}

// push notes that a due is to be counted at an instant.
func (s *schedule) push(at time.Duration, place int32) {
	s.heap = append(s.heap, moment{at: at, order: s.noted, due: place})
	s.noted++
	for i := len(s.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !s.heap[i].before(s.heap[parent]) {
			return
		}
		s.heap[i], s.heap[parent] = s.heap[parent], s.heap[i]
		i = parent
	}
}

// remove takes out the moment at a place of the heap; 0 is the soonest.
func (s *schedule) remove(i int) moment {
	out, last := s.heap[i], len(s.heap)-1
	s.heap[i] = s.heap[last]
	s.heap = s.heap[:last]
	if i < last {
		s.settle(i)
	}
	return out
}

// settle moves the moment at a place to where it belongs.
func (s *schedule) settle(i int) {
	for parent := (i - 1) / 2; i > 0 && s.heap[i].before(s.heap[parent]); parent = (i - 1) / 2 {
		s.heap[i], s.heap[parent] = s.heap[parent], s.heap[i]
		i = parent
	}
	for {
		soonest := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(s.heap); child++ {
			if s.heap[child].before(s.heap[soonest]) {
				soonest = child
			}
		}
		if soonest == i {
			return
		}
		s.heap[i], s.heap[soonest] = s.heap[soonest], s.heap[i]
		i = soonest
	}
}

// note keeps what a rule is to count later of a call, if there is anything.
func (q *Quotas) note(rule int32, p *pool, call *Call) {
	charge := &q.rules[rule].Charge
	at, tokens, units := call.ends(), int64(0), int64(0)
	switch charge.When {
	case OnArrival:
		return
	case AsProduced:
		if at, tokens = charge.Produced(call, 0); tokens == 0 {
			return
		}
		units = charge.Weigh(tokens)
	default:
		units = charge.End(call)
	}
	p.due++
	q.later.push(at, q.later.keep(due{call: *call, rule: rule, produced: tokens, units: units, pool: p}))
}

// advance counts all that is due until now.
func (q *Quotas) advance(now time.Duration) {
	q.clock.advance(now)
	for len(q.later.heap) > 0 && q.later.heap[0].at <= now {
		m := q.later.remove(0)
		d := &q.later.dues[m.due]
		d.count(m.at)
		charge := &q.rules[d.rule].Charge
		if at, tokens := charge.Produced(&d.call, d.produced); tokens > 0 {
			d.produced += tokens
			d.units = charge.Weigh(tokens)
			q.later.push(at, m.due)
			continue
		}
		q.finish(m.due)
	}
}

// count counts what is due.
func (d *due) count(at time.Duration) {
	if d.units < 0 {
		d.pool.limit.GiveBack(at, -d.units, d.call.At)
	} else {
		d.pool.limit.Take(at, d.units)
	}
}

// finish frees the place of a due of which nothing is left.
func (q *Quotas) finish(place int32) {
	q.later.dues[place].pool.due--
	q.later.dues[place] = due{}
	q.later.free = append(q.later.free, place)
}

// Hangup ends a call before its time because its client has gone: what it holds is
// free, what it was to count in the end is counted, and further output is never
// produced. The call is what Take was told; what is returned is the call as it
// ended. A call that had ended already is left alone.
//
// Hang-ups that are known on arrival are better told to Take: this one looks at all
// that is due.
func (q *Quotas) Hangup(now time.Duration, call Call) Call {
	q.advance(now)
	cut := call.CutAt(now)
	if cut == call {
		return call
	}
	for i := range q.rules {
		rule := &q.rules[i]
		p, ok := rule.pool(now, call.Scope)
		if !ok {
			continue
		}
		if of, ok := p.limit.(holder); ok && rule.holds {
			of.Release(now, Hold{Units: 1, Until: call.ends()})
			continue
		}
		q.cut(int32(i), &call, now)
	}
	return cut
}

// cut counts at once what one rule was to count later of a call that is cut off.
func (q *Quotas) cut(rule int32, call *Call, at time.Duration) {
	for i, m := range q.later.heap {
		d := &q.later.dues[m.due]
		if d.rule != rule || d.call != *call {
			continue
		}
		charge, cut := &q.rules[rule].Charge, call.CutAt(at)
		if charge.When == AsProduced {
			counted := d.produced - d.units/charge.Weigh(1)
			d.units = charge.Weigh(cut.Output - counted)
		} else {
			d.units = charge.End(&cut)
		}
		d.count(at)
		q.later.remove(i)
		q.finish(m.due)
		return
	}
}
