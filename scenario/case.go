package scenario

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ratesim/endpoint"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/suggest"
	"ratesim/trace"
	"ratesim/workload"
)

// A Case is one load and one policy of a model.
type Case struct {
	Load   string // its name
	Policy string // its name in the scenario, or a spec
	policy policy.Policy
	spec   string // of the policy
	load   int64
}

// Case returns the case of a load, by name, and a policy, by name or as a spec.
func (m *Model) Case(load, policySpec string) (Case, error) {
	c := Case{Load: load, Policy: policySpec}
	var err error
	if m.account == nil {
		if err = m.Scenario.CheckLoad(load); err != nil {
			return c, err
		}
		c.load = *m.Scenario.Loads.At(load)
	}
	if c.policy, err = m.Scenario.ParsePolicy(policySpec); err != nil {
		return c, err
	}
	c.spec = policy.String(c.policy)
	return c, nil
}

// CaseOf returns the case of a load and a policy that was not made from a spec,
// such as one of your own. The load is "" for an open scenario.
func (m *Model) CaseOf(load string, p policy.Policy) (Case, error) {
	c := Case{Load: load, Policy: p.Spec().Name, policy: p, spec: policy.String(p)}
	if m.account != nil {
		return c, nil
	}
	if err := m.Scenario.CheckLoad(load); err != nil {
		return c, err
	}
	c.load = *m.Scenario.Loads.At(load)
	return c, nil
}

// CheckLoad returns an error when the scenario has no load of the name.
func (s *Scenario) CheckLoad(name string) error {
	if s.Loads.At(name) != nil {
		return nil
	}
	names := s.Loads.Names()
	return fmt.Errorf("there is no load %q; there are %s%s", name, strings.Join(names, ", "), suggest.Question(name, names))
}

// ParsePolicy returns the policy of a name in the scenario, or else of a spec.
func (s *Scenario) ParsePolicy(text string) (policy.Policy, error) {
	if named := s.Policies.At(text); named != nil {
		return s.policy(*named)
	}
	if all := policy.Names(); isPlain(text) && !slices.Contains(all, text) {
		names := s.Policies.Names()
		return nil, fmt.Errorf("there is no policy %q; the scenario has %s, there are the kinds %s, and the clients that ratesim policies lists%s", text,
			strings.Join(names, ", "), strings.Join(policy.Kinds(), ", "), suggest.Question(text, append(names, all...)))
	}
	return s.policy(text)
}

// Spec returns the canonical spec of the case's policy.
func (c Case) Spec() string { return c.spec }

// Config returns what package sim runs for a case. Each call returns a fresh
// one, for one Runner.
func (m *Model) Config(c Case) sim.Config {
	s := m.Scenario
	if m.account != nil {
		return m.account.configure(s, c.policy)
	}
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
	if m.account != nil {
		return m.account.header(s, c, seed)
	}
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

// A Late is how many requests of a flow are due at the horizon or later, and so
// do not arrive.
type Late struct {
	Flow     string
	Requests int
	Of       int   // requests of the flow in all
	Horizon  int64 // steps
}

// Late returns the flows of a case that have requests which do not arrive.
func (m *Model) Late(c Case) []Late {
	if m.account != nil {
		return nil
	}
	batch, interactive := m.batch(c.load), m.interactive()
	interactive.Until = min(interactive.Until, workload.AtStep(m.horizon, m.Scenario.Step))
	all := []Late{
		{InteractiveFlow, m.queries.Len() - interactive.Count(), m.queries.Len(), m.horizon},
		{BatchFlow, batch.Count - batch.Before(m.horizon), batch.Count, m.horizon},
	}
	return slices.DeleteFunc(all, func(l Late) bool { return l.Requests == 0 })
}
