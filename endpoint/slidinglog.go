package endpoint

import (
	"fmt"
	"time"
)

// A SlidingLog admits at most Limit units in any half-open window of length
// Window: what was counted at s still counts at t when t − Window < s ≤ t. It
// begins empty. What it counts in one window must stay below 2⁶³ units.
type SlidingLog struct {
	Limit        int64         // units; 0 admits nothing
	Window       time.Duration // 0 admits everything
	CountRefused bool          // what was refused counts, too

	now     time.Duration // the last instant that was asked about
	present int64         // units counted at now
	sum     int64         // units counted in the window, present ones included
	past    []entry       // a ring of what was counted before now, oldest first; its length is a power of two
	first   int           // the oldest entry
	length  int           // entries in use
}

// An entry is what was counted at one instant.
type entry struct {
	at    time.Duration
	units int64
}

// Reset forgets all that was counted.
func (l *SlidingLog) Reset() {
	l.now, l.present, l.sum = 0, 0, 0
	l.first, l.length = 0, 0
}

// Ask asks for n units at now. It returns the units counted until then, and
// whether they leave room for n more, which are then counted; n units that are
// refused are counted only if the log counts them.
//
// It panics when now lies before an instant it was asked about, if it has a
// window.
func (l *SlidingLog) Ask(now time.Duration, n int64) (fill int64, admitted bool) {
	if l.Window == 0 {
		return 0, true
	}
	if now != l.now {
		l.advance(now)
	}
	fill = l.sum
	admitted = n <= l.Limit-fill
	if admitted || l.CountRefused {
		l.present += n
		l.sum += n
	}
	return fill, admitted
}

// advance moves on to now and drops what has left the window.
func (l *SlidingLog) advance(now time.Duration) {
	if now < l.now {
		panic(fmt.Sprintf("endpoint: time went back from %v to %v", l.now, now))
	}
	if l.present > 0 {
		l.remember(entry{at: l.now, units: l.present})
	}
	l.now, l.present = now, 0
	for l.length > 0 && l.past[l.first].at <= now-l.Window {
		l.sum -= l.past[l.first].units
		l.first = (l.first + 1) & (len(l.past) - 1)
		l.length--
	}
}

// remember adds an entry to the ring, which doubles when it is full.
func (l *SlidingLog) remember(e entry) {
	if l.length == len(l.past) {
		larger := make([]entry, max(8, 2*len(l.past)))
		n := copy(larger, l.past[l.first:])
		copy(larger[n:], l.past[:l.first])
		l.past, l.first = larger, 0
	}
	l.past[(l.first+l.length)&(len(l.past)-1)] = e
	l.length++
}

// Capacity returns the units that the window holds, 0 when there is no limit.
func (l *SlidingLog) Capacity() int64 {
	if l.Window == 0 {
		return 0
	}
	return l.Limit
}
