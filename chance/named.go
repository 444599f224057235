package chance

// A Purpose keeps apart the draws of one attempt.
type Purpose uint64

// The purposes. Their numbers are part of what a seed means and never change.
const (
	Jitter    Purpose = 1       // a policy's wait
	Arrivals  Purpose = 2       // when a request arrives
	Latency   Purpose = 3       // how long an answer takes
	Dealing   Purpose = 4       // which process an arrival is for
	Sending   Purpose = 5       // how long a call is on its way
	Answering Purpose = 6       // how long its answer is
	Sampling  Purpose = 8       // whether a recorded request is sent at all
	Size      Purpose = 16      // how large a call is; those of its parts have the next numbers
	Rank      Purpose = 10      // who goes first of several that are ready together
	Resample  Purpose = 12      // which values a bootstrap takes
	Governing Purpose = 1 << 20 // a governor's answer; the next one's has the next number
)

// A Name says what a draw is for.
type Name struct {
	Seed    int64
	Flow    int   // the flow's place in the scenario
	Request int64 // the request's number in its flow
	Try     int   // 1 after the first attempt
	Purpose Purpose
}

// A Named is a source of chance that is set to a name before each use; equal
// names give equal numbers. Setting it costs next to nothing until it is drawn
// from. It is a rand.Source of math/rand/v2.
type Named struct {
	name  Name
	stem  uint64 // what the seed and the flow make of the state; 0 if that is not known yet
	state uint64
	fresh bool // state is not yet derived from name
}

// Set makes the next draw the first one of the name.
func (n *Named) Set(name Name) {
	if name.Seed != n.name.Seed || name.Flow != n.name.Flow {
		n.stem = 0
	}
	n.name, n.fresh = name, true
}

// Renew makes the next draw the first one of the same name with another request
// and try.
func (n *Named) Renew(request int64, try int) {
	n.name.Request, n.name.Try, n.fresh = request, try, true
}

// Uint64 draws an integer uniform on [0, 2⁶⁴): SplitMix64 (Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators", 2014), begun at a
// state into which each part of the name was mixed in turn.
func (n *Named) Uint64() uint64 {
	if n.fresh {
		n.fresh = false
		if n.stem == 0 {
			n.stem = stir(stir(0, uint64(n.name.Seed)), uint64(n.name.Flow))
		}
		n.state = stir(stir(stir(n.stem, uint64(n.name.Request)), uint64(n.name.Try)), uint64(n.name.Purpose))
	}
	n.state += golden
	return mix(n.state)
}

// stir mixes a part of a name into a state.
func stir(state, part uint64) uint64 { return mix(state + golden + part) }

// golden is 2⁶⁴ over the golden ratio, SplitMix64's stride.
const golden = 0x9e3779b97f4a7c15

// mix is SplitMix64's finaliser: a bijection in which each input bit moves each
// output bit.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
