package endpoint

import (
	"fmt"
	"time"
)

// A SlidingLog admits at most Limit units in any half-open window of length
// Window: what was counted at s still counts at t when t − Window < s ≤ t. It
// begins empty.
type SlidingLog struct {
	Limit        int64         // units; 0 admits nothing
	Window       time.Duration // 0 admits everything
	CountRefused bool          // what was refused counts, too

	entries []entry // a ring of what counts, oldest first; its length is a power of two
	first   int     // of the oldest entry
	length  int     // entries in use
	sum     int64   // units in all entries
}

// An entry is what was counted at one instant.
type entry struct {
	at    time.Duration
	units int64
}

// Reset forgets all that was counted.
func (l *SlidingLog) Reset() {
	l.first, l.length, l.sum = 0, 0, 0
}

// Ask asks for n units at now. It returns the units counted until then, and
// whether they leave room for n more, which are then counted; n units that are
// refused are counted only if the log counts them.
//
// It panics when now lies before an instant it was asked about.
func (l *SlidingLog) Ask(now time.Duration, n int64) (fill int64, admitted bool) {
	if l.Window == 0 {
		return 0, true
	}
	l.forget(now)
	fill = l.sum
	admitted = n <= l.Limit-fill
	if admitted || l.CountRefused {
		l.count(now, n)
	}
	return fill, admitted
}

// forget drops the entries that have left the window.
func (l *SlidingLog) forget(now time.Duration) {
	for l.length > 0 {
		oldest := &l.entries[l.first]
		if oldest.at > now-l.Window {
			return
		}
		l.sum -= oldest.units
		l.first = (l.first + 1) & (len(l.entries) - 1)
		l.length--
	}
}

// count adds n units at now.
func (l *SlidingLog) count(now time.Duration, n int64) {
	l.sum += n
	if l.length > 0 {
		newest := &l.entries[(l.first+l.length-1)&(len(l.entries)-1)]
		if newest.at == now {
			newest.units += n
			return
		}
		if newest.at > now {
			panic(fmt.Sprintf("endpoint: time went back from %v to %v", newest.at, now))
		}
	}
	if l.length == len(l.entries) {
		l.grow()
	}
	l.entries[(l.first+l.length)&(len(l.entries)-1)] = entry{at: now, units: n}
	l.length++
}

// grow doubles the ring and puts its oldest entry first.
func (l *SlidingLog) grow() {
	larger := make([]entry, max(8, 2*len(l.entries)))
	n := copy(larger, l.entries[l.first:])
	copy(larger[n:], l.entries[:l.first])
	l.entries, l.first = larger, 0
}
