package bench

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"ratesim/client"
	"ratesim/sim"
	"ratesim/wire"
	"ratesim/workload"
)

// A sender sends the requests of one flow when they arrive.
type sender struct {
	sim.Flow
	bench *bench
	by    http.RoundTripper
	under sync.WaitGroup // requests that have not ended
}

// An arrival is one request of a flow.
type arrival struct {
	at    time.Duration
	index int // its number, from 0 on
	size  sim.Size
}

// send sends all requests, and returns when they have ended.
func (s *sender) send() {
	if s.Loop != nil {
		s.sendLoop()
	} else {
		s.sendOpen()
	}
	s.under.Wait()
}

// sendOpen sends requests that come whatever becomes of those before.
func (s *sender) sendOpen() {
	if seeded, ok := s.Arrivals.(workload.Seeded); ok {
		seeded.Seed(s.bench.Seed, s.Place)
	}
	s.Arrivals.Reset()
	for {
		at, index, ok := s.Arrivals.Next()
		if !ok || at >= s.bench.Horizon || !s.await(at, nil) {
			return
		}
		a := arrival{at: at, index: index, size: s.sizeOf(index)}
		s.under.Go(func() { s.sendOne(a) })
	}
}

// sendLoop sends requests each of which follows the end of another.
func (s *sender) sendLoop() {
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
		a := arrival{at: at, index: index, size: s.Client.Sizes.Of(s.bench.Seed, int64(index), 0)}
		s.under.Go(func() {
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

// sizeOf returns the size of the arrival that has come last.
func (s *sender) sizeOf(index int) sim.Size {
	sized, brings := s.Arrivals.(workload.Sized)
	own, takes := s.Client.Sizes.(sim.OwnSizes)
	if brings && takes {
		return own.OfOwn(sized.Row(), s.bench.Seed, int64(index), 0)
	}
	return s.Client.Sizes.Of(s.bench.Seed, int64(index), 0)
}

// jobKey is the key of a job in the context of its request.
type jobKey struct{}

// jobOf returns the job of a context, nil if it has none.
func jobOf(ctx context.Context) *job {
	j, _ := ctx.Value(jobKey{}).(*job)
	return j
}

// sendOne sends a request until it ends.
func (s *sender) sendOne(a arrival) {
	b := s.bench
	b.late(b.run.Now() - a.at)
	about := client.Request{
		ID: s.Requests.Ticket(a.index).ID, Number: int64(a.index) + 1,
		Prompt: a.size.Input, Cached: a.size.Cached, Estimate: a.size.Estimate, MaxOutput: a.size.MaxOutput,
		Key: s.Client.Names.Key, Model: b.Target.model(s),
	}
	j := &job{reckoned: reckoned(a.size)}
	known := request{s.Place, int64(a.index)}
	b.purse.enter(known, j)
	defer b.purse.leave(known)
	ctx := context.WithValue(client.With(b.ctx, about), jobKey{}, j)
	body := wire.AskBody(b.Target.API, cmp.Or(about.Model, unnamed), prompt(a.size.Input, b.Seed, known), j.reckoned.Output)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.Target.URL, bytes.NewReader(body))
	if err != nil {
		b.mistake(err)
		return
	}
	b.Target.describe(r, s, a)
	answer, err := s.by.RoundTrip(r)
	if err != nil {
		return // the trace has it
	}
	_, _ = io.Copy(io.Discard, answer.Body) // what breaks off is in the trace
	answer.Body.Close()
}

// reckoned returns what a request costs at most. A client that does not bound the
// answer would pay for whatever a real model says, so it is bounded by its size.
func reckoned(s sim.Size) wire.Usage {
	return wire.Usage{Input: max(s.Input, s.Estimate), Output: cmp.Or(s.MaxOutput, s.Output)}
}
