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
	StepNS     int64   `json:"step_ns"`        // length of a step; 0 for continuous time
	HorizonNS  int64   `json:"horizon_ns"`     // the run's end; nothing happens at it or later
	Flows      []Flow  `json:"flows"`          // in the order in which they send
	Limits     []Limit `json:"limits"`         // that the endpoint enforced
	Open       bool    `json:"open,omitempty"` // of an open scenario: flows of any name, limits of any kind
	Price      *Price  `json:"price,omitempty"`

	Observed      string `json:"observed,omitempty"`        // by whom, if by one side alone: ObservedByClient or ObservedByServer
	RefusedHTTP   int    `json:"refused_http,omitempty"`    // status of a call for which a limit has no room now; 0 for 429
	NeverFitsHTTP int    `json:"never_fits_http,omitempty"` // status of a call that is larger than a limit; 0 for 400
}

// Who records real calls knows one side of them. A client knows what it was told: the
// prompt is its own count, the charge is the bill. A server does not know what its
// clients make of a failure, and records no decisions; nor when they will hang up, so
// that a wait which it quotes may turn out too long.
const (
	ObservedByClient = "client"
	ObservedByServer = "server"
)

// A Price is what a million tokens cost.
type Price struct {
	Currency string  `json:"currency"`
	Input    float64 `json:"input"`
	Cached   float64 `json:"cached"` // input read from a cache
	Output   float64 `json:"output"`
}

// A Flow is a stream of requests that one client sends.
type Flow struct {
	Name string `json:"name"`

	Repeat string `json:"repeat,omitempty"` // "keyed" or "unsafe"; empty for what is safe to repeat
	Loop   int    `json:"loop,omitempty"`   // workers of a closed loop
	Calls  int    `json:"calls,omitempty"`  // that each request makes in sequence; 0 for 1

	Source *Source `json:"source,omitempty"` // of requests that somebody has recorded; nil for others
}

// A Source is the file in which a flow's requests were recorded.
type Source struct {
	File     string `json:"file"`     // as the scenario names it
	Format   string `json:"format"`   // how it is laid out
	SHA256   string `json:"sha256"`   // of its bytes, in hex
	Rows     int64  `json:"rows"`     // that could be read
	Arrivals string `json:"arrivals"` // the spec that says which of them are sent, and how fast
}

// A Limit is one rule of the endpoint, as far as a check needs to know it: at
// most Limit units counted in any window of WindowNS, unless its Rule says
// otherwise.
type Limit struct {
	Name         string `json:"name"`
	Unit         string `json:"unit"`          // "calls", or one of those of a Rule
	Limit        int64  `json:"limit"`         // units
	WindowNS     int64  `json:"window_ns"`     // 0 for a limit that never refuses, and for one of calls in flight
	CountRefused bool   `json:"count_refused"` // a refused call counts, too

	Spec string `json:"spec,omitempty"` // the whole rule; empty for the window of the records of steps
	Rule *Rule  `json:"rule,omitempty"` // the same in parts, for a check; nil with a Spec if nobody knows them: then no limit of the run is checked
}

// A Request is what a flow wants done.
type Request struct {
	Flow    string  `json:"flow"`
	ID      string  `json:"id"` // unique within the flow
	Arrival int64   `json:"arrival_ns"`
	Topic   *string `json:"topic"`           // the right answer; null when unknown
	Calls   int     `json:"calls,omitempty"` // that it makes in sequence; 0 for those of its flow
}

// The statuses of an attempt.
const (
	StatusOK            = "ok"
	StatusRateLimit     = "rate_limit"
	StatusTimeout       = "timeout"
	StatusPartialOutput = "partial_output"
	StatusServerError   = "server_error"
	StatusOverloaded    = "overloaded"
	StatusConnection    = "connection"
	StatusRejected      = "rejected"
	StatusExhausted     = "exhausted"
)

