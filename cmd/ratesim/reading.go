package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ratesim/report"
	"ratesim/trace"
)

// Figures are what tables show of traces.
type figures struct {
	names     string // of the files, for messages
	scenarios []string
	rows      []report.Row      // of runs that are counted in steps
	measured  []report.Measured // of open scenarios; one of both is empty
}

// read reads traces, which have runs of one kind, and hands them to further sinks.
func (f *figures) read(ctx context.Context, e edge, files []string, more ...trace.Sink) error {
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		f.measured = append(f.measured, report.Measured{Run: run, Flows: flows, Traffic: traffic})
		return nil
	}}
	tally := &trace.Tally{Each: func(run trace.Run, counts []trace.Counts) error {
		if !run.Open {
			f.rows = append(f.rows, rowOf(run, counts))
		}
		if !slices.Contains(f.scenarios, run.Scenario) {
			f.scenarios = append(f.scenarios, run.Scenario)
		}
		return nil
	}}
	if err := readTraces(ctx, e, files, append(trace.Tee{tally, gauge}, more...)); err != nil {
		return err
	}
	if err := errors.Join(tally.Finish(), gauge.Finish()); err != nil {
		return err
	}
	if len(f.measured) > 0 && len(f.rows) > 0 {
		return usageError{fmt.Errorf("%s: want runs of one kind; have some of the lesson's and some of open scenarios, whose tables differ", f.names)}
	}
	return nil
}

// shownNames is what messages call files to read.
func shownNames(files []string) string {
	var names []string
	for _, file := range files {
		names = append(names, shownName(file))
	}
	return strings.Join(names, ", ")
}

// readTraces hands traces to a sink one after another, and checks each on the way. Once
// one is wrong it looks at the others only for whether they are traces at all.
func readTraces(ctx context.Context, e edge, names []string, sink trace.Sink) error {
	if name, twice := repeated(names); twice {
		return usageError{fmt.Errorf("%s is given twice", shownName(name))}
	}
	for i, name := range names {
		if err := readTrace(ctx, e, name, sink); err != nil {
			return errors.Join(append([]error{err}, noTraces(ctx, e, names[i+1:])...)...)
		}
	}
	return nil
}

// noTraces returns an error for each file that cannot be opened or is another document.
// Standard input, which may not have come yet, is left alone.
func noTraces(ctx context.Context, e edge, names []string) (faults []error) {
	for _, name := range names {
		if name == standard || ctx.Err() != nil {
			continue
		}
		file, err := openInput(ctx, e, name)
		if err == nil {
			_, err = recordsOf(file, shownName(name))
			file.close()
		}
		if err != nil {
			faults = append(faults, usage(err))
		}
	}
	return faults
}

// readTrace hands a trace to a sink, and checks it on the way.
func readTrace(ctx context.Context, e edge, name string, sink trace.Sink) error {
	file, err := openInput(ctx, e, name)
	if err != nil {
		return err
	}
	defer file.close()
	records, err := recordsOf(file, shownName(name))
	if err != nil {
		return usage(err)
	}
	check := &trace.Checker{}
	if err := trace.Read(records, shownName(name), trace.Tee{check, sink}); err != nil {
		return usage(err)
	}
	if err := check.Finish(); err != nil {
		return usageError{fmt.Errorf("%s: %w", shownName(name), err)}
	}
	return nil
}
