package endpoint

import (
	"time"

	"ratesim/exact"
)

// A TokenBucket holds at most Capacity units and gains Limit units per Per,
// continuously. n units are admitted while it holds as many, and leave it. What
// is missing from a full bucket is what is used:
//
//	wait = (used + n − capacity) · per / limit
//
// With 30,000 per minute of which 73,124 are used, 1,877 more wait 90.002 s. The
// rule, and that the reset header tells the time until it is full, explain the
// waits that OpenAI and Groq tell, to the millisecond.
//
// With Debt it admits whatever size while it holds anything at all, so that it
// may end up owing: one that owes 853 of 100,000 per minute admits again as soon
// as it has more than nothing, a nanosecond after 0.5118 s. Azure's answers of
// 2026 follow that rule, which it documents for provisioned throughput
// (MicrosoftDocs/azure-ai-docs, concepts/provisioned-throughput.md).
//
// RFC 2697, section 3, has such buckets.
type TokenBucket struct {
	Limit    int64         // units gained per Per; 0 for none, so that it is never filled again
	Per      time.Duration // 0 admits everything
	Capacity int64         // units that it holds; 0 for Limit
	Used     int64         // units missing at instant 0; 0 for a full bucket
	Debt     bool          // admits any size while it holds more than nothing

	clock clock
	owed  exact.Area // what is missing: units × Per
	begun bool       // owed is set
}

// capacity returns the units that a full bucket holds.
func (b *TokenBucket) capacity() int64 {
	if b.Capacity == 0 {
		return b.Limit
	}
	return b.Capacity
}

// advance fills the bucket up to now.
func (b *TokenBucket) advance(now time.Duration) {
	if !b.begun {
		b.Reset()
	}
	before := time.Duration(b.clock)
	if now == before {
		return
	}
	b.clock.advance(now)
	if !b.owed.IsZero() {
		b.owed = b.owed.Minus(exact.AreaOf(b.Limit, now-before))
	}
}

// Wait returns how long after now n units would be admitted; see Limit.
func (b *TokenBucket) Wait(now time.Duration, n int64) (wait time.Duration, ok bool) {
	capacity := b.capacity()
	switch {
	case b.Per == 0:
		return 0, true
	case !b.Debt && n > capacity, b.Debt && capacity == 0:
		return 0, false
	}
	b.advance(now)
	least := exact.AreaOf(1, 1) // more than nothing
	if !b.Debt {
		least = exact.AreaOf(n, b.Per)
	}
	missing := b.owed.Plus(least).Minus(exact.AreaOf(capacity, b.Per))
	if b.Limit == 0 && !missing.IsZero() {
		return 0, false
	}
	return missing.Lasts(b.Limit), true
}

// Take takes n units out of the bucket; see Limit.
func (b *TokenBucket) Take(now time.Duration, n int64) {
	b.advance(now)
	b.owed = b.owed.Plus(exact.AreaOf(n, b.Per))
}

// GiveBack puts n units back, whenever they were taken, until it is full; see
// Limit.
func (b *TokenBucket) GiveBack(now time.Duration, n int64, _ time.Duration) {
	b.advance(now)
	b.owed = b.owed.Minus(exact.AreaOf(n, b.Per))
}

// State returns what is in the bucket and when it will be full; see Limit.
func (b *TokenBucket) State(now time.Duration) State {
	if b.Per == 0 {
		return State{}
	}
	b.advance(now)
	capacity := b.capacity()
	return State{Limit: capacity, Remaining: capacity - b.owed.Units(b.Per), ResetAfter: b.owed.Lasts(b.Limit)}
}

// Idle reports whether the bucket is full; see Limit.
func (b *TokenBucket) Idle(now time.Duration) bool {
	b.advance(now)
	return b.owed.IsZero()
}

// Reset fills the bucket, but for what is Used; see Limit.
func (b *TokenBucket) Reset() {
	b.clock, b.owed, b.begun = 0, exact.AreaOf(b.Used, b.Per), true
}

// change sets another Limit from now on. What is missing stays missing.
func (b *TokenBucket) change(now time.Duration, limit int64) (before int64) {
	b.advance(now)
	before, b.Limit = b.Limit, limit
	return before
}
