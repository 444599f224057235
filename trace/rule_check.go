package trace

import (
	"fmt"
	"math/big"
	"slices"
)

// A ruling re-derives what one limit had to admit, and what it counts, from the
// attempts on record. It keeps what still counts, or will, and no more.
type ruling struct {
	limit Limit
	pools map[scope]*pool
}

// A scope says whose pool it is.
type scope struct{ key, model string }

// A pool is one scope's limit.
type pool struct {
	meter
	limit   *Limit
	present int64    // the limit as it is now
	changes []Change // to come
	dues    []due    // the soonest first; of one instant in the order in which they were noted
}

// pool returns the pool of an attempt as it is when that arrives.
func (r *ruling) pool(a Attempt) *pool {
	var s scope
	if r.limit.Rule.PerKey {
		s.key = a.Key
	}
	if r.limit.Rule.PerModel {
		s.model = a.Model
	}
	p := r.pools[s]
	if p == nil {
		p = &pool{meter: newMeter(&r.limit), limit: &r.limit, present: r.limit.Limit, changes: r.limit.Rule.Changes}
		r.pools[s] = p
	}
	p.until(a.reached())
	return p
}

// until counts all that is due until an instant.
func (p *pool) until(at int64) {
	for len(p.dues) > 0 && p.dues[0].at <= at {
		d := p.dues[0]
		p.dues = p.dues[1:]
		p.advance(d.at)
		if d.units < 0 {
			p.giveBack(counted{at: d.taken, units: -d.units})
		} else {
			p.count(d.units)
		}
		if next, ok := d.stream.next(p.limit.weight()); ok {
			p.note(next)
		}
	}
	p.advance(at)
}

// advance moves on to an instant, and makes the changes that come until then.
func (p *pool) advance(to int64) {
	for len(p.changes) > 0 && p.changes[0].AtNS <= to {
		p.meter.advance(p.changes[0].AtNS)
		p.present = p.changes[0].Limit
		p.change(p.present)
		p.changes = p.changes[1:]
	}
	p.meter.advance(to)
}

// note keeps a due until its time has come.
func (p *pool) note(d due) {
	place := len(p.dues)
	for place > 0 && p.dues[place-1].at > d.at {
		place--
	}
	p.dues = slices.Insert(p.dues, place, d)
}

// take counts a call. One that was refused counts if such calls do, and only as on
// its arrival.
func (p *pool) take(c call, refused bool) {
	if !p.counts(refused) {
		return
	}
	_, units := p.limit.arrival(c)
	p.count(units)
	if d, ok := p.limit.later(c); ok && !refused {
		p.note(d)
	}
}

// A verdict is what a limit says of a call that arrives.
type verdict struct {
	limit string
	asked int64
	fill  int64 // units that count, rounded up
	holds int64 // units
	fits  bool
	full  bool // it has no room once the call is refused, and counted where such calls are, or may have none when others have: it will change

	never   bool // if it is refused it must be told that it will never fit
	perhaps bool // it may be told so: the limit will fall so low, or forgets no more
}

// ask asks for the units that a call asks for.
func (p *pool) ask(c call) verdict {
	asked, counted := p.limit.arrival(c)
	room, holds := p.room(), p.holds()
	v := verdict{limit: p.limit.Name, asked: asked, holds: holds, fill: holds - floor(room)}
	v.fits = p.fits(asked, room)
	if p.counts(true) {
		room.Sub(room, whole(counted))
	}
	v.full = !p.fits(asked, room) || len(p.changes) > 0
	last := p.present
	v.never = p.limit.tooLarge(asked, last)
	for _, change := range p.changes {
		last = change.Limit
		v.never = v.never && p.limit.tooLarge(asked, last)
	}
	v.perhaps = v.full && (p.limit.tooLarge(asked, last) || !p.limit.forgets(last))
	v.never = v.never || v.perhaps && len(p.changes) == 0
	return v
}

// holds returns how many units fit at one instant when nothing counts.
func (p *pool) holds() int64 {
	if m, ok := p.meter.(*earned); ok {
		return m.holds()
	}
	return p.limit.holds(p.present)
}

// fits reports that units fit into room.
func (p *pool) fits(units int64, room *big.Rat) bool {
	if p.limit.Rule.Debt {
		return room.Sign() > 0
	}
	return whole(units).Cmp(room) <= 0
}

// counts reports that a call counts that was admitted, or refused.
func (p *pool) counts(refused bool) bool {
	return !refused || p.limit.CountRefused && p.limit.Unit != UnitInFlight
}

