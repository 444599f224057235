package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// insteadOfTables returns what is wrong if a trace goes to standard output in place of
// the tables, and a flag says what they are to be like.
func insteadOfTables(e edge, cmd *cobra.Command, trace string) (faults []error) {
	if trace == "" || !e.isOutput(trace) {
		return nil
	}
	if cmd.Flags().Changed("golden") {
		faults = append(faults, usageError{errors.New("--trace - and --golden are mutually exclusive: both are about standard output")})
	}
	for _, name := range []string{"format", "show", "wide"} {
		if cmd.Flags().Changed(name) {
			faults = append(faults, usageError{fmt.Errorf("--%s is for the tables; want it without --trace -, which is in their place", name)})
		}
	}
	return faults
}
