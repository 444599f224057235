package scenario

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/spec"
	"ratesim/suggest"
	"ratesim/tickets"
	"ratesim/trace"
	"ratesim/workload"
)

// The names of the flows.
const (
	InteractiveFlow = "interactive"
	BatchFlow       = "batch"
)

// Tokenizers returns the names of the tokenizers: the lesson's, an estimate from
// bytes, and two of OpenAI's, which the caller of NewModel must bring along.
func Tokenizers() []string { return []string{"lesson", "bytes", "cl100k_base", "o200k_base"} }

// A Model is a scenario made ready to run: whatever depends neither on load,
// policy nor seed is computed once and shared by all runs.
type Model struct {
	Scenario *Scenario
	Prompter tickets.Prompter
	Tickets  tickets.Source

	queries *tickets.Queries
	labels  []sim.Label
	horizon int64 // steps
}

// Counters are the tokenizers that are not built in, by name.
type Counters map[string]tickets.Counter

// NewPrompter returns what turns the scenario's prompts into Items.
func NewPrompter(s *Scenario, counters Counters) (tickets.Prompter, error) {
	cues := map[string]string{}
	for _, cue := range s.Labels.Cues {
		cues[cue.Name] = cue.Value
	}
	p := tickets.Prompter{Classifier: tickets.NewClassifier(tickets.ClassifierConfig{
		Labels: s.Labels.Names,
		Cues:   cues,
		Narrow: int(s.Labels.Narrow),
	})}
	switch name := s.Tickets.Tokenizer; name {
	case "lesson":
	case "bytes":
		p.Count = tickets.CountBytes
	default:
		p.Count = counters[name]
		if p.Count == nil {
			return p, fmt.Errorf("the tokenizer %s is not part of this program", name)
		}
	}
	return p, nil
}

// NewModel makes a scenario ready. A batch of the user's own tickets takes the
// place of the fictional ones; nil is none.
func NewModel(s *Scenario, p tickets.Prompter, own tickets.Source) (*Model, error) {
	m := &Model{Scenario: s, Prompter: p, Tickets: own}
	m.horizon, _ = s.Horizon.In(s.Step)
	if own == nil {
		m.Tickets = s.generate(p)
	} else if err := m.fit(own); err != nil {
		return nil, err
	}
	count := p.Count
	if count == nil {
		count = tickets.CountTokens
	}
	for _, name := range s.Labels.Names {
		m.labels = append(m.labels, sim.Label{Name: name, Tokens: int64(count(name))})
	}
	every, _ := s.Flows.Interactive.Every.In(s.Step)
	periodic := m.interactive()
	m.queries = tickets.NewQueries(tickets.QueriesConfig{
		Count:    periodic.Count(),
		Every:    every,
		Template: s.Flows.Interactive.Prompt,
	}, p)
	return m, nil
}

// generate returns the scenario's fictional tickets.
func (s *Scenario) generate(p tickets.Prompter) tickets.Source {
	c := tickets.GeneratorConfig{
		Count:      int(s.Tickets.Count),
		Seed:       s.Tickets.Seed,
		FirstID:    s.Tickets.FirstID,
		ExtraShare: s.Tickets.ExtraShare,
		Extras:     s.Tickets.Extras,
		Template:   s.Flows.Batch.Prompt,
	}
	for _, topic := range s.Tickets.Topics {
		c.Topics = append(c.Topics, tickets.Topic{Name: topic.Name, Weight: topic.Value.Weight, Templates: topic.Value.Templates})
	}
	return tickets.NewGenerated(c, p)
}

// patience is how many steps a horizon that nobody set leaves after the last
// arrival: the lesson's own horizon of 140 lies so far behind its last arrival.
const patience = 41

// fit sets the horizon of a batch of the user's own tickets, unless the user did:
// late enough for each load.
func (m *Model) fit(own tickets.Source) error {
	if own.Len() > requestsMax {
		return fmt.Errorf("want at most %d tickets; have %d", int64(requestsMax), own.Len())
	}
	if m.Scenario.IsSet("horizon") {
		return nil
	}
	for _, load := range m.Scenario.Loads {
		m.horizon = max(m.horizon, m.batch(load.Value).Last()+patience)
	}
	if m.horizon > math.MaxInt64/4/int64(m.Scenario.Step) {
		return fmt.Errorf("the last ticket arrives more than 73 years after the first")
	}
	return nil
}

// batch returns the arrivals of the tickets under a load.
func (m *Model) batch(load int64) *workload.Burst {
	s := m.Scenario
	start, _ := s.Burst.Start.In(s.Step)
	return &workload.Burst{
		Step:    s.Step,
		Count:   m.Tickets.Len(),
		Steady:  int(s.Burst.After),
		PerStep: int(s.Base.PerStep),
		Start:   start,
		Load:    int(load),
	}
}