// floor returns the largest whole number that is not larger.
func floor(x *big.Rat) int64 { return new(big.Int).Div(x.Num(), x.Denom()).Int64() }

// String returns the verdict in words.
func (v verdict) String() string {
	room := "has room"
	switch {
	case v.never:
		room = "never has room"
	case !v.fits:
		room = "has no room"
	}
	return fmt.Sprintf("limit %q %s: of %d units %d count and %d are asked for", v.limit, room, v.holds, v.fill, v.asked)
}

// rulings are all limits of a run that may refuse.
type rulings []*ruling

// newRulings returns the rulings of a run; nil if the rule of a limit is not known.
func newRulings(limits []Limit) (rulings, error) {
	all := rulings{}
	for _, l := range limits {
		if l.Rule == nil {
			return nil, nil
		}
		if err := l.Rule.check(l); err != nil {
			return nil, err
		}
		if !l.neverRefuses() {
			all = append(all, &ruling{limit: l, pools: map[scope]*pool{}})
		}
	}
	return all, nil
}

// check checks that a call was rightly admitted or refused, and counts it.
func (all rulings) check(a Attempt) error {
	c, err := callOf(a)
	if err != nil {
		return err
	}
	var verdicts []verdict
	for _, r := range all {
		switch {
		case !r.limit.isAbout(a.Model):
		case r.limit.Rule.When == WhenProduced && c.output > streamMax:
			return fmt.Errorf("want an answer of at most %d tokens, which limit %q counts as they come; have %d", streamMax, r.limit.Name, c.output)
		default:
			verdicts = append(verdicts, r.pool(a).ask(c))
		}
	}
	if err := judge(a, verdicts); err != nil || a.Uncounted {
		return err
	}
	for _, r := range all {
		if r.limit.isAbout(a.Model) {
			r.pool(a).take(c, a.RefusedBy != "")
		}
	}
	return nil
}

// judge compares what the limits say of a call with its record.
func judge(a Attempt, verdicts []verdict) error {
	refused := a.RefusedBy != ""
	by := slices.IndexFunc(verdicts, func(v verdict) bool { return v.limit == a.RefusedBy })
	switch {
	case refused && a.Uncounted:
		return fmt.Errorf("limit %q refused it, but the record says that no limit counts it", a.RefusedBy)
	case refused && !slices.Contains([]string{StatusRateLimit, StatusRejected, StatusTimeout}, a.Status):
		return fmt.Errorf("limit %q refused it; want status %s or %s, or %s if the client did not wait to hear it; have %s", a.RefusedBy, StatusRateLimit, StatusRejected, StatusTimeout, a.Status)
	case refused && by < 0:
		return fmt.Errorf("the record says that limit %q refused it, and there is no such limit on its model", a.RefusedBy)
	case len(verdicts) == 0:
		return nil
	}
	told := fullest(verdicts)
	if by >= 0 {
		told = verdicts[by]
	}
	if (a.WindowFill != 0 || a.WindowLimit != 0) && (a.WindowFill != told.fill || a.WindowLimit != told.holds) {
		return fmt.Errorf("%v; the record says that %d of %d count", told, a.WindowFill, a.WindowLimit)
	}
	without := slices.IndexFunc(verdicts, func(v verdict) bool { return !v.fits })
	switch {
	case a.Uncounted:
		return nil
	case !refused && without >= 0:
		return fmt.Errorf("%v; the record says %s", verdicts[without], a.Status)
	case refused && (without < 0 || !told.full):
		return fmt.Errorf("%v; the record says %s by it", told, a.Status)
	case refused:
		return judgeNever(a, verdicts, told)
	}
	return nil
}

// fullest returns what that limit says of which the largest part counts, the first
// of several.
func fullest(verdicts []verdict) verdict {
	most := verdicts[0]
	for _, v := range verdicts[1:] {
		if v.holds <= 0 {
			continue
		}
		if most.holds <= 0 || new(big.Rat).SetFrac64(v.fill, v.holds).Cmp(new(big.Rat).SetFrac64(most.fill, most.holds)) > 0 {
			most = v
		}
	}
	return most
}

// judgeNever checks whether a call that was refused was rightly told that it will
// never fit.
func judgeNever(a Attempt, verdicts []verdict, told verdict) error {
	switch {
	case a.Status == StatusRejected && !told.never && !told.perhaps:
		return fmt.Errorf("%v; the record says %s: it never has", told, a.Status)
	case a.Status != StatusRateLimit:
		return nil
	}
	for _, v := range verdicts {
		if v.never {
			return fmt.Errorf("%v; the record says %s, by %q", v, a.Status, told.limit)
		}
	}
	return nil
}
