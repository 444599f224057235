// Package governor holds what the requests of one client have in common: a pace,
// a number of calls at once, a budget of retries, a breaker, a rate that adapts,
// a pause that all keep. A policy decides about one request; a governor decides
// whether the client as a whole may send now.
//
// A governor reads no clock and is told the time, which never goes back. A client
// with several asks all of them before it takes from any, so that one which
// refuses costs the others nothing. Who shares a governor, all of a client's
// processes or each with its own, is for the scenario to say.
package governor

import (
	"math"
	"math/rand/v2"
	"time"

	"ratesim/policy"
)

// Forever is the wait of a governor that does not know until when: it must be
// asked again when something was heard or ended.
const Forever time.Duration = math.MaxInt64

// A Sending is one attempt of a request, as a governor sees it. It is the same,
// field for field, in all calls about one attempt.
type Sending struct {
	Flow    int   // the flow's place in the scenario
	Request int64 // the request's number in its flow
	Attempt int   // 1 for the first attempt
	Call    int   // which of a chain of calls it is; 0 for the first
	Retry   bool  // it follows a failed attempt of the same call, or of the same chain of calls
	Tokens  int64 // what the client expects the attempt to cost, input and output
}

// A Permit is the answer of a governor to a client that wants to send now.
type Permit struct {
	Wait    time.Duration // 0 to send now; else ask again then; Forever for when something was heard or ended
	Refused bool          // the attempt must not be made, now or later: the request ends here
}

// An Outcome is what became of an attempt.
type Outcome struct {
	OK      bool
	Failure policy.Failure // what came of it; only Kind, Status and Said are set
}

// A Governor is one rule that the requests of a client share. Its methods are
// called in this order for an attempt: Ask until it may be sent, Take once, Heard
// once; then Retry if the policy wants another attempt; Ended once after the
// last attempt of the request, also when it was given up while it waited.
type Governor interface {
	// Ask returns whether an attempt may be sent now. It changes nothing that
	// another Ask would notice, but may draw from rng once. Only what it refuses
	// may count, for that is asked once.
	Ask(now time.Duration, s Sending, rng *rand.Rand) Permit
	// Take counts an attempt that is sent now, which all governors permitted.
	Take(now time.Duration, s Sending)
	// Heard tells what became of an attempt.
	Heard(now time.Duration, s Sending, o Outcome)
	// Retry reports whether the request may be tried again after a wait, and
	// counts that if so. It is asked when the attempt has failed and the policy
	// wants another.
	Retry(now time.Duration, s Sending, wait time.Duration) bool
	// Ended tells that a request was sent and will not be sent again.
	Ended(now time.Duration, s Sending)
	// Reset forgets everything and begins again at instant 0. It comes before
	// anything else; what a Maker makes has been reset.
	Reset()
}
