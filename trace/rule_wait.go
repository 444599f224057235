package trace

import (
	"fmt"
	"math"
	"math/big"
	"time"
)

// fitsAt reports that the limit has room for a call at an instant to come if nothing
// else happens until then: calls in flight end, and limits change.
func (p *pool) fitsAt(c call, at int64) bool {
	ahead := &pool{meter: copied(p.meter), limit: p.limit, present: p.present, changes: p.changes}
	if p.limit.Unit == UnitInFlight {
		ahead.dues = p.dues
	}
	ahead.until(at)
	asked, _ := p.limit.arrival(c)
	return ahead.fits(asked, ahead.room())
}

// copied returns a meter that can be told the time without the first one's hearing
// of it. Nothing may be counted in it.
func copied(m meter) meter {
	switch m := m.(type) {
	case *slidingLog:
		ahead := *m
		return &ahead
	case *slidingCounter:
		ahead := *m
		return &ahead
	case *windowByClock:
		ahead := *m
		return &ahead
	case *windowFromFirst:
		ahead := *m
		return &ahead
	case *sliced:
		ahead := *m
		return &ahead
	case *earned:
		ahead := *m
		return &ahead
	case *slots:
		ahead := *m
		return &ahead
	}
	b := m.(*bucket)
	ahead := &bucket{limited: b.limited, of: b.of, now: b.now}
	ahead.missing = *new(big.Int).Set(&b.missing)
	return ahead
}

// checkWait checks that a refused call was told the shortest wait after which all
// limits have room, and the limit that waits for so long. What is earned may be
// lost again until then, which the wait of another limit does not foresee. The call
// must have been checked and counted.
func (all rulings) checkWait(a Attempt) error {
	if a.RefusedBy == "" {
		if a.Wait != 0 {
			return fmt.Errorf("no limit refused it; want no wait_ns, have %d", a.Wait)
		}
		return nil
	}
	if a.Wait <= 0 {
		return fmt.Errorf("limit %q refused it; want wait_ns of at least 1, have %d", a.RefusedBy, a.Wait)
	}
	c, err := callOf(a)
	if err != nil {
		return err
	}
	ready := a.reached() + min(a.Wait, math.MaxInt64-1-a.reached())
	for _, r := range all {
		if !r.limit.isAbout(a.Model) {
			continue
		}
		p, by := r.pool(a), r.limit.Name == a.RefusedBy
		switch {
		case a.Wait == math.MaxInt64 && by && a.Status == StatusRateLimit && p.fitsAt(c, ready):
			return fmt.Errorf("limit %q has room again; the record says that it never has, or that nobody knows", a.RefusedBy)
		case a.Wait == math.MaxInt64:
		case !p.fitsAt(c, ready) && (by || r.limit.Rule.Kind != LimitEarned):
			return fmt.Errorf("limit %q has no room yet after the wait of %v that the record says", r.limit.Name, time.Duration(a.Wait))
		case by && p.fitsAt(c, ready-1):
			return fmt.Errorf("limit %q has room before the wait of %v is over that the record says", a.RefusedBy, time.Duration(a.Wait))
		}
	}
	return nil
}
