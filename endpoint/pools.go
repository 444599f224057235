package endpoint

import "time"

// A Scope says whose limit it is. The zero Scope is the pool that all calls share.
type Scope struct {
	Key   uint32 // the account or API key; 0 if that makes no difference
	Model uint32 // the model; 0 if that makes no difference
}

// Pools keep a limit for each scope, made when the scope first calls. A limit that
// is idle answers like a new one, so idle limits may be dropped without changing
// any answer. That is done whenever there are twice as many as were left the time
// before, so that there are never more than about twice as many as scopes in use.
type Pools struct {
	New func() Limit // returns a limit that has counted nothing

	open  map[Scope]*pool
	spare []*pool // dropped, to be used again
	full  int     // pools at which idle ones are dropped
}

// poolsLeast is the number of pools below which none is dropped.
const poolsLeast = 64

// A pool is one scope's limit.
type pool struct {
	limit Limit
	due   int // charges still to come: it must not be dropped while there are any
}

// Of returns the limit of a scope. It must not be kept beyond now: if it becomes
// idle it may be dropped, and given to another scope.
func (p *Pools) Of(now time.Duration, s Scope) Limit { return p.of(now, s).limit }

// Len returns the number of limits that are kept.
func (p *Pools) Len() int { return len(p.open) }

// Reset forgets all that was counted.
func (p *Pools) Reset() {
	for s, one := range p.open {
		p.drop(s, one)
	}
	p.full = 0
}

// of returns the pool of a scope.
func (p *Pools) of(now time.Duration, s Scope) *pool {
	if one, ok := p.open[s]; ok {
		return one
	}
	if p.open == nil {
		p.open = map[Scope]*pool{}
	}
	p.dropIdle(now)
	var one *pool
	if last := len(p.spare) - 1; last >= 0 {
		one, p.spare = p.spare[last], p.spare[:last]
	} else {
		one = &pool{limit: p.New()}
	}
	p.open[s] = one
	return one
}

// dropIdle drops idle pools if there are many.
func (p *Pools) dropIdle(now time.Duration) {
	if len(p.open) < max(poolsLeast, p.full) {
		return
	}
	for s, one := range p.open {
		if one.due == 0 && one.limit.Idle(now) {
			p.drop(s, one)
		}
	}
	p.full = 2 * len(p.open)
}

func (p *Pools) drop(s Scope, one *pool) {
	delete(p.open, s)
	one.limit.Reset()
	one.due = 0
	p.spare = append(p.spare, one)
}
