package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/trace"
)

func newReportCommand(e edge) *cobra.Command {
	var o outputFlags
	var open openFlags
	var bins binFlag
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
		RunE: func(cmd *cobra.Command, args []string) error {
			if bins > 0 {
				if err := open.besides("--histogram prints none of them"); err != nil {
					return err
				}
				return reportHistogram(cmd.Context(), e, histogramOf{o, bins, args[0]})
			}
			return reportTrace(cmd.Context(), e, reportOf{o, open, args[0]})
		},
	}
	cmd.Flags().Var(&bins, "histogram", "count refusals in bins of a `time`, such as 10s, in place of the table")
	completeNothing(cmd, "histogram")
	open.register(cmd)
	o.register(cmd)
	return cmd
}

// A histogramOf is what a histogram is printed of.
type histogramOf struct {
	output outputFlags
	bins   binFlag
	file   string
}

// reportHistogram prints when the calls of a trace were refused.
func reportHistogram(ctx context.Context, e edge, h histogramOf) error {
	format, faults := h.output.check()
	if err := errors.Join(faults...); err != nil {
		return usage(err)
	}
	histogram := &report.Histogram{Bin: time.Duration(h.bins)}
	if err := readTrace(ctx, e, h.file, histogram); err != nil {
		return err
	}
	return h.output.print(e, format, histogram)
}

// A reportOf is what the table is printed of.
type reportOf struct {
	output outputFlags
	open   openFlags
	file   string
}

func reportTrace(ctx context.Context, e edge, o reportOf) error {
	format, faults := o.output.check()
	shown, more := o.open.check(format)
	faults = append(faults, more...)
	if err := errors.Join(faults...); err != nil {
		return usage(err)
	}
	var rows []report.Row
	var names []string
	var measured []report.Measured
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		measured = append(measured, report.Measured{Run: run, Flows: flows, Traffic: traffic})
		return nil
	}}
	tally := &trace.Tally{Each: func(run trace.Run, counts []trace.Counts) error {
		if !run.Open {
			rows = append(rows, rowOf(run, counts))
		}
		if !slices.Contains(names, run.Scenario) {
			names = append(names, run.Scenario)
		}
		return nil
	}}
	if err := readTrace(ctx, e, o.file, trace.Tee{tally, gauge}); err != nil {
		return err
	}
	if err := errors.Join(tally.Finish(), gauge.Finish()); err != nil {
		return err
	}
	switch {
	case len(measured) > 0 && len(rows) > 0:
		return usageError{fmt.Errorf("%s: want runs of one kind; have some of the lesson's and some of open scenarios, whose tables differ", shownName(o.file))}
	case len(measured) > 0:
		results := shown.results(measured)
		results.Scenario = scenarioNamed(names)
		return o.output.print(e, format, results)
	}
	if err := o.open.besides(shownName(o.file) + " has runs that are counted in steps, with one table"); err != nil {
		return err
	}
	return o.output.print(e, format, report.Results{Scenario: scenarioNamed(names), Rows: rows})
}

// scenarioNamed returns what a trace tells of its scenario: the name, null when
// its runs are of several.
func scenarioNamed(names []string) json.RawMessage {
	if len(names) != 1 {
		return json.RawMessage("null")
	}
	object, err := json.Marshal(struct {
		Name string `json:"name"`
	}{names[0]})
	if err != nil {
		panic("ratesim: a name cannot be written: " + err.Error())
	}
	return object
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
