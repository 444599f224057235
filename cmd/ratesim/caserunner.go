package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/trace"
)

// A tracing is where a trace is written, and what is made of each run.
type tracing[T any] struct {
	to  io.Writer
	one func(*caseRunner, context.Context, wanted, trace.Sink) (T, error)
}

// A caseRunner runs the cases of a model, each with its own Runner.
type caseRunner struct {
	*runs
	runners []*sim.Runner
	bar     *progress
}

func newCaseRunner(r *runs, bar *progress) *caseRunner {
	c := &caseRunner{runs: r, bar: bar}
	for i := range r.cases {
		c.runners = append(c.runners, sim.NewRunner(r.model.Config(r.cases[i])))
	}
	return c
}

// run makes one run and returns its row.
func (c *caseRunner) run(ctx context.Context, w wanted, sink trace.Sink) (report.Row, error) {
	header, counts, err := c.make(ctx, w, sink)
	if err != nil {
		return report.Row{}, err
	}
	return rowOf(header, counts), nil
}

// measure makes one run of an open scenario and returns what was measured.
func (c *caseRunner) measure(ctx context.Context, w wanted, sink trace.Sink) (m report.Measured, err error) {
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		m = report.Measured{Run: run, Flows: flows, Traffic: traffic}
		return nil
	}}
	tee := trace.Tee{gauge}
	if sink != nil {
		tee = append(tee, sink)
	}
	if _, _, err := c.make(ctx, w, tee); err != nil {
		return m, err
	}
	return m, gauge.Finish()
}

// make makes one run.
func (c *caseRunner) make(ctx context.Context, w wanted, sink trace.Sink) (trace.Run, []trace.Counts, error) {
	header := c.model.Header(c.cases[w.number], w.seed)
	if sink != nil {
		if err := sink.Run(header); err != nil {
			return header, nil, err
		}
	}
	meter := c.bar.meter(time.Duration(header.HorizonNS))
	runner := c.runners[w.number]
	runner.Progress = func(now time.Duration) error {
		meter.at(now)
		return context.Cause(ctx)
	}
	result, err := runner.Run(w.seed, sink)
	if err != nil {
		return header, nil, runError(header, err)
	}
	meter.done()
	return header, result.Flows, nil
}

// runError says which run an error is of, unless a signal has stopped it or its
// trace cannot be written.
func runError(header trace.Run, err error) error {
	var stopped signalError
	var written outputError
	if errors.As(err, &stopped) || errors.As(err, &written) {
		return err
	}
	if header.Open {
		return fmt.Errorf("policy %s, %w", header.PolicySpec, err)
	}
	return fmt.Errorf("load %s, policy %s, %w", header.Load, header.PolicySpec, err)
}

// rowOf returns the row of a run from the figures of its flows.
func rowOf(header trace.Run, counts []trace.Counts) report.Row {
	var flows report.Flows
	for i, flow := range header.Flows {
		switch flow.Name {
		case scenario.InteractiveFlow:
			flows.Interactive = counts[i]
		case scenario.BatchFlow:
			flows.Batch = counts[i]
		}
	}
	return report.NewRow(header, flows)
}
