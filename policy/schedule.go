package policy

import (
	"cmp"
	"math/rand/v2"
	"time"
)

// A Sequence is how one request fails, again and again.
type Sequence struct {
	Failures []Failure     // what came of each attempt, the last one of all further ones; none for a 429 without hints
	Took     time.Duration // by each attempt until it failed; a timeout takes as long as the policy allows, if it bounds that
	Rows     int           // failures at most
}

// A Row is what a policy does after one failure of a Sequence.
type Row struct {
	Attempt int     // attempts made so far, of all layers
	Layer   int     // that waits or gives up; 0 for the innermost
	Wait    Range   // before the next attempt; of no length if there is none
	Waited  Range   // all waits so far, this one included
	At      Range   // when the next attempt is sent, or when it has given up; since the first was sent
	Idle    Range   // that it still waits when it gives up; mostly of no length
	Share   float64 // of what chance may bring, in which a further attempt is made
	Stops   Stops
	Why     Why // it stops; WhyNot if it never does
}

// A Range holds the bounds of a span, inclusive, and its mean over the cases in
// which a further attempt is made; where none is, over those that come so far.
// Where a policy may have stopped before, the bounds may be wider than need be.
type Range struct{ Low, Mean, High time.Duration }

// Stops says whether a policy makes a further attempt.
type Stops uint8

// The zero Stops is GoesOn.
const (
	GoesOn    Stops = iota // whatever chance brings
	MayStop                // it depends on the waits drawn so far
	AlwaysEnd              // whatever chance brings
)

// Schedule returns what a policy does after each failure of a sequence, until it
// gives up for good. Where it may stop, the rows after that tell of the cases in
// which it did not.
//
// Bounds are found by letting chance draw 0 each time, and the top of its range
// each time. They hold for all that Parse reads, since no part waits less when it
// draws more or has waited more; of parts that even out, whose waits are less after
// longer ones, the past of the one is taken with the draw of the other. Means are over 1,024 paths that chance may take,
// evenly spread: exact where the wait is linear in the draw, else near.
func Schedule(p Policy, s Sequence) []Row {
	var rows []Row
	w := walk{low: Begin(p, 0), high: Begin(p, 0), sequence: s}
	for len(rows) < s.Rows {
		row := w.row(len(rows))
		rows = append(rows, row)
		if row.Stops == AlwaysEnd {
			break
		}
	}
	fillMeans(rows, p, s)
	narrow(rows)
	return rows
}

// narrow takes from each wait what would be more than it can add to all waits: what
// is left of a bound after the shortest ones before it.
func narrow(rows []Row) {
	before := time.Duration(0) // the least of all waits before the row's
	for i := range rows {
		row := &rows[i]
		row.Wait.High = min(row.Wait.High, max(row.Wait.Mean, row.Waited.High-before))
		before = row.Waited.Low
	}
}

// failure returns what comes of an attempt, the first one being 0.
func (s Sequence) failure(attempt int) Failure {
	if len(s.Failures) == 0 {
		return Failure{Kind: RateLimit, Status: statusTooMany}
	}
	return s.Failures[min(attempt, len(s.Failures)-1)]
}

// took returns how long an attempt takes that a Session sends now.
func (s Sequence) took(f Failure, by *Session, now time.Duration) time.Duration {
	if limit, limited := by.TimeLimit(now); limited && (f.Kind == Timeout || limit < s.Took) {
		return limit
	}
	return s.Took
}

// A walk follows a sequence twice: with the shortest waits, and with the longest.
type walk struct {
	low, high Session
	sequence  Sequence
	lowNow    time.Duration // when the last attempt was sent
	highNow   time.Duration
	lowWait   time.Duration // all waits so far
	highWait  time.Duration
}

// row returns what happens after one more attempt.
func (w *walk) row(attempt int) Row {
	f := w.sequence.failure(attempt)
	w.lowNow = plus(w.lowNow, w.sequence.took(f, &w.low, w.lowNow))
	w.highNow = plus(w.highNow, w.sequence.took(f, &w.high, w.highNow))
	pair := pair{low: &w.low, high: &w.high, lowNow: w.lowNow, highNow: w.highNow}
	row := Row{Attempt: attempt + 1}
	pair.failed(f, &row)
	w.lowWait, w.highWait = plus(w.lowWait, pair.least), plus(w.highWait, pair.added)
	w.lowNow, w.highNow = plus(w.lowNow, plus(row.Idle.Low, pair.least)), plus(w.highNow, plus(row.Idle.High, pair.added))
	row.Waited = Range{Low: w.lowWait, High: w.highWait}
	row.At = Range{Low: w.lowNow, High: w.highNow}
	return row
}

