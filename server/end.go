package server

import (
	"context"
	"errors"
	"slices"
	"time"
)

// runsMax bounds how many runs one server makes by resets.
const runsMax = 1000

// Reset ends the run and begins another under a seed: limits, calls, figures and
// faults set at run time are as at the start, and time begins anew. What is in
// flight is cut off.
func (s *Server) Reset(seed int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || len(s.finished) >= runsMax {
		return errors.New("this server makes no further run")
	}
	if err := s.conclusion(); err != nil {
		return err
	}
	s.faults.replace(nil, false)
	s.begin(seed)
	return nil
}

// conclusion ends a run: all attempts and all calls. The lock is held.
func (s *Server) conclusion() error {
	now := s.part()
	attempts := make([]*attempt, 0, len(s.flying))
	for a := range s.flying {
		attempts = append(attempts, a)
	}
	slices.SortFunc(attempts, func(a, b *attempt) int { return int(min(1, max(-1, a.at-b.at))) })
	for _, a := range attempts {
		s.leave(a, now)
	}
	for first := s.calls.wait.Front(); first != nil; first = s.calls.wait.Front() {
		s.end(first.Value.(*call), now)
	}
	measured, err := s.journal.finish()
	s.finished = append(s.finished, measured)
	return err
}

// A Result is what came of all runs of a server.
type Result struct {
	Runs     []Measured
	State    State // of the last run, at its end
	Overhead Overhead
}

// Finish takes no further attempts, lets those in flight come to their end until the
// context ends, cuts off the others, and returns what came of it. The error is that
// of the trace.
func (s *Server) Finish(ctx context.Context) (Result, error) {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	for s.inFlight() > 0 && ctx.Err() == nil {
		pause := time.NewTimer(10 * time.Millisecond)
		select {
		case <-ctx.Done():
			pause.Stop()
		case <-pause.C:
		}
	}
	state := s.State()
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.conclusion()
	state.Clients = s.clients() // with what only the end has shown
	return Result{Runs: s.finished, State: state, Overhead: s.delay.overhead()}, err
}

func (s *Server) inFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.flying)
}
