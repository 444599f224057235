package workload

import (
	"slices"
	"time"

	"ratesim/calendar"
	"ratesim/chance"
)

// A Loop is a closed loop of workers: each sends its next request when its last
// one has ended and it has thought.
type Loop struct {
	Workers  int
	Requests int           // in all; 0 for no bound
	Start    time.Duration // of the first worker
	Stagger  time.Duration // between the starts of two workers
	Think    time.Duration // between the end of a request and the next one
	Drawn    bool          // Think is the mean of an exponential distribution, else always the same

	next  calendar.Calendar // workers without a request, placed by their number
	made  int               // requests
	ended []int             // requests of each worker; none unless Drawn
	named chance.Named

	first, stride int  // worker and request numbers of its process; stride 0 for all
	none          bool // there are no requests
}

// Seed names the chance of a flow, by its place in the scenario, in a run. It is
// called before Reset.
func (l *Loop) Seed(seed int64, flow int) {
	l.named.Set(chance.Name{Seed: seed, Flow: flow, Purpose: chance.Arrivals})
}

// Reset begins again.
func (l *Loop) Reset() {
	l.made = 0
	l.next.Reset()
	if l.Drawn {
		l.ended = slices.Grow(l.ended[:0], l.Workers)[:l.Workers]
		clear(l.ended)
	}
	for worker := range l.Workers {
		l.push(later(l.Start, AtStep(l.number(worker), l.Stagger)), worker)
	}
}

// number returns the number of a worker, or of a request, among those of all
// processes.
func (l *Loop) number(own int) int64 { return int64(l.first + own*max(1, l.stride)) }

// Peek returns when the next request arrives; ok is false while all workers wait
// for an answer, and after the last request.
func (l *Loop) Peek() (at time.Duration, ok bool) {
	if l.none || l.next.Len() == 0 || l.Requests > 0 && l.made == l.Requests {
		return 0, false
	}
	return l.next.Next(), true
}

// Pop returns the worker of the next request and the request's number. There must
// be one.
func (l *Loop) Pop() (worker, request int) {
	worker, request = int(l.next.Pop().ID()), int(l.number(l.made))
	l.made++
	return worker, request
}

// push lets a worker send its next request at an instant.
func (l *Loop) push(at time.Duration, worker int) {
	l.next.Push(at, uint32(worker), uint32(worker))
}

// Ended tells that the request of a worker has ended.
func (l *Loop) Ended(now time.Duration, worker int) {
	if l.Drawn {
		l.ended[worker]++
	}
	l.push(later(now, l.think(worker)), worker)
}

// think returns how long a worker thinks: chance knows the worker and how many
// requests it has made, and nothing else moves it.
func (l *Loop) think(worker int) time.Duration {
	if !l.Drawn {
		return l.Think
	}
	l.named.Renew(l.number(worker), l.ended[worker])
	return nanoseconds(float64(chance.Exponential(uniform(&l.named)) * float64(l.Think)))
}
