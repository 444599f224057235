package scenario

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ratesim/policy"
)

// check returns what is wrong between the values of a scenario that are each
// possible alone.
func (s *Scenario) check() FaultList {
	c := checker{scenario: s}
	if s.IsOpen() {
		c.open()
		return c.faults
	}
	c.names()
	c.spans()
	c.tickets()
	c.labels()
	c.prompts()
	c.policies()
	return c.faults
}

type checker struct {
	scenario *Scenario
	runs     bool // it is to be run, not only shown
	faults   FaultList
}

// fault faults the value at a path. It stands where that was set; when the user
// did not set it, where another of the values was set that do not go with it.
func (c *checker) fault(path string, others []string, format string, args ...any) {
	if len(c.faults) > faultsMax {
		return // nobody would read it
	}
	at, ok := c.scenario.placeOf(path)
	if strings.HasPrefix(path, "endpoint.") {
		others = append(slices.Clone(others), presetPath)
	}
	for i := 0; i < len(others) && !ok; i++ {
		at, ok = c.scenario.placeOf(others[i])
	}
	c.faults = append(c.faults, newFault(at, path, fmt.Sprintf(format, args...)))
}

// placeOf returns where a path was set; of a branch, where the last value below
// it was set or taken out.
func (s *Scenario) placeOf(path string) (last place, ok bool) {
	for at, p := range s.set {
		if (at == path || strings.HasPrefix(at, path+".")) && p.compare(last) >= 0 {
			last, ok = p, true
		}
	}
	return last, ok
}

func (c *checker) names() {
	s := c.scenario
	c.name()
	if len(s.Loads) == 0 {
		c.fault("loads", nil, "want at least one load")
	}
	if len(s.Policies) == 0 {
		c.fault("policies", nil, "want at least one policy")
	}
}

func (c *checker) name() {
	s := c.scenario
	if s.base != nil && s.Extends != s.base.Name {
		c.fault("extends", nil, "want %s, on which the values are laid; have %q", s.base.Name, s.Extends)
	}
	if !isPlain(s.Name) {
		c.fault("name", nil, "want letters, digits, - and _; have %q", s.Name)
	}
}

// spans checks that each span is a whole number of steps, and that time does
// not overflow.
func (c *checker) spans() {
	s := c.scenario
	for _, f := range c.scenario.language.fields {
		if f.names != nil {
			continue
		}
		span, ok := f.value(s, "").(*Span)
		if !ok {
			continue
		}
		steps, whole := span.In(s.Step)
		if !whole {
			c.fault(f.path, []string{"step"}, "want a whole number of steps of %v; have %v", s.Step, span.Duration)
		} else if steps > math.MaxInt64/4/int64(s.Step) {
			c.fault(f.path, []string{"step"}, "want a time below 73 years; have %d steps of %v", steps, s.Step)
		}
	}
	every, _ := s.Flows.Interactive.Every.In(s.Step)
	until, _ := s.Flows.Interactive.Until.In(s.Step)
	if every > 0 && until/every > requestsMax {
		c.fault("flows.interactive.until", []string{"flows.interactive.every", "step"}, "want at most %d queries; have %d", int64(requestsMax), until/every)
	}
}

func (c *checker) tickets() {
	t := c.scenario.Tickets
	if t.FirstID > large-t.Count {
		c.fault("tickets.first_id", []string{"tickets.count"}, "want ticket numbers of at most %d", int64(large))
	}
	if len(t.Topics) == 0 {
		c.fault("tickets.topics", nil, "want at least one topic")
	}
	for _, topic := range t.Topics {
		path := "tickets.topics." + topic.Name
		if len(topic.Value.Templates) == 0 {
			c.fault(path, nil, "want templates, a list of at least one text")
		}
		if slices.Contains(topic.Value.Templates, "") {
			c.fault(path+".templates", nil, "want texts that are not empty")
		}
	}
}

// labelsMax bounds the labels: they are numbered in 16 bits.
const labelsMax = 1<<16 - 1

func (c *checker) labels() {
	l := c.scenario.Labels
	if len(l.Names) == 0 || len(l.Names) > labelsMax {
		c.fault("labels.names", nil, "want 1 to %d labels; have %d", labelsMax, len(l.Names))
	}
	seen := map[string]bool{}
	for _, name := range l.Names {
		if name == "" {
			c.fault("labels.names", nil, "want labels that are not empty")
		}
		if seen[name] {
			c.fault("labels.names", nil, "%q is given twice", name)
		}
		seen[name] = true
	}
}

func (c *checker) prompts() {
	c.marks("flows.interactive.prompt", c.scenario.Flows.Interactive.Prompt, []string{"{step}"})
	c.marks("flows.batch.prompt", c.scenario.Flows.Batch.Prompt, []string{"{id}", "{text}"})
}

func (c *checker) marks(path, prompt string, marks []string) {
	for _, mark := range marks {
		if n := strings.Count(prompt, mark); n != 1 {
			c.fault(path, nil, "want %s once in the prompt; it is there %d times", mark, n)
		}
	}
}

func (c *checker) policies() {
	for _, p := range c.scenario.Policies {
		_, err := c.scenario.policy(p.Value)
		c.unread("policies."+p.Name, p.Value, err)
	}
}

// each returns the errors that were joined to one, none for nil.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// policy builds a policy of a spec, with the scenario's step and attempts.
func (s *Scenario) policy(text string) (policy.Policy, error) {
	return policy.Parse(text, policy.Defaults{Step: s.Step, Attempts: int(s.Attempts)})
}
