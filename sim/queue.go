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
// ready whole: it is put behind the line of those that are ready if its places
// are higher, else it stands beside it. Entering, waiting and taking cost no
// more when more requests are queued; only the number of batches counts, and
// that logarithmically.
type queue struct {
	flow      *flow         // whose requests are linked into batches
	places    *uint64       // given so far, which all flows may share
	ready     int           // requests that are ready
	heldUntil time.Duration // when a Client's governors can be asked again about the first of them
	line      batch         // those in the line
	beside    heap          // batches that stand beside it, by the place of the first request
	waiting   heap          // batches that are not ready, by instant, then by the place of the first request
	batches   []batch
	unused    []uint32              // batches that are free
	recent    [recentBatches]uint32 // batches that wait and may still grow, by a hash of their instant
}

// recentBatches is how many waiting batches can be found again by their
// instant. One that is not found is no fault: it gets a second batch.
const recentBatches = 8

// A batch is a list of requests in order of their places.
type batch struct {
	at          time.Duration // the instant for which it waits
	first, last uint32        // requests; none when it is empty
	length      int           // requests, of a batch that waits
}

func (q *queue) reset(f *flow, places *uint64) {
	q.flow, q.places, q.ready, q.heldUntil = f, places, 0, 0
	q.line = batch{first: none, last: none}
	q.beside, q.waiting = q.beside[:0], q.waiting[:0]
	q.batches, q.unused = q.batches[:0], q.unused[:0]
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
	r.place, r.next = *q.places, none
	*q.places++
}

// enter queues a request that is ready.
func (q *queue) enter(id uint32) {
	q.place(id)
	q.ready++
	q.append(&q.line, batch{first: id, last: id})
}

// wait queues a request that will be ready at an instant.
func (q *queue) wait(id uint32, at time.Duration) {
	q.place(id)
	slot := q.slot(at)
	if *slot != none && q.batches[*slot].at == at {
		q.append(&q.batches[*slot], batch{first: id, last: id})
		q.batches[*slot].length++
		return
	}
	*slot = q.keep(batch{at: at, first: id, last: id, length: 1})
	q.waiting.push(entry{at: at, place: q.flow.requests[id].place, batch: *slot})
}

// slot returns where the batch that waits for an instant may be found.
func (q *queue) slot(at time.Duration) *uint32 {
	return &q.recent[uint64(at)*0x9e3779b97f4a7c15>>61]
}

// ripen makes ready what has waited until now.
func (q *queue) ripen(now time.Duration) {
	for len(q.waiting) > 0 && q.waiting[0].at <= now {
		number := q.waiting[0].batch
		q.waiting.pop()
		b := q.batches[number]
		if slot := q.slot(b.at); *slot == number {
			*slot = none
		}
		q.ready += b.length
		if first := q.flow.requests[b.first].place; q.line.first == none || q.flow.requests[q.line.last].place < first {
			q.append(&q.line, b)
			q.unused = append(q.unused, number)
		} else {
			q.beside.push(entry{place: first, batch: number})
		}
	}
}

// take removes the ready request with the lowest place. There must be one.
func (q *queue) take() uint32 {
	q.ready--
	if len(q.beside) > 0 && (q.line.first == none || q.beside[0].place < q.flow.requests[q.line.first].place) {
		return q.takeBeside()
	}
	id := q.line.first
	q.line.first = q.flow.requests[id].next
	return id
}

// peek returns the ready request with the lowest place. There must be one.
func (q *queue) peek() uint32 {
	if len(q.beside) > 0 && (q.line.first == none || q.beside[0].place < q.flow.requests[q.line.first].place) {
		return q.batches[q.beside[0].batch].first
	}
	return q.line.first
}

// takeBeside removes the first request of the batches beside the line.
func (q *queue) takeBeside() uint32 {
	number := q.beside[0].batch
	b := &q.batches[number]
	id := b.first
	b.first = q.flow.requests[id].next
	if b.first == none {
		q.beside.pop()
		q.unused = append(q.unused, number)
		return id
	}
	q.beside[0].place = q.flow.requests[b.first].place
	q.beside.down(0)
	return id
}

// append puts requests with higher places behind those of a batch.
func (q *queue) append(b *batch, more batch) {
	if b.first == none {
		b.first = more.first
	} else {
		q.flow.requests[b.last].next = more.first
	}
	b.last = more.last
}

// keep stores a batch and returns its number.
func (q *queue) keep(b batch) uint32 {
	if n := len(q.unused); n > 0 {
		number := q.unused[n-1]
		q.unused = q.unused[:n-1]
		q.batches[number] = b
		return number
	}
	q.batches = append(q.batches, b)
	return uint32(len(q.batches) - 1)
}
