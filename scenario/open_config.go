package scenario

import (
	"math"
	"slices"
	"time"

	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/tickets"
	"ratesim/workload"
)

// configure returns what package sim runs.
func (a *account) configure(s *Scenario, compared policy.Policy) sim.Config {
	config := sim.Config{
		Step:      s.Step,
		Horizon:   a.horizon,
		MaxEvents: s.MaxEvents,
		Endpoint:  a.provider(s),
		Order:     a.order,
		Labels:    []sim.Label{{}},
	}
	shared := map[string]governor.Governor{}
	for name, build := range a.governors {
		shared[name] = build()
	}
	for place := range a.flows {
		config.Flows = append(config.Flows, a.clients(place, compared, shared)...)
	}
	return config
}

// clients returns the flow as so many processes send it.
func (a *account) clients(place int, compared policy.Policy, shared map[string]governor.Governor) []sim.Flow {
	f := &a.flows[place]
	p := f.policy
	if p == nil {
		p = compared
	}
	budget := time.Duration(-1)
	if f.Deadline > 0 {
		budget = f.Deadline
	}
	traffic := f.share()
	var all []sim.Flow
	for process := range int(f.Processes) {
		client := &sim.Client{
			Scope:     endpoint.Scope{Key: endpoint.ID(f.Key), Model: endpoint.ID(f.Model)},
			Names:     sim.Names{Key: f.Key, Models: f.models()},
			Repeat:    policy.Repeat(max(0, slices.Index([]string{"safe", "keyed", "unsafe"}, f.Repeat))),
			Sizes:     &f.sizes,
			Calls:     int(f.Calls),
			Whole:     f.RetryWhole,
			Fallbacks: f.fallbacks,
		}
		for _, name := range f.Governors {
			client.Governors = append(client.Governors, shared[name])
		}
		for _, name := range f.ProcessGovernors {
			client.Governors = append(client.Governors, a.governors[name]())
		}
		all = append(all, sim.Flow{
			Name:     f.name,
			Arrivals: traffic[process].Arrivals,
			Loop:     traffic[process].Loop,
			Requests: tickets.Plain{Count: f.count()},
			Policy:   p,
			PerStep:  math.MaxInt64,
			Budget:   budget,
			Client:   client,
			Place:    place,
		})
	}
	return all
}

// provider returns a fresh endpoint.
func (a *account) provider(s *Scenario) *endpoint.Provider {
	e := &s.Open.Endpoint
	p := &endpoint.Provider{
		Latency:   a.latency,
		RoundTrip: e.RoundTrip,
		Network:   a.network,
		Faults:    s.faults(),
		Hints:     a.hints,
		Ghost:     e.Ghost,
		BeganAt:   a.beganAt,
		Skew:      a.skew,
		Refused:   int(e.Refused),
		NeverFits: int(e.NeverFits),
	}
	if a.server != nil {
		p.Server = &endpoint.Server{Slots: a.server.Slots, Queue: a.server.Queue, Full: a.server.Full}
	}
	if len(a.limits) > 0 {
		var rules []endpoint.Rule
		for _, l := range a.limits {
			rules = append(rules, l.Rule)
		}
		p.Quotas = endpoint.NewQuotas(rules)
	}
	return p
}

// faults returns the faults, which nobody else uses.
func (s *Scenario) faults() []endpoint.NamedFault {
	var all []endpoint.NamedFault
	for _, f := range s.Open.Endpoint.Faults {
		if fault, _, err := endpoint.FaultForms().Parse(f.Value, s.Step); err == nil {
			fault.Name = f.Name
			all = append(all, fault)
		}
	}
	return all
}

// count bounds the requests of a flow.
func (f *builtFlow) count() int {
	if f.Requests > 0 {
		return int(f.Requests)
	}
	if f.recorded != nil {
		return min(f.recorded.Summary.Requests, requestsMax)
	}
	return requestsMax
}

// share returns the traffic of each process.
func (f *builtFlow) share() []workload.Traffic {
	return workload.Share(f.traffic, workload.Sharing{Processes: int(f.Processes), Requests: f.count(), AtRandom: f.Balance == "random"})
}

// models returns the names of the models that the flow may ask, by number.
func (f *builtFlow) models() map[uint32]string {
	names := map[uint32]string{}
	if f.Model != "" {
		names[endpoint.ID(f.Model)] = f.Model
	}
	for _, text := range f.Fallbacks {
		if fallback, _, err := fallbackForms().Parse(text, 0); err == nil && fallback.name != "" {
			names[endpoint.ID(fallback.name)] = fallback.name
		}
	}
	return names
}
