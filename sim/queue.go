package sim

import (
	"ratesim/calendar"
	"time"
)

// A queue holds the requests of one flow that are to be sent: those that are
// ready, in order of their places, and those that wait for an instant.
//
// Places are given in the order in which requests are queued, so all that wait
// for the same instant form a batch that is sorted as it grows, a list which is
// known by its first request. A batch becomes ready whole: it is put behind the
// line of those that are ready if its places are higher, else it stands beside
// it. Entering, waiting and taking cost no more when more requests are queued;
// only the number of batches counts, and that logarithmically.
type queue struct {
	flow      *flow                // whose requests are linked into batches
	places    *uint32              // given so far, which all flows may share
	heldUntil time.Duration        // when a Client's governors can be asked again about the first of them
	first     uint32               // of the line; none if it is empty
	last      uint32               // of the line, if it is not empty
	beside    calendar.Heap        // batches that stand beside the line, all at instant 0
	waiting   calendar.Calendar    // batches that are not ready
	recent    [recentBatches]batch // of those that wait, by a hash of their instant
}

// recentBatches is how many waiting batches can be found again by their
// instant. One that is not found is no fault: it gets a second batch.
const recentBatches = 8

// A batch is a list of requests that wait for one instant.
type batch struct {
	at    time.Duration // below 0 if there is none
	first uint32
}

func (q *queue) reset(f *flow, places *uint32) {
	q.flow, q.places, q.heldUntil = f, places, 0
	q.first = none
	q.beside.Reset()
	q.waiting.Reset()
	for i := range q.recent {
		q.recent[i].at = -1
	}
}

// isReady reports whether a request can be sent.
func (q *queue) isReady() bool { return q.first != none || !q.beside.IsEmpty() }

// nextReady returns the instant at which the next waiting batch becomes ready.
func (q *queue) nextReady() time.Duration { return q.waiting.Next() }

// newPlace returns the last place in the queue.
func (q *queue) newPlace() uint32 {
	*q.places++
	return *q.places
}

// enter queues a request that is ready.
func (q *queue) enter(id uint32) {
	r := &q.flow.requests[id]
	r.place, r.next = q.newPlace(), none
	q.lineUp(id, id)
}

// lineUp puts a list of requests behind the line.
func (q *queue) lineUp(first, last uint32) {
	if q.first == none {
		q.first = first
	} else {
		q.flow.requests[q.last].next = first
	}
	q.last = last
}

// wait queues a request that will be ready at an instant.
func (q *queue) wait(id uint32, at time.Duration) {
	r := &q.flow.requests[id]
	r.place, r.next = q.newPlace(), none
	b := &q.recent[uint64(at)*0x9e3779b97f4a7c15>>61]
	if b.at == at {
		last := &q.flow.requests[b.first].last
		q.flow.requests[*last].next = id
		*last = id
		return
	}
	b.at, b.first = at, id
	r.last = id
	q.waiting.Push(at, r.place, id)
}

// ripen makes ready what has waited until now.
func (q *queue) ripen(now time.Duration) {
	for q.waiting.Next() <= now {
		e := q.waiting.Pop()
		if b := &q.recent[uint64(e.At)*0x9e3779b97f4a7c15>>61]; b.at == e.At {
			b.at = -1
		}
		if q.first == none || q.flow.requests[q.last].place < e.Place() {
			q.lineUp(e.ID(), q.flow.requests[e.ID()].last)
		} else {
			e.At = 0
			q.beside.Push(e)
		}
	}
}

// peek returns the ready request with the lowest place; none if no request is
// ready.
func (q *queue) peek() uint32 {
	if q.besideFirst() {
		return q.beside.First().ID()
	}
	return q.first
}

// besideFirst reports whether the request that comes first stands beside the
// line.
func (q *queue) besideFirst() bool {
	return !q.beside.IsEmpty() && (q.first == none || q.beside.First().Place() < q.flow.requests[q.first].place)
}

// remove removes the request that peek has returned; next is the one behind it in
// its batch.
func (q *queue) remove(id, next uint32) {
	if id == q.first {
		q.first = next
	} else {
		q.removeBeside(next)
	}
}

// removeBeside lets the first batch that stands beside the line begin with its
// next request.
func (q *queue) removeBeside(next uint32) {
	if next == none {
		q.beside.Pop()
	} else {
		q.beside.Replace(calendar.NewEntry(0, q.flow.requests[next].place, next))
	}
}

// length returns how many requests are queued, ready or not. It goes through all
// of them.
func (q *queue) length() (n int64) {
	count := func(first uint32) {
		for id := first; id != none; id = q.flow.requests[id].next {
			n++
		}
	}
	count(q.first)
	for e := range q.beside.All {
		count(e.ID())
	}
	for e := range q.waiting.All {
		count(e.ID())
	}
	return n
}
