package scenario

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// Open is what an open scenario says: an account at an API, and the clients that
// use it. Limits, faults, latencies, arrivals, sizes and governors are specs.
type Open struct {
	BeganAt   string // RFC 3339
	Ties      string
	Endpoint  Account
	Models    Map[[]string] // what each can do, by name
	Price     Price
	Governors Map[string]
	Flows     Map[OpenFlow]
}

// An Account is what the API's side admits, how it answers and how it breaks.
type Account struct {
	Preset    string // none, or that whose limits and hints it has
	Limits    Map[string]
	Faults    Map[string]
	Hints     Map[string]
	Latency   string
	Server    string
	RoundTrip time.Duration
	Network   string
	ClockSkew string
	Ghost     bool
	Refused   int64
	NeverFits int64
}

// A Price is what tokens cost.
type Price struct {
	Currency              string
	Input, Cached, Output float64 // a million
}

// An OpenFlow is a stream of requests and the client that sends them.
type OpenFlow struct {
	Arrivals         string
	Requests         int64
	Input            string
	Cached           string
	Estimate         string
	Output           string
	MaxOutput        string
	Deadline         time.Duration
	Policy           string
	Processes        int64
	Balance          string
	Governors        []string
	ProcessGovernors []string
	Key              string
	Model            string
	Needs            []string
	Repeat           string
	Calls            int64
	RetryWhole       bool
	Fallbacks        []string
}

// clone returns a copy whose maps are its own.
func (o Open) clone() Open {
	o.Endpoint.Limits = slices.Clone(o.Endpoint.Limits)
	o.Endpoint.Faults = slices.Clone(o.Endpoint.Faults)
	o.Endpoint.Hints = slices.Clone(o.Endpoint.Hints)
	o.Models = slices.Clone(o.Models)
	o.Governors = slices.Clone(o.Governors)
	o.Flows = slices.Clone(o.Flows)
	return o
}

// IsOpen reports whether the scenario is an open one, and not one of the lesson's
// kind.
func (s *Scenario) IsOpen() bool { return s.language == openLanguage() }

// flow returns a flow by its name, a new one with the usual values at the end if
// there is none.
func (o *Open) flow(name string) *OpenFlow {
	if f := o.Flows.At(name); f != nil {
		return f
	}
	f := o.Flows.enter(name)
	*f = OpenFlow{
		Arrivals:  "constant(rate=1/s)",
		Input:     "fixed(tokens=1000)",
		Cached:    "fixed(tokens=0)",
		Estimate:  "fixed(tokens=0)",
		Output:    "fixed(tokens=200)",
		MaxOutput: "fixed(tokens=500)",
		Processes: 1,
		Balance:   "round-robin",
		Repeat:    "safe",
		Calls:     1,
	}
	return f
}

// FlowNames returns the names of the flows, but for those of which the user set
// nothing besides the field of a name.
func (s *Scenario) FlowNames(besides string) []string {
	var names []string
	for _, name := range s.Open.Flows.Names() {
		known := s.base != nil && s.base.Open.Flows.At(name) != nil
		for _, f := range openFlowFields() {
			path := strings.Replace(f.path, "*", name, 1)
			known = known || s.IsSet(path) && path != "flows."+name+"."+besides
		}
		if known {
			names = append(names, name)
		}
	}
	return names
}

// openLanguage returns the language of open scenarios, which is made once.
var openLanguage = sync.OnceValue(func() *language {
	return &language{
		fields: slices.Concat(openGeneralFields(), accountFields(), openFlowFields(), openPolicyFields()),
		groups: []group{
			{"endpoint", "The API's side."},
			{"endpoint.limits", "What is admitted; a request needs room in all of them, and when one refuses, none counts it."},
			{"endpoint.faults", "How calls break. Chances are drawn by seed, flow, request and try, so that each policy meets the same."},
			{"endpoint.hints", "What a refusal says about waits."},
			{"models", "What each model can do; a fallback to one that lacks what a flow needs is not taken."},
			{"price", "What tokens cost."},
			{"governors", "What the requests of a client have in common; a flow names those that it keeps to."},
			{"flows", "Streams of requests and the clients that send them, in the order in which they send."},
			{"flows.*", "A flow."},
			{"policies", "Policies to choose from, as specs."},
		},
	}
})

// horizonWanted says what an open scenario takes as its horizon. Where time is continuous
// steps have no length.
const horizonWanted = "a duration of more than 0 and at most 73 years, such as 10m, or, where step is above 0, a whole number of steps"

