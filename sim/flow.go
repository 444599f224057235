package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"ratesim/chance"
	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/recorded"
	"ratesim/tickets"
	"ratesim/trace"
	"ratesim/workload"
)

// none is the id of no request.
const none = math.MaxUint32

// A request is one that has arrived and has not ended: 48 bytes.
type request struct {
	item     tickets.Item
	index    uint32        // its number in the flow
	arrival  time.Duration // with steps, rounded up
	attempts uint32
	older    uint32 // its neighbours in order of arrival, among those that have
	newer    uint32 // not ended; none at an end of the line

	next  uint32 // behind it in its batch of the queue
	place uint64 // in the queue
}

// A past is what else a request remembers for a policy that does not forget it.
type past struct {
	sent time.Duration // its first attempt
	wait time.Duration // the last one that its policy asked for
}

// A flow is the state of one Flow in a run.
type flow struct {
	Flow
	number   int
	lifetime time.Duration // how long after its arrival a request is dropped
	arrival  time.Duration // of the next request; the longest Duration after the last
	index    int           // of the next request
	counts   trace.Counts
	plan     []policy.Choice // of its policy; nil if that must be asked each time
	forgets  bool            // its policy needs no past
	chance   *chance.Named   // its requests' jitter
	rng      *rand.Rand      // draws from chance

	items          []tickets.Item // of all requests; nil when they are not kept
	requests       []request      // by id
	pasts          []past         // by id; none if the policy forgets them
	unused         uint32         // ids that were released, linked by next
	oldest, newest uint32         // requests that have not ended, in order of arrival
	queue          queue

	sized workload.Sized // its Arrivals, if the requests of a Client bring sizes along
	owns  []recorded.Row // by id; none if they do not

	hasty  bool                     // its policy may hang up
	lives  []life                   // of a Client's requests, by id
	again  queue                    // of a Client's requests that were sent: who has a slot must not stand behind those who wait for it
	flight heap                     // attempts that are not answered, by the instant at which the answer is heard
	idling map[uint32]time.Duration // requests that wait for nothing before they are given up, and what the server asked for; mostly nil
	left   int64                    // requests that it may still send at this instant
}

// planned is for how many failures of a request a policy's plan is made.
const planned = 16

// newFlow returns the state of a Flow before its first run.
func newFlow(f Flow, number int, step time.Duration) *flow {
	named := &chance.Named{}
	if f.Client == nil && remembers(f.Policy) {
		f.Client, f.Place = &Client{}, number
	}
	if f.Client != nil && step == 0 && f.Budget > 0 {
		f.Budget-- // a Client's deadline is an instant at which nothing is sent any more
	}
	sized, _ := f.Arrivals.(workload.Sized)
	plan, _ := policy.Plan(f.Policy, policy.Failure{}, planned)
	return &flow{
		Flow:     f,
		number:   number,
		lifetime: lifetime(f.Budget, step),
		items:    f.Requests.Items(),
		plan:     plan,
		forgets:  f.Client != nil || policy.Forgets(f.Policy), // a Client's requests have a life
		hasty:    limitsTime(f.Policy),
		sized:    sized,
		chance:   named,
		rng:      rand.New(named),
	}
}

// limitsTime reports whether a policy may bound the time of an attempt.
func limitsTime(p policy.Policy) bool {
	switch p := p.(type) {
	case policy.Retry:
		return p.Timeout > 0 || p.Budget > 0
	case policy.AtMost:
		return limitsTime(p.Of)
	case policy.Layers:
		return limitsTime(p.Outer) || limitsTime(p.Inner)
	}
	_, limits := p.(policy.TimeLimiter)
	return limits
}

// reset begins a run.
func (f *flow) reset(seed int64, r *Runner) {
	place := f.number
	if f.Client != nil {
		place = f.Place
	}
	f.chance.Set(chance.Name{Seed: seed, Flow: place, Purpose: chance.Jitter})
	f.counts = trace.Counts{}
	f.requests, f.pasts = f.requests[:0], f.pasts[:0]
	f.unused, f.oldest, f.newest = none, none, none
	f.queue.reset(f, &r.places)
	f.again.reset(f, &r.places)
	f.lives, f.flight = f.lives[:0], f.flight[:0]
	clear(f.idling)
	f.index = -1
	if f.Loop != nil {
		f.Loop.Seed(seed, place)
		f.Loop.Reset()
	} else {
		if s, ok := f.Arrivals.(workload.Seeded); ok {
			s.Seed(seed, place)
		}
		f.Arrivals.Reset()
	}
	f.advance(r.config.Step)
}

