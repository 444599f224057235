package scenario

import (
	"ratesim/chance"
	"ratesim/recorded"
	"ratesim/sim"
	"ratesim/workload"
)

// sizes are the sizes of a flow's calls; see sim.Sizes and sim.OwnSizes.
type sizes struct {
	flow                                       int
	input, cached, estimate, output, maxOutput workload.Size
	own                                        recorded.Sizes // that requests bring along, and that hold
}

// Of returns the size of one call of a request.
func (s *sizes) Of(seed, request int64, call int) sim.Size {
	one := s.draw(seed, request, call)
	bound(&one)
	return one
}

// OfOwn returns the size of one call of a request that has brought sizes along.
func (s *sizes) OfOwn(own recorded.Row, seed, request int64, call int) sim.Size {
	one := s.draw(seed, request, call)
	for _, size := range []struct {
		holds   bool
		to, its *int64
	}{
		{s.own.Input, &one.Input, &own.Input},
		{s.own.Cached, &one.Cached, &own.Cached},
		{s.own.Output, &one.Output, &own.Output},
		{s.own.MaxOutput, &one.MaxOutput, &own.MaxOutput},
	} {
		if size.holds {
			*size.to = *size.its
		}
	}
	bound(&one)
	return one
}

func (s *sizes) draw(seed, request int64, call int) sim.Size {
	name := chance.Name{Seed: seed, Flow: s.flow, Request: request, Try: call}
	of := func(size workload.Size, part chance.Purpose) int64 {
		name.Purpose = chance.Size + part
		return size.Of(name)
	}
	return sim.Size{
		Input:     of(s.input, 0),
		Cached:    of(s.cached, 1),
		Estimate:  of(s.estimate, 2),
		Output:    of(s.output, 3),
		MaxOutput: of(s.maxOutput, 4),
	}
}

// bound cuts what cannot be: more than any model takes, as recorded sizes may
// become when they are multiplied, more cached than there is, and an answer beyond
// its limit.
func bound(one *sim.Size) {
	for _, size := range []*int64{&one.Input, &one.Estimate, &one.MaxOutput} {
		*size = min(*size, workload.SizeMax)
	}
	one.Output = min(one.Output, workload.AnswerMax)
	one.Cached = min(one.Cached, one.Input)
	if one.MaxOutput > 0 {
		one.Output = min(one.Output, one.MaxOutput)
	}
}
