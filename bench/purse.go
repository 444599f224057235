package bench

import (
	"math/rand/v2"
	"sync"
	"time"

	"ratesim/governor"
	"ratesim/policy"
	"ratesim/trace"
	"ratesim/wire"
)

// A Budget is how much may be spent. What is 0 has no bound.
type Budget struct {
	Requests int64   // attempts, retries included
	Tokens   int64   // of input and output
	Cost     float64 // in the currency of Price
	Price    trace.Price
}

// Spending is what was spent.
type Spending struct {
	Tokens int64
	Cost   float64 // by the Price of the Budget
}

// plus returns the sum of two.
func (s Spending) plus(o Spending) Spending {
	return Spending{Tokens: s.Tokens + o.Tokens, Cost: s.Cost + o.Cost}
}

// minus returns what is left of one without another.
func (s Spending) minus(o Spending) Spending {
	return Spending{Tokens: s.Tokens - o.Tokens, Cost: s.Cost - o.Cost}
}

// of returns what a usage spends.
func (b *Budget) of(u wire.Usage) Spending {
	const million = 1e6
	cost := float64(float64(u.Input-u.Cached)*b.Price.Input) + float64(float64(u.Cached)*b.Price.Cached) + float64(float64(u.Output)*b.Price.Output)
	return Spending{Tokens: u.Input + u.Output, Cost: cost / million}
}

// allows reports whether so much may be spent.
func (b *Budget) allows(s Spending) bool {
	return (b.Tokens == 0 || s.Tokens <= b.Tokens) && (b.Cost == 0 || s.Cost <= b.Cost)
}

// A purse is the governor that keeps a bench within its budget. Each attempt is
// reckoned at its prompt and the most that its answer may have. What is reckoned is
// kept back until the answer says what it cost. An answer that does not say it, or says
// what cannot be, counts as it was reckoned, and so does an attempt of which nobody knows: after a
// timeout, a lost connection or an answer that broke off. Refusals and errors cost
// nothing.
type purse struct {
	governor.Free
	budget Budget
	empty  chan struct{} // closed when the next attempt is more than the budget allows
	landed chan struct{} // closed when, after its end, no attempt is in flight

	mu     sync.Mutex
	jobs   map[request]*job
	sent   int64
	flying int64
	kept   Spending // back for what is in flight
	spent  Spending
	untold int64
	absurd int64 // answers that said what cannot be
	first  error // what the first of them said
	closed bool
	isOver bool // empty is closed
	isDown bool // landed is closed
}

// apart is a purse for one flow, which does not make flows ask anew that share
// nothing else.
type apart struct{ *purse }

// governor returns the purse for a flow. Flows must be asked anew when another has
// heard of an attempt, if what that has not cost may be spent by them.
func (p *purse) governor() governor.Governor {
	if p.budget.Tokens > 0 || p.budget.Cost > 0 {
		return p
	}
	return &apart{p}
}

// A request is one, as a governor knows it.
type request struct {
	flow   int
	number int64
}

// A job is one request, with what its attempts may cost.
type job struct {
	reckoned []wire.Usage // by call
	told     wire.Bill    // by the last answer
}

func newPurse(b Budget) *purse {
	return &purse{budget: b, empty: make(chan struct{}), landed: make(chan struct{}), jobs: map[request]*job{}}
}

// enter makes a request known before it is asked about.
func (p *purse) enter(r request, j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.jobs[r] = j
}

// leave forgets a request.
func (p *purse) leave(r request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.jobs, r)
}

// Ask holds an attempt for ever when the budget is used up, and until others have
// been heard of when they may use it up.
func (p *purse) Ask(_ time.Duration, s governor.Sending, _ *rand.Rand) governor.Permit {
	p.mu.Lock()
	defer p.mu.Unlock()
	reckoned := p.reckon(s)
	fits := p.budget.allows(p.spent.plus(reckoned)) && (p.budget.Requests == 0 || p.sent < p.budget.Requests)
	if !fits && !p.isOver {
		p.isOver = true
		close(p.empty)
	}
	if !fits || p.closed || !p.budget.allows(p.spent.plus(p.kept).plus(reckoned)) {
		return governor.Permit{Wait: governor.Forever}
	}
	return governor.Permit{}
}

// reckon returns what an attempt costs at most.
func (p *purse) reckon(s governor.Sending) Spending {
	return p.budget.of(p.jobs[request{s.Flow, s.Request}].reckoned[s.Call])
}

// Take keeps back what the attempt may cost.
func (p *purse) Take(_ time.Duration, s governor.Sending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent++
	p.flying++
	p.kept = p.kept.plus(p.reckon(s))
}

// Heard spends what the attempt has cost.
func (p *purse) Heard(_ time.Duration, s governor.Sending, o governor.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	reckoned, j := p.reckon(s), p.jobs[request{s.Flow, s.Request}]
	p.flying--
	p.kept = p.kept.minus(reckoned)
	switch {
	case o.OK && j.told.Told:
		p.spent = p.spent.plus(p.budget.of(j.told.Usage))
	case o.OK:
		p.puzzle(j.told.Absurd)
		p.spent = p.spent.plus(reckoned)
	case o.Failure.Kind == policy.Timeout, o.Failure.Kind == policy.Connection, o.Failure.Kind == policy.Cut:
		p.spent = p.spent.plus(reckoned)
	}
	j.told = wire.Bill{}
	p.land()
}

// puzzle counts an answer that did not say what it cost, or what cannot be.
func (p *purse) puzzle(absurd error) {
	if absurd == nil {
		p.untold++
		return
	}
	if p.absurd++; p.first == nil {
		p.first = absurd
	}
}

// close lets nothing more be sent.
func (p *purse) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.land()
}

// land tells that nothing is in flight after the end.
func (p *purse) land() {
	if p.closed && p.flying == 0 && !p.isDown {
		p.isDown = true
		close(p.landed)
	}
}
