package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"ratesim/chance"
	"ratesim/endpoint"
	"ratesim/tickets"
	"ratesim/trace"
)

// A Runner runs a configuration again and again, and reuses its memory. It is
// for one goroutine.
type Runner struct {
	// Progress, if set, is told the instant now and then. Its error ends the run.
	Progress func(now time.Duration) error

	config   Config
	api      endpoint.Endpoint
	flows    []*flow
	seed     int64
	now      time.Duration
	events   int64
	bound    int64 // of events
	labels   []Label
	outgoing endpoint.Request // the attempt that is sent, reused
	places   uint64           // in queues, given so far
	sendings uint64           // that were not answered at once
	trouble  error            // that ends the run
	hearing  bool             // answers, before anything is sent

	governing    *chance.Named // draws for governors and ranks
	governingRNG *rand.Rand    // draws from governing
	record       *recorder
	result       Result
}

// NewRunner returns a Runner of a configuration. The Arrivals, the Endpoint and
// so the Config must not be used by two Runners.
func NewRunner(c Config) *Runner {
	r := &Runner{config: c, api: c.Endpoint, labels: c.Labels, governing: &chance.Named{}}
	r.governingRNG = rand.New(r.governing)
	r.bound = c.MaxEvents
	if r.bound == 0 {
		r.bound = math.MaxInt64
	}
	r.result = Result{Flows: make([]trace.Counts, len(c.Flows)), Late: make([]int64, len(c.Flows))}
	for i := range c.Flows {
		r.flows = append(r.flows, newFlow(c.Flows[i], i, c.Step))
	}
	return r
}

// progressEvery is how many events lie between two calls of Progress.
const progressEvery = 1 << 16

// Run runs the configuration under a seed and records the run in the sink; nil
// records nothing. The result is valid until the next Run. The error is the
// sink's, or says that the run has too many events.
func (r *Runner) Run(seed int64, sink trace.Sink) (Result, error) {
	r.reset(seed, sink)
	report := int64(progressEvery)
	for {
		next := r.next()
		if next >= r.config.Horizon {
			break
		}
		r.now = next
		if err := r.instant(); err != nil {
			return Result{}, err
		}
		if r.Progress != nil && r.events >= report {
			report = r.events + progressEvery
			if err := r.Progress(r.now); err != nil {
				return Result{}, err
			}
		}
	}
	return r.finish()
}

func (r *Runner) reset(seed int64, sink trace.Sink) {
	r.seed, r.now, r.events = seed, 0, 0
	r.places, r.sendings, r.trouble = 0, 0, nil
	r.record = nil
	if sink != nil {
		r.record = &recorder{sink: sink, step: r.config.Step, labels: r.labels, ready: map[sending]time.Duration{}}
	}
	r.api.Reset(seed)
	for _, f := range r.flows {
		f.reset(seed, r)
		r.resetGovernors(f.Client)
	}
}

// next returns the instant of the next event, the longest Duration if there is
// none.
func (r *Runner) next() time.Duration {
	next := time.Duration(math.MaxInt64)
	for _, f := range r.flows {
		next = min(next, f.arrival, f.queue.nextReady(), f.expiry())
		if f.Client != nil {
			next = min(next, r.nextHeard(f))
		}
		if f.queue.ready > 0 && r.config.Order != ByQueue {
			next = min(next, r.nextSending(&f.queue))
		}
	}
	if r.config.Order == ByQueue {
		next = min(next, r.nextSending(r.foremost()))
	}
	return next
}

// nextHeard returns the instant at which a Client's next answer is heard, or a
// request that was sent may be sent again.
func (r *Runner) nextHeard(f *flow) time.Duration {
	next := f.again.nextReady()
	if len(f.flight) > 0 {
		next = min(next, f.flight[0].at)
	}
	if r.config.Order != ByQueue {
		next = min(next, r.nextSending(&f.again))
	}
	return next
}