// An Attempt is one sending of a request and what became of it. What stands
// behind WindowLimit is left out where it is 0 or empty: in the records of steps
// always.
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
	WindowFill   int64  `json:"window_fill"`  // units counted when the call arrived, its own not included: in the limit that refused it, or else in the one of which the largest part counted
	WindowLimit  int64  `json:"window_limit"` // units that limit holds; 0 with no limit

	Reached   int64  `json:"reached_ns,omitempty"` // the instant at which the call came to the endpoint; 0 for At
	Heard     int64  `json:"heard_ns,omitempty"`   // the instant at which the client heard of it; 0 for At
	First     int64  `json:"first_ns,omitempty"`   // the instant at which output began
	Done      int64  `json:"done_ns,omitempty"`    // the instant at which the server's work ended
	Held      int64  `json:"held_ns,omitempty"`    // for how long before At a governor held it at the head of its queue
	Call      int    `json:"call,omitempty"`       // of a request that is several in sequence; 0 for the first
	HTTP      int    `json:"http,omitempty"`       // the answer's HTTP status
	Key       string `json:"key,omitempty"`        // whose limits were asked
	Model     string `json:"model,omitempty"`
	Prompt    int64  `json:"prompt_tokens,omitempty"`   // sent, charged or not
	Cached    int64  `json:"cached_tokens,omitempty"`   // of the input charged, read from a cache
	Estimate  int64  `json:"estimate_tokens,omitempty"` // what the prompt was taken for on arrival, if not its size
	MaxOutput int64  `json:"max_tokens,omitempty"`      // the most that the client allowed
	RefusedBy string `json:"refused_by,omitempty"`      // the limit that refused it and waits longest
	Wait      int64  `json:"wait_ns,omitempty"`         // until that has room; the largest int64 for never or nobody knows
	Hints     string `json:"hints,omitempty"`           // what the answer said about waits, such as "milliseconds 511ms, seconds 30s"

	PromptCached int64 `json:"prompt_cached_tokens,omitempty"` // of the prompt, read from a cache, charged or not
	Produced     int64 `json:"produced_tokens,omitempty"`      // of output until Done, charged or not; 0 for OutputTokens
	Uncounted    bool  `json:"uncounted,omitempty"`            // no limit counts it: it failed before they were asked, or was turned away after
}

// reached returns the instant at which the call came to the endpoint.
func (a *Attempt) reached() int64 { return max(a.At, a.Reached) }

// isInFlight reports that the client had not heard of the attempt by the horizon,
// so that nobody knows yet what became of it.
func (a *Attempt) isInFlight(r Run) bool { return a.Heard > a.At && a.Heard >= r.HorizonNS }

// A Decision is what a client made of a failed attempt. Records of steps have
// none.
type Decision struct {
	At      int64  `json:"at_ns"`
	Flow    string `json:"flow"`
	Request string `json:"request"`
	Attempt int    `json:"attempt"`               // that failed
	Again   bool   `json:"again"`                 // there is a further attempt
	Why     string `json:"why,omitempty"`         // there is none
	Wait    int64  `json:"wait_ns,omitempty"`     // before it
	Own     int64  `json:"own_ns,omitempty"`      // what the backoff alone would wait
	Asked   int64  `json:"asked_ns,omitempty"`    // what the server asked for, as the policy read it
	Heeded  bool   `json:"heeded,omitempty"`      // and it went by that, and waits no less
	Cut     bool   `json:"cut,omitempty"`         // or it went by that, and waits less, as long as it accepts
	Layer   int    `json:"layer,omitempty"`       // of policies in one another that decided; 0 for the innermost
	Lost    int64  `json:"lost_tokens,omitempty"` // of calls that went well and are made again
	Turned  string `json:"fallback,omitempty"`    // what the client turns to instead
	Passed  int    `json:"passed_over,omitempty"` // fallbacks before that, to models that lack what the flow needs
}

// The outcomes of a request, and why it was given up.
const (
	OutcomeCompleted  = "completed"
	OutcomeGivenUp    = "given_up"
	OutcomeUnfinished = "unfinished"

	WhyPolicy   = "policy"   // the policy made no further attempt
	WhyDeadline = "deadline" // the flow's latency budget was used up
	WhyGovernor = "governor" // a governor of the client let it through no more

	FallbackPerson = "person" // somebody does the work of a request that was given up
	FallbackQueue  = "queue"  // it was queued and began anew later
	FallbackModel  = "model"  // another model was asked
)

// An End is what became of a request. Each request has exactly one.
type End struct {
	At      int64  `json:"at_ns"` // the horizon for an unfinished request
	Flow    string `json:"flow"`
	Request string `json:"request"`
	Outcome string `json:"outcome"`
	Why     string `json:"why"`     // of a request given up; else ""
	Correct *bool  `json:"correct"` // completed with the right answer; null when the request has no topic among the labels

	Fallback string `json:"fallback,omitempty"`         // the last thing that was turned to when retries had ended
	Lost     int64  `json:"lost_tokens,omitempty"`      // of calls that went well, for nothing
	Repeated int    `json:"repeated_effects,omitempty"` // how often work was done again that must be done once
}

// A Sink takes the records of a run in the order in which they happen: first
// Run, then the others, at any instant a request before its attempts and its
// End last. An attempt happens when the call comes to the endpoint.
type Sink interface {
	Run(Run) error
	Request(Request) error
	Attempt(Attempt) error
	Decision(Decision) error
	End(End) error
}
