package scenario

import (
	"slices"
	"sync"
)

// A field is one value of a scenario: where it stands and what it means. The
// table of fields is the scenario language.
type field struct {
	path string // with * for a name that the user chooses
	doc  string
	unit string
	zero string // what 0 means; "" where 0 is nothing special or not a value
	from string // source of the built-in value
	want string // what it takes, in words; "" where its type says that

	min, max float64 // of a number; both 0 for no bounds
	choices  []string
	plain    bool   // the name that stands for * must be usable in a flag
	model    bool   // that name is a model's
	reserved string // what the name that stands for * must not be, because tables use it
	most     int    // of texts in a list, of which at least one is wanted and none is empty; 0 for any list
	distinct bool   // no text of a list is there twice

	// value returns a pointer to the value, of a type that decode knows; for a
	// path with * to that of the name.
	value func(s *Scenario, name string) any
	// names lists the names there are, for a path with *.
	names func(s *Scenario) []string
	// remove takes a name out, for a path that ends in *.
	remove func(s *Scenario, name string)
}

// A group is a branch of the table, or a name in one: it needs words, too.
type group struct {
	path string
	doc  string
}

// A language is the fields that the scenarios of one kind have. There are two:
// that of the lesson, and that of the open scenarios, in which a user describes
// an account and clients of any kind.
type language struct {
	fields []field
	groups []group
}

// lessonLanguage returns the language of the lesson, which is made once.
var lessonLanguage = sync.OnceValue(func() *language {
	return &language{
		fields: slices.Concat(generalFields(), ticketFields(), labelFields(), endpointFields(), flowFields()),
		groups: groups(),
	}
})

// large bounds counts: the largest that is exact as a float64.
const large = 1 << 53

// requestsMax bounds the requests of a flow: they are numbered in 32 bits.
const requestsMax = 1<<32 - 2

func groups() []group {
	return []group{
		{"tickets", "The batch: fictional support tickets, each drawn by tickets.seed + its number."},
		{"tickets.topics", "What tickets are about; a topic is drawn by weight, then one of its templates."},
		{"tickets.topics.*", "A topic; its name is the right label."},
		{"labels", "The answers of the fictional model and the tokens that speak for them."},
		{"labels.cues", "The label that a token speaks for."},
		{"limit", "The endpoint's limit: a sliding window over all calls of all flows."},
		{"base", "The steady part of the batch: its first burst.after tickets, from step 0 on."},
		{"burst", "The rest of the batch: it arrives from burst.start on, as many a step as the load says."},
		{"loads", "Loads to choose from: requests of the burst that arrive in a step."},
		{"flows", "The clients that share the limit, in the order in which they send in a step."},
		{"flows.interactive", "Single queries; one that fails is sent again each step until its budget is used up."},
		{"flows.batch", "The tickets; one that fails is sent again as the policy says."},
		{"faults", "How an admitted call breaks. Chances are drawn by seed, prompt and attempt."},
		{"faults.timeout", "Cut off before the output starts; the input is charged."},
		{"policies", "Policies to choose from, as specs."},
	}
}

func generalFields() []field {
	return []field{
		{path: "version", doc: "Version of the scenario language.", unit: "number", min: 1, max: Version,
			value: func(s *Scenario, _ string) any { return &s.Version }},
		{path: "extends", doc: "Built-in scenario whose values hold where this one is silent; a name set to null is taken out.", unit: "name",
			value: func(s *Scenario, _ string) any { return &s.Extends }},
		{path: "name", doc: "Name of the scenario.", unit: "name",
			value: func(s *Scenario, _ string) any { return &s.Name }},
		{path: "seed", doc: "Seed of the run's chance, unless --seed or --seeds is given.", unit: "64-bit integer", zero: "a seed like any other", from: "lesson, PQ1",
			value: func(s *Scenario, _ string) any { return &s.Seed }},
		{path: "step", doc: "Length of a step, one round of sending.", unit: "duration", min: 1, max: 1 << 61, from: "lesson, PQ2: time is counted in steps",
			value: func(s *Scenario, _ string) any { return &s.Step }},
		{path: "horizon", doc: "End of the run; what is due then or later does not happen.", unit: "steps, or a duration", min: 1, max: large, from: "lesson, HORIZON",
			value: func(s *Scenario, _ string) any { return &s.Horizon }},
		{path: "attempts", doc: "Attempts of a batch request, the first included, for a policy that does not say.", unit: "attempts", min: 1, max: 1 << 31, from: "lesson, PQ6",
			value: func(s *Scenario, _ string) any { return &s.Attempts }},
		{path: "max_events", doc: "Arrivals and attempts after which a run is stopped as endless, 4,000,000,000 at most.", unit: "events", zero: "as many as there can be", min: 0, max: large, from: "ratesim's own; the lesson has no such bound",
			value: func(s *Scenario, _ string) any { return &s.MaxEvents }},
	}
}