func openGeneralFields() []field {
	shared := generalFields()
	var kept []field
	for _, f := range shared {
		switch f.path {
		case "step":
			f.doc, f.zero, f.min, f.from = "Length of a step to which each instant is rounded up.", "time is continuous", 0, ""
		case "horizon":
			f.doc, f.unit, f.from = "End of the run; what is due then or later does not happen.", "duration, or steps", ""
			f.want = horizonWanted
		case "attempts":
			f.doc, f.zero, f.min, f.from = "Attempts of a request, the first included, for a policy that does not say.", "no bound", 0, ""
		case "seed":
			f.from = ""
		}
		kept = append(kept, f)
	}
	return append(kept,
		field{path: "began_at", doc: "When the run begins, for windows by the clock and for dates in hints.", unit: unitInstant,
			value: func(s *Scenario, _ string) any { return &s.Open.BeganAt }},
		field{path: "ties", doc: "Who sends first of several flows that are ready: in the order of flows, in one line for all by when they were queued, or by a rank drawn from the seed.", unit: "name", choices: []string{"flows", "queue", "fair"},
			value: func(s *Scenario, _ string) any { return &s.Open.Ties }},
	)
}

func accountFields() []field {
	return []field{
		{path: presetPath, doc: "A provider whose limits, hints and statuses hold where the scenario says nothing else; `ratesim endpoints` lists them.", unit: "spec, or none",
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.Preset }},
		specMap("endpoint.limits.*", "A limit.", func(s *Scenario) *Map[string] { return &s.Open.Endpoint.Limits }),
		specMap("endpoint.faults.*", "A fault.", func(s *Scenario) *Map[string] { return &s.Open.Endpoint.Faults }),
		specMap("endpoint.hints.*", "A hint.", func(s *Scenario) *Map[string] { return &s.Open.Endpoint.Hints }),
		{path: "endpoint.latency", doc: "How long an answer takes.", unit: "spec",
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.Latency }},
		{path: "endpoint.server", doc: "A queue in front of so many slots that each answer occupies.", unit: "spec, or none",
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.Server }},
		{path: "endpoint.round_trip", doc: "Time on the network, added to each answer, refusals included.", unit: "duration", zero: "none", min: 0, max: 1 << 61,
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.RoundTrip }},
		{path: "endpoint.network", doc: "Time of each message on the network, there and back, drawn for each; added to the round trip.", unit: "spec of latency, or none",
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.Network }},
		{path: "endpoint.clock_skew", doc: "By how much the server's clock is ahead of the client's; below 0 if it is behind.", unit: "duration", zero: "none",
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.ClockSkew }},
		{path: "endpoint.ghost", doc: "The server goes on with its work, and charges it, when the client has hung up.", unit: "true or false",
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.Ghost }},
		{path: "endpoint.refused", doc: "Status of the refusal of a request for which a limit has no room now.", unit: "HTTP status", min: 400, max: 599,
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.Refused }},
		{path: "endpoint.never_fits", doc: "Status of the refusal of a request that is larger than a limit.", unit: "HTTP status", min: 400, max: 499,
			value: func(s *Scenario, _ string) any { return &s.Open.Endpoint.NeverFits }},
		{path: "models.*", doc: "A model; the list names what it can do.", unit: "names", model: true,
			names:  func(s *Scenario) []string { return s.Open.Models.Names() },
			remove: func(s *Scenario, name string) { s.Open.Models.remove(name) },
			value:  func(s *Scenario, name string) any { return s.Open.Models.enter(name) }},
		{path: "price.currency", doc: "In what prices are given.", unit: "name",
			value: func(s *Scenario, _ string) any { return &s.Open.Price.Currency }},
		{path: "price.input", doc: "A million input tokens.", unit: "currency", zero: "free", min: 0, max: 1e9,
			value: func(s *Scenario, _ string) any { return &s.Open.Price.Input }},
		{path: "price.cached", doc: "A million input tokens read from a cache.", unit: "currency", zero: "free", min: 0, max: 1e9,
			value: func(s *Scenario, _ string) any { return &s.Open.Price.Cached }},
		{path: "price.output", doc: "A million output tokens.", unit: "currency", zero: "free", min: 0, max: 1e9,
			value: func(s *Scenario, _ string) any { return &s.Open.Price.Output }},
		specMap("governors.*", "A governor.", func(s *Scenario) *Map[string] { return &s.Open.Governors }),
	}
}

// specMap returns the field of named specs.
func specMap(path, doc string, of func(*Scenario) *Map[string]) field {
	return field{path: path, doc: doc, unit: "spec", plain: true,
		names:  func(s *Scenario) []string { return of(s).Names() },
		remove: func(s *Scenario, name string) { of(s).remove(name) },
		value:  func(s *Scenario, name string) any { return of(s).enter(name) }}
}
