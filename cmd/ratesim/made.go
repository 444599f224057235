package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ratesim/trace"
)

// deciding marks the flags that decide what happens in runs, rather than what is shown
// of them.
const deciding = "deciding"

// markDeciding marks the flags that there are.
func markDeciding(f *pflag.FlagSet) {
	f.VisitAll(func(flag *pflag.Flag) { f.SetAnnotation(flag.Name, deciding, []string{}) })
}

// madeBy says for a trace how runs come about.
func madeBy(e edge, cmd *cobra.Command, r *runs) (trace.Made, error) {
	m := trace.Made{Version: trace.Version, Inputs: []trace.Input{}, Scenario: r.model.Scenario.JSON()}
	for _, in := range e.journal.inputRecords() {
		m.Inputs = append(m.Inputs, trace.Input{Name: in.Name, SHA256: in.SHA256, Bytes: in.Bytes})
	}
	var err error
	m.Command, err = decidingWords(cmd, e.args)
	return m, err
}

// decidingWords returns the command and its flags that decide, in the order in which
// they were typed.
func decidingWords(cmd *cobra.Command, args []string) ([]string, error) {
	words := []string{cmd.Name()}
	err := cmd.Flags().ParseAll(args, func(flag *pflag.Flag, value string) error {
		_, decides := flag.Annotations[deciding]
		switch {
		case decides && flag.Value.Type() == "bool":
			words = append(words, "--"+flag.Name+"="+value)
		case decides:
			words = append(words, "--"+flag.Name, value)
		}
		return nil
	})
	return words, err
}
