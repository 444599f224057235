package endpoint

import "time"

// A LeakyBucket leaks Limit units per Per, continuously, and what comes is poured
// in: one unit when it is empty, Burst more on top. Without a Burst it keeps a
// minimum interval: units come no closer than Per/Limit.
//
//	admitted if level + n ≤ Burst + 1
//
// With one per second and a Burst of 5, six calls are admitted at once and the
// seventh waits 1 s. What nginx's limit_req calls excess is the level before the
// call; nginx counts in milliseconds and thousandths, this in full.
//
// As it empties where a TokenBucket of Capacity Burst + 1 fills, the two admit the
// same. But a LeakyBucket may also hold back what it has admitted; see Delay.
// The bucket is J. Turner's (IEEE Communications Magazine, October 1986).
type LeakyBucket struct {
	Limit int64         // units that leak per Per; 0 for none
	Per   time.Duration // 0 admits everything
	Burst int64         // units admitted on top of one; 0 for a minimum interval

	lacking TokenBucket // it lacks what this one holds
}

// mirror returns the bucket that lacks what this one holds.
func (l *LeakyBucket) mirror() *TokenBucket {
	l.lacking.Limit, l.lacking.Per, l.lacking.Capacity = l.Limit, l.Per, l.Burst+1
	return &l.lacking
}

// Delay returns how long a bucket that lets nothing through faster than it leaks
// would hold what comes now: until all that is before it has leaked away, as
// nginx does without nodelay. It is asked before Take. With one per second, the
// third call of an instant is held for 2 s.
func (l *LeakyBucket) Delay(now time.Duration) time.Duration {
	if l.Per == 0 {
		return 0
	}
	return l.mirror().State(now).ResetAfter
}

// Wait returns how long after now n units would be admitted; see Limit.
func (l *LeakyBucket) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	return l.mirror().Wait(now, n)
}

// Take pours n units in; see Limit.
func (l *LeakyBucket) Take(now time.Duration, n int64) { l.mirror().Take(now, n) }

// GiveBack takes n units out again, whenever they were poured in; see Limit.
func (l *LeakyBucket) GiveBack(now time.Duration, n int64, taken time.Duration) {
	l.mirror().GiveBack(now, n, taken)
}

// State returns the room in the bucket and when it will be empty; see Limit.
func (l *LeakyBucket) State(now time.Duration) State { return l.mirror().State(now) }

// Idle reports whether the bucket is empty; see Limit.
func (l *LeakyBucket) Idle(now time.Duration) bool { return l.mirror().Idle(now) }

// Reset empties the bucket; see Limit.
func (l *LeakyBucket) Reset() { l.mirror().Reset() }

// change sets another Limit from now on. What is in the bucket stays there.
func (l *LeakyBucket) change(now time.Duration, limit int64) (before int64) {
	before = l.mirror().change(now, limit)
	l.Limit = limit
	return before
}
