package scenario

import (
	"ratesim/endpoint"
	"ratesim/trace"
)

// NewOpenModel makes an open scenario ready.
func NewOpenModel(s *Scenario) (*Model, error) {
	c := checker{scenario: s, runs: true}
	a := c.build()
	if len(c.faults) > 0 {
		return nil, c.faults.inOrder()
	}
	if a.assumed {
		effective := *s
		effective.Horizon = Span{Duration: a.horizon}
		s = &effective
	}
	return &Model{Scenario: s, account: a}, nil
}

// header returns the record that opens the trace of a run.
func (a *account) header(s *Scenario, c Case, seed int64) trace.Run {
	run := trace.Run{
		Version:    trace.Version,
		Scenario:   s.Name,
		Policy:     c.Policy,
		PolicySpec: c.Spec(),
		Seed:       seed,
		StepNS:     int64(s.Step),
		HorizonNS:  int64(a.horizon),
		Open:       true,
		Flows:      []trace.Flow{},
		Limits:     []trace.Limit{},
	}
	for i := range a.flows {
		f := &a.flows[i]
		flow := trace.Flow{Name: f.name, Source: f.source()}
		if f.Repeat != "safe" {
			flow.Repeat = f.Repeat
		}
		if f.Calls > 1 {
			flow.Calls = int(f.Calls)
		}
		if t := f.traffic(); t.Loop != nil {
			flow.Loop = t.Loop.Workers
		}
		run.Flows = append(run.Flows, flow)
	}
	for _, l := range a.limits {
		run.Limits = append(run.Limits, recordOf(l.Rule, l.text))
	}
	e := s.Open.Endpoint
	if e.Refused != statusRefused {
		run.RefusedHTTP = int(e.Refused)
	}
	if e.NeverFits != statusNeverFits {
		run.NeverFitsHTTP = int(e.NeverFits)
	}
	if p := s.Open.Price; p.Input > 0 || p.Cached > 0 || p.Output > 0 {
		run.Price = &trace.Price{Currency: p.Currency, Input: p.Input, Cached: p.Cached, Output: p.Output}
	}
	return run
}

// unitWord returns a unit as users write it.
func unitWord(u endpoint.Unit) string {
	return [...]string{"requests", "input", "output", "tokens", "in-flight"}[u]
}

// FlowsOf returns for each flow of the case's Config, which may be one process of
// several, the place of its flow in the scenario.
func (m *Model) FlowsOf(c Case) []int {
	var places []int
	for _, f := range m.Config(c).Flows {
		places = append(places, f.Place)
	}
	return places
}
