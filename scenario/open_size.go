package scenario

import (
	"ratesim/chance"
	"ratesim/sim"
	"ratesim/workload"
)

// sizes are the sizes of a flow's calls; see sim.Sizes.
type sizes struct {
	flow                                       int
	input, cached, estimate, output, maxOutput workload.Size
}

// Of returns the size of one call of a request.
func (s *sizes) Of(seed, request int64, call int) sim.Size {
	name := chance.Name{Seed: seed, Flow: s.flow, Request: request, Try: call}
	of := func(size workload.Size, part chance.Purpose) int64 {
		name.Purpose = chance.Size + part
		return size.Of(name)
	}
	one := sim.Size{
		Input:     of(s.input, 0),
		Estimate:  of(s.estimate, 2),
		Output:    of(s.output, 3),
		MaxOutput: of(s.maxOutput, 4),
	}
	one.Cached = min(of(s.cached, 1), one.Input)
	if one.MaxOutput > 0 {
		one.Output = min(one.Output, one.MaxOutput)
	}
	return one
}
