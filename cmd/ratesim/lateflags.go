package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// lateFlags let flags that cannot be read wait until the others have been looked at, so
// that all mistakes of a command line are told at once.
type lateFlags struct{ faults []error }

// with has the flags of a command wait, all that have been registered.
func (p *lateFlags) with(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Value = &patientValue{f.Value, f, p} })
}

// A patientValue is the value of a flag that keeps its mistake.
type patientValue struct {
	pflag.Value
	flag *pflag.Flag
	to   *lateFlags
}

// Set takes a value in, or notes what is wrong with it.
func (v *patientValue) Set(text string) error {
	before := v.Value.String()
	if err := v.Value.Set(text); err != nil {
		_ = v.Value.Set(before) // of which nothing is to be told
		v.to.faults = append(v.to.faults, usageError{fmt.Errorf("--%s: %w", v.flag.Name, wantedValue(v.flag, text, err))})
	}
	return nil
}
