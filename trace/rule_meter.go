package trace

import (
	"cmp"
	"math/big"
	"slices"
)

// A meter is what counts in one pool of a limit. It is told the time, which does
// not go back, and then what happens.
type meter interface {
	change(limit int64)  // gives it another limit
	advance(to int64)    // forgets what no longer counts at an instant
	count(units int64)   // counts units at that instant
	giveBack(of counted) // uncounts what was counted at another; what no longer counts, and what never did, is left alone
	room() *big.Rat      // returns how many units more the limit holds; below 0 if too many count
}

// newMeter returns a meter of a limit that has counted nothing.
func newMeter(l *Limit) meter {
	r, by := l.Rule, limited{l.Limit}
	switch r.Kind {
	case LimitSlidingLog:
		return &slidingLog{limited: by, window: l.WindowNS}
	case LimitSlidingCounter:
		return &slidingCounter{limited: by, clock: clock{window: l.WindowNS, offset: r.OffsetNS}}
	case LimitFixedWindow:
		if r.FromFirst {
			return &windowFromFirst{limited: by, window: l.WindowNS}
		}
		return &windowByClock{limited: by, clock: clock{window: l.WindowNS, offset: r.OffsetNS}}
	case LimitSliced:
		s := &sliced{of: l}
		s.slice.clock = clock{window: l.slice(), offset: r.OffsetNS}
		s.whole.clock = clock{window: l.WindowNS, offset: r.OffsetNS}
		s.change(l.Limit)
		return s
	case LimitEarned:
		return &earned{of: l, recent: slidingLog{limited: by, window: l.WindowNS}, long: slidingLog{window: r.OverNS}}
	case LimitConcurrency:
		return &slots{limited: by}
	}
	b := &bucket{limited: by, of: l}
	b.count(r.Used)
	return b
}

// A limited is a limit that may change.
type limited struct{ limit int64 }

func (l *limited) change(limit int64) { l.limit = limit }

// A history is what was counted, oldest first; of each instant together.
type history struct {
	entries []counted
	sum     int64 // units
}

// counted is what counts at one instant.
type counted struct {
	at    int64
	units int64
}

// forget drops what was counted at an instant or before.
func (h *history) forget(at int64) {
	for len(h.entries) > 0 && h.entries[0].at <= at {
		h.sum -= h.entries[0].units
		h.entries = h.entries[1:]
	}
}

// add adds what is counted last.
func (h *history) add(c counted) {
	h.sum += c.units
	if n := len(h.entries); n > 0 && h.entries[n-1].at == c.at {
		h.entries[n-1].units += c.units
		return
	}
	h.entries = append(h.entries, c)
}

// A slidingLog remembers all that was counted within the window.
type slidingLog struct {
	limited
	window int64
	now    int64
	history
}

func (l *slidingLog) advance(to int64)  { l.now = to; l.forget(to - l.window) }
func (l *slidingLog) count(units int64) { l.add(counted{at: l.now, units: units}) }
func (l *slidingLog) room() *big.Rat    { return whole(l.limit - l.sum) }

func (l *slidingLog) giveBack(of counted) {
	place, found := slices.BinarySearchFunc(l.entries, of.at, func(c counted, at int64) int { return cmp.Compare(c.at, at) })
	if !found {
		return
	}
	entry := &l.entries[place]
	back := min(of.units, entry.units)
	entry.units -= back
	l.sum -= back
}

// slots are calls in flight.
type slots struct {
	limited
	taken int64
}

func (s *slots) advance(int64)       {}
func (s *slots) count(units int64)   { s.taken += units }
func (s *slots) giveBack(of counted) { s.taken -= of.units }
func (s *slots) room() *big.Rat      { return whole(s.limit - s.taken) }

// A bucket forgets Limit units per window, continuously. A unit that is missing
// counts for WindowNS in it, and each nanosecond takes away Limit, so that nothing
// is rounded. A GCRA is one, whose level is how far its theoretical arrival time is
// ahead; so is a leaky bucket, which holds what this one is missing.
type bucket struct {
	limited
	of      *Limit
	now     int64
	missing big.Int // units · WindowNS
}

func (b *bucket) advance(to int64) {
	b.take(product(b.limit, to-b.now))
	b.now = to
}

func (b *bucket) count(units int64)   { b.missing.Add(&b.missing, product(units, b.of.WindowNS)) }
func (b *bucket) giveBack(of counted) { b.take(product(of.units, b.of.WindowNS)) }

// take takes away from what is missing, until the bucket is full.
func (b *bucket) take(away *big.Int) {
	if b.missing.Sub(&b.missing, away).Sign() < 0 {
		b.missing.SetInt64(0)
	}
}

func (b *bucket) room() *big.Rat {
	missing := new(big.Rat).SetFrac(&b.missing, big.NewInt(b.of.WindowNS))
	return missing.Sub(whole(b.of.holds(b.limit)), missing)
}

func whole(units int64) *big.Rat { return new(big.Rat).SetInt64(units) }

func product(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }
