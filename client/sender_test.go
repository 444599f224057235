package client_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ratesim/client"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/wire"
	"ratesim/workload"
)

// patience is how long after the horizon requests are given up.
const patience = time.Hour

// A sender sends the requests of a flow when they arrive.
type sender struct {
	sim.Flow
	*served
	client *client.Client
	by     http.RoundTripper
	calls  bool // by Do and Chain
	under  sync.WaitGroup

	at    time.Duration // of the next arrival
	index int           // its number
}

// sendAll sends all requests of a flow by its processes, and returns when they have ended.
// Arrivals are dealt out among processes, and so asked for by one after the other.
func sendAll(t *testing.T, processes []*sender) {
	var all sync.WaitGroup
	defer all.Wait()
	if processes[0].Loop != nil {
		for _, s := range processes {
			all.Go(func() { s.sendLoop(t); s.under.Wait() })
		}
		return
	}
	for _, s := range processes {
		if seeded, ok := s.Arrivals.(workload.Seeded); ok {
			seeded.Seed(s.seed, s.Place)
		}
		s.Arrivals.Reset()
	}
	for _, s := range processes {
		s.advance()
	}
	for {
		s := slices.MinFunc(processes, func(a, b *sender) int { return cmp.Compare(a.at, b.at) })
		if s.at >= s.until {
			return
		}
		time.Sleep(s.at - s.run.Now())
		index := s.index
		all.Go(func() { s.sendOne(t, index) })
		s.advance()
	}
}

// advance looks up the next arrival.
func (s *sender) advance() {
	at, index, ok := s.Arrivals.Next()
	if s.at, s.index = at, index; !ok {
		s.at = s.until
	}
}

// sendLoop sends requests of which each follows the end of another.
func (s *sender) sendLoop(t *testing.T) {
	s.Loop.Seed(s.seed, s.Place)
	s.Loop.Reset()
	var mu sync.Mutex
	ended := make(chan struct{}, 1000)
	under := 0
	for {
		mu.Lock()
		at, ok := s.Loop.Peek()
		waits := under > 0
		mu.Unlock()
		switch {
		case !ok && !waits, ok && at >= s.until && !waits:
			return
		case !ok, at > s.run.Now():
			if !ok {
				at = s.until
			}
			select {
			case <-ended:
			case <-time.After(min(at, s.until) - s.run.Now()):
			}
			if s.run.Now() >= s.until {
				return
			}
			continue
		}
		mu.Lock()
		worker, index := s.Loop.Pop()
		under++
		mu.Unlock()
		s.under.Go(func() {
			s.sendOne(t, index)
			mu.Lock()
			under--
			s.Loop.Ended(s.run.Now(), worker)
			mu.Unlock()
			ended <- struct{}{}
		})
	}
}

// sendOne sends a request until it ends.
func (s *sender) sendOne(t *testing.T, index int) {
	first := s.step(index, 0)
	about := client.Request{
		ID:        s.Requests.Ticket(index).ID,
		Number:    int64(index) + 1,
		Repeat:    s.Client.Repeat,
		Prompt:    first.Prompt,
		Cached:    first.Cached,
		Estimate:  first.Estimate,
		MaxOutput: first.MaxOutput,
		Key:       s.Client.Names.Key,
		Model:     s.Client.Names.Models[s.Client.Scope.Model],
	}
	ctx, cancel := context.WithDeadline(client.With(context.Background(), about), s.run.Began().Add(s.until+patience)) // or what hangs would for ever
	defer cancel()
	if s.calls {
		var steps []client.Step
		for call := range max(1, s.Client.Calls) {
			steps = append(steps, s.step(index, call))
		}
		s.client.Chain(ctx, steps...)
		return
	}
	answer, err := s.by.RoundTrip(asking(ctx))
	if err == nil {
		answer.Body.Close()
	}
}

// step returns a call of a request.
func (s *sender) step(index, call int) client.Step {
	size := s.Client.Sizes.Of(s.seed, int64(index), call)
	return client.Step{Do: s.call, Prompt: size.Input, Cached: size.Cached, Estimate: size.Estimate, MaxOutput: size.MaxOutput}
}

// call makes one call, and reads its answer to the end.
func (s *sender) call(ctx context.Context) error {
	answer, err := s.by.RoundTrip(asking(ctx))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !s.streams {
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			return err
		}
	}
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	if s.streams {
		if _, err := wire.ReadStream(wire.Chat, answer.Body); err != nil {
			return &client.Failed{Failure: policy.Failure{Kind: policy.Cut, Status: answer.StatusCode}, Err: err}
		}
		client.Tell(ctx, usageOf(answer.Header))
	}
	return nil
}

// asking returns a request over HTTP.
func asking(ctx context.Context) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/", strings.NewReader("a prompt"))
	if err != nil {
		panic(err)
	}
	return r
}
