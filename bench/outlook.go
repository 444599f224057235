package bench

import (
	"context"

	"ratesim/sim"
	"ratesim/wire"
	"ratesim/workload"
)

// An Outlook is what a flow sends at most, retries aside.
type Outlook struct {
	Requests int64 // 0 of a closed loop
	Usage    wire.Usage
	Cost     float64
	Loops    bool // it is a closed loop: what it sends depends on the answers
}

// Look returns what a flow of the Config would send. Its arrivals are used up, until
// they are reset. The error is that of the context.
func (c *Config) Look(ctx context.Context, f sim.Flow) (o Outlook, err error) {
	if f.Loop != nil {
		return Outlook{Loops: true}, nil
	}
	s := &sender{Flow: f, bench: &bench{Config: *c}}
	if seeded, ok := f.Arrivals.(workload.Seeded); ok {
		seeded.Seed(c.Seed, f.Place)
	}
	f.Arrivals.Reset()
	for {
		at, index, ok := f.Arrivals.Next()
		if !ok || at >= c.Horizon {
			break
		}
		if o.Requests++; o.Requests%(1<<16) == 0 && ctx.Err() != nil {
			return o, context.Cause(ctx)
		}
		one := reckoned(s.sizeOf(index))
		o.Usage.Input += one.Input
		o.Usage.Output += one.Output
	}
	o.Cost = c.Budget.of(o.Usage).Cost
	return o, nil
}
