// Package endpoint is the API's side: what it admits, what it charges and how it
// breaks. It sees a size and a key, never a ticket or a policy.
//
// An endpoint reads no clock: each question carries its instant, and instants
// never go back. Limits count in integers of their unit, sizes are in tokens.
package endpoint

import "time"

// A Status is what became of a call.
type Status uint8

// The statuses. The zero Status is OK.
const (
	OK            Status = iota // answered in full
	RateLimit                   // refused by a limit; no work was done
	Timeout                     // cut off before the output started; the input is charged
	PartialOutput               // output cut off midway; the input and one output token are charged
)

// A Request is one attempt as it reaches the endpoint.
type Request struct {
	Key    uint32 // names the request's chance: the same for each of its attempts
	Try    int    // 0 for the first attempt
	Input  int64  // tokens of the prompt
	Output int64  // tokens of the full answer
}

// An Answer is all that becomes of an attempt, known on its arrival.
type Answer struct {
	Status Status
	Input  int64 // tokens charged
	Output int64 // tokens charged
	Fill   int64 // units counted in the limit's window when the call arrived, its own not included
	Limit  int64 // units that the window holds; 0 with no limit
}

// An Endpoint answers calls.
type Endpoint interface {
	// Reset forgets all calls and names the run's chance by its seed.
	Reset(seed int64)
	// Serve answers one call. It may panic when now lies before the last call.
	Serve(now time.Duration, r Request) Answer
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
func (e *Limited) Serve(now time.Duration, r Request) Answer {
	fill, admitted := e.Limit.Ask(now, 1)
	limit := e.Limit.Capacity()
	if !admitted {
		return Answer{Status: RateLimit, Fill: fill, Limit: limit}
	}
	switch e.Faults.Draw(e.seed, r) {
	case Timeout:
		return Answer{Status: Timeout, Input: r.Input, Fill: fill, Limit: limit}
	case PartialOutput:
		return Answer{Status: PartialOutput, Input: r.Input, Output: 1, Fill: fill, Limit: limit}
	}
	return Answer{Status: OK, Input: r.Input, Output: r.Output, Fill: fill, Limit: limit}
}
