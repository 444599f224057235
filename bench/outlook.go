package bench

import (
	"context"

	"ratesim/sim"
	"ratesim/wire"
)

// An Outlook is what a flow sends at most, retries aside.
type Outlook struct {
	Requests int64 // 0 of a closed loop
	Usage    wire.Usage
	Cost     float64
	Loops    bool // it is a closed loop: what it sends depends on the answers
}

// Look returns what the processes of a flow of the Config would send. Their arrivals are
// used up, until they are reset. The error is that of the context.
func (c *Config) Look(ctx context.Context, processes []sim.Flow) (o Outlook, err error) {
	if processes[0].Loop != nil {
		return Outlook{Loops: true}, nil
	}
	var senders []*sender
	for _, f := range processes {
		senders = append(senders, &sender{Flow: f, bench: &bench{Config: *c}})
	}
	begin(senders)
	for s := first(senders); s.next.at < c.Horizon; s = first(senders) {
		if o.Requests++; o.Requests%(1<<16) == 0 && ctx.Err() != nil {
			return o, context.Cause(ctx)
		}
		for _, size := range s.next.sizes {
			one := reckoned(size)
			o.Usage.Input += one.Input
			o.Usage.Output += one.Output
		}
		s.advance()
	}
	o.Cost = c.Budget.of(o.Usage).Cost
	return o, nil
}

// Processes returns the flows of the Config, each with its processes.
func (c *Config) Processes() [][]sim.Flow { return byPlace(c.Flows) }
