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
	faults   FaultList
}

func (c *checker) fault(path, format string, args ...any) {
	p := c.scenario.placeOf(path)
	c.faults = append(c.faults, Fault{
		Source: p.source, Line: p.line, Column: p.column, Path: path, Message: fmt.Sprintf(format, args...),
	})
}

// placeOf returns where a path was set; of a branch, where something below it
// was set; else where anything was.
func (s *Scenario) placeOf(path string) place {
	if p, ok := s.set[path]; ok {
		return p
	}
	last := place{}
	for at, p := range s.set {
		if strings.HasPrefix(at, path+".") && (last.source == "" || p.line > last.line) {
			last = p
		}
	}
	if last.source == "" {
		for _, p := range s.set {
			return place{source: p.source}
		}
	}
	return last
}

func (c *checker) names() {
	s := c.scenario
	if !plainName.MatchString(s.Name) {
		c.fault("name", "want letters, digits, - and _; have %q", s.Name)
	}
	if len(s.Loads) == 0 {
		c.fault("loads", "want at least one load")
	}
	if len(s.Policies) == 0 {
		c.fault("policies", "want at least one policy")
	}
}

// spans checks that each span is a whole number of steps, and that time does
// not overflow.
func (c *checker) spans() {
	s := c.scenario
	for _, f := range fields() {
		span, ok := f.value(&Scenario{}, "").(*Span)
		if !ok {
			continue
		}
		span = f.value(s, "").(*Span)
		steps, whole := span.In(s.Step)
		if !whole {
			c.fault(f.path, "want a whole number of steps of %v; have %v", s.Step, span.Duration)
		} else if steps > math.MaxInt64/4/int64(s.Step) {
			c.fault(f.path, "want a time below 73 years; have %d steps of %v", steps, s.Step)
		}
	}
	every, _ := s.Flows.Interactive.Every.In(s.Step)
	until, _ := s.Flows.Interactive.Until.In(s.Step)
	if every > 0 && until/every > requestsMax {
		c.fault("flows.interactive.until", "want at most %d queries; have %d", int64(requestsMax), until/every)
	}
}

func (c *checker) tickets() {
	t := c.scenario.Tickets
	if t.FirstID > large-t.Count {
		c.fault("tickets.first_id", "want ticket numbers of at most %d", int64(large))
	}
	if len(t.Topics) == 0 {
		c.fault("tickets.topics", "want at least one topic")
	}
	for _, topic := range t.Topics {
		path := "tickets.topics." + topic.Name
		if len(topic.Value.Templates) == 0 {
			c.fault(path, "want templates, a list of at least one text")
		}
		if slices.Contains(topic.Value.Templates, "") {
			c.fault(path+".templates", "want texts that are not empty")
		}
	}
}

// labelsMax bounds the labels: they are numbered in 16 bits.
const labelsMax = 1<<16 - 1

func (c *checker) labels() {
	l := c.scenario.Labels
	if len(l.Names) == 0 || len(l.Names) > labelsMax {
		c.fault("labels.names", "want 1 to %d labels; have %d", labelsMax, len(l.Names))
	}
	seen := map[string]bool{}
	for _, name := range l.Names {
		if name == "" {
			c.fault("labels.names", "want labels that are not empty")
		}
		if seen[name] {
			c.fault("labels.names", "%q is given twice", name)
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
			c.fault(path, "want %s once in the prompt; it is there %d times", mark, n)
		}
	}
}

func (c *checker) policies() {
	for _, p := range c.scenario.Policies {
		if _, err := c.scenario.policy(p.Value); err != nil {
			c.fault("policies."+p.Name, "%v", err)
		}
	}
}

// policy builds a policy of a spec, with the scenario's step and attempts.
func (s *Scenario) policy(text string) (policy.Policy, error) {
	return policy.Parse(text, policy.Defaults{Step: s.Step, Attempts: int(s.Attempts)})
}
