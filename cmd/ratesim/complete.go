package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ratesim/policy"
	"ratesim/report"
	"ratesim/scenario"
)

// complete lets the shell complete a flag with the values that there are. After
// a comma it completes the next item of a list.
func complete(cmd *cobra.Command, flag string, values func(*cobra.Command) []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var matches []string
		for _, v := range values(cmd) {
			if strings.HasPrefix(before+v, typed) {
				matches = append(matches, before+v)
			}
		}
		return matches, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic("ratesim: " + cmd.Name() + " has no flag " + flag)
	}
}

// completeScenario completes with names of the scenario that the command line
// has so far; with those of the default one if it cannot be read.
func completeScenario(e edge, s *sourceFlags, names func(*scenario.Scenario) []string) func(*cobra.Command) []string {
	return func(*cobra.Command) []string {
		read, err := s.scenario(e)
		if err != nil {
			read, err = scenario.Load(scenario.Default)
		}
		if err != nil {
			return nil
		}
		return names(read)
	}
}

func loadNames(s *scenario.Scenario) []string { return s.Loads.Names() }

func policyNames(s *scenario.Scenario) []string {
	return append(s.Policies.Names(), policy.Kinds()...)
}

func formatNames(*cobra.Command) []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, string(f))
	}
	return names
}

// settingPaths returns the paths of all values of the default scenario.
func settingPaths() []string {
	read, err := scenario.Load(scenario.Default)
	if err != nil {
		return nil
	}
	paths := read.Paths()
	for i := range paths {
		paths[i] += "="
	}
	return paths
}
