package endpoint

import (
	"fmt"
	"sort"
	"time"
)

// A SlidingLog admits at most Limit units in any half-open window of length
// Window: what was counted at s still counts at t when t − Window < s ≤ t. It
// begins empty. What it counts in one window must stay below 2⁶³ units.
//
// n units fit once the oldest of what is too many, sum + n − Limit, have left. With
// a limit of 3 per minute and units counted at 0, 2, 4, 6 and 8 s, when it was 5,
// one more at 10 s waits until three have left: 54 s, not the 50 s of the oldest.
//
// It is the lesson's limit. Azure's limit of tokens was one when measured in June
// 2024, and microsoft/aoai-api-simulator (limiters.py) has it.
type SlidingLog struct {
	Limit        int64         // units; 0 admits nothing
	Window       time.Duration // 0 admits everything
	CountRefused bool          // what Ask refuses counts, too

	now     time.Duration // the last instant that was asked about
	present int64         // units counted at now
	sum     int64         // units counted in the window, present ones included
	gone    int64         // units that have left the window since the beginning
	past    []mark        // a ring of what was counted before now, oldest first; its length is a power of two
	first   int           // the oldest mark
	length  int           // marks in use
}

// A mark is what had been counted since the beginning after one instant. Only
// differences are used, which are right even past 2⁶³.
type mark struct {
	at    time.Duration
	total int64
}

// Reset forgets all that was counted.
func (l *SlidingLog) Reset() {
	l.now, l.present, l.sum, l.gone = 0, 0, 0, 0
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
		l.remember(mark{at: l.now, total: l.gone + l.sum})
	}
	l.now, l.present = now, 0
	for l.length > 0 && l.past[l.first].at <= now-l.Window {
		left := l.past[l.first].total
		l.sum -= left - l.gone
		l.gone = left
		l.first = (l.first + 1) & (len(l.past) - 1)
		l.length--
	}
}

// remember adds a mark to the ring, which doubles when it is full.
func (l *SlidingLog) remember(m mark) {
	l.makeRoom()
	l.past[(l.first+l.length)&(len(l.past)-1)] = m
	l.length++
}

func (l *SlidingLog) makeRoom() {
	if l.length < len(l.past) {
		return
	}
	larger := make([]mark, max(8, 2*len(l.past)))
	n := copy(larger, l.past[l.first:])
	copy(larger[n:], l.past[:l.first])
	l.past, l.first = larger, 0
}

// Capacity returns the units that the window holds, 0 when there is no limit.
func (l *SlidingLog) Capacity() int64 {
	if l.Window == 0 {
		return 0
	}
	return l.Limit
}

// moveOn moves on to now, and reports whether there is a window at all.
func (l *SlidingLog) moveOn(now time.Duration) bool {
	if l.Window > 0 && now != l.now {
		l.advance(now)
	}
	return l.Window > 0
}

// mark returns mark i, counted from the oldest.
func (l *SlidingLog) mark(i int) *mark {
	return &l.past[(l.first+i)&(len(l.past)-1)]
}

// leaves returns when so many of the oldest units, of which there are as many,
// have left the window.
func (l *SlidingLog) leaves(units int64) (wait time.Duration) {
	last := sort.Search(l.length, func(i int) bool { return l.mark(i).total-l.gone >= units })
	if last == l.length { // the last of them was counted now
		return l.Window
	}
	return l.Window - (l.now - l.mark(last).at)
}

// Wait returns how long after now n units would be admitted; see Limit.
func (l *SlidingLog) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	switch {
	case l.Window == 0:
		return 0, true
	case n > l.Limit:
		return 0, false
	}
	l.moveOn(now)
	excess := l.sum - (l.Limit - n)
	if excess <= 0 {
		return 0, true
	}
	return l.leaves(excess), true
}

// Take counts n units; see Limit.
func (l *SlidingLog) Take(now time.Duration, n int64) {
	if l.moveOn(now) {
		l.makeRoom() // for the mark of now, also in a copy that looks ahead
		l.present += n
		l.sum += n
	}
}

// GiveBack uncounts n units of what was counted at an instant; see Limit. It looks
// at all instants since.
func (l *SlidingLog) GiveBack(now time.Duration, n int64, taken time.Duration) {
	if !l.moveOn(now) {
		return
	}
	if taken == now {
		n = min(n, l.present)
		l.present -= n
		l.sum -= n
		return
	}
	at := sort.Search(l.length, func(i int) bool { return l.mark(i).at >= taken })
	if at == l.length || l.mark(at).at != taken {
		return
	}
	before := l.gone
	if at > 0 {
		before = l.mark(at - 1).total
	}
	n = min(n, l.mark(at).total-before)
	for i := at; i < l.length; i++ {
		l.mark(i).total -= n
	}
	l.sum -= n
}

// State returns the room in the window and when it will be empty; see Limit.
func (l *SlidingLog) State(now time.Duration) State {
	if !l.moveOn(now) {
		return State{}
	}
	s := State{Limit: l.Limit, Remaining: l.Limit - l.sum}
	if l.sum > 0 {
		s.ResetAfter = l.leaves(l.sum)
	}
	return s
}

// Idle reports whether the window is empty; see Limit.
func (l *SlidingLog) Idle(now time.Duration) bool {
	return !l.moveOn(now) || l.sum == 0
}

// change sets another Limit from now on. What was counted stays counted.
func (l *SlidingLog) change(now time.Duration, limit int64) (before int64) {
	l.moveOn(now)
	before, l.Limit = l.Limit, limit
	return before
}
