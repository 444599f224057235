package main

import (
	"slices"

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

// noteTrace notes what is read for a trace, if one is written.
func (j *journal) noteTrace(file string) {
	if j != nil {
		j.traced = file != ""
	}
}

// isTraced reports that a trace is written, which says what was read.
func (j *journal) isTraced() bool { return j != nil && j.traced }

// inputRecords returns the files that were read, each once.
func (j *journal) inputRecords() []inputRecord {
	records := []inputRecord{}
	if j == nil {
		return records
	}
	for _, note := range j.inputs {
		if !slices.ContainsFunc(records, func(r inputRecord) bool { return r.Name == note.name }) {
			records = append(records, inputRecord{Name: note.name, fileHash: note.sum.hash(), Text: note.text})
		}
	}
	return records
}
