package workload

import (
	"math"
	"time"
)

// A Span of arrivals is when a flow's requests may come: from From, before Until,
// at most Count of them.
type Span struct {
	From  time.Duration
	Until time.Duration // not included; 0 for no end
	Count int           // 0 for no bound
}

// arrive counts and returns an arrival, if it may come. What would come at the
// longest Duration or later never does.
func (s Span) arrive(at time.Duration, next *int) (time.Duration, int, bool) {
	request := *next
	if at == math.MaxInt64 || s.Until > 0 && at >= s.Until || s.Count > 0 && request >= s.Count {
		return 0, 0, false
	}
	*next++
	return at, request, true
}

// Constant arrivals come at equal distances, the first at From.
type Constant struct {
	Span
	Rate Rate

	next int
}

// Reset begins again with the first arrival.
func (c *Constant) Reset() { c.next = 0 }

// Next returns the next arrival.
func (c *Constant) Next() (time.Duration, int, bool) {
	return c.arrive(later(c.From, c.Rate.at(int64(c.next))), &c.next)
}

// Batches are several arrivals at once, again and again, the first at From.
type Batches struct {
	Span
	Size  int           // of a batch; at least 1
	Every time.Duration // 0 for one batch
	Over  time.Duration // a batch is spread over so long, evenly; 0 for all at once, at most Every

	next int
}

// Reset begins again with the first arrival.
func (b *Batches) Reset() { b.next = 0 }

// Next returns the next arrival.
func (b *Batches) Next() (time.Duration, int, bool) {
	batch, place := b.next/b.Size, b.next%b.Size
	if batch > 0 && b.Every == 0 {
		return 0, 0, false
	}
	within := Rate{Count: int64(b.Size), In: b.Over}.at(int64(place))
	return b.arrive(later(b.From, later(AtStep(int64(batch), b.Every), within)), &b.next)
}

// Listed arrivals come at given instants.
type Listed struct {
	Times []time.Duration // in order

	next int
}

// Reset begins again with the first arrival.
func (l *Listed) Reset() { l.next = 0 }

// Next returns the next arrival.
func (l *Listed) Next() (time.Duration, int, bool) {
	if l.next == len(l.Times) {
		return 0, 0, false
	}
	l.next++
	return l.Times[l.next-1], l.next - 1, true
}

// later returns an instant so much later, at most the longest Duration.
func later(at, by time.Duration) time.Duration {
	if by > math.MaxInt64-at {
		return math.MaxInt64
	}
	return at + by
}