func ticketFields() []field {
	names := func(s *Scenario) []string { return s.Tickets.Topics.Names() }
	remove := func(s *Scenario, name string) { s.Tickets.Topics.remove(name) }
	return []field{
		{path: "tickets.count", doc: "Tickets in the batch.", unit: "tickets", zero: "no batch", min: 0, max: requestsMax, from: "lesson, PQ7",
			value: func(s *Scenario, _ string) any { return &s.Tickets.Count }},
		{path: "tickets.seed", doc: "Seed of the tickets' topics and texts, apart from the run's.", unit: "64-bit integer", zero: "a seed like any other", from: "lesson, PQ1",
			value: func(s *Scenario, _ string) any { return &s.Tickets.Seed }},
		{path: "tickets.first_id", doc: "Number of the first ticket; the next has the next number.", unit: "number", zero: "a number like any other", min: 0, max: large, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Tickets.FirstID }},
		{path: "tickets.extra_share", doc: "Tickets with one of the extras added.", unit: "share", zero: "none", min: 0, max: 1, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Tickets.ExtraShare }},
		{path: "tickets.tokenizer", doc: "How input tokens and those of an answer are counted; the labels do not depend on it.", unit: "name", choices: Tokenizers(), from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Tickets.Tokenizer }},
		{path: "tickets.topics.*.weight", doc: "Share of the tickets; the last topic takes what is left of 1.", unit: "share", zero: "no tickets", min: 0, max: 1, from: "lesson",
			names: names, remove: remove,
			value: func(s *Scenario, name string) any { return &s.Tickets.Topics.enter(name).Weight }},
		{path: "tickets.topics.*.templates", doc: "Texts, each as likely as the others.", unit: "texts", most: namesMax, from: "lesson, fictional",
			names: names, remove: remove,
			value: func(s *Scenario, name string) any { return &s.Tickets.Topics.enter(name).Templates }},
		{path: "tickets.extras", doc: "Sentences of which one is added to some tickets.", unit: "texts", from: "lesson, fictional",
			value: func(s *Scenario, _ string) any { return &s.Tickets.Extras }},
	}
}

func labelFields() []field {
	return []field{
		{path: "labels.names", doc: "The labels the model knows.", unit: "names", most: labelsMax, distinct: true, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Labels.Names }},
		{path: "labels.narrow", doc: "A prompt that names at least so many labels is answered with one of those.", unit: "labels", min: 1, max: large, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Labels.Narrow }},
		{path: "labels.cues.*", doc: "Label that the token speaks for.", unit: "name", from: "lesson",
			names:  func(s *Scenario) []string { return s.Labels.Cues.Names() },
			remove: func(s *Scenario, name string) { s.Labels.Cues.remove(name) },
			value:  func(s *Scenario, name string) any { return s.Labels.Cues.enter(name) }},
	}
}

