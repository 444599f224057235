package scenario

import (
	"slices"
	"strings"
	"time"

	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/sim"
	"ratesim/spec"
	"ratesim/suggest"
	"ratesim/workload"
)

// An account is an open scenario with all of its specs read.
type account struct {
	horizon   time.Duration
	assumed   bool // nobody set the horizon
	beganAt   time.Time
	order     sim.Order
	limits    []namedRule
	hints     []endpoint.Saying
	latency   endpoint.Latency
	network   endpoint.Latency // nil for none
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
	recorded  *RecordedFlow // nil if its requests are not recorded ones
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
		c.fault("horizon", nil, "want "+horizonWanted+"; have %v", nodeOf(&s.Horizon).Value)
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
	if len(o.Flows) == 0 && !s.served && c.runs {
		c.fault("flows", []string{"extends", "name", "version", "endpoint"}, "want at least one flow, such as\n  flows:\n    batch:\n      arrivals: poisson(rate=2/s)")
	}
	for i, f := range o.Flows {
		a.flows = append(a.flows, c.flow(i, f))
	}
	a.extend(s)
	c.endless(a)
	return a
}

// one reads a spec at a path.
func one[T any](c *checker, path, text string, forms spec.Forms[T]) T {
	made, _, err := forms.Parse(text, c.scenario.Step)
	c.unread(path, text, err)
	return made
}

// unread faults what is wrong with a spec at a path, all of it; with a bare number
// only that it is one.
func (c *checker) unread(path, text string, err error) {
	if f, _, ok := c.scenario.language.lookup(path); ok && err != nil && wantSpec(f.path, text) != "" {
		c.fault(path, nil, "%s", wantSpec(f.path, text))
		return
	}
	for _, fault := range each(err) {
		c.fault(path, nil, "%v", fault)
	}
}

// endpoint reads what the API's side is made of.
func (c *checker) endpoint(a *account) {
	e := &c.scenario.Open.Endpoint
	for _, l := range e.Limits {
		rule, canonical, err := endpoint.LimitForms().Parse(l.Value, c.scenario.Step)
		c.unread("endpoint.limits."+l.Name, l.Value, err)
		rule = rule.BeganAt(a.beganAt)
		rule.Name = l.Name
		a.limits = append(a.limits, namedRule{rule, canonical.String()})
	}
	for _, f := range e.Faults {
		one(c, "endpoint.faults."+f.Name, f.Value, endpoint.FaultForms())
	}
	for _, h := range e.Hints {
		a.hints = append(a.hints, one(c, "endpoint.hints."+h.Name, h.Value, endpoint.HintForms()))
		c.known(namesIn{path: "endpoint.hints." + h.Name, text: h.Value, argument: "limit", what: "the name of a limit", names: e.Limits.Names()})
	}
	a.latency = one(c, "endpoint.latency", e.Latency, endpoint.LatencyForms())
	if e.Network != "none" {
		a.network = one(c, "endpoint.network", e.Network, endpoint.LatencyForms())
	}
	if e.Server != "none" {
		a.server = one(c, "endpoint.server", e.Server, endpoint.ServerForms())
	}
	c.scopes()
}

// flow reads what a flow is made of.
func (c *checker) flow(place int, e Entry[OpenFlow]) builtFlow {
	path, o := "flows."+e.Name+".", e.Value
	f := builtFlow{OpenFlow: o, name: e.Name, traffic: c.traffic(e.Name, o.Arrivals)}
	size := func(field, text string) workload.Size { return one(c, path+field, text, workload.SizeForms()) }
	answer := one(c, path+"output", o.Output, workload.AnswerForms())
	f.sizes = sizes{
		flow:      place,
		input:     size("input", o.Input),
		cached:    size("cached", o.Cached),
		estimate:  size("estimate", o.Estimate),
		output:    answer,
		maxOutput: size("max_output", o.MaxOutput),
	}
	c.recorded(&f)
	if o.Policy != "" {
		p, err := c.scenario.ParsePolicy(o.Policy)
		c.unread(path+"policy", o.Policy, err)
		f.policy = p
	}
	names := c.scenario.Open.Governors.Names()
	for _, list := range []struct {
		field string
		names []string
	}{{"governors", o.Governors}, {"process_governors", o.ProcessGovernors}} {
		for i, name := range list.names {
			if !slices.Contains(names, name) {
				c.faultItem(item{path + list.field, i}, "want the names of governors, %s; have %q%s", orNone(names), name, suggest.Question(name, names))
			}
		}
	}
	models := c.scenario.Open.Models.Names()
	if o.Model != "" && len(models) > 0 && !slices.Contains(models, o.Model) {
		c.fault(path+"model", nil, "want the name of a model, %s; have %q%s", orNone(models), o.Model, suggest.Question(o.Model, models))
	}
	for i, text := range o.Fallbacks {
		f.fallbacks = append(f.fallbacks, c.fallback(item{path + "fallbacks", i}, text, o.Needs))
	}
	c.contradictions(&f)
	return f
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "of which there are none"
	}
	return "one of " + strings.Join(names, ", ")
}
