package sim

import (
	"math"
	"math/rand/v2"
	"time"

	"ratesim/chance"
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
	far      endpoint.Distant // the same, if calls are on their way to it for some time; else nil
	flows    []*flow
	only     *flow // nil if there are several
	seed     int64
	now      time.Duration
	moment   uint32 // how many instants there were
	events   int64
	bound    int64 // of events in the run
	limit    int64 // of events until the end of this instant
	atOnce   int64 // most events of an instant
	crowd    int   // most requests that are kept at once
	records  int   // requests for which there is memory
	labels   []Label
	outgoing endpoint.Request // the attempt that is sent, reused
	failure  policy.Failure   // what is made of one that failed, reused
	decision policy.Decision  // and what the policy makes of that
	places   uint32           // in queues, given so far
	sendings uint32           // that were not answered at once
	trouble  error            // that ends the run
	hearing  bool             // answers, before anything is sent

	agenda tournament // of flows: who has something to do next
	lines  tournament // of the flows' lines, two for each: whose head comes first; only if flows do not send one after another
	turn   int        // the number of the flow that sends; -1 if none does, or all do

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
	r.bound, r.atOnce, r.crowd = eventsMax, atOnceMax, crowdMax
	if c.MaxEvents > 0 {
		r.bound = min(r.bound, c.MaxEvents)
	}
	r.result = Result{Flows: make([]trace.Counts, len(c.Flows)), Late: make([]int64, len(c.Flows))}
	for i := range c.Flows {
		r.flows = append(r.flows, newFlow(c.Flows[i], i, c.Step))
	}
	if len(r.flows) == 1 {
		r.only = r.flows[0]
	}
	if far, ok := c.Endpoint.(endpoint.Distant); ok && far.IsDistant() {
		r.far = far
	}
	drawCircles(r.flows)
	r.agenda, r.lines = newTournament(len(r.flows)), newTournament(2*len(r.flows))
	return r
}

// progressEvery is how many events lie between two calls of Progress.
const progressEvery = 1 << 12

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
		if next > r.now {
			r.moveTo(next)
		}
		r.instant()
		if err := r.stopped(); err != nil {
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

// stopped returns why the run cannot go on, nil if it can.
func (r *Runner) stopped() error {
	if r.record != nil && r.record.err != nil {
		return r.record.err
	}
	return r.trouble
}

func (r *Runner) reset(seed int64, sink trace.Sink) {
	r.seed, r.events, r.moment, r.records = seed, 0, 0, 0
	r.moveTo(0)
	r.places, r.sendings, r.trouble = 0, 0, nil
	r.record = nil
	if sink != nil {
		r.record = &recorder{sink: sink, step: r.config.Step, labels: r.labels}
	}
	r.api.Reset(seed)
	r.agenda.reset()
	r.lines.reset()
	r.turn = -1
	for _, f := range r.flows {
		f.reset(seed, r)
		r.resetGovernors(f)
		r.schedule(f)
	}
}

// moveTo begins an instant.
func (r *Runner) moveTo(now time.Duration) {
	r.now = now
	r.moment++
	r.limit = min(r.bound, r.events+r.atOnce)
}

// arrive takes in the flow's next request.
func (r *Runner) arrive(f *flow) {
	r.events++
	var id uint32
	if f.Client == nil {
		id = f.admit()
	} else {
		id = r.meet(f)
	}
	if r.record != nil {
		r.record.request(f, id)
	}
	f.advance(r.config.Step)
}

// complete ends a request that was answered.
func (r *Runner) complete(f *flow, id uint32, request *request) {
	f.counts.Completed++
	if request.item.Grade == tickets.Right {
		f.counts.Correct++
	}
	if r.record != nil {
		r.record.end(f, id, trace.End{At: int64(r.now), Outcome: trace.OutcomeCompleted})
	}
	if f.ages.kept {
		f.ages.leave(id)
	}
	request.next, f.unused = f.unused, id
}

// giveUp ends a request without an answer; the record of that says why. One that
// is still in the queue is released when it is taken from there.
func (r *Runner) giveUp(f *flow, id uint32, e trace.End) {
	f.counts.GivenUp++
	if r.record != nil {
		e.At, e.Outcome = int64(r.now), trace.OutcomeGivenUp
		r.record.end(f, id, e)
	}
	if f.ages.kept {
		f.ages.leave(id)
	}
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
		r.leaveUnfinished(f)
		inFlight := int64(f.flight.Len() - len(f.idling))
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

// leaveUnfinished counts the requests that have not ended. Where ages are not
// kept no deadline ends requests while they are queued.
func (r *Runner) leaveUnfinished(f *flow) {
	if !f.ages.kept {
		f.counts.Unfinished = f.queue.length() + f.again.length() + int64(f.flight.Len())
		return
	}
	for id := f.ages.oldest; id != none; id = f.ages.of[id].newer {
		f.counts.Unfinished++
		if r.record != nil {
			r.record.end(f, id, trace.End{At: int64(r.config.Horizon), Outcome: trace.OutcomeUnfinished})
		}
	}
}
