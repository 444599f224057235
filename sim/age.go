package sim

import "time"

// An age is when a request arrived, and its neighbours in that order.
type age struct {
	arrival time.Duration // with steps, rounded up
	older   uint32        // none at an end
	newer   uint32
}

// Ages are those of a flow's requests that have not ended, in the order in which
// they arrived. Only deadlines and records ask for them.
type ages struct {
	kept           bool
	of             []age // by id
	oldest, newest uint32
}

func (a *ages) reset(kept bool) {
	a.kept, a.of, a.oldest, a.newest = kept, a.of[:0], none, none
}

// enter adds a request that arrives now. Its id is that of one that has left, or
// the next one.
func (a *ages) enter(id uint32, arrival time.Duration) {
	if int(id) == len(a.of) {
		a.of = append(a.of, age{})
	}
	a.of[id] = age{arrival: arrival, older: a.newest, newer: none}
	if a.newest == none {
		a.oldest = id
	} else {
		a.of[a.newest].newer = id
	}
	a.newest = id
}

// leave removes a request that has ended.
func (a *ages) leave(id uint32) {
	r := a.of[id]
	if r.older == none {
		a.oldest = r.newer
	} else {
		a.of[r.older].newer = r.newer
	}
	if r.newer == none {
		a.newest = r.older
	} else {
		a.of[r.newer].older = r.older
	}
}
