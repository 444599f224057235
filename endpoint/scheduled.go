package endpoint

import (
	"fmt"
	"time"
)

// A Scheduled is another limit whose Limit changes at given instants. What was
// counted stays counted: a limit that falls from 100 to 60 units when 80 count has
// −20 left.
//
// Waits look ahead. With a bucket of 60 per minute that is empty at 0 s and gains
// 600 per minute from 10 s on, 30 units wait 12 s: 10 units come in the first 10 s,
// and 10 in each second after. A size that only a later limit has room for waits
// for that; one that will never fit once the limit has fallen is told so at once.
type Scheduled[L any, P changeable[L]] struct {
	of      P
	changes []Change
	next    int   // the change that comes next
	first   int64 // the Limit before all changes, once there was one
	ahead   L     // a copy of the limit, on which it is tried what will be
}

// A Change gives a limit another Limit from an instant on.
type Change struct {
	At    time.Duration
	Limit int64 // units; 0 admits nothing
}

// A changeable is a pointer to any of the limits in this package.
type changeable[L any] interface {
	*L
	Limit
	change(now time.Duration, limit int64) (before int64)
}

// NewScheduled returns a limit that changes of, which is then asked through it
// alone. Changes must be in the order of their instants.
func NewScheduled[L any, P changeable[L]](of P, changes []Change) (*Scheduled[L, P], error) {
	for i, c := range changes {
		switch {
		case c.At < 0:
			return nil, fmt.Errorf("change %d: want an instant in the run; have %v", i+1, c.At)
		case c.Limit < 0:
			return nil, fmt.Errorf("change %d at %v: want a limit of 0 or more; have %d", i+1, c.At, c.Limit)
		case i > 0 && c.At <= changes[i-1].At:
			return nil, fmt.Errorf("change %d: want an instant after the %v of the change before it; have %v", i+1, changes[i-1].At, c.At)
		}
	}
	return &Scheduled[L, P]{of: of, changes: changes}, nil
}

// advance makes the changes that are due at now.
func (s *Scheduled[L, P]) advance(now time.Duration) P {
	for ; s.next < len(s.changes) && s.changes[s.next].At <= now; s.next++ {
		before := s.of.change(s.changes[s.next].At, s.changes[s.next].Limit)
		if s.next == 0 {
			s.first = before
		}
	}
	return s.of
}

// Parts returns the limit that changes, and its changes.
func (s *Scheduled[L, P]) Parts() (Limit, []Change) { return s.of, s.changes }

// Wait returns how long after now n units would be admitted; see Limit.
func (s *Scheduled[L, P]) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	return s.waitFrom(now, n, 0)
}

// waitFrom returns how long after now n units would be admitted if they came no
// earlier than that: what fits now may not fit after a change.
func (s *Scheduled[L, P]) waitFrom(now time.Duration, n int64, earliest time.Duration) (wait time.Duration, ok bool) {
	wait, ok = s.advance(now).Wait(now, n)
	wait = max(wait, earliest)
	if s.next == len(s.changes) || ok && wait < s.changes[s.next].At-now {
		return wait, ok
	}
	s.ahead = *s.of
	for i := s.next; i < len(s.changes); i++ {
		at := s.changes[i].At
		P(&s.ahead).change(at, s.changes[i].Limit)
		if wait, ok = P(&s.ahead).Wait(at, n); !ok {
			continue
		}
		wait = max(total(at-now, wait), earliest)
		if i+1 == len(s.changes) || wait < s.changes[i+1].At-now {
			return wait, true
		}
	}
	return 0, false
}

// most returns the largest size that will fit in the end.
func (s *Scheduled[L, P]) most(now time.Duration) int64 {
	s.ahead = *s.advance(now)
	for _, c := range s.changes[s.next:] {
		P(&s.ahead).change(c.At, c.Limit)
		now = c.At
	}
	return P(&s.ahead).State(now).Limit
}

// Take counts n units; see Limit.
func (s *Scheduled[L, P]) Take(now time.Duration, n int64) { s.advance(now).Take(now, n) }

// GiveBack uncounts n units of what was taken at an instant; see Limit.
func (s *Scheduled[L, P]) GiveBack(now time.Duration, n int64, taken time.Duration) {
	s.advance(now).GiveBack(now, n, taken)
}

// State returns the state of the limit as it is at now; see Limit.
func (s *Scheduled[L, P]) State(now time.Duration) State { return s.advance(now).State(now) }

// Idle reports whether nothing counts; see Limit.
func (s *Scheduled[L, P]) Idle(now time.Duration) bool { return s.advance(now).Idle(now) }

// Reset forgets all that was counted, and all changes; see Limit.
func (s *Scheduled[L, P]) Reset() {
	s.of.Reset()
	if s.next > 0 {
		s.of.change(0, s.first)
	}
	s.next = 0
}

// Hold takes units until an instant if the limit is a Concurrency; others count
// them like any.
func (s *Scheduled[L, P]) Hold(now time.Duration, h Hold) {
	if of, ok := Limit(s.advance(now)).(holder); ok {
		of.Hold(now, h)
		return
	}
	s.of.Take(now, h.Units)
}

// Release ends a hold early if the limit is a Concurrency.
func (s *Scheduled[L, P]) Release(now time.Duration, h Hold) {
	if of, ok := Limit(s.advance(now)).(holder); ok {
		of.Release(now, h)
	}
}

// A holder is a limit that gives units back by itself when their call ends.
type holder interface {
	Hold(now time.Duration, h Hold)
	Release(now time.Duration, h Hold)
}
