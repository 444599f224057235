package scenario

import (
	"fmt"
	"math"
	"time"

	"ratesim/sim"
	"ratesim/tickets"
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
	Tickets  tickets.Source // nil for an open scenario

	account *account // of an open scenario
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
	if s.IsOpen() {
		return NewOpenModel(s)
	}
	m := &Model{Scenario: s, Prompter: p, Tickets: own}
	m.horizon, _ = s.Horizon.In(s.Step)
	if own == nil {
		m.Tickets = s.generate(p)
	} else if err := m.fit(own); err != nil {
		return nil, err
	}
	effective := *s
	effective.Horizon = Span{Steps: m.horizon}
	m.Scenario = &effective
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
