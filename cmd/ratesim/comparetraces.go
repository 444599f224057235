package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ratesim/report"
	"ratesim/trace"
)

// ofRuns are the flags that say which runs to make, and so say nothing of traces.
var ofRuns = []string{"scenario", "file", "endpoint", "set", "arrivals", "trace-in", "tickets", "columns", "skip-bad", "tokenizer", "load", "policy", "seed", "seeds", "workers", "until", "rule"}

// compareTraces compares the runs of trace files. Where two files have runs of the
// same policy and seed, the files are what is compared, with the first one.
func (o *compareOptions) compareTraces(e edge, cmd *cobra.Command, names []string) error {
	p := preparedComparison{demands: &demands{}}
	var faults []error
	p.format, faults = o.output.check()
	var err error
	p.claims, err = o.assert.claims()
	faults = append(faults, err, refuse(cmd, ofRuns), checkManifest(e, cmd))
	if name, twice := repeated(names); twice {
		faults = append(faults, usageError{fmt.Errorf("want each trace once; have %s twice", shownName(name))})
	}
	if err := usageAll(faults); errors.Join(faults...) != nil {
		return err
	}
	var traces []report.Samples
	for _, name := range names {
		samples, err := samplesOfTrace(cmd.Context(), e, name, p.demands)
		if err != nil {
			return err
		}
		traces = append(traces, samples)
	}
	samples, err := o.joinTraces(cmd, names, traces)
	if err != nil {
		return usage(err)
	}
	all := shape{figures: samples.Figures, cases: samples.Cases}
	if err := usage(errors.Join(o.checkBaseline(all.cases), o.checkFigures(all.figures), o.assert.check(e, p.claims, all))); err != nil {
		return err
	}
	return o.show(e, samples, p)
}

// refuse says which of the flags were given in vain.
func refuse(cmd *cobra.Command, flags []string) error {
	var given []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(flags, f.Name) {
			given = append(given, "--"+f.Name)
		}
	})
	if len(given) == 0 {
		return nil
	}
	return usageError{fmt.Errorf("%s: want none with traces, whose runs are made", strings.Join(given, ", "))}
}

// samplesOfTrace returns the figures of all runs of a trace.
func samplesOfTrace(ctx context.Context, e edge, name string, asked *demands) (samples report.Samples, err error) {
	join := func(more report.Samples) error {
		joined, err := samples.Join(more)
		samples = joined
		return err
	}
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		m := report.Measured{Run: run, Flows: flows, Traffic: traffic}
		asked.add(m)
		return join(report.FlowSamples(run.Scenario, report.NewFlowRows(m)))
	}}
	tally := &trace.Tally{Each: func(run trace.Run, counts []trace.Counts) error {
		if run.Open {
			return nil
		}
		return join(report.LessonSamples(run.Scenario, []report.Row{rowOf(run, counts)}))
	}}
	if err := readTrace(ctx, e, name, trace.Tee{tally, gauge}); err != nil {
		return samples, err
	}
	return samples, errors.Join(tally.Finish(), gauge.Finish())
}

// joinTraces joins the runs of traces. Where some are alike, each trace's go by the
// name of its file, and the first is the baseline unless the user names one.
func (o *compareOptions) joinTraces(cmd *cobra.Command, names []string, traces []report.Samples) (report.Samples, error) {
	alike := false
	for i, t := range traces {
		for _, before := range traces[:i] {
			alike = alike || t.Overlaps(before)
		}
	}
	var joined report.Samples
	for i, t := range traces {
		if alike {
			t.Rename(shownName(names[i]))
		}
		var err error
		if joined, err = joined.Join(t); err != nil {
			return joined, err
		}
	}
	if alike && !cmd.Flags().Changed("baseline") {
		o.baseline = shownName(names[0])
		return joined, nil
	}
	return joined, o.baselineAmong(cmd, joined)
}
