package client

import (
	"cmp"
	"slices"
)

// A phase is what kind of thing happens. At one instant they happen in this order,
// which is that of package sim.
type phase int

const (
	hangingUp phase = iota
	hearing
	arriving
	expiring
	ripening
	waking
)

// An event is something that happens to a Run.
type event struct {
	phase phase
	flow  int
	place uint64 // among those of one flow and phase
	do    func() // under the run's lock
	done  chan struct{}
}

// before orders events of one instant: all answers first, then flow by flow.
func before(a, b *event) int {
	if a.phase > hearing && b.phase > hearing {
		return cmp.Or(cmp.Compare(a.flow, b.flow), cmp.Compare(a.phase, b.phase), cmp.Compare(a.place, b.place))
	}
	return cmp.Or(cmp.Compare(a.phase, b.phase), cmp.Compare(a.flow, b.flow), cmp.Compare(a.place, b.place))
}

// Instants let events happen one at a time. Outside a bubble each happens as soon
// as it comes. In one, those of an instant are gathered and happen in order.
type instants struct {
	run     *Run
	waiting []*event
	looping bool
	passing bool // the clients take their turns at sending
}

// happen lets an event happen, and returns when it has.
func (i *instants) happen(e event) {
	r := i.run
	r.mu.Lock()
	if r.config.Settle == nil {
		defer r.mu.Unlock()
		e.do()
		if r.due {
			r.due, r.cursor = false, 0
			for r.sendOne() {
			}
		}
		return
	}
	e.done = make(chan struct{})
	i.waiting = append(i.waiting, &e)
	if !i.looping {
		i.looping = true
		go i.loop()
	}
	r.mu.Unlock()
	<-e.done
}

// loop lets everything happen that is due at this instant. Before each step all
// that the last one set off has come to rest.
func (i *instants) loop() {
	for more := true; more; {
		i.run.config.Settle()
		i.run.mu.Lock()
		more = i.step()
		i.looping = more
		i.run.mu.Unlock()
	}
}

// step lets the next thing happen; more is false if there was none.
func (i *instants) step() (more bool) {
	r := i.run
	slices.SortStableFunc(i.waiting, before)
	switch {
	case len(i.waiting) > 0 && (i.waiting[0].phase <= hearing || !i.passing):
		e := i.waiting[0]
		i.waiting = slices.Delete(i.waiting, 0, 1)
		e.do()
		close(e.done)
	case i.passing:
		i.passing = r.sendOne()
	case r.due:
		r.due, r.cursor, i.passing = false, 0, true
	default:
		return false
	}
	return true
}
