package scenario

import (
	"math"
	"slices"
	"strings"
	"time"

	"ratesim/chance"
	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/spec"
	"ratesim/suggest"
	"ratesim/tickets"
	"ratesim/workload"
)

// An account is an open scenario with all of its specs read.
type account struct {
	horizon   time.Duration
	beganAt   time.Time
	order     sim.Order
	limits    []namedRule
	hints     []endpoint.Saying
	latency   endpoint.Latency
	server    *endpoint.Server // as a pattern; nil for none
	skew      time.Duration
	governors map[string]governor.Maker
	flows     []builtFlow
}

// A namedRule is a limit with its canonical spec.
type namedRule struct {
	endpoint.Rule
	text string
}

// A builtFlow is a flow with all of its specs read.
type builtFlow struct {
	OpenFlow
	name      string
	traffic   workload.Source
	sizes     sizes
	fallbacks []sim.Fallback
	policy    policy.Policy // nil for the one that is compared
}

// sizes are the sizes of a flow's calls; see sim.Sizes.
type sizes struct {
	flow                                       int
	input, cached, estimate, output, maxOutput workload.Size
}

// Of returns the size of one call of a request.
func (s *sizes) Of(seed, request int64, call int) sim.Size {
	name := chance.Name{Seed: seed, Flow: s.flow, Request: request, Try: call}
	of := func(size workload.Size, part chance.Purpose) int64 {
		name.Purpose = chance.Size + part
		return size.Of(name)
	}
	one := sim.Size{
		Input:     of(s.input, 0),
		Estimate:  of(s.estimate, 2),
		Output:    of(s.output, 3),
		MaxOutput: of(s.maxOutput, 4),
	}
	one.Cached = min(of(s.cached, 1), one.Input)
	if one.MaxOutput > 0 {
		one.Output = min(one.Output, one.MaxOutput)
	}
	return one
}

// open reads all specs of an open scenario and faults what is wrong with them.
func (c *checker) open() {
	c.name()
	c.build()
}

// build reads all specs of an open scenario. What has faults is left out.
func (c *checker) build() *account {
	s := c.scenario
	o := &s.Open
	a := &account{governors: map[string]governor.Maker{}, order: sim.Order(max(0, slices.Index([]string{"flows", "queue", "fair"}, o.Ties)))}
	if a.horizon = s.Horizon.Duration; a.horizon == 0 && s.Step > 0 {
		a.horizon = workload.AtStep(s.Horizon.Steps, s.Step)
	}
	if a.horizon <= 0 || a.horizon > 1<<61 {
		c.fault("horizon", nil, "want a duration of more than 0 and at most 73 years, such as 10m; have %v", nodeOf(&s.Horizon).Value)
	}
	var err error
	if a.beganAt, err = time.Parse(time.RFC3339, o.BeganAt); err != nil {
		c.fault("began_at", nil, "want an instant such as 2026-01-01T00:00:00Z; have %q", o.BeganAt)
	}
	if a.skew, err = time.ParseDuration(o.Endpoint.ClockSkew); err != nil {
		c.fault("endpoint.clock_skew", nil, "want a duration such as 2s or -500ms; have %q", o.Endpoint.ClockSkew)
	}
	c.endpoint(a)
	for _, g := range o.Governors {
		a.governors[g.Name] = one(c, "governors."+g.Name, g.Value, governor.Forms(o.Flows.Names()))
	}
	if len(s.Policies) == 0 {
		c.fault("policies", nil, "want at least one policy")
	}
	c.policies()
	if len(o.Flows) == 0 {
		c.fault("flows", nil, "want at least one flow, such as\n  flows:\n    batch:\n      arrivals: poisson(rate=2/s)")
	}
	for i, f := range o.Flows {
		a.flows = append(a.flows, c.flow(i, f))
	}
	return a
}

// one reads a spec at a path.
func one[T any](c *checker, path, text string, forms spec.Forms[T]) T {
	made, _, err := forms.Parse(text, c.scenario.Step)
	for _, fault := range each(err) {
		c.fault(path, nil, "%v", fault)
	}
	return made
}

// endpoint reads what the API's side is made of.
func (c *checker) endpoint(a *account) {
	e := &c.scenario.Open.Endpoint
	for _, l := range e.Limits {
		rule, canonical, err := endpoint.LimitForms().Parse(l.Value, c.scenario.Step)
		for _, fault := range each(err) {
			c.fault("endpoint.limits."+l.Name, nil, "%v", fault)
		}
		rule = rule.BeganAt(a.beganAt)
		rule.Name = l.Name
		a.limits = append(a.limits, namedRule{rule, canonical.String()})
	}
	for _, f := range e.Faults {
		one(c, "endpoint.faults."+f.Name, f.Value, endpoint.FaultForms())
	}
	for _, h := range e.Hints {
		a.hints = append(a.hints, one(c, "endpoint.hints."+h.Name, h.Value, endpoint.HintForms()))
	}
	a.latency = one(c, "endpoint.latency", e.Latency, endpoint.LatencyForms())
	if e.Server != "none" {
		a.server = one(c, "endpoint.server", e.Server, endpoint.ServerForms())
	}
	if err := a.provider(c.scenario).Check(); err != nil && len(c.faults) == 0 {
		c.fault("endpoint.hints", []string{"endpoint.limits"}, "%v", err)
	}
}

