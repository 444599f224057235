package endpoint

import "time"

// An Effect is what a fault does to a call: it makes the call end in a failure, or,
// when its Status is OK, makes it slower.
type Effect struct {
	Status Status
	HTTP   int // the answer's HTTP status; 0 if no answer comes

	After  time.Duration // from when the call is worked on until it fails; Forever for never, so that only hanging up ends it
	Billed bool          // what was done until then is charged
	Worked bool          // the work is done to its end first, and only the answer is lost

	Wait Telling       // what the answer asks the client to wait
	Told time.Duration // with TellsFixed

	At    millionths // of a PartialOutput: the part of the output that comes
	Token int64      // or, above 0, the number of tokens that come

	Ending Ending // of a PartialOutput: how it ends on the wire

	Factor millionths    // by which the latency of a slow call is multiplied
	Add    time.Duration // and what is added to it
}

// A Telling is how a failure knows what to ask its client to wait.
type Telling uint8

// The ways to know. The zero Telling is TellsNothing.
const (
	TellsNothing Telling = iota // a hint of the exact wait is left out, but in an outage, whose end is known
	TellsFixed                  // always the same wait, also by a provider without hints
	TellsLeft                   // until the outage ends, also by a provider without hints
)

// The HTTP statuses of answers that are not written in a spec (RFC 9110, section 15;
// RFC 6585, section 4; 529 is overloaded_error in "Errors", docs.anthropic.com).
const (
	httpOK          = 200
	httpBadRequest  = 400
	httpTooMany     = 429
	httpUnavailable = 503
	httpOverloaded  = 529
)

// isInstant reports whether a call fails as soon as it arrives, so that it takes
// no slot of the server.
func (e *Effect) isInstant() bool {
	return e.Status != OK && e.Status != PartialOutput && e.After == 0 && !e.Worked
}

// stalls reports that nothing tells the client that its output has broken off, so that
// only hanging up ends the call.
func (e *Effect) stalls() bool { return e.Status == PartialOutput && e.Ending == EndsStall }

// cut returns how many tokens of an output come before it breaks off.
func (e *Effect) cut(output int64) int64 {
	if e.Token > 0 {
		return min(e.Token, output)
	}
	return e.At.ofUnits(output)
}

// slow returns a latency as the effect makes it.
func (e *Effect) slow(latency time.Duration) time.Duration {
	return total(e.Factor.of(latency), e.Add)
}
