package scenario

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/sim"
	"ratesim/workload"
)

// contradictions faults what a flow says that cannot all be meant.
func (c *checker) contradictions(f *builtFlow) {
	path := "flows." + f.name + "."
	for i, name := range f.ProcessGovernors {
		if slices.Contains(f.Governors, name) {
			c.faultItem(item{path + "process_governors", i}, "want a governor that all processes share or one for each; have %s in governors, too", name)
		}
	}
	input, inputIsFixed := f.sizes.input.(workload.Fixed)
	cached, cachedIsFixed := f.sizes.cached.(workload.Fixed)
	if inputIsFixed && cachedIsFixed && cached > input && !f.bringsInput() {
		c.fault(path+"cached", nil, "want at most the %d tokens of input; have %d", int64(input), int64(cached))
	}
	can := c.scenario.Open.Models.At(f.Model)
	if lacks := lacking(f.Needs, can); can != nil && len(lacks) > 0 {
		c.fault(path+"needs", nil, "want a model that can do what the flow needs; %s lacks %s", f.Model, strings.Join(lacks, ", "))
	}
}

// bringsInput reports that requests bring the size of their prompts along.
func (f *builtFlow) bringsInput() bool { return f.sizes.own.Input }

// lacking returns what is needed and not there.
func lacking(needs []string, can *[]string) (lacks []string) {
	for _, need := range needs {
		if can == nil || !slices.Contains(*can, need) {
			lacks = append(lacks, need)
		}
	}
	return lacks
}

// Notices returns what is said and has no effect: governors that no flow has, and
// fallbacks to models that lack what their flow needs. None of it is a fault.
func (s *Scenario) Notices() (notices []string) {
	for _, g := range s.Open.Governors {
		if !slices.ContainsFunc(s.Open.Flows, func(f Entry[OpenFlow]) bool {
			return slices.Contains(f.Value.Governors, g.Name) || slices.Contains(f.Value.ProcessGovernors, g.Name)
		}) {
			notices = append(notices, fmt.Sprintf("governors.%s: no flow names it, so it governs nothing", g.Name))
		}
	}
	for _, f := range s.Open.Flows {
		for _, text := range f.Value.Fallbacks {
			to, _, err := fallbackForms().Parse(text, s.Step)
			if err != nil || to.Kind != sim.Model {
				continue
			}
			if lacks := lacking(f.Value.Needs, s.Open.Models.At(to.name)); len(lacks) > 0 {
				notices = append(notices, fmt.Sprintf("flows.%s.fallbacks: %s is never taken; %s lacks %s", f.Name, text, to.name, strings.Join(lacks, ", ")))
			}
		}
	}
	return notices
}
