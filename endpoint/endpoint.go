// Package endpoint is the API's side: what it admits, what it charges and how it
// breaks. It sees a size and a key, never a ticket or a policy.
//
// An endpoint reads no clock: each question carries its instant, and instants
// never go back. Limits count in integers of their unit, sizes are in tokens.
package endpoint

import (
	"time"

	"ratesim/hint"
)

// A Status is what became of a call.
type Status uint8

// The statuses. The zero Status is OK.
const (
	OK            Status = iota // answered in full
	RateLimit                   // refused by a limit; no work was done
	Timeout                     // no answer in time; the input is charged, and what output there was when the client hung up
	PartialOutput               // output cut off midway, unless it stalls: that is a Timeout; the input and the output until then are charged
	ServerError                 // broken on the server's side, such as 500 or 503
	Overloaded                  // 529: the server has more to do than it can
	Connection                  // no connection, or one lost before the answer
	Rejected                    // refused for what the request is, such as 400 or 401, or because it never fits
	Exhausted                   // refused because the account is used up
)

// A Request is one attempt as it reaches the endpoint.
type Request struct {
	Key    uint32 // names the request's chance for Faults: the same for each of its attempts
	Try    int    // 0 for the first attempt
	Input  int64  // tokens of the prompt
	Output int64  // tokens of the full answer

	// What follows, a Limited does not look at.

	Flow      int           // the flow's place in the scenario; with Number, Call and Try it names chance
	Number    int64         // the request's number in its flow
	Call      int           // which of the request's calls this is, when it is a chain of several; 0 for the first
	Scope     Scope         // whose limits are asked
	Cached    int64         // tokens of the prompt that are read from a cache
	Estimate  int64         // what the prompt is taken for on arrival, in tokens; 0 for Input
	MaxOutput int64         // the most tokens that the client allows the answer; 0 if it does not say
	HangUp    time.Duration // the instant at which the client hangs up; Forever for never
}

// An Answer is all that becomes of an attempt, known on its arrival.
type Answer struct {
	Status    Status
	Worked    bool // the work was done to its end, whether or not the client heard of it
	Uncounted bool // no limit counts it: it failed before they were asked, or the server's line was full

	Input  int64 // tokens charged
	Output int64 // tokens charged
	Fill   int64 // units counted in the limit that refused it, or else in the fullest, when the call arrived, its own not included
	Limit  int64 // units that the window holds; 0 with no limit

	Heard    time.Duration // the instant at which the client hears of it
	First    time.Duration // the instant at which output began; 0 for none
	Done     time.Duration // the instant at which the server's work ended: later than Heard when the client hung up and the work went on
	HTTP     int           // the HTTP status; 0 if no answer came, or none was modelled
	Cached   int64         // tokens of Input that were read from a cache
	Produced int64         // tokens of the answer until Done, if they are not charged; 0 for Output
	Refusal  *Refusal      // by which limit and for how long; nil if no limit refused
	Said     *hint.Said    // what the answer said about waits, as its carrier could say it; nil for nothing
	Ending   Ending        // of output that breaks off: how it ends on the wire
}

// An Endpoint answers calls.
type Endpoint interface {
	// Reset forgets all calls and names the run's chance by its seed.
	Reset(seed int64)
	// Serve answers one call. It may panic when now lies before the last call.
	Serve(now time.Duration, r *Request) Answer
}

// Limited is an endpoint with one limit on calls and the lesson's faults.
type Limited struct {
	Limit  *SlidingLog
	Faults *Faults

	seed int64
}

// Reset forgets all calls and names the run's chance by its seed.
func (e *Limited) Reset(seed int64) {
	e.seed = seed
	e.Limit.Reset()
}

// Serve refuses a call that the limit has no room for. A call that is admitted
// pays its input and meets the faults drawn for this try of the request.
func (e *Limited) Serve(now time.Duration, r *Request) (a Answer) {
	fill, admitted := e.Limit.Ask(now, 1)
	a.Fill, a.Limit, a.Heard = fill, e.Limit.Capacity(), now
	if !admitted {
		a.Status = RateLimit
		return a
	}
	a.Status, a.Input = e.Faults.Draw(e.seed, r), r.Input
	switch a.Status {
	case OK:
		a.Output, a.Worked = r.Output, true
	case PartialOutput:
		a.Output = 1
	}
	return a
}