func (m *Model) interactive() *workload.Periodic {
	s := m.Scenario
	return &workload.Periodic{
		Every: m.duration(s.Flows.Interactive.Every),
		Until: m.duration(s.Flows.Interactive.Until),
	}
}

func (m *Model) duration(span Span) time.Duration {
	steps, _ := span.In(m.Scenario.Step)
	return workload.AtStep(steps, m.Scenario.Step)
}

// A Case is one load and one policy of a model.
type Case struct {
	Load   string // its name
	Policy string // its name in the scenario, or a spec
	policy policy.Policy
	load   int64
}

// Case returns the case of a load, by name, and a policy, by name or as a spec.
func (m *Model) Case(load, policySpec string) (Case, error) {
	c := Case{Load: load, Policy: policySpec}
	perStep := m.Scenario.Loads.At(load)
	if perStep == nil {
		names := m.Scenario.Loads.Names()
		return c, fmt.Errorf("there is no load %q; there are %s%s", load, strings.Join(names, ", "), suggest.Question(load, names))
	}
	c.load = *perStep
	var err error
	c.policy, err = m.Scenario.ParsePolicy(policySpec)
	return c, err
}

// ParsePolicy returns the policy of a name in the scenario, or of a spec.
func (s *Scenario) ParsePolicy(text string) (policy.Policy, error) {
	named := s.Policies.At(text)
	if named != nil {
		return s.policy(*named)
	}
	names := s.Policies.Names()
	parsed, err := spec.Parse(text)
	if err == nil && len(parsed.Args) == 0 && !slices.Contains(policy.Kinds(), parsed.Name) {
		return nil, fmt.Errorf("there is no policy %q; the scenario has %s, and there are the kinds %s%s", text,
			strings.Join(names, ", "), strings.Join(policy.Kinds(), ", "), suggest.Question(parsed.Name, append(names, policy.Kinds()...)))
	}
	return s.policy(text)
}

// Spec returns the canonical spec of the case's policy.
func (c Case) Spec() string { return policy.String(c.policy) }

// Config returns what package sim runs for a case. Each call returns a fresh
// one, for one Runner.
func (m *Model) Config(c Case) sim.Config {
	s := m.Scenario
	return sim.Config{
		Step:      s.Step,
		Horizon:   workload.AtStep(m.horizon, s.Step),
		MaxEvents: s.MaxEvents,
		Labels:    m.labels,
		Endpoint:  m.Endpoint(),
		Flows: []sim.Flow{
			{
				Name:     InteractiveFlow,
				Arrivals: m.interactive(),
				Requests: m.queries,
				Policy:   policy.Fixed{Wait: s.Step},
				PerStep:  math.MaxInt64,
				Budget:   m.duration(s.Flows.Interactive.Budget),
			},
			{
				Name:     BatchFlow,
				Arrivals: m.batch(c.load),
				Requests: m.Tickets,
				Policy:   c.policy,
				PerStep:  s.Flows.Batch.CallsPerStep,
				Budget:   -1,
			},
		},
	}
}

// Endpoint returns a fresh endpoint.
func (m *Model) Endpoint() *endpoint.Limited {
	s := m.Scenario
	return &endpoint.Limited{
		Limit: &endpoint.SlidingLog{
			Limit:        s.Limit.Calls,
			Window:       m.duration(s.Limit.Window),
			CountRefused: s.Limit.CountRefused,
		},
		Faults: endpoint.NewFaults(endpoint.Chances{
			TimeoutBase:     s.Faults.Timeout.Base,
			TimeoutPerToken: s.Faults.Timeout.PerToken,
			Partial:         s.Faults.Partial,
		}),
	}
}

// Header returns the record that opens the trace of a run.
func (m *Model) Header(c Case, seed int64) trace.Run {
	s := m.Scenario
	return trace.Run{
		Version:    trace.Version,
		Scenario:   s.Name,
		Load:       c.Load,
		Policy:     c.Policy,
		PolicySpec: c.Spec(),
		Seed:       seed,
		StepNS:     int64(s.Step),
		HorizonNS:  int64(workload.AtStep(m.horizon, s.Step)),
		Flows:      []trace.Flow{{Name: InteractiveFlow}, {Name: BatchFlow}},
		Limits: []trace.Limit{{
			Name:         "calls",
			Unit:         "calls",
			Limit:        s.Limit.Calls,
			WindowNS:     int64(m.duration(s.Limit.Window)),
			CountRefused: s.Limit.CountRefused,
		}},
	}
}

// Label returns a label and the tokens of an answer that consists of it.
func (m *Model) Label(i int) sim.Label { return m.labels[i] }
