package figure

import (
	"slices"
	"time"
)

// A Last is the instant of the last of some events, in seconds.
type Last struct {
	Of Events

	at   time.Duration
	seen bool
}

// Begin forgets all events.
func (f *Last) Begin() { f.at, f.seen = 0, false }

// See notes when an event was.
func (f *Last) See(e *Event) {
	if f.Of.has(e) {
		f.at, f.seen = e.At, true
	}
}

// Value is the instant.
func (f *Last) Value() float64 {
	if !f.seen {
		return none
	}
	return f.at.Seconds()
}

// A Peak is the most events of some kind in a window by the clock.
type Peak struct {
	Of Events
	In time.Duration // length of the windows, the first of which begins at 0; more than 0

	window int64
	count  int64
	most   int64
}

// Begin forgets all events.
func (f *Peak) Begin() { f.window, f.count, f.most = -1, 0, 0 }

// See counts an event.
func (f *Peak) See(e *Event) {
	if !f.Of.has(e) {
		return
	}
	if window := int64(e.At / f.In); window != f.window {
		f.window, f.count = window, 0
	}
	f.count++
	f.most = max(f.most, f.count)
}

// Value is the most.
func (f *Peak) Value() float64 { return float64(f.most) }

// A Latency is a nearest-rank percentile of how long requests took from arrival to
// their completion, in seconds; of those that were completed.
type Latency struct {
	Of      Events  // completions
	Percent float64 // more than 0, at most 100

	took []time.Duration
}

// Begin forgets all events.
func (f *Latency) Begin() { f.took = f.took[:0] }

// See notes how long a request took.
func (f *Latency) See(e *Event) {
	if f.Of.has(e) {
		f.took = append(f.took, e.Took)
	}
}

// Value is the percentile.
func (f *Latency) Value() float64 {
	n := len(f.took)
	if n == 0 {
		return none
	}
	slices.Sort(f.took)
	rank := int(float64(f.Percent / 100 * float64(n)))
	if float64(rank)*100 < f.Percent*float64(n) {
		rank++
	}
	return f.took[min(max(rank, 1), n)-1].Seconds()
}
