package scenario

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"ratesim/endpoint"
	"ratesim/preset"
	"ratesim/spec"
)

// presetPath is the field that names a preset.
const presetPath = "endpoint.preset"

// noPreset is its value when there is none.
const noPreset = "none"

// The statuses of refusals where a preset does not say.
const (
	statusRefused   = 429
	statusNeverFits = 400
)

// layEndpoint lays a preset that a flag names over the scenario.
func (s *Scenario) layEndpoint(text string) FaultList {
	d := decoder{scenario: s, source: "--endpoint", order: 1}
	if !s.IsOpen() {
		d.fault(nil, "", "the scenario %s has no such endpoint; want one that extends account or %s", s.Name, Starter)
		return d.faults
	}
	n := textNode(text)
	if d.preset(n); len(d.faults) == 0 {
		d.leaf(n, presetPath, s.language.fieldAt(presetPath))
	}
	return d.faults
}

// fieldAt returns the field of a path that there is.
func (l *language) fieldAt(path string) field {
	f, _, _ := l.lookup(path)
	return f
}

// presetFirst puts the preset that a document names into the scenario, before what
// the document says besides, which is laid over it.
func (d *decoder) presetFirst(top *yaml.Node) {
	if n := memberOf(memberOf(top, "endpoint"), "preset"); n != nil && n.Kind == yaml.ScalarNode && n.Tag == "!!str" && d.scenario.IsOpen() {
		d.preset(n)
	}
}

// preset puts a preset into the scenario and into that on which it is laid, so that
// what the user says is laid over the preset, too. Its limits and hints take the
// place of those that were there; of the rest only what it says is changed.
func (d *decoder) preset(n *yaml.Node) {
	if n.Value == noPreset {
		return
	}
	filled, err := preset.Parse(n.Value)
	for _, fault := range each(err) {
		d.fault(n, presetPath, "%v", fault)
	}
	if err != nil {
		return
	}
	for _, s := range []*Scenario{d.scenario, d.scenario.base} {
		if s == nil {
			continue // a built-in scenario is laid on none
		}
		e := &s.Open.Endpoint
		e.Limits, e.Hints, e.Refused, e.NeverFits = nil, nil, statusRefused, statusNeverFits
		e.Faults = slices.Clone(e.Faults)
		inside := decoder{scenario: s, source: d.source, order: d.order, builtIn: true}
		inside.branch(filled.Body, "endpoint")
		for _, fault := range inside.faults {
			d.fault(n, presetPath, "%s: %s", fault.Path, fault.Message)
		}
		e.Preset = filled.Spec.String()
	}
}

// BriefLimits returns the limits of an open scenario without the arguments that hold
// anyway.
func (s *Scenario) BriefLimits() Map[string] {
	limits := slices.Clone(s.Open.Endpoint.Limits)
	for i, l := range limits {
		given, err := spec.Parse(l.Value)
		_, canonical, errRead := endpoint.LimitForms().Parse(l.Value, s.Step)
		if err != nil || errRead != nil {
			continue // which was told when it was read
		}
		given.Args = slices.DeleteFunc(given.Args, func(a spec.Arg) bool {
			return !slices.ContainsFunc(canonical.Args, func(c spec.Arg) bool { return c.Key == a.Key })
		})
		limits[i].Value = given.String()
	}
	return limits
}

// forgetHints takes out hints of the preset about limits of it that the user has
// taken out.
func (s *Scenario) forgetHints() {
	here, base := &s.Open.Endpoint, &s.base.Open.Endpoint
	if !s.IsOpen() || here.Preset == noPreset {
		return
	}
	here.Hints = slices.DeleteFunc(slices.Clone(here.Hints), func(h Entry[string]) bool {
		about := preset.LimitOf(h.Value)
		return base.Limits.At(about) != nil && here.Limits.At(about) == nil && !s.IsSet("endpoint.hints."+h.Name)
	})
}
