package trace

import "math/big"

// A clock cuts time into windows that follow one another without a gap.
type clock struct {
	window int64 // length
	offset int64 // what has passed of the window that is open at instant 0
}

// windowOf returns the number of the window in which an instant lies, and what is
// left of it then.
func (c clock) windowOf(at int64) (number uint64, left int64) {
	since := uint64(at) + uint64(c.offset)
	return since / uint64(c.window), c.window - int64(since%uint64(c.window))
}

// A windowByClock counts in each window of the clock, and forgets all at its end.
type windowByClock struct {
	limited
	clock
	number uint64 // of the window that is open
	used   int64
}

func (w *windowByClock) advance(to int64) {
	if number, _ := w.windowOf(to); number != w.number {
		w.number, w.used = number, 0
	}
}

func (w *windowByClock) count(units int64) { w.used += units }
func (w *windowByClock) room() *big.Rat    { return whole(w.limit - w.used) }

func (w *windowByClock) giveBack(of counted) {
	if number, _ := w.windowOf(of.at); number == w.number {
		w.used = max(0, w.used-of.units)
	}
}

// A windowFromFirst begins when a unit is counted and none is open.
type windowFromFirst struct {
	limited
	window int64
	now    int64
	began  int64
	open   bool
	used   int64
}

func (w *windowFromFirst) advance(to int64) {
	w.now = to
	if w.open && to-w.began >= w.window {
		w.open, w.used = false, 0
	}
}

func (w *windowFromFirst) count(units int64) {
	if !w.open && units > 0 {
		w.began, w.open = w.now, true
	}
	w.used += units
}

func (w *windowFromFirst) room() *big.Rat { return whole(w.limit - w.used) }

func (w *windowFromFirst) giveBack(of counted) {
	if w.open && of.at >= w.began {
		w.used = max(0, w.used-of.units)
	}
}

// A slidingCounter takes the window before for spread evenly.
type slidingCounter struct {
	limited
	clock
	number            uint64 // of the window that is open
	left              int64  // of it
	current, previous int64
}

func (s *slidingCounter) advance(to int64) {
	number, left := s.windowOf(to)
	switch number - s.number {
	case 0:
	case 1:
		s.previous, s.current = s.current, 0
	default:
		s.previous, s.current = 0, 0
	}
	s.number, s.left = number, left
}

func (s *slidingCounter) count(units int64) { s.current += units }

func (s *slidingCounter) room() *big.Rat {
	before := new(big.Rat).SetFrac(product(s.previous, s.left), big.NewInt(s.window))
	return before.Sub(whole(s.limit-s.current), before)
}

func (s *slidingCounter) giveBack(of counted) {
	switch number, _ := s.windowOf(of.at); s.number - number {
	case 0:
		s.current = max(0, s.current-of.units)
	case 1:
		s.previous = max(0, s.previous-of.units)
	}
}

// A sliced limit is one for each slice, of its share, and one for the window.
type sliced struct {
	of           *Limit
	slice, whole windowByClock
}

func (s *sliced) change(limit int64) { s.slice.limit, s.whole.limit = s.of.holds(limit), limit }

func (s *sliced) advance(to int64) {
	s.slice.advance(to)
	s.whole.advance(to)
}

func (s *sliced) count(units int64) {
	s.slice.count(units)
	s.whole.count(units)
}

func (s *sliced) giveBack(of counted) {
	s.slice.giveBack(of)
	s.whole.giveBack(of)
}

func (s *sliced) room() *big.Rat {
	if slice, window := s.slice.room(), s.whole.room(); slice.Cmp(window) < 0 {
		return slice
	} else {
		return window
	}
}