// A pair is the same layer in both walks.
type pair struct {
	low, high       *Session
	lowNow, highNow time.Duration
	least, added    time.Duration // the least and the most that the wait adds to all waits
}

// failed fills in what the layer does about a failure, or the one around it.
func (p *pair) failed(f Failure, row *Row) {
	low := p.low.decide(p.lowNow, f, drawing(0))
	high := p.high.decide(p.highNow, f, drawing(largestDraw))
	row.Why = cmp.Or(high.Why, low.Why)
	if !low.Again && !high.Again {
		row.Idle.Low = plus(row.Idle.Low, min(low.Idle, high.Idle)) // time that layers around leave may cut it
		row.Idle.High = plus(row.Idle.High, max(low.idles(), high.idles()))
		p.giveUp(f, row)
		return
	}
	if !low.Again || !high.Again {
		row.Stops = MayStop
	}
	row.Wait.Low, row.Wait.High = low.Wait, min(max(low.Wanted, high.Wanted), roomOf(p.low, p.lowNow))
	if high.Again || p.shortens() {
		row.Wait.Low = min(low.Wait, high.Wait) // a longer past leaves a shorter wait, or hardly any
	}
	p.least, p.added = row.Wait.Low, min(row.Wait.High, p.room())
	waited := plus(p.high.waited, p.added)
	low.Wait, high.Wait = row.Wait.Low, row.Wait.High
	high.Heeded = low.Heeded
	p.evenOut(f, row)
	p.low.again(p.lowNow, &low)
	p.high.again(p.highNow, &high)
	p.high.waited = waited
}

// evenOut widens the bounds of a wait that is the shorter, the longer those before
// it were: chance may draw little after much, and much after little.
func (p *pair) evenOut(f Failure, row *Row) {
	if r, ok := p.low.way.policy.(Retry); !ok || !EvensOut(r.Backoff) {
		return
	}
	low, high := *p.low, *p.high
	low.waited, high.waited = high.waited, low.waited
	row.Wait.Low = min(row.Wait.Low, low.decide(p.lowNow, f, drawing(0)).Wanted)
	longest := high.decide(p.highNow, f, drawing(largestDraw)).Wanted
	row.Wait.High = max(row.Wait.High, min(longest, roomOf(p.low, p.lowNow)))
}

// room returns how much the layer's bounds let it wait at most, after the longest
// waits so far.
func (p *pair) room() time.Duration { return roomOf(p.high, p.highNow) }

// roomOf returns how much a layer's bounds let it wait at most at an instant.
func roomOf(s *Session, now time.Duration) time.Duration {
	room := forever
	r, ok := s.way.policy.(Retry)
	if ok && r.Total > 0 {
		room = min(room, r.Total-s.waited)
	}
	switch {
	case !ok || r.Budget == 0 || r.AtBudget == Overrun:
	case r.AtBudget == Late:
		room = min(room, max(0, r.Budget-(s.sentAt-s.began)))
	default:
		room = min(room, max(0, r.Budget-(now-s.began)))
	}
	return room
}

// shortens reports whether the layer shortens its last wait to what is left.
func (p *pair) shortens() bool {
	r, ok := p.high.way.policy.(Retry)
	return ok && r.Budget > 0 && (r.AtBudget == Shorten || r.AtBudget == Late)
}

// giveUp asks the layer around, and begins this one anew if that goes on.
func (p *pair) giveUp(f Failure, row *Row) {
	if p.low.outer == nil {
		row.Stops = AlwaysEnd
		return
	}
	f.Said = nil
	idle := row.Idle
	outer := pair{low: p.low.outer, high: p.high.outer, lowNow: plus(p.lowNow, idle.Low), highNow: plus(p.highNow, idle.High)}
	row.Layer++
	outer.failed(f, row)
	p.least, p.added = outer.least, outer.added
	if row.Stops != AlwaysEnd {
		row.Idle, row.Wait.Low, row.Wait.High = Range{}, plus(idle.Low, row.Wait.Low), plus(idle.High, row.Wait.High)
		p.least, p.added = plus(idle.Low, p.least), plus(idle.High, p.added)
		p.low.call(plus(p.lowNow, row.Wait.Low))
		p.high.call(plus(p.highNow, p.added))
	}
}

// A constant is a source of chance that draws the same each time.
type constant uint64

func (c *constant) Uint64() uint64 { return uint64(*c) }

// largestDraw is the largest of the 53 bits that a draw is made of.
const largestDraw = 1<<53 - 1

// drawing returns a source of chance whose draws are all bits/2⁵³.
func drawing(bits uint64) *rand.Rand {
	c := constant(bits)
	return rand.New(&c)
}
