// Package sim runs clients against an endpoint in virtual time: the one engine.
//
// Virtual time is a time.Duration since the run began. Nothing here reads a
// clock, and a run is single-threaded, so a configuration and a seed give the
// same run on any machine. A run ends at its horizon: what is due then or later
// does not happen.
//
// At one instant things happen in this order: answers are heard, requests arrive,
// deadlines expire, waits end, then each flow sends, the flows in the order of
// the configuration and the requests of a flow by their place in its queue. A request takes its
// place when it arrives, and a new one at the end when it is queued again after
// a failure, however long it then waits. An answer that takes no time is heard in the
// instant of its call.
package sim

import (
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/tickets"
	"ratesim/trace"
	"ratesim/workload"
)

// Version is the version of what a run means: it grows when the same
// configuration and seed give another run than before.
const Version = 1

// A Config describes runs that differ only in their seed.
type Config struct {
	Step      time.Duration // each instant is rounded up to a multiple of it; 0 for continuous time
	Horizon   time.Duration // more than 0; with Step it must not exceed the longest Duration
	Flows     []Flow        // in the order in which they send
	Endpoint  endpoint.Endpoint
	Labels    []Label // what the model can answer
	Order     Order   // who sends first; other than ByFlow only with a Client for each flow, whose PerStep then is no bound unless it is 0
	MaxEvents int64   // arrivals and attempts after which a run is stopped as endless; 0 or more than 4·10⁹ for 4·10⁹
}

// A Flow is a stream of requests and the client that sends them.
type Flow struct {
	Name     string
	Arrivals workload.Arrivals // nil with a Loop
	Loop     *workload.Loop    // requests follow one another; only with a Client
	Requests tickets.Source
	Policy   policy.Policy
	PerStep  int64         // requests that it sends in one step at most; 0 to send none; no bound in continuous time
	Budget   time.Duration // a request is dropped later than this after its arrival, in continuous time at it; negative for never
	Client   *Client       // nil for one that knows of its requests only how often and when they were sent
	Place    int           // of the flow in the scenario, when several clients send parts of one; it names chance
}

// A Label is an answer of the model.
type Label struct {
	Name   string
	Tokens int64 // of the full answer
}

// A Result is what became of a run.
type Result struct {
	Flows []trace.Counts // in the order of the configuration
	Late  []int64        // requests of each flow that were due at the horizon or later, and did not arrive
}
