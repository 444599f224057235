package workload

import (
	"slices"
	"time"

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

	next  []turn // of workers without a request, the earliest first, then by number
	made  int    // requests
	ended []int  // requests of each worker
	named chance.Named

	first, stride int  // worker and request numbers of its process; stride 0 for all
	none          bool // there are no requests
}

// A turn is when a worker sends its next request.
type turn struct {
	at     time.Duration
	worker int
}

func (t turn) before(o turn) bool { return t.at < o.at || t.at == o.at && t.worker < o.worker }

// Seed names the chance of a flow, by its place in the scenario, in a run. It is
// called before Reset.
func (l *Loop) Seed(seed int64, flow int) {
	l.named.Set(chance.Name{Seed: seed, Flow: flow, Purpose: chance.Arrivals})
}

// Reset begins again.
func (l *Loop) Reset() {
	l.next, l.made = l.next[:0], 0
	l.ended = slices.Grow(l.ended[:0], l.Workers)[:l.Workers]
	clear(l.ended)
	for worker := range l.Workers {
		l.push(turn{later(l.Start, AtStep(l.number(worker), l.Stagger)), worker})
	}
}

// number returns the number of a worker, or of a request, among those of all
// processes.
func (l *Loop) number(own int) int64 { return int64(l.first + own*max(1, l.stride)) }

// Peek returns when the next request arrives; ok is false while all workers wait
// for an answer, and after the last request.
func (l *Loop) Peek() (at time.Duration, ok bool) {
	if l.none || len(l.next) == 0 || l.Requests > 0 && l.made == l.Requests {
		return 0, false
	}
	return l.next[0].at, true
}

// Pop returns the worker of the next request and the request's number. There must
// be one.
func (l *Loop) Pop() (worker, request int) {
	worker, request = l.next[0].worker, int(l.number(l.made))
	l.made++
	last := len(l.next) - 1
	t := l.next[last]
	if l.next = l.next[:last]; last > 0 {
		l.down(t)
	}
	return worker, request
}

// Ended tells that the request of a worker has ended.
func (l *Loop) Ended(now time.Duration, worker int) {
	l.ended[worker]++
	l.push(turn{later(now, l.think(worker)), worker})
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

func (l *Loop) push(t turn) {
	l.next = append(l.next, t)
	i := len(l.next) - 1
	for ; i > 0 && t.before(l.next[(i-1)/2]); i = (i - 1) / 2 {
		l.next[i] = l.next[(i-1)/2]
	}
	l.next[i] = t
}

// down puts a turn in the place of the first one.
func (l *Loop) down(t turn) {
	i := 0
	for 2*i+1 < len(l.next) {
		child := 2*i + 1
		if child+1 < len(l.next) && l.next[child+1].before(l.next[child]) {
			child++
		}
		if !l.next[child].before(t) {
			break
		}
		l.next[i] = l.next[child]
		i = child
	}
	l.next[i] = t
}
