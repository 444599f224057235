package sim

import (
	"fmt"
	"math"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
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
	flows    []flow
	seed     int64
	now      time.Duration
	events   int64
	bound    int64 // of events
	labels   []Label
	outgoing endpoint.Request // the attempt that is sent, reused
	record   *recorder
	result   Result
}

// NewRunner returns a Runner of a configuration. The Arrivals, the Endpoint and
// so the Config must not be used by two Runners.
func NewRunner(c Config) *Runner {
	r := &Runner{config: c, api: c.Endpoint, labels: c.Labels}
	r.bound = c.MaxEvents
	if r.bound == 0 {
		r.bound = math.MaxInt64
	}
	r.flows = make([]flow, len(c.Flows))
	r.result = Result{Flows: make([]trace.Counts, len(c.Flows)), Late: make([]int64, len(c.Flows))}
	for i := range r.flows {
		r.flows[i] = newFlow(c.Flows[i], i, c.Step)
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
	r.record = nil
	if sink != nil {
		r.record = &recorder{sink: sink, step: r.config.Step, labels: r.labels, ready: map[sending]time.Duration{}}
	}
	r.api.Reset(seed)
	for i := range r.flows {
		r.flows[i].reset(seed, r.config.Step)
	}
}

// next returns the instant of the next event, the longest Duration if there is
// none.
func (r *Runner) next() time.Duration {
	next := time.Duration(math.MaxInt64)
	for i := range r.flows {
		f := &r.flows[i]
		next = min(next, f.arrival, f.queue.nextReady(), f.expiry())
		if f.queue.ready > 0 && f.PerStep > 0 {
			next = min(next, r.now+r.config.Step)
		}
	}
	return next
}

// instant lets happen all that is due now.
func (r *Runner) instant() error {
	for i := range r.flows {
		f := &r.flows[i]
		for f.arrival <= r.now {
			r.arrive(f)
			if r.events > r.bound {
				return r.endless()
			}
		}
		for f.expiry() <= r.now {
			r.giveUp(f, f.oldest, trace.WhyDeadline)
		}
		if f.queue.nextReady() <= r.now {
			f.queue.ripen(r.now)
		}
	}
	for i := range r.flows {
		if f := &r.flows[i]; f.queue.ready > 0 {
			r.send(f)
		}
	}
	if r.record != nil && r.record.err != nil {
		return r.record.err
	}
	if r.events > r.bound {
		return r.endless()
	}
	return nil
}

// endless says that a run has more events than it may have.
func (r *Runner) endless() error {
	return fmt.Errorf("seed %d: more than %d arrivals and attempts (max_events) by %v: the run does not seem to end", r.seed, r.bound, r.now)
}

// arrive takes in the flow's next request.
func (r *Runner) arrive(f *flow) {
	r.events++
	id := f.admit()
	f.queue.enter(id)
	if r.record != nil {
		r.record.request(f, id)
	}
	f.advance(r.config.Step)
}

// send sends what is ready, at most PerStep requests.
func (r *Runner) send(f *flow) {
	mayDrop := f.Budget >= 0
	for left := f.PerStep; left > 0 && f.queue.ready > 0; {
		id := f.queue.take()
		if mayDrop && f.dropped(id, r.now) {
			f.release(id)
			continue
		}
		r.attempt(f, id)
		left--
	}
}

// attempt sends one request and does what its answer asks for.
func (r *Runner) attempt(f *flow, id uint32) {
	r.events++
	request := &f.requests[id]
	if request.attempts == 0 {
		request.sent = r.now
	}
	r.outgoing.Key, r.outgoing.Try = request.item.Hash, int(request.attempts)
	r.outgoing.Input, r.outgoing.Output = int64(request.item.Tokens), r.labels[request.item.Label].Tokens
	answer := r.api.Serve(r.now, &r.outgoing)
	request.attempts++
	f.count(answer)
	if r.record != nil {
		r.record.attempt(f, id, r.now, answer)
	}
	if answer.Status == endpoint.OK {
		r.complete(f, id)
		return
	}
	r.again(f, id)
}

// complete ends a request that was answered.
func (r *Runner) complete(f *flow, id uint32) {
	f.counts.Completed++
	if f.requests[id].item.Grade == tickets.Right {
		f.counts.Correct++
	}
	if r.record != nil {
		r.record.end(f, id, trace.End{At: int64(r.now), Outcome: trace.OutcomeCompleted})
	}
	f.leave(id)
	f.release(id)
}

// again asks the policy what to do about a failure, and does it.
func (r *Runner) again(f *flow, id uint32) {
	request := &f.requests[id]
	f.chance.Renew(int64(request.index), int(request.attempts))
	wait, again := f.Policy.Next(policy.Failure{
		Attempt:  int(request.attempts),
		Elapsed:  r.now - request.sent,
		LastWait: request.wait,
	}, f.rng)
	if !again {
		r.giveUp(f, id, trace.WhyPolicy)
		f.release(id)
		return
	}
	request.wait = wait
	at := r.after(wait)
	f.queue.wait(id, at)
	if r.record != nil {
		r.record.waits(f, id, at)
	}
}

// giveUp ends a request without an answer. One that is still in the queue is
// released when it is taken from there.
func (r *Runner) giveUp(f *flow, id uint32, why string) {
	f.counts.GivenUp++
	if r.record != nil {
		r.record.end(f, id, trace.End{At: int64(r.now), Outcome: trace.OutcomeGivenUp, Why: why})
	}
	f.leave(id)
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
	for i := range r.flows {
		f := &r.flows[i]
		for id := f.oldest; id != none; id = f.requests[id].newer {
			f.counts.Unfinished++
			if r.record != nil {
				r.record.end(f, id, trace.End{At: int64(r.config.Horizon), Outcome: trace.OutcomeUnfinished})
			}
		}
		f.check()
		r.result.Flows[i] = f.counts
		r.result.Late[i] = int64(f.Requests.Len()) - f.counts.Requests
	}
	if r.record != nil && r.record.err != nil {
		return Result{}, r.record.err
	}
	return r.result, nil
}
