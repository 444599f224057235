package endpoint

import "ratesim/chance"

// Faults are the lesson's two content failures. Both are drawn by name, from
// the run's seed, the request's key and the try, so that each policy meets the
// same ones.
type Faults struct {
	TimeoutBase     float64 // chance of a timeout for an empty prompt; 0 for none
	TimeoutPerToken float64 // added to it for each input token
	Partial         float64 // chance that an output is cut off midway; 0 for never
}

// tryStride keeps the names of a request's tries apart (from the lesson).
const tryStride = 7919

// Draw returns the fault that an admitted attempt meets, or OK.
func (f *Faults) Draw(seed int64, r Request) Status {
	draws := chance.NewLesson((seed ^ int64(r.Key)) + tryStride*int64(r.Try))
	if uint64(draws.Next()) < f.timeoutThreshold(r.Input) {
		return Timeout
	}
	if uint64(draws.Next()) < chance.Threshold(f.Partial) {
		return PartialOutput
	}
	return OK
}

// timeoutThreshold returns how many of 2³² draws are timeouts. The product is
// rounded before the sum: some processors would fuse the two and round once.
func (f *Faults) timeoutThreshold(tokens int64) uint64 {
	product := float64(f.TimeoutPerToken * float64(tokens))
	return chance.Threshold(f.TimeoutBase + product)
}
