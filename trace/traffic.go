package trace

import "time"

// Traffic is what all flows of a run together put on the endpoint.
type Traffic struct {
	Window int64 // ns, over which the peak was counted

	Peak    int64 // attempts admitted in any Window at most
	PeakAt  int64 // when the first such Window ended, ns
	Last429 int64 // the last refusal, ns; meaningless without any

	Paces []Pace // of first attempts, a key and model each, in order of appearance

	admitted crowd
	demands  []*demand
}

// Busiest returns for each limit, and each of those who have it for themselves, the
// window in which first attempts asked most of it, in order of appearance.
func (t *Traffic) Busiest() (all []Busiest) {
	for _, d := range t.demands {
		for _, w := range d.order {
			all = append(all, w.busiest)
		}
	}
	return all
}

// windowOf returns the window over which a run's peak is counted: that of its
// first limit, or a minute.
func windowOf(r Run) int64 {
	for _, l := range r.Limits {
		if l.WindowNS > 0 {
			return l.WindowNS
		}
	}
	return int64(time.Minute)
}

// attempt counts one attempt.
func (t *Traffic) attempt(a Attempt) {
	if a.Attempt == 0 {
		t.first(a)
	}
	if a.Status == StatusRateLimit {
		t.Last429 = a.reached()
	}
	if !a.isAdmitted() {
		return
	}
	if n := t.admitted.join(a.reached(), t.Window); n > t.Peak {
		t.Peak, t.PeakAt = n, a.reached()
	}
}

// isAdmitted reports that the limits counted the attempt.
func (a *Attempt) isAdmitted() bool {
	return a.Status != StatusRateLimit && a.RefusedBy == "" && !a.Uncounted
}

// A crowd is the instants of attempts within a window.
type crowd struct {
	instants []int64
	head     int // of instants
}

// join adds an attempt and returns how many there are in the window that ends
// with it.
func (c *crowd) join(at, window int64) int64 {
	for c.head < len(c.instants) && c.instants[c.head] <= at-window {
		c.head++
	}
	if c.head > len(c.instants)/2 {
		c.instants, c.head = c.instants[:copy(c.instants, c.instants[c.head:])], 0
	}
	c.instants = append(c.instants, at)
	return int64(len(c.instants) - c.head)
}