func endpointFields() []field {
	return []field{
		{path: "limit.calls", doc: "Calls that the window holds.", unit: "calls", zero: "every call is refused", min: 0, max: large, from: "lesson, PQ3",
			value: func(s *Scenario, _ string) any { return &s.Limit.Calls }},
		{path: "limit.window", doc: "Length of the window, the present step included.", unit: "steps, or a duration", zero: "no limit", min: 0, max: large, from: "lesson, PQ3",
			value: func(s *Scenario, _ string) any { return &s.Limit.Window }},
		{path: "limit.count_refused", doc: "Refused calls count in the window, too.", unit: "true or false", from: "lesson, PQ3",
			value: func(s *Scenario, _ string) any { return &s.Limit.CountRefused }},
		{path: "faults.timeout.base", doc: "Chance for a prompt of no tokens.", unit: "probability", zero: "none", min: 0, max: 1, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Faults.Timeout.Base }},
		{path: "faults.timeout.per_token", doc: "Added for each input token.", unit: "probability", zero: "size does not matter", min: 0, max: 1, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Faults.Timeout.PerToken }},
		{path: "faults.partial", doc: "Chance that the output is cut off midway; the input and one output token are charged.", unit: "probability", zero: "none", min: 0, max: 1, from: "lesson, PQ5",
			value: func(s *Scenario, _ string) any { return &s.Faults.Partial }},
	}
}

func flowFields() []field {
	return []field{
		{path: "flows.interactive.every", doc: "Steps between two queries, the first at 0.", unit: "steps, or a duration", zero: "no queries", min: 0, max: large, from: "lesson, PQ7",
			value: func(s *Scenario, _ string) any { return &s.Flows.Interactive.Every }},
		{path: "flows.interactive.until", doc: "End of the queries, itself not included.", unit: "steps, or a duration", zero: "no queries", min: 0, max: large, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Flows.Interactive.Until }},
		{path: "flows.interactive.budget", doc: "A query is sent again through arrival + budget.", unit: "steps, or a duration", zero: "one attempt", min: 0, max: large, from: "lesson, PQ7",
			value: func(s *Scenario, _ string) any { return &s.Flows.Interactive.Budget }},
		{path: "flows.interactive.prompt", doc: "Prompt of a query; {step} is its arrival.", unit: "text", from: "lesson, fictional",
			value: func(s *Scenario, _ string) any { return &s.Flows.Interactive.Prompt }},
		{path: "flows.batch.calls_per_step", doc: "Calls that the batch client sends in a step at most.", unit: "calls", zero: "it never sends", min: 0, max: large, from: "lesson, PQ6",
			value: func(s *Scenario, _ string) any { return &s.Flows.Batch.CallsPerStep }},
		{path: "flows.batch.prompt", doc: "Prompt of a ticket; {id} and {text} are the ticket's.", unit: "text", from: "lesson, fictional",
			value: func(s *Scenario, _ string) any { return &s.Flows.Batch.Prompt }},
		{path: "base.per_step", doc: "Tickets that arrive in a step.", unit: "requests per step", min: 1, max: requestsMax, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Base.PerStep }},
		{path: "burst.start", doc: "Step in which the burst begins.", unit: "steps, or a duration", zero: "it begins at once", min: 0, max: large, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Burst.Start }},
		{path: "burst.after", doc: "Tickets that arrive steadily, before the burst in number.", unit: "tickets", zero: "all are in the burst", min: 0, max: requestsMax, from: "lesson",
			value: func(s *Scenario, _ string) any { return &s.Burst.After }},
		{path: "loads.*", doc: "Requests of the burst that arrive in a step.", unit: "requests per step", min: 1, max: requestsMax, from: "lesson, PQ8", plain: true,
			names:  func(s *Scenario) []string { return s.Loads.Names() },
			remove: func(s *Scenario, name string) { s.Loads.remove(name) },
			value:  func(s *Scenario, name string) any { return s.Loads.enter(name) }},
		{path: "policies.*", doc: "A policy's spec.", unit: "spec", from: "lesson", plain: true,
			names:  func(s *Scenario) []string { return s.Policies.Names() },
			remove: func(s *Scenario, name string) { s.Policies.remove(name) },
			value:  func(s *Scenario, name string) any { return s.Policies.enter(name) }},
	}
}
