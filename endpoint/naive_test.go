package endpoint

import (
	"math/big"
	"time"
)

// A naive limit is what a limit is held against: it keeps all that happened and
// works out each answer anew.
type naive interface {
	fits(at time.Duration, n int64) bool // at an instant before which nothing else is asked
	take(now time.Duration, n int64)
	giveBack(now time.Duration, n int64, taken time.Duration)
	remaining(at time.Duration) int64
	idle(at time.Duration) bool
}

// A setting is the Limit in the course of time.
type setting struct {
	limit   int64
	changes []Change
}

func (s setting) at(at time.Duration) int64 {
	limit := s.limit
	for _, c := range s.changes {
		if c.At <= at {
			limit = c.Limit
		}
	}
	return limit
}

func (s setting) last() int64 { return s.at(Forever) }

// An event is what was taken at an instant, and what is left of it.
type event struct {
	at    time.Duration
	units int64
	some  bool // there were units
}

// events are all that was taken.
type events []event

func (e *events) take(now time.Duration, n int64) { *e = append(*e, event{now, n, n > 0}) }

// giveBack takes n units out of those of one instant.
func (e events) giveBack(_ time.Duration, n int64, taken time.Duration) {
	for i := range e {
		if e[i].at == taken {
			back := min(n, e[i].units)
			e[i].units -= back
			n -= back
		}
	}
}

// since returns the units taken from an instant on.
func (e events) since(from time.Duration) (units int64) {
	for _, one := range e {
		if from <= one.at {
			units += one.units
		}
	}
	return units
}

// A logNaive is a sliding log.
type logNaive struct {
	setting
	events
	window time.Duration
}

func (l *logNaive) fill(at time.Duration) int64 { return l.since(at - l.window + 1) }

func (l *logNaive) fits(at time.Duration, n int64) bool { return l.fill(at)+n <= l.at(at) }
func (l *logNaive) remaining(at time.Duration) int64    { return l.at(at) - l.fill(at) }
func (l *logNaive) idle(at time.Duration) bool          { return l.fill(at) == 0 }

// A grid is windows by the clock.
type grid struct{ window, offset time.Duration }

// begin returns when the window of an instant began; the first one may begin
// before the run.
func (g grid) begin(at time.Duration) time.Duration {
	begin := -(g.offset % g.window)
	return begin + (at-begin)/g.window*g.window
}

// A windowNaive is a fixed window by the clock.
type windowNaive struct {
	setting
	events
	grid
}

func (w *windowNaive) fill(at time.Duration) int64 { return w.since(w.begin(at)) }

func (w *windowNaive) fits(at time.Duration, n int64) bool { return w.fill(at)+n <= w.at(at) }
func (w *windowNaive) remaining(at time.Duration) int64    { return w.at(at) - w.fill(at) }
func (w *windowNaive) idle(at time.Duration) bool          { return w.fill(at) == 0 }

// A firstNaive is a fixed window that begins with what is taken first.
type firstNaive struct {
	setting
	events
	window time.Duration
}

// began returns when the window of an instant began, if one is open.
func (f *firstNaive) began(at time.Duration) (began time.Duration, open bool) {
	for _, e := range f.events {
		if e.some && (!open || e.at-began >= f.window) {
			began, open = e.at, true
		}
	}
	return began, open && at-began < f.window
}

func (f *firstNaive) fill(at time.Duration) int64 {
	began, open := f.began(at)
	if !open {
		return 0
	}
	return f.since(began)
}

func (f *firstNaive) fits(at time.Duration, n int64) bool { return f.fill(at)+n <= f.at(at) }
func (f *firstNaive) remaining(at time.Duration) int64    { return f.at(at) - f.fill(at) }

func (f *firstNaive) idle(at time.Duration) bool {
	_, open := f.began(at)
	return !open
}

// A slicedNaive is a fixed window with slices in it.
type slicedNaive struct {
	setting
	events
	whole, slice grid
}

