package scenario

// allFlows is the name under which tables and records count all flows together.
const allFlows = "all"

// openFlowFields returns the fields of a flow of an open scenario.
func openFlowFields() []field {
	fields := []field{
		{path: "arrivals", doc: "When requests arrive, or a closed loop of workers.", unit: "spec",
			value: inFlow(func(f *OpenFlow) any { return &f.Arrivals })},
		{path: "requests", doc: "Requests in all.", unit: "requests", zero: "as many as arrive before the horizon", min: 0, max: requestsMax,
			value: inFlow(func(f *OpenFlow) any { return &f.Requests })},
		{path: "input", doc: "Size of a prompt.", unit: "spec of tokens",
			value: inFlow(func(f *OpenFlow) any { return &f.Input })},
		{path: "cached", doc: "How much of the prompt is read from a cache.", unit: "spec of tokens",
			value: inFlow(func(f *OpenFlow) any { return &f.Cached })},
		{path: "estimate", doc: "What the prompt is taken for on arrival; of 0 tokens for its size.", unit: "spec of tokens",
			value: inFlow(func(f *OpenFlow) any { return &f.Estimate })},
		{path: "output", doc: "Size of the full answer.", unit: "spec of tokens",
			value: inFlow(func(f *OpenFlow) any { return &f.Output })},
		{path: "max_output", doc: "The most that the client allows the answer; an answer ends there. Of 0 tokens if it does not say.", unit: "spec of tokens",
			value: inFlow(func(f *OpenFlow) any { return &f.MaxOutput })},
		{path: "deadline", doc: "How long after its arrival a request is given up.", unit: "duration", zero: "never", min: 0, max: 1 << 61,
			value: inFlow(func(f *OpenFlow) any { return &f.Deadline })},
		{path: "policy", doc: "Policy of this flow, whatever is compared; empty for the one that is compared.", unit: "spec or name",
			value: inFlow(func(f *OpenFlow) any { return &f.Policy })},
		{path: "processes", doc: "Processes that send the requests.", unit: "processes", min: 1, max: 1000,
			value: inFlow(func(f *OpenFlow) any { return &f.Processes })},
		{path: "balance", doc: "Which process an arrival goes to: the next one in turn (round-robin), or one drawn for it (random).", unit: "name", choices: []string{"round-robin", "random"},
			value: inFlow(func(f *OpenFlow) any { return &f.Balance })},
		{path: "governors", doc: "Names of the governors that all processes of the flow share, also with other flows that name them.", unit: "names",
			value: inFlow(func(f *OpenFlow) any { return &f.Governors })},
		{path: "process_governors", doc: "Names of governors of which each process has its own.", unit: "names",
			value: inFlow(func(f *OpenFlow) any { return &f.ProcessGovernors })},
		{path: "key", doc: "API key, for limits per key; empty for none.", unit: "name",
			value: inFlow(func(f *OpenFlow) any { return &f.Key })},
		{path: "model", doc: "Model that is asked, for limits per model; empty for none.", unit: "name",
			value: inFlow(func(f *OpenFlow) any { return &f.Model })},
		{path: "needs", doc: "What a model must be able to do.", unit: "names",
			value: inFlow(func(f *OpenFlow) any { return &f.Needs })},
		{path: "repeat", doc: "What a second sending may do: nothing (safe), nothing because of an idempotency key (keyed), or the work twice (unsafe).", unit: "name", choices: []string{"safe", "keyed", "unsafe"},
			value: inFlow(func(f *OpenFlow) any { return &f.Repeat })},
		{path: "calls", doc: "Calls that a request makes in sequence, as a loop of tools does.", unit: "calls", min: 1, max: 1000,
			value: inFlow(func(f *OpenFlow) any { return &f.Calls })},
		{path: "retry_whole", doc: "A failure repeats all calls of a request, not only the one that failed.", unit: "true or false",
			value: inFlow(func(f *OpenFlow) any { return &f.RetryWhole })},
		{path: "fallbacks", doc: "What is turned to when retries have ended, in order.", unit: "specs",
			value: inFlow(func(f *OpenFlow) any { return &f.Fallbacks })},
	}
	for i := range fields {
		fields[i].path = "flows.*." + fields[i].path
		fields[i].plain, fields[i].reserved = true, allFlows
		fields[i].names = func(s *Scenario) []string { return s.Open.Flows.Names() }
		fields[i].remove = func(s *Scenario, name string) { s.Open.Flows.remove(name) }
	}
	return fields
}

// inFlow returns the access to a value of a named flow.
func inFlow(of func(*OpenFlow) any) func(*Scenario, string) any {
	return func(s *Scenario, name string) any { return of(s.Open.flow(name)) }
}

// openPolicyFields returns the fields of the policies to choose from.
func openPolicyFields() []field {
	return []field{specMap("policies.*", "A policy.", func(s *Scenario) *Map[string] { return &s.Policies })}
}
