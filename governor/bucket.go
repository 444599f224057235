package governor

import (
	"fmt"
	"time"

	"ratesim/exact"
)

// A bucket gains units continuously and holds at most capacity of them. Its level
// is an area, so that no gain is ever rounded off: a wait that it tells is enough,
// to the nanosecond, and not a nanosecond longer.
type bucket struct {
	gain     int64         // units per per, at least 1
	per      time.Duration // more than 0
	capacity int64         // units
	level    exact.Area    // units × per
	asOf     time.Duration // when that was the level
}

// full returns the level of a full bucket.
func (b *bucket) full() exact.Area { return exact.AreaOf(b.capacity, b.per) }

// advance fills the bucket up to now.
func (b *bucket) advance(now time.Duration) {
	if now < b.asOf {
		panic(fmt.Sprintf("governor: time went back from %v to %v", b.asOf, now))
	}
	b.level = b.level.Plus(exact.AreaOf(b.gain, now-b.asOf))
	b.asOf = now
	if b.full().Less(b.level) {
		b.level = b.full()
	}
}

// wait returns how long after now the bucket will hold n units, of which there
// must be room for n.
func (b *bucket) wait(now time.Duration, n int64) time.Duration {
	b.advance(now)
	return exact.AreaOf(n, b.per).Minus(b.level).Lasts(b.gain)
}

// take takes n units out of the bucket, which holds as many.
func (b *bucket) take(now time.Duration, n int64) {
	b.advance(now)
	b.level = b.level.Minus(exact.AreaOf(n, b.per))
}

// set gives the bucket another gain and capacity from now on. What does not fit
// is lost.
func (b *bucket) set(now time.Duration, gain, capacity int64) {
	b.advance(now)
	b.gain, b.capacity = gain, capacity
	b.advance(now)
}
