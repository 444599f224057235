package endpoint

import "ratesim/chance"

// Faults are the lesson's two content failures. Both are drawn by name, from
// the run's seed, the request's key and the try, so that each policy meets the
// same ones.
type Faults struct {
	chances  Chances
	timeouts [smallPrompt]uint64 // of 2³² draws, by input tokens
	partials uint64              // of 2³² draws
}

// Chances are how likely an admitted call is to break.
type Chances struct {
	TimeoutBase     float64 // of a timeout for an empty prompt; 0 for none
	TimeoutPerToken float64 // added to it for each input token; 0 when size does not matter
	Partial         float64 // that an output is cut off midway; 0 for never
}

// smallPrompt bounds the prompts whose chance of a timeout is computed once.
const smallPrompt = 256

// NewFaults returns the faults with given chances.
func NewFaults(c Chances) *Faults {
	f := &Faults{chances: c, partials: chance.Threshold(c.Partial)}
	for tokens := range f.timeouts {
		f.timeouts[tokens] = c.timeouts(int64(tokens))
	}
	return f
}

// timeouts returns how many of 2³² draws are timeouts. The product is rounded
// before the sum: some processors would fuse the two and round once.
func (c Chances) timeouts(tokens int64) uint64 {
	product := float64(c.TimeoutPerToken * float64(tokens))
	return chance.Threshold(c.TimeoutBase + product)
}

// tryStride keeps the names of a request's tries apart (from the lesson).
const tryStride = 7919

// Draw returns the fault that an admitted attempt meets, or OK.
func (f *Faults) Draw(seed int64, r *Request) Status {
	var timeouts uint64
	if r.Input >= 0 && r.Input < smallPrompt {
		timeouts = f.timeouts[r.Input]
	} else {
		timeouts = f.chances.timeouts(r.Input)
	}
	draws := chance.NewLesson((seed ^ int64(r.Key)) + tryStride*int64(r.Try))
	if uint64(draws.Next()) < timeouts {
		return Timeout
	}
	if uint64(draws.Next()) < f.partials {
		return PartialOutput
	}
	return OK
}