// nextSending returns the instant at which the head of a line can be sent, the
// longest Duration if there is none.
func (r *Runner) nextSending(q *queue) time.Duration {
	if q == nil || q.ready == 0 || q.flow.PerStep == 0 {
		return math.MaxInt64
	}
	return max(r.now+r.config.Step, q.heldUntil)
}

// instant lets happen all that is due now.
func (r *Runner) instant() error {
	if r.sendings > 0 {
		r.hearAll()
	}
	for _, f := range r.flows {
		for f.arrival <= r.now {
			r.arrive(f)
			if r.events > r.bound {
				return r.endless()
			}
		}
		for f.expiry() <= r.now {
			r.expire(f, f.oldest)
		}
		if f.queue.nextReady() <= r.now {
			f.queue.ripen(r.now)
		}
		if f.Client != nil && f.again.nextReady() <= r.now {
			f.again.ripen(r.now)
		}
	}
	if err := r.sendAll(); err != nil {
		return err
	}
	if r.record != nil && r.record.err != nil {
		return r.record.err
	}
	if r.events > r.bound {
		return r.endless()
	}
	return nil
}

// hearAll hears the answers that are due.
func (r *Runner) hearAll() {
	r.hearing = true
	for _, f := range r.flows {
		for len(f.flight) > 0 && f.flight[0].at <= r.now {
			id := f.flight[0].batch
			f.flight.pop()
			if len(f.idling) == 0 || !r.rested(f, id) {
				r.hear(f, id)
			}
		}
	}
	r.hearing = false
}

// endless says that a run has more events than it may have.
func (r *Runner) endless() error {
	return fmt.Errorf("seed %d: more than %d arrivals and attempts (max_events) by %v: the run does not seem to end", r.seed, r.bound, r.now)
}

// arrive takes in the flow's next request.
func (r *Runner) arrive(f *flow) {
	r.events++
	var id uint32
	if f.Client == nil {
		id = f.admit()
	} else {
		id = f.begin()
	}
	f.queue.enter(id)
	if r.record != nil {
		r.record.request(f, id)
	}
	f.advance(r.config.Step)
}

// complete ends a request that was answered.
func (r *Runner) complete(f *flow, id uint32) {
	f.counts.Completed++
	request := &f.requests[id]
	if request.item.Grade == tickets.Right {
		f.counts.Correct++
	}
	if r.record != nil {
		r.record.end(f, id, trace.End{At: int64(r.now), Outcome: trace.OutcomeCompleted})
	}
	f.leave(request)
	f.release(id)
}

// giveUp ends a request without an answer. One that is still in the queue is
// released when it is taken from there.
func (r *Runner) giveUp(f *flow, id uint32, why string) {
	f.counts.GivenUp++
	if r.record != nil {
		r.record.end(f, id, trace.End{At: int64(r.now), Outcome: trace.OutcomeGivenUp, Why: why})
	}
	f.leave(&f.requests[id])
}

// after returns the instant at which a wait that begins now has ended: with
// steps the next one at the earliest, for a step is one round of sending.
func (r *Runner) after(wait time.Duration) time.Duration {
	at := r.now + wait
	if at < r.now {
		return math.MaxInt64 // beyond any horizon
	}
	return roundUp(max(at, r.now+r.config.Step), r.config.Step)
}

// finish counts what is left at the horizon and checks that nothing was lost.
func (r *Runner) finish() (Result, error) {
	for i, f := range r.flows {
		for id := f.oldest; id != none; id = f.requests[id].newer {
			f.counts.Unfinished++
			if r.record != nil {
				r.record.end(f, id, trace.End{At: int64(r.config.Horizon), Outcome: trace.OutcomeUnfinished})
			}
		}
		inFlight := int64(len(f.flight) - len(f.idling))
		f.counts.Calls += inFlight
		f.counts.InFlight += inFlight
		f.check()
		r.result.Flows[i] = f.counts
		r.result.Late[i] = 0
		if f.Loop == nil {
			r.result.Late[i] = int64(f.Requests.Len()) - f.counts.Requests
		}
	}
	if r.record != nil && r.record.err != nil {
		return Result{}, r.record.err
	}
	return r.result, nil
}
