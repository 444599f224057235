package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ratesim/report"
	"ratesim/scenario"
)

// ofScenario completes with names of the scenario that the command line has so
// far; with those of the default one if that cannot be read, or only once.
func ofScenario(e edge, s *sourceFlags, names func(*scenario.Scenario) []string) func(*cobra.Command) []string {
	e.err = io.Discard
	return func(cmd *cobra.Command) []string {
		read, err := scenario.Load(scenario.Default)
		if s.file != standard {
			once := *s
			once.settings, once.arrivals.instants = distinct(s.settings), distinct(s.arrivals.instants)
			if own, errOwn := once.scenario(cmd.Context(), e); errOwn == nil {
				read, err = own, nil
			}
		}
		if err != nil {
			return nil
		}
		return names(read)
	}
}

// distinct returns texts without those that came before: cobra parses the line that it
// completes twice.
func distinct(texts []string) []string {
	var once []string
	for _, text := range texts {
		if !slices.Contains(once, text) {
			once = append(once, text)
		}
	}
	return once
}

func loadNames(s *scenario.Scenario) []string { return s.Loads.Names() }

func policyNames(s *scenario.Scenario) []string {
	return append(s.Policies.Names(), policyWords()...)
}

func formatNames(*cobra.Command) []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, string(f))
	}
	return names
}

func scenarioNames(*cobra.Command) []string { return scenario.Names() }

func tokenizerNames(*cobra.Command) []string { return scenario.Tokenizers() }

// completeSetting completes the path of a flag's setting, and what follows its = where
// there are few values.
func completeSetting(e edge, cmd *cobra.Command, flag string, s *sourceFlags) {
	paths := ofScenario(e, s, (*scenario.Scenario).Paths)
	registerCompletion(cmd, flag, func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		if path, _, found := strings.Cut(typed, "="); found {
			choices := ofScenario(e, s, func(s *scenario.Scenario) []string { return s.Choices(path) })(cmd)
			for i := range choices {
				choices[i] = path + "=" + choices[i]
			}
			return startingWith(typed, choices), cobra.ShellCompDirectiveNoFileComp
		}
		all := paths(cmd)
		for i := range all {
			all[i] += "="
		}
		return startingWith(typed, all), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// withoutQuotes takes the marks of value names out of what completion says of
// flags: a shell shows them as they are.
func withoutQuotes(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, c := range cmd.Commands() {
		withoutQuotes(c)
	}
}
