package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/suggest"
)

// spelled returns a name as it is among others, blanks aside: a policy is the same with
// and without.
func spelled(name string, names []string) string {
	plain := func(text string) string { return strings.Join(strings.Fields(text), "") }
	if i := slices.IndexFunc(names, func(n string) bool { return plain(n) == plain(name) }); i >= 0 && !slices.Contains(names, name) {
		return names[i]
	}
	return name
}

// checkBaseline wants the baseline among what is run, and something beside it.
func (o *compareOptions) checkBaseline(cases []report.Case) error {
	var policies, scenarios []string
	for _, c := range cases {
		policies, scenarios = append(policies, c.Policy), append(scenarios, c.Scenario)
	}
	others := policies
	switch {
	case slices.Contains(policies, o.baseline):
	case slices.Contains(scenarios, o.baseline):
		others = scenarios
	default:
		return fmt.Errorf("--baseline: want one of the policies that are run; have %q%s", o.baseline, suggest.Question(o.baseline, append(policies, scenarios...)))
	}
	if !slices.ContainsFunc(others, func(name string) bool { return name != o.baseline }) {
		return fmt.Errorf("--policy: want one to compare with the baseline %s; have no other", o.baseline)
	}
	return nil
}

// baselineAmong wants a policy of the traces as the baseline, or what the user names.
func (o *compareOptions) baselineAmong(cmd *cobra.Command, joined report.Samples) error {
	var policies []string
	for _, c := range joined.Cases {
		if !slices.Contains(policies, c.Policy) {
			policies = append(policies, c.Policy)
		}
	}
	o.baseline = spelled(o.baseline, policies)
	switch {
	case cmd.Flags().Changed("baseline"), len(policies) == 0, slices.Contains(policies, o.baseline):
		return nil
	case len(policies) == 1:
		return fmt.Errorf("want runs of two policies to compare, or a trace of the same runs under other conditions; have one policy, %s", policies[0])
	}
	return fmt.Errorf("--baseline: want one of the policies of the traces, %s; none is given, and no policy is called %s", strings.Join(policies, ", "), o.baseline)
}