// flow reads what a flow is made of.
func (c *checker) flow(place int, e Entry[OpenFlow]) builtFlow {
	path, o := "flows."+e.Name+".", e.Value
	f := builtFlow{OpenFlow: o, name: e.Name, traffic: one(c, path+"arrivals", o.Arrivals, workload.TrafficForms())}
	size := func(field, text string) workload.Size { return one(c, path+field, text, workload.SizeForms()) }
	f.sizes = sizes{
		flow:      place,
		input:     size("input", o.Input),
		cached:    size("cached", o.Cached),
		estimate:  size("estimate", o.Estimate),
		output:    size("output", o.Output),
		maxOutput: size("max_output", o.MaxOutput),
	}
	if o.Policy != "" {
		p, err := c.scenario.ParsePolicy(o.Policy)
		for _, fault := range each(err) {
			c.fault(path+"policy", nil, "%v", fault)
		}
		f.policy = p
	}
	names := c.scenario.Open.Governors.Names()
	for _, list := range []struct {
		field string
		names []string
	}{{"governors", o.Governors}, {"process_governors", o.ProcessGovernors}} {
		for _, name := range list.names {
			if !slices.Contains(names, name) {
				c.fault(path+list.field, nil, "want the names of governors, %s; have %q%s", orNone(names), name, suggest.Question(name, names))
			}
		}
	}
	models := c.scenario.Open.Models.Names()
	if o.Model != "" && len(models) > 0 && !slices.Contains(models, o.Model) {
		c.fault(path+"model", nil, "want the name of a model, %s; have %q%s", orNone(models), o.Model, suggest.Question(o.Model, models))
	}
	for _, text := range o.Fallbacks {
		f.fallbacks = append(f.fallbacks, c.fallback(path, text, o.Needs))
	}
	return f
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "of which there are none"
	}
	return "one of " + strings.Join(names, ", ")
}

// fallback reads one fallback of a flow.
func (c *checker) fallback(path, text string, needs []string) sim.Fallback {
	f := one(c, path+"fallbacks", text, fallbackForms())
	if f.Kind != sim.Model {
		return f.Fallback
	}
	can := c.scenario.Open.Models.At(f.name)
	if can == nil {
		names := c.scenario.Open.Models.Names()
		c.fault(path+"fallbacks", nil, "want the name of a model, %s; have %q%s", orNone(names), f.name, suggest.Question(f.name, names))
		return f.Fallback
	}
	f.Capable = !slices.ContainsFunc(needs, func(need string) bool { return !slices.Contains(*can, need) })
	return f.Fallback
}

// A namedFallback is a fallback with the name of its model.
type namedFallback struct {
	sim.Fallback
	name string
}

func fallbackForms() spec.Forms[namedFallback] {
	return spec.Forms[namedFallback]{What: "fallback", All: []spec.Form[namedFallback]{
		{Name: "person", About: "somebody does the work", Read: func(*spec.Reader) namedFallback { return namedFallback{} }},
		{Name: "queue", About: "tries again later, as if for the first time", Arguments: []spec.Argument{
			{Name: "after", Unit: "duration", Default: "0s", Zero: "when the server said, if it did", About: "how long after the last failure"},
		}, Read: func(r *spec.Reader) namedFallback {
			return namedFallback{Fallback: sim.Fallback{Kind: sim.Queue, After: r.Duration("after")}}
		}},
		{Name: "model", About: "asks another model, if it can do what the flow needs", Arguments: []spec.Argument{
			{Name: "name", Unit: "name", About: "which model"},
		}, Read: func(r *spec.Reader) namedFallback {
			name := r.Word("name")
			return namedFallback{Fallback: sim.Fallback{Kind: sim.Model, Model: endpoint.ID(name)}, name: name}
		}},
	}}
}

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
			Names:     sim.Names{Key: f.Key, Models: f.models(a)},
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
		Faults:    s.faults(),
		Hints:     a.hints,
		Ghost:     e.Ghost,
		BeganAt:   a.beganAt,
		Skew:      a.skew,
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
	return requestsMax
}

// share returns the traffic of each process.
func (f *builtFlow) share() []workload.Traffic {
	return workload.Share(f.traffic, workload.Sharing{Processes: int(f.Processes), Requests: f.count()})
}

// models returns the names of the models that the flow may ask, by number.
func (f *builtFlow) models(a *account) map[uint32]string {
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
