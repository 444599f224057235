package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// tableFlags say what is printed in a table, or in place of it.
var tableFlags = []string{"format", "show", "wide", "histogram", "plot"}

// insteadOfTables returns what is wrong if a trace goes to standard output in place of
// the tables, and a flag says what they are to be like.
func insteadOfTables(e edge, cmd *cobra.Command, trace string) (faults []error) {
	if trace == "" || !e.isOutput(trace) {
		return nil
	}
	given := func(flag string) bool { return cmd.Flags().Changed(flag) }
	if given("golden") {
		faults = append(faults, usageError{fmt.Errorf("--trace %s and --golden are mutually exclusive: both are about standard output", trace)})
	}
	flags := tableFlags
	if !given("assert") && !given("baseline-file") { // which may be about percentiles
		flags = append(slices.Clone(flags), "percentiles")
	}
	for _, name := range flags {
		if given(name) {
			faults = append(faults, usageError{fmt.Errorf("--%s is for the tables, and --trace %s is in their place; for both, give --trace a file", name, trace)})
		}
	}
	return faults
}

// besideOutput refuses standard output for what is written beside what is printed.
func besideOutput(e edge, flag, name string) error {
	if name == "" || !e.isOutput(name) {
		return nil
	}
	if name == standard {
		return usageError{fmt.Errorf("%s: want a file; - is none", flag)}
	}
	return usageError{fmt.Errorf("%s: want a file; %s is standard output, where the result goes", flag, name)}
}
