package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"ratesim/calendar"
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

// A request is one that has arrived and has not ended: 32 bytes.
type request struct {
	item     tickets.Item
	index    uint32 // its number in the flow
	attempts uint32

	place uint32 // in the queue
	next  uint32 // behind it in its batch of the queue
	last  uint32 // of its batch, if it is the first one of a batch that waits
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

	items    []tickets.Item // of all requests; nil when they are not kept
	requests []request      // by id
	run      *Runner
	pasts    []past // by id; none if the policy forgets them
	stays    []stay // by id; none if nothing is recorded
	unused   uint32 // ids that were released, linked by next
	ages     ages   // of requests that have not ended; not kept unless somebody asks for them
	queue    queue

	sized workload.Sized // its Arrivals, if the requests of a Client bring sizes along
	owns  []recorded.Row // by id; none if they do not

	hasty   bool                     // its policy may hang up
	way     *policy.Way              // its policy, as a Client's sessions go by it
	lives   []life                   // of a Client's requests, by id
	again   queue                    // of a Client's requests that were sent: who has a slot must not stand behind those who wait for it
	flight  calendar.Calendar        // attempts that are not answered, by the instant at which the answer is heard, or the call arrives
	travels []travel                 // of a Client's requests, by id, with a distant endpoint
	idling  map[uint32]time.Duration // requests that wait for nothing before they are given up, and what the server asked for; mostly nil
	circle  *circle                  // of its governors; nil if it has none
	held    bool                     // the circle knows that a line of it is held
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
	made := &flow{
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
	if f.Client != nil {
		made.way = policy.NewWay(f.Policy)
	}
	return made
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
	f.requests, f.pasts, f.unused, f.run = f.requests[:0], f.pasts[:0], none, r
	f.ages.reset(f.Budget >= 0 || r.record != nil)
	f.held = false
	f.queue.reset(f, &r.places)
	f.again.reset(f, &r.places)
	f.lives, f.travels = f.lives[:0], f.travels[:0]
	f.flight.Reset()
	clear(f.idling)
	f.index, f.arrival = -1, -1
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

// advance looks up the next arrival and rounds it up to a multiple of step. One
// that comes no later than the last one, rounded up, need not be.
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
	f.index = index
	if at > f.arrival {
		f.arrival = roundUp(at, step)
	}
}

// admit makes a request of the next arrival, queues it and returns its id.
func (f *flow) admit() uint32 {
	id := f.unused
	if id == none {
		id = f.extend()
	}
	made := &f.requests[id]
	f.unused = made.next
	made.item, made.index, made.attempts = f.item(), uint32(f.index), 0
	made.place, made.next = f.queue.newPlace(), none
	f.queue.lineUp(id, id)
	if f.ages.kept {
		f.ages.enter(id, f.arrival)
	}
	f.counts.Requests++
	if made.item.Grade == tickets.Ungraded {
		f.counts.Ungraded++
	}
	return id
}

// extend makes room for one more request and returns its id, the only one that is
// unused.
func (f *flow) extend() uint32 {
	f.requests = append(f.requests, request{next: none})
	f.run.remember()
	if !f.forgets {
		f.pasts = append(f.pasts, past{})
	}
	return uint32(len(f.requests) - 1)
}

// item returns the Item of the next request.
func (f *flow) item() tickets.Item {
	if f.items != nil {
		return f.items[f.index]
	}
	return f.Requests.Item(f.index)
}

// release makes the id of a request that has ended and left the queue free again.
func (f *flow) release(id uint32) {
	f.requests[id].next = f.unused
	f.unused = id
}

// expiry returns the instant at which the oldest request is dropped.
func (f *flow) expiry() time.Duration {
	if f.Budget < 0 || f.ages.oldest == none {
		return math.MaxInt64
	}
	return f.lapse(f.ages.oldest)
}

// lapse returns the instant at which a request is dropped.
func (f *flow) lapse(id uint32) time.Duration {
	arrival := f.ages.of[id].arrival
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
func (f *flow) count(status endpoint.Status, tokens int64) {
	c := &f.counts
	c.Calls++
	c.Tokens += tokens
	switch status {
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
	c.Wasted += tokens
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
