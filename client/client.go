// Package client sends requests to a real endpoint as package sim does in virtual
// time: by a policy, through governors, by what the server says of waits. It is a
// http.RoundTripper for code that has a http.Client, and Do for any other call.
//
// A Client is one flow of requests under one policy. Clients that share governors
// or a trace belong to one Run. The simplest use needs neither:
//
//	p, err := policy.Parse("full-jitter(base=500ms, cap=8s, attempts=4)", policy.Defaults{})
//	httpClient := &http.Client{Transport: client.New(client.Options{Policy: p}).Transport(nil)}
//
// What may be done twice is decided by package policy: a 429 is repeated; after a
// timeout, a 5xx or a lost connection only what is safe to repeat or carries an
// idempotency key.
//
// Chance is named by seed, flow, request and try, as in a simulation, so a run
// can be repeated. A Run without a seed draws one from the system's entropy;
// Run.Seed tells it.
//
// Instants are time.Durations since the Run began, by the monotonic clock.
package client

import (
	"net/http"
	"time"

	"ratesim/governor"
	"ratesim/policy"
	"ratesim/wire"
)

// Options say how a Client sends. The zero Options send each request once.
type Options struct {
	Policy    policy.Policy       // nil for policy.None
	Governors []governor.Governor // asked in order; clients that share one must belong to one Run
	Budget    time.Duration       // after its arrival a request is given up; 0 for when its context ends
	Flow      string              // the Client's name in a trace; "" for "client". Of several of one name in a Run the others get a number
	Run       *Run                // that it belongs to; nil for one of its own
	Of        *Client             // whose flow and Run it shares, as another process with a line and governors of its own; nil for a flow of its own
	Whole     bool                // a failure in a chain repeats all its calls, not the one that failed
	Fallbacks []Fallback          // what is turned to when the policy makes no further attempt, in order

	// Hook is told each attempt and what comes next, in the goroutine that makes
	// it: by several at once, if they send. nil for nobody.
	Hook func(Report)

	// What follows is for Transport.

	Vendor  wire.Vendor                        // whose header is read; the zero Vendor reads the fields of all
	Repeat  func(*http.Request) policy.Repeat  // what a second sending may do; nil for RepeatOf
	Prepare func(*http.Request, Sending)       // may change an attempt: its header, or its body for another model; nil for nothing
	Usage   func(*http.Response, []byte) Usage // reads what an answer that was held cost, from its body; nil for nobody

	// Check says what is wrong with an answer of a status below 400 that was held to its
	// end and that is to count as broken off, such as JSON that ends early; nil for
	// nothing. It is asked before Usage. A nil Check takes each for whole.
	Check func(*http.Response, []byte) error

	HoldBody   int64 // the most bytes of a request's body that are kept to be sent again, where there is no GetBody; 0 for 8 MiB, negative for none
	HoldAnswer int64 // the most bytes of an answer that are read before it is handed over, so that one that breaks off is asked for again; 0 for 8 MiB, negative for none
	Drain      int64 // the most bytes of a refusal that are read, so that its connection can be used again; 0 for 256 KiB
}

// A Sending is one attempt of a request.
type Sending struct {
	Request Request // its Model is the one to ask now, which a Fallback may have changed
	Attempt int     // 0 for the first one, of all calls
	Call    int     // of a chain; 0 for the first one
}

// The bounds that hold where Options say nothing, in bytes.
const (
	holdBodyUsual   = 8 << 20
	holdAnswerUsual = 8 << 20
	drainUsual      = 256 << 10
)

// A Client is one flow of requests under one policy. It may be used by many
// goroutines at once.
type Client struct {
	Options // as New has completed them; they must not be changed

	run     *Run
	order   int                 // of the Client in its Run
	place   int                 // of the flow in its Run; it names chance
	circle  int                 // the place of one client, for all that share governors, be it by way of others
	numbers *int64              // of the flow's requests, the highest so far
	fresh   line                // requests that were never sent
	again   line                // requests that were
	live    map[uint64]*request // those that have no end in the trace, by their first place
}

// New returns a Client. It panics if its Run has been recorded from before: flows
// are named at the head of a trace.
func New(o Options) *Client {
	if o.Policy == nil {
		o.Policy = policy.None{}
	}
	if o.Of != nil {
		o.Run, o.Flow = o.Of.run, o.Of.Flow
	}
	if o.Flow == "" {
		o.Flow = "client"
	}
	if o.Repeat == nil {
		o.Repeat = RepeatOf
	}
	o.HoldBody = usual(o.HoldBody, holdBodyUsual)
	o.HoldAnswer = usual(o.HoldAnswer, holdAnswerUsual)
	o.Drain = usual(o.Drain, drainUsual)
	if o.Run == nil {
		o.Run = NewRun(Config{})
	}
	c := &Client{Options: o, run: o.Run, numbers: new(int64), live: map[uint64]*request{}}
	c.run.add(c)
	return c
}

// usual returns a bound, 0 for none.
func usual(bound, otherwise int64) int64 {
	if bound == 0 {
		return otherwise
	}
	return max(0, bound)
}
