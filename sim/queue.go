package sim

import (
	"math"
	"time"
)

// A queue holds the requests of one flow that are to be sent: those that are
// ready, in order of their places, and those that wait for an instant.
//
// Places are given in the order in which requests are queued, so all that wait
// for the same instant form a batch that is sorted as it grows. A batch becomes
// ready whole. Entering, waiting and taking cost no more when more requests are
// queued; only the number of batches counts, and that logarithmically.
type queue struct {
	flow       *flow // whose requests are linked into batches
	readyCount int   // requests in ready batches
	nextPlace  uint64

	batches []batch
	unused  []uint32 // batches that are free
	waiting heap     // by instant, then by the place of the first request
	ready   heap     // by the place of the first request
	newest  uint32   // the ready batch whose last place is the highest; none if there is no ready batch

	recent [recentBatches]uint32 // batches that wait and may still grow, by a hash of their instant
}

// recentBatches is how many waiting batches can be found again by their
// instant. One that is not found is no fault: it gets a second batch.
const recentBatches = 8

// A batch is a list of requests in order of their places.
type batch struct {
	at          time.Duration // the instant for which it waits
	first, last uint32        // requests
}

func (q *queue) reset(f *flow) {
	q.flow, q.readyCount, q.nextPlace = f, 0, 0
	q.batches, q.unused = q.batches[:0], q.unused[:0]
	q.waiting, q.ready = q.waiting[:0], q.ready[:0]
	q.newest = none
	for i := range q.recent {
		q.recent[i] = none
	}
}

// nextReady returns the instant at which the next waiting batch becomes ready.
func (q *queue) nextReady() time.Duration {
	if len(q.waiting) == 0 {
		return math.MaxInt64
	}
	return q.waiting[0].at
}

// place gives a request the last place in the queue.
func (q *queue) place(id uint32) {
	r := &q.flow.requests[id]
	r.place, r.next = q.nextPlace, none
	q.nextPlace++
}

// enter queues a request that is ready.
func (q *queue) enter(id uint32) {
	q.place(id)
	q.readyCount++
	q.join(id, id)
}

// wait queues a request that will be ready at an instant.
func (q *queue) wait(id uint32, at time.Duration) {
	q.place(id)
	slot := &q.recent[uint64(at)*0x9e3779b97f4a7c15>>(64-3)]
	if *slot != none && q.batches[*slot].at == at {
		q.extend(&q.batches[*slot], id, id)
		return
	}
	b := q.newBatch(batch{at: at, first: id, last: id})
	*slot = b
	q.waiting.push(entry{at: at, place: q.flow.requests[id].place, batch: b})
}

// ripen makes ready what has waited until now.
func (q *queue) ripen(now time.Duration) {
	for len(q.waiting) > 0 && q.waiting[0].at <= now {
		number := q.waiting[0].batch
		q.waiting.pop()
		b := q.batches[number]
		slot := &q.recent[uint64(b.at)*0x9e3779b97f4a7c15>>(64-3)]
		if *slot == number {
			*slot = none
		}
		q.unused = append(q.unused, number)
		for id := b.first; id != none; id = q.flow.requests[id].next {
			q.readyCount++
		}
		q.join(b.first, b.last)
	}
}

// join adds requests in order of their places to those that are ready.
func (q *queue) join(first, last uint32) {
	if q.newest != none {
		newest := &q.batches[q.newest]
		if q.flow.requests[newest.last].place < q.flow.requests[first].place {
			q.extend(newest, first, last)
			return
		}
	}
	b := q.newBatch(batch{first: first, last: last})
	q.ready.push(entry{place: q.flow.requests[first].place, batch: b})
	if q.newest == none || q.flow.requests[q.batches[q.newest].last].place < q.flow.requests[last].place {
		q.newest = b
	}
}

// take removes the ready request with the lowest place. There must be one.
func (q *queue) take() uint32 {
	q.readyCount--
	number := q.ready[0].batch
	b := &q.batches[number]
	id := b.first
	if id != b.last {
		b.first = q.flow.requests[id].next
		q.ready[0].place = q.flow.requests[b.first].place
		q.ready.down(0)
		return id
	}
	q.ready.pop()
	q.unused = append(q.unused, number)
	if q.newest == number {
		q.newest = none
	}
	return id
}

func (q *queue) extend(b *batch, first, last uint32) {
	q.flow.requests[b.last].next = first
	b.last = last
}

func (q *queue) newBatch(b batch) uint32 {
	if n := len(q.unused); n > 0 {
		number := q.unused[n-1]
		q.unused = q.unused[:n-1]
		q.batches[number] = b
		return number
	}
	q.batches = append(q.batches, b)
	return uint32(len(q.batches) - 1)
}
