package bench

import (
	"cmp"
	"net/http"
	"slices"
	"sync"
	"time"

	"ratesim/client"
	"ratesim/sim"
	"ratesim/workload"
)

// A sender sends the requests of one flow, or of one of its processes, when they
// arrive.
type sender struct {
	sim.Flow
	bench   *bench
	by      *client.Client
	network http.RoundTripper // the client's
	next    arrival
}

// An arrival is one request of a flow.
type arrival struct {
	at    time.Duration // bench.Horizon for none
	index int           // its number, from 0 on
	sizes []sim.Size    // of its calls
}

// sendOpen sends requests that come whatever becomes of those before, by the processes
// of a flow. Their arrivals are dealt out, and so asked for by nobody else.
func sendOpen(processes []*sender) {
	var under sync.WaitGroup // requests that have not ended
	defer under.Wait()
	begin(processes)
	for s := first(processes); s.next.at < s.bench.Horizon && s.await(s.next.at, nil); s = first(processes) {
		a := s.next
		under.Go(func() { s.sendOne(a) })
		s.advance()
	}
}

// begin looks up the first arrival of each process.
func begin(processes []*sender) {
	for _, s := range processes {
		if seeded, ok := s.Arrivals.(workload.Seeded); ok {
			seeded.Seed(s.bench.Seed, s.Place)
		}
		s.Arrivals.Reset()
	}
	for _, s := range processes {
		s.advance()
	}
}

// first returns the process that has the next arrival.
func first(processes []*sender) *sender {
	return slices.MinFunc(processes, func(a, b *sender) int { return cmp.Compare(a.next.at, b.next.at) })
}

// advance looks up the next arrival.
func (s *sender) advance() {
	at, index, ok := s.Arrivals.Next()
	if !ok || at >= s.bench.Horizon {
		s.next = arrival{at: s.bench.Horizon}
		return
	}
	s.next = arrival{at, index, s.sizesOf(index, s.Arrivals)}
}

// sizesOf returns the sizes of the calls of a request: the one that arrivals have told
// last, if they bring sizes along; else arrivals is nil, or may be.
func (s *sender) sizesOf(index int, arrivals workload.Arrivals) []sim.Size {
	sized, brings := arrivals.(workload.Sized)
	own, takes := s.Client.Sizes.(sim.OwnSizes)
	sizes := make([]sim.Size, max(1, s.Client.Calls))
	for call := range sizes {
		if brings && takes {
			sizes[call] = own.OfOwn(sized.Row(), s.bench.Seed, int64(index), call)
		} else {
			sizes[call] = s.Client.Sizes.Of(s.bench.Seed, int64(index), call)
		}
	}
	return sizes
}

// sendLoop sends requests each of which follows the end of another.
func (s *sender) sendLoop() {
	var under sync.WaitGroup
	defer under.Wait()
	s.Loop.Seed(s.bench.Seed, s.Place)
	s.Loop.Reset()
	l := loop{Loop: s.Loop, ended: make(chan struct{}, 1)}
	for {
		at, ok := l.due(s.bench.Horizon)
		if !ok {
			return
		}
		if at > s.bench.run.Now() {
			if !s.await(at, l.ended) {
				return
			}
			continue // whose turn it is may have changed
		}
		if at >= s.bench.Horizon {
			return
		}
		worker, index := l.begin()
		a := arrival{at, index, s.sizesOf(index, nil)}
		under.Go(func() {
			s.sendOne(a)
			l.end(s.bench.run.Now(), worker)
		})
	}
}

// A loop is a workload.Loop whose requests end in goroutines of their own.
type loop struct {
	*workload.Loop
	mu    sync.Mutex
	under int           // requests that have not ended
	ended chan struct{} // tells that one has
}

// due returns when the next request arrives, or otherwise while all workers wait for
// an answer; ok is false after the last request.
func (l *loop) due(otherwise time.Duration) (at time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := l.Peek(); ok {
		return at, true
	}
	return otherwise, l.under > 0
}

// begin takes the next request.
func (l *loop) begin() (worker, index int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.under++
	return l.Pop()
}

// end ends a request of a worker.
func (l *loop) end(now time.Duration, worker int) {
	l.mu.Lock()
	l.under--
	l.Ended(now, worker)
	l.mu.Unlock()
	select {
	case l.ended <- struct{}{}:
	default: // it was told already
	}
}

// await waits until an instant, or until something has come by a channel; false if
// nothing more is to be sent.
func (s *sender) await(at time.Duration, sooner <-chan struct{}) bool {
	timer := time.NewTimer(at - s.bench.run.Now())
	defer timer.Stop()
	select {
	case <-s.bench.stopped:
		return false
	case <-sooner:
	case <-timer.C:
	}
	return true
}
