// Package trace is the record of runs: what was asked, each sending of each
// request and what became of it. Simulator, server and client write it; tables,
// pictures and checks read it. It knows nothing of who wrote it.
//
// Instants and spans are integers of nanoseconds since the run began, sizes are
// in tokens. On disk a trace is NDJSON: one record a line, the field "kind"
// first. One file may hold many runs, each opened by its "run" record.
package trace

// Version is the version of the file format. A reader refuses newer ones.
const Version = 1

// A Run opens the records of one run: one load, one policy, one seed.
type Run struct {
	Version    int     `json:"version"`     // of the file format; Version when written
	Scenario   string  `json:"scenario"`    // its name
	Load       string  `json:"load"`        // its name in the scenario
	Policy     string  `json:"policy"`      // as the user gave it
	PolicySpec string  `json:"policy_spec"` // in canonical form
	Seed       int64   `json:"seed"`
	StepNS     int64   `json:"step_ns"`    // length of a step; 0 for continuous time
	HorizonNS  int64   `json:"horizon_ns"` // the run's end; nothing happens at it or later
	Flows      []Flow  `json:"flows"`      // in the order in which they send
	Limits     []Limit `json:"limits"`     // that the endpoint enforced
}

// A Flow is a stream of requests that one client sends.
type Flow struct {
	Name string `json:"name"`
}

// A Limit is one rule of the endpoint, as far as a check needs to know it: at
// most Limit units counted in any window of WindowNS.
type Limit struct {
	Name         string `json:"name"`
	Unit         string `json:"unit"`          // "calls"
	Limit        int64  `json:"limit"`         // units
	WindowNS     int64  `json:"window_ns"`     // 0 for a limit that never refuses
	CountRefused bool   `json:"count_refused"` // a refused call counts, too
}

// A Request is what a flow wants done.
type Request struct {
	Flow    string  `json:"flow"`
	ID      string  `json:"id"` // unique within the flow
	Arrival int64   `json:"arrival_ns"`
	Topic   *string `json:"topic"` // the right answer; null when unknown
}

// The statuses of an attempt.
const (
	StatusOK            = "ok"
	StatusRateLimit     = "rate_limit"
	StatusTimeout       = "timeout"
	StatusPartialOutput = "partial_output"
)

// An Attempt is one sending of a request and what became of it.
type Attempt struct {
	At           int64  `json:"at_ns"`
	Ready        int64  `json:"ready_ns"` // since when it could have been sent: its arrival, or the end of the last wait
	Step         int64  `json:"step"`     // At in steps; 0 in continuous time
	Flow         string `json:"flow"`
	Request      string `json:"request"`
	Attempt      int    `json:"attempt"` // 0 for the first sending
	Status       string `json:"status"`
	InputTokens  int64  `json:"input_tokens"`  // charged
	OutputTokens int64  `json:"output_tokens"` // charged
	Reply        string `json:"reply"`
	WindowFill   int64  `json:"window_fill"`  // units counted when the call arrived, its own not included
	WindowLimit  int64  `json:"window_limit"` // units the window holds; 0 with no limit
}

// The outcomes of a request, and why it was given up.
const (
	OutcomeCompleted  = "completed"
	OutcomeGivenUp    = "given_up"
	OutcomeUnfinished = "unfinished"

	WhyPolicy   = "policy"   // the policy made no further attempt
	WhyDeadline = "deadline" // the flow's latency budget was used up
)

// An End is what became of a request. Each request has exactly one.
type End struct {
	At      int64  `json:"at_ns"` // the horizon for an unfinished request
	Flow    string `json:"flow"`
	Request string `json:"request"`
	Outcome string `json:"outcome"`
	Why     string `json:"why"`     // of a request given up; else ""
	Correct *bool  `json:"correct"` // completed with the right answer; null when the request has no topic among the labels
}

// A Sink takes the records of a run in the order in which they happen: first
// Run, then the others, at any instant a request before its attempts and its
// End last.
type Sink interface {
	Run(Run) error
	Request(Request) error
	Attempt(Attempt) error
	End(End) error
}
