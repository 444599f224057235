package scenario

import (
	"regexp"
	"strings"

	"ratesim/endpoint"
	"ratesim/governor"
	"ratesim/policy"
	"ratesim/preset"
	"ratesim/workload"
)

// specNames returns the names with which the specs of fields begin, by the fields' paths
// with *. A flow's policy may also be one that the scenario names, and so is not here.
func specNames() map[string][]string {
	sizes, latencies := workload.SizeForms().Names(), endpoint.LatencyForms().Names()
	return map[string][]string{
		presetPath:          append(preset.EndpointForms().Names(), "none"),
		"endpoint.limits.*": endpoint.LimitForms().Names(),
		"endpoint.faults.*": endpoint.FaultForms().Names(),
		"endpoint.hints.*":  endpoint.HintForms().Names(),
		"endpoint.latency":  latencies,
		"endpoint.network":  append(latencies, "none"),
		"endpoint.server":   append(endpoint.ServerForms().Names(), "none"),
		"governors.*":       governor.Forms(nil).Names(),
		"flows.*.arrivals":  workload.TrafficForms().Names(),
		"flows.*.input":     sizes, "flows.*.cached": sizes, "flows.*.estimate": sizes, "flows.*.max_output": sizes,
		"flows.*.output":    workload.AnswerForms().Names(),
		"flows.*.fallbacks": fallbackForms().Names(),
		"policies.*":        policy.Names(),
	}
}

// specPattern is that of specs with such names; what stands in their brackets no pattern
// can say.
func specPattern(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	return `^[ \t]*(` + strings.Join(quoted, "|") + `)[ \t]*([@(]|$)`
}
