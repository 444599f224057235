package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A naiveQueue is what a queue must do: a list in the order of places.
type naiveQueue []queued

type queued struct {
	id uint32
	at time.Duration // for which it waits; 0 when it is ready
}

func (q *naiveQueue) ripen(now time.Duration) {
	for i := range *q {
		if (*q)[i].at <= now {
			(*q)[i].at = 0
		}
	}
}

func (q *naiveQueue) ready() int {
	ready := 0
	for _, r := range *q {
		if r.at == 0 {
			ready++
		}
	}
	return ready
}

func (q *naiveQueue) nextReady() time.Duration {
	next := time.Duration(math.MaxInt64)
	for _, r := range *q {
		if r.at > 0 {
			next = min(next, r.at)
		}
	}
	return next
}

func (q *naiveQueue) take() uint32 {
	i := slices.IndexFunc(*q, func(r queued) bool { return r.at == 0 })
	id := (*q)[i].id
	*q = slices.Delete(*q, i, i+1)
	return id
}

// A twin is a queue and its naive counterpart, which are told the same.
type twin struct {
	flow   flow
	naive  naiveQueue
	places uint32
	free   []uint32 // ids that are not queued
	now    time.Duration
}

func newTwin(size uint32) *twin {
	w := &twin{}
	w.flow.requests = make([]request, size)
	w.reset()
	return w
}

func (w *twin) reset() {
	w.places = 0
	w.flow.queue.reset(&w.flow, &w.places)
	w.naive, w.now, w.free = nil, 0, w.free[:0]
	for id := range w.flow.requests {
		w.free = append(w.free, uint32(id))
	}
}

// act does one thing at random to both; spread is how many instants ahead a
// request may wait.
func (w *twin) act(t *testing.T, rng *rand.Rand, spread int) {
	t.Helper()
	queue := &w.flow.queue
	switch rng.IntN(4) {
	case 0:
		if len(w.free) > 0 {
			id := w.pick(rng)
			queue.enter(id)
			w.naive = append(w.naive, queued{id: id})
		}
	case 1:
		if len(w.free) > 0 {
			id, at := w.pick(rng), w.now+1+time.Duration(rng.IntN(spread))
			queue.wait(id, at)
			w.naive = append(w.naive, queued{id, at})
		}
	case 2:
		w.now += time.Duration(rng.IntN(1 + spread/4))
		queue.ripen(w.now)
		w.naive.ripen(w.now)
	default:
		for range min(rng.IntN(4), w.naive.ready()) {
			got, want := queue.peek(), w.naive.take()
			queue.remove(got, w.flow.requests[got].next)
			if w.free = append(w.free, got); got != want {
				t.Fatalf("at %v request %d is taken; want %d", w.now, got, want)
			}
		}
	}
	if queue.isReady() != (w.naive.ready() > 0) || queue.nextReady() != w.naive.nextReady() || queue.length() != int64(len(w.naive)) {
		t.Fatalf("at %v of %d requests one is ready: %t, and the next will be at %v; want %d, %d and %v",
			w.now, queue.length(), queue.isReady(), queue.nextReady(), len(w.naive), w.naive.ready(), w.naive.nextReady())
	}
}

// pick returns an id that is not queued.
func (w *twin) pick(rng *rand.Rand) uint32 {
	i := rng.IntN(len(w.free))
	id := w.free[i]
	w.free = slices.Delete(w.free, i, i+1)
	return id
}

func TestQueueIsAListInTheOrderOfPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []int{1, 2, 5, 40, 1000} { // many instants share the few slots of recent
		w := newTwin(1 + rng.Uint32N(60))
		for range 20 {
			for range 500 {
				w.act(t, rng, spread)
			}
			w.reset()
		}
	}
}

func TestQueueKeepsAsManyBatchesAsItHasRequests(t *testing.T) {
	w := newTwin(10)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		w.act(t, rng, 30)
		if q := &w.flow.queue; q.waiting.Len()+q.beside.Len() > len(w.naive) {
			t.Fatalf("%d requests took %d batches; want one each at most", len(w.naive), q.waiting.Len()+q.beside.Len())
		}
	}
}

func TestRequestsThatWaitForOneInstantShareABatch(t *testing.T) {
	w := newTwin(1000)
	for id := range uint32(1000) {
		w.flow.queue.wait(id, time.Duration(1+id%2))
	}
	if batches := w.flow.queue.waiting.Len(); batches != 2 {
		t.Errorf("1000 requests that wait for two instants took %d batches; want 2", batches)
	}
}