// perSlice returns what a slice admits: its part of the limit, rounded up.
func (s *slicedNaive) perSlice(at time.Duration) int64 {
	part := new(big.Int).Mul(big.NewInt(s.at(at)), big.NewInt(int64(s.slice.window)))
	part.Add(part, big.NewInt(int64(s.whole.window)-1))
	return part.Div(part, big.NewInt(int64(s.whole.window))).Int64()
}

func (s *slicedNaive) remaining(at time.Duration) int64 {
	return min(s.at(at)-s.since(s.whole.begin(at)), s.perSlice(at)-s.since(s.slice.begin(at)))
}

func (s *slicedNaive) fits(at time.Duration, n int64) bool { return n <= s.remaining(at) }

func (s *slicedNaive) idle(at time.Duration) bool {
	return s.since(min(s.whole.begin(at), s.slice.begin(at))) == 0
}

// A counterNaive is a sliding counter.
type counterNaive struct {
	setting
	events
	grid
}

// estimate returns what is counted, times the window.
func (c *counterNaive) estimate(at time.Duration) *big.Int {
	begin := c.begin(at)
	window := big.NewInt(int64(c.window))
	current := new(big.Int).Mul(big.NewInt(c.since(begin)), window)
	previous := big.NewInt(c.since(begin-c.window) - c.since(begin))
	return current.Add(current, previous.Mul(previous, big.NewInt(int64(c.window-(at-begin)))))
}

func (c *counterNaive) fits(at time.Duration, n int64) bool {
	room := big.NewInt(c.at(at) - n)
	return c.estimate(at).Cmp(room.Mul(room, big.NewInt(int64(c.window)))) <= 0
}

func (c *counterNaive) remaining(at time.Duration) int64 {
	up := c.estimate(at)
	up.Add(up, big.NewInt(int64(c.window)-1))
	return c.at(at) - up.Div(up, big.NewInt(int64(c.window))).Int64()
}

func (c *counterNaive) idle(at time.Duration) bool { return c.estimate(at).Sign() == 0 }

// A bucketNaive is a token bucket, a GCRA or a leaky bucket: what is used, times
// per.
type bucketNaive struct {
	setting
	per      time.Duration
	capacity int64 // 0 for the limit
	debt     bool

	used *big.Int
	asOf time.Duration
}

func (b *bucketNaive) units(n int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(n), big.NewInt(int64(b.per)))
}

func (b *bucketNaive) size(at time.Duration) int64 {
	if b.capacity == 0 {
		return b.at(at)
	}
	return b.capacity
}

// usedAt returns what is used at an instant, whatever changes before it.
func (b *bucketNaive) usedAt(at time.Duration) *big.Int {
	used, from := new(big.Int).Set(b.used), b.asOf
	drain := func(to time.Duration) {
		gone := new(big.Int).Mul(big.NewInt(b.at(from)), big.NewInt(int64(to-from)))
		if used.Sub(used, gone); used.Sign() < 0 {
			used.SetInt64(0)
		}
		from = to
	}
	for _, c := range b.changes {
		if from < c.At && c.At < at {
			drain(c.At)
		}
	}
	drain(at)
	return used
}

func (b *bucketNaive) fits(at time.Duration, n int64) bool {
	used, full := b.usedAt(at), b.units(b.size(at))
	if b.debt {
		return used.Cmp(full) < 0
	}
	return used.Add(used, b.units(n)).Cmp(full) <= 0
}

func (b *bucketNaive) take(now time.Duration, n int64) {
	b.used = b.usedAt(now)
	b.used.Add(b.used, b.units(n))
	b.asOf = now
}

func (b *bucketNaive) giveBack(now time.Duration, n int64, _ time.Duration) {
	b.used = b.usedAt(now)
	if b.used.Sub(b.used, b.units(n)); b.used.Sign() < 0 {
		b.used.SetInt64(0)
	}
	b.asOf = now
}

func (b *bucketNaive) remaining(at time.Duration) int64 {
	up := b.usedAt(at)
	up.Add(up, big.NewInt(int64(b.per)-1))
	return b.size(at) - up.Div(up, big.NewInt(int64(b.per))).Int64()
}

func (b *bucketNaive) idle(at time.Duration) bool { return b.usedAt(at).Sign() == 0 }
