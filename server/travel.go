package server

import (
	"context"
	"time"

	"ratesim/endpoint"
)

// start decides an attempt, when it has come to the endpoint. It is over at once if its
// client hears of it at once. The status says why there is none.
func (s *Server) start(ctx context.Context, q asked) (a *attempt, why started) {
	s.mu.Lock()
	a = s.admit(q)
	if a == nil {
		s.mu.Unlock()
		return nil, turned
	}
	way := s.way(a)
	if way == 0 {
		a.reached = a.at
		s.decide(a)
	}
	s.mu.Unlock()
	if way > 0 && !s.travel(ctx, a, way) {
		return nil, lost
	}
	return a, under
}

// started is what became of the start of an attempt.
type started uint8

const (
	under  started = iota // way: it is decided
	turned                // away: the server itself has no room for it
	lost                  // on its way: its client does not wait for it any more
)

// way returns for how long an attempt is on its way to the endpoint. What is refused
// for its form is not sent on.
func (s *Server) way(a *attempt) time.Duration {
	if a.reject != nil || !s.config.Provider.IsDistant() {
		return 0
	}
	r := a.request(a.nameOfTry())
	return s.config.Provider.Way(a.at, &r)
}

// travel waits until an attempt has come to the endpoint, which then decides; false if
// it never comes, since its client leaves before, or the server ends it.
func (s *Server) travel(ctx context.Context, a *attempt, way time.Duration) bool {
	_, came := s.sleep(ctx, a, a.at+way)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !came {
		s.leave(a, s.part())
		return false
	}
	if a.over {
		return false
	}
	a.reached = s.tick()
	s.decide(a)
	return true
}

// lose ends an attempt that is still on its way. The endpoint has not met it, so no
// limit and no trace knows of it.
func (s *Server) lose(a *attempt, now time.Duration) {
	a.over, a.of = true, nil
	delete(s.flying, a)
	a.answer = endpoint.Answer{Status: endpoint.Timeout, Heard: now, Uncounted: true}
	a.write()
	a.call.flight, a.call.last = nil, a.outcome
	s.calls.waits(a.call)
}