// advance looks up the next arrival and rounds it up to a multiple of step.
func (f *flow) advance(step time.Duration) {
	if f.Loop != nil {
		f.arrival = math.MaxInt64
		if at, ok := f.Loop.Peek(); ok {
			f.arrival = roundUp(at, step)
		}
		return
	}
	at, index, ok := f.Arrivals.Next()
	if !ok {
		f.arrival = math.MaxInt64
		return
	}
	f.arrival, f.index = roundUp(at, step), index
}

// admit makes a request of the next arrival and returns its id.
func (f *flow) admit() uint32 {
	id := f.unused
	if id != none {
		f.unused = f.requests[id].next
	} else {
		id = uint32(len(f.requests))
		f.requests = append(f.requests, request{})
		if !f.forgets {
			f.pasts = append(f.pasts, past{})
		}
	}
	r := &f.requests[id]
	r.item, r.index, r.arrival = f.item(), uint32(f.index), f.arrival
	r.attempts = 0
	r.older, r.newer = f.newest, none
	if f.newest == none {
		f.oldest = id
	} else {
		f.requests[f.newest].newer = id
	}
	f.newest = id
	f.counts.Requests++
	if r.item.Grade == tickets.Ungraded {
		f.counts.Ungraded++
	}
	return id
}

// item returns the Item of the next request.
func (f *flow) item() tickets.Item {
	if f.items != nil {
		return f.items[f.index]
	}
	return f.Requests.Item(f.index)
}

// leave takes a request that has ended out of the line of those that have not.
func (f *flow) leave(r *request) {
	if r.older == none {
		f.oldest = r.newer
	} else {
		f.requests[r.older].newer = r.newer
	}
	if r.newer == none {
		f.newest = r.older
	} else {
		f.requests[r.newer].older = r.older
	}
}

// release makes the id of a request that has left line and queue free again.
func (f *flow) release(id uint32) {
	f.requests[id].next = f.unused
	f.unused = id
}

// expiry returns the instant at which the oldest request is dropped.
func (f *flow) expiry() time.Duration {
	if f.Budget < 0 || f.oldest == none {
		return math.MaxInt64
	}
	return f.lapse(f.oldest)
}

// lapse returns the instant at which a request is dropped.
func (f *flow) lapse(id uint32) time.Duration {
	arrival := f.requests[id].arrival
	if arrival > math.MaxInt64-f.lifetime {
		return math.MaxInt64
	}
	return arrival + f.lifetime
}

// dropped reports that a request was given up because its budget is used up, as
// happens at each instant before anything is sent.
func (f *flow) dropped(id uint32, now time.Duration) bool {
	return f.lapse(id) <= now
}

// choose asks the policy what to do about a request's failure.
func (f *flow) choose(id uint32, now time.Duration) policy.Choice {
	request := &f.requests[id]
	n := int(request.attempts)
	if n <= len(f.plan) {
		return f.plan[n-1]
	}
	f.chance.Renew(int64(request.index), n)
	failure := policy.Failure{Attempt: n}
	if !f.forgets {
		failure.Elapsed, failure.LastWait = now-f.pasts[id].sent, f.pasts[id].wait
	}
	wait, again := f.Policy.Next(failure, f.rng)
	if !f.forgets {
		f.pasts[id].wait = wait
	}
	return policy.Choice{Wait: wait, Again: again}
}

// count adds one answer to the flow's figures.
func (f *flow) count(a *endpoint.Answer) {
	c := &f.counts
	c.Calls++
	c.Tokens += a.Input + a.Output
	switch a.Status {
	case endpoint.OK:
		return
	case endpoint.RateLimit:
		c.RateLimited++
	case endpoint.Timeout:
		c.Timeouts++
	case endpoint.PartialOutput:
		c.Partial++
	default:
		c.Failed++
	}
	c.Wasted += a.Input + a.Output
}

// check panics unless each request ended once and each call was counted once.
func (f *flow) check() {
	c := f.counts
	lost := c.OK() != c.Completed
	if f.Client != nil {
		lost = c.OK() < c.Completed*int64(max(1, f.Client.Calls))
	}
	if lost || c.Requests != c.Completed+c.GivenUp+c.Unfinished {
		panic(fmt.Sprintf("sim: flow %s lost requests or calls: %+v", f.Name, c))
	}
}
