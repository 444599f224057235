package sim

import (
	"time"

	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/recorded"
)

// A Client is how a flow sends its requests when each of them has a memory: what
// the server said, how long it has waited in all, which call of several it is at,
// and what comes when its retries have ended.
type Client struct {
	Governors []governor.Governor // asked in order; flows that share one hold the same
	Scope     endpoint.Scope      // whose limits are asked
	Names     Names               // of that key and of models, for the trace
	Repeat    policy.Repeat       // what a second sending of a request may do
	Sizes     Sizes               // nil for those of the flow's items

	Calls int  // that a request makes in sequence; 0 for 1
	Whole bool // a failure repeats all calls of a request, not the one that failed

	Fallbacks []Fallback // what is turned to when retries have ended, in order
}

// Names are the words behind a Scope.
type Names struct {
	Key    string            // "" for none
	Models map[uint32]string // by number
}

// model returns the name of a model, "" if it has none.
func (n Names) model(number uint32) string { return n.Models[number] }

// Sizes says how large the calls of requests are.
type Sizes interface {
	// Of returns the size of one call of a request. The same arguments always
	// give the same size.
	Of(seed, request int64, call int) Size
}

// OwnSizes are Sizes of requests that bring some of their own along: those of
// Arrivals that are workload.Sized.
type OwnSizes interface {
	Sizes
	// OfOwn returns the size of one call of a request that has brought sizes along.
	OfOwn(own recorded.Row, seed, request int64, call int) Size
}

// A Size is how large one call is, in tokens.
type Size struct {
	Input     int64
	Cached    int64 // of Input, read from a cache
	Estimate  int64 // what the client and a limit take Input for on arrival; 0 for Input
	Output    int64 // of the full answer
	MaxOutput int64 // the most that the client allows; 0 if it does not say
}

// expected returns what the client expects a call to cost.
func (s Size) expected() int64 {
	input := s.Estimate
	if input == 0 {
		input = s.Input
	}
	return input + s.MaxOutput
}

// A Fallback is what a client turns to when the policy makes no further attempt.
type Fallback struct {
	Kind    FallbackKind
	After   time.Duration // of a Queue: when it is tried again, from the last failure on; 0 for when the server said, if it did
	Model   uint32        // of a Model: which one
	Capable bool          // of a Model: it can do what the flow needs
}

// A FallbackKind is a kind of Fallback.
type FallbackKind uint8

// The kinds. The zero FallbackKind is NoFallback.
const (
	NoFallback FallbackKind = iota
	Person                  // somebody does the work; the request is given up
	Queue                   // the request is queued and begins anew later
	Model                   // another model is asked, if it is capable
)

// String returns the kind as one word, "" for none.
func (k FallbackKind) String() string {
	return [...]string{"", "person", "queue", "model"}[k]
}

// An Order is who sends first when several flows have requests that are ready.
type Order uint8

// The orders. The zero Order is ByFlow.
const (
	ByFlow  Order = iota // the flows in the order of the configuration
	ByQueue              // one line for all flows: who was queued first; if he must wait, all do
	Fair                 // by a rank that is drawn from the seed
)

// remembers reports whether a policy goes by more than the number of attempts
// and the last wait, so that its requests need a memory.
func remembers(p policy.Policy) bool {
	switch p := p.(type) {
	case policy.Retry:
		return p.Total > 0 || p.Budget > 0 || p.Timeout > 0 || p.LastWait || policy.EvensOut(p.Backoff)
	case policy.AtMost:
		return remembers(p.Of)
	case policy.Layers:
		return true
	}
	return false
}

// meet makes a Client's request of the next arrival, with its memory, and returns
// its id.
func (r *Runner) meet(f *flow) uint32 {
	worker := 0
	if f.Loop != nil {
		worker, f.index = f.Loop.Pop()
	}
	id := f.admit()
	if int(id) == len(f.lives) {
		f.lives = append(f.lives, life{})
	}
	if f.sized != nil {
		for len(f.owns) < len(f.lives) {
			f.owns = append(f.owns, recorded.Row{})
		}
		f.owns[id] = f.sized.Row()
	}
	made := &f.lives[id]
	*made = life{}
	made.model, made.worker = f.Client.Scope.Model, uint32(worker)
	return id
}
