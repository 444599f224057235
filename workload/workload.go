// Package workload says when each request of a flow arrives and how large it is.
//
// Instants are time.Durations since the run began, sizes are tokens. Requests are
// numbered from 0 in the order of their batch, which need not be the order of
// arrival. What chance decides is named by seed, flow and number, so that nothing
// else in a run moves it.
package workload

import (
	"math"
	"time"
)

// Arrivals yields the requests of a flow in order of arrival; of those that
// arrive together, the one with the lower number first.
type Arrivals interface {
	// Reset begins with the first arrival, again or for the first time.
	Reset()
	// Next returns the next arrival, or ok = false after the last.
	Next() (at time.Duration, request int, ok bool)
}

// Periodic arrivals come one every Every, the first at 0, as long as they come
// before Until.
type Periodic struct {
	Every time.Duration // 0 for no arrivals at all
	Until time.Duration // not included; 0 for no arrivals at all

	next int
}

// Count returns the number of arrivals.
func (p *Periodic) Count() int {
	if p.Every <= 0 || p.Until <= 0 {
		return 0
	}
	return int((p.Until-1)/p.Every) + 1
}

// Reset begins again with the first arrival.
func (p *Periodic) Reset() { p.next = 0 }

// Next returns the next arrival.
func (p *Periodic) Next() (time.Duration, int, bool) {
	if p.next >= p.Count() {
		return 0, 0, false
	}
	request := p.next
	p.next++
	return time.Duration(request) * p.Every, request, true
}

// Burst is the lesson's batch: the first requests come steadily from 0, the
// others all at once from Start, so many a step. It begins with a Reset.
type Burst struct {
	Step    time.Duration // length of a step; more than 0
	Count   int           // requests in all
	Steady  int           // requests that come before the burst's in number
	PerStep int           // steady requests that arrive in a step; at least 1
	Start   int64         // step in which the burst begins
	Load    int           // requests of the burst that arrive in a step; at least 1

	steady, burst stream
}

// A stream is one of two sequences that make up a Burst.
type stream struct {
	next, end int           // requests
	at        time.Duration // of next; the longest Duration when it lies beyond that
	left      int           // arrivals at this instant, next included
	perStep   int
}

// Reset begins again with the first arrival.
func (b *Burst) Reset() {
	steady := min(b.Steady, b.Count)
	b.steady = stream{next: 0, end: steady, left: b.PerStep, perStep: b.PerStep}
	b.burst = stream{next: steady, end: b.Count, at: AtStep(b.Start, b.Step), left: b.Load, perStep: b.Load}
}

// Next returns the next arrival.
func (b *Burst) Next() (time.Duration, int, bool) {
	s := &b.steady
	if s.next == s.end || b.burst.next < b.burst.end && b.burst.at < s.at {
		s = &b.burst
	}
	if s.next == s.end {
		return 0, 0, false
	}
	request, at := s.next, s.at
	s.next++
	if s.left--; s.left == 0 {
		s.left = s.perStep
		if s.at += b.Step; s.at < 0 {
			s.at = math.MaxInt64
		}
	}
	return at, request, true
}

// Last returns the step of the last arrival, 0 when there are none and
// math.MaxInt64 for one beyond that.
func (b *Burst) Last() int64 {
	last := int64(0)
	steady := min(b.Steady, b.Count)
	if steady > 0 {
		last = int64((steady - 1) / b.PerStep)
	}
	if b.Count > steady {
		length := int64((b.Count - steady - 1) / b.Load)
		last = max(last, b.Start+min(length, math.MaxInt64-b.Start))
	}
	return last
}

// Before returns how many requests arrive before a step.
func (b *Burst) Before(step int64) int {
	steady := min(b.Steady, b.Count)
	return arrivalsIn(step, b.PerStep, steady) + arrivalsIn(step-b.Start, b.Load, b.Count-steady)
}

// arrivalsIn returns how many of some requests arrive in a number of steps.
func arrivalsIn(steps int64, perStep, requests int) int {
	if steps <= 0 {
		return 0
	}
	if steps > int64(requests/perStep) {
		return requests
	}
	return min(requests, int(steps)*perStep)
}

// AtStep returns the instant of a step that is not negative, or the longest
// Duration for one that lies beyond it.
func AtStep(step int64, length time.Duration) time.Duration {
	if length > 0 && step > math.MaxInt64/int64(length) {
		return math.MaxInt64
	}
	return time.Duration(step) * length
}
