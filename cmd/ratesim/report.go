package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/trace"
)

func newReportCommand(e edge) *cobra.Command {
	var o outputFlags
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Print the table of a trace, from the trace alone",
		Long: `Count a trace anew, and print the table that the run printed. Each record is
checked on the way: every request ends once, and the limit admitted and refused
what its rule says. FILE may hold many runs; - is standard input.`,
		Args: oneArgument("a trace FILE"),
		Example: `  ratesim report run.ndjson
  ratesim report run.ndjson --format json
  ratesim run --load heavy --trace - | ratesim report -`,
		RunE: func(cmd *cobra.Command, args []string) error { return reportTrace(cmd.Context(), e, o, args[0]) },
	}
	o.register(cmd)
	return cmd
}

func reportTrace(ctx context.Context, e edge, o outputFlags, name string) error {
	format, faults := o.check()
	if err := errors.Join(faults...); err != nil {
		return usage(err)
	}
	var rows []report.Row
	tally := &trace.Tally{Each: func(run trace.Run, counts []trace.Counts) error {
		rows = append(rows, rowOf(run, counts))
		return nil
	}}
	if err := readTrace(ctx, e, name, tally); err != nil {
		return err
	}
	if err := tally.Finish(); err != nil {
		return err
	}
	return o.print(e, format, report.Results{Scenario: json.RawMessage("null"), Rows: rows})
}

// readTrace hands a trace to a sink, and checks it on the way.
func readTrace(ctx context.Context, e edge, name string, sink trace.Sink) error {
	file, err := openInput(ctx, e, name)
	if err != nil {
		return err
	}
	defer file.close()
	check := &trace.Checker{}
	if err := trace.Read(file, shownName(name), trace.Tee{check, sink}); err != nil {
		return usage(err)
	}
	if err := check.Finish(); err != nil {
		return usageError{fmt.Errorf("%s: %w", shownName(name), err)}
	}
	return nil
}
