package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/trace"
)

// runOptions are the flags of "ratesim run", as typed.
type runOptions struct {
	runs   runsFlags
	assert assertFlags
	output outputFlags
	open   openFlags
	trace  string
	bins   binFlag

	picture pictureFlags
	roll    trace.Sink // that takes in the runs to draw
}

func newRunCommand(e edge) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run loads and policies, and print what became of them",
		Long: `Run a scenario under each load and policy, and print a row of each run.

Counts are of the batch flow unless their name says otherwise; tokens are of
both flows. With several seeds there is a row for each.

An assertion is about the mean over all seeds, and holds when its whole interval
does; with one seed it is about that run.`,
		Args: noArguments,
		Example: `  ratesim run
  ratesim run --load heavy --policy 'backoff,fixed(wait=15steps)'
  ratesim run --set limit.calls=30 --set limit.count_refused=false
  ratesim run -f mine.yaml --seeds 20260218..+5 --format csv
  ratesim run --tickets tickets.csv --trace run.ndjson
  ratesim run --scenario workers --show latency,time --percentiles 50,75,99
  ratesim run --trace-in requests.csv --policy none,course
  ratesim run --load heavy --seeds 1..+30 --plot
  ratesim run --load light --policy fixed --assert 'completed_share >= 0.99'`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e.journal.noteInside(o.output)
			return o.run(e, cmd)
		},
	}
	o.runs.register(e, cmd)
	o.assert.register(cmd)
	o.output.register(cmd)
	o.open.register(cmd)
	cmd.Flags().Var(&o.bins, "histogram", "count refusals in bins of a `time`, such as 10s, in place of the table")
	completeNothing(cmd, "histogram")
	o.picture.register(cmd)
	cmd.Flags().Var((*fileFlag)(&o.trace), "trace", "record every call as NDJSON in a `file`; - for standard output, in place of the table")
	writes(cmd.Flags(), "trace")
	return cmd
}

func (o *runOptions) run(e edge, cmd *cobra.Command) error {
	format, faults := o.output.check()
	shown, more := o.open.check(format)
	claims, err := o.assert.claims()
	faults = append(append(faults, more...), err, o.check(e, cmd), usage(o.picture.check(format)))
	o.roll = o.picture.roll()
	e.journal.noteTrace(o.trace)
	r, err := o.runs.open(e, cmd, func(s *scenario.Scenario) []int64 { return []int64{s.Seed} })
	if r == nil {
		return usageAll(append(faults, err))
	}
	defer r.close()
	faults = append(faults, err, usage(o.besides(r)), o.assert.check(e, claims, r.shape(shown.percents)))
	if errors.Join(faults...) != nil {
		return usageAll(faults)
	}
	r.tellLate(e.err)
	tellNotices(e, r.model.Scenario)
	if o.bins > 0 {
		return o.runHistogram(cmd.Context(), e, r)
	}
	makeRuns := o.runLesson
	if r.model.Scenario.IsOpen() {
		makeRuns = o.runOpen
	}
	samples, result, err := makeRuns(cmd.Context(), e, r)
	if err != nil {
		return err
	}
	rows, err := o.assert.judge(e, claims, samples)
	if err != nil {
		return err
	}
	tellDoubts(e, format, o.insteadOfTable(e), rows)
	made, err := e.journal.within(e)
	if err == nil && !o.insteadOfTable(e) {
		err = o.output.print(e, format, o.picture.below(result(aside{rows, made}), o.roll))
	}
	if err != nil {
		return err
	}
	return verdict(rows)
}

// An aside is what is printed besides the rows of runs.
type aside struct {
	claims   []report.ClaimRow
	manifest json.RawMessage
}

// insteadOfTable reports that the trace goes to standard output.
func (o *runOptions) insteadOfTable(e edge) bool { return o.trace != "" && e.isOutput(o.trace) }

// check finds flags that do not go together.
func (o *runOptions) check(e edge, cmd *cobra.Command) error {
	faults := insteadOfTables(e, cmd, o.trace)
	if o.bins > 0 && o.assert.isGiven() {
		faults = append(faults, errors.New("--histogram and --assert or --baseline-file are mutually exclusive: a histogram has no figures to assert"))
	}
	if o.bins > 0 && o.picture.kind != "" {
		faults = append(faults, errHistogramOrPlot)
	}
	return usage(errors.Join(faults...))
}

// runLesson makes the runs, and returns their figures and what is printed, with
// what became of the assertions.
func (o *runOptions) runLesson(ctx context.Context, e edge, r *runs) (report.Samples, func(aside) writer, error) {
	rows, err := o.rows(ctx, e, r)
	samples := report.LessonSamples(r.label, rows)
	return samples, func(a aside) writer {
		return report.Results{Scenario: r.model.Scenario.JSON(), Rows: rows, Claims: a.claims, Manifest: a.manifest}
	}, err
}

// besides returns what is wrong if a flag says nothing to what is printed.
func (o *runOptions) besides(r *runs) error {
	switch {
	case o.bins > 0:
		return o.open.besides("--histogram prints none of them")
	case !r.model.Scenario.IsOpen():
		return o.open.besides(r.model.Scenario.Name + " is counted in steps and has one table")
	}
	return nil
}

// rows makes the runs, and their trace if it is wanted.
func (o *runOptions) rows(ctx context.Context, e edge, r *runs) ([]report.Row, error) {
	if o.trace == "" && o.picture.kind == "" {
		return r.rows(ctx, e)
	}
	return tracedTo(e, o.trace, func(w io.Writer) ([]report.Row, error) {
		return traced(ctx, e, r, tracing[report.Row]{to: w, one: alsoTo(o.roll, (*caseRunner).run)})
	})
}

// runOpen makes the runs of an open scenario, as runLesson does.
func (o *runOptions) runOpen(ctx context.Context, e edge, r *runs) (report.Samples, func(aside) writer, error) {
	measured, err := o.measured(ctx, e, r)
	format, _ := o.output.check()
	shown, _ := o.open.check(format)
	results := shown.results(measured)
	tellNotes(e, format, results.Notes)
	results.Scenario = r.model.Scenario.JSON()
	return report.FlowSamples(r.label, results.Rows), func(a aside) writer {
		results.Claims, results.Manifest = a.claims, a.manifest
		return results
	}, err
}

// measured makes the runs of an open scenario, and their trace if it is wanted.
func (o *runOptions) measured(ctx context.Context, e edge, r *runs) ([]report.Measured, error) {
	if o.trace == "" && o.picture.kind == "" {
		return r.measured(ctx, e)
	}
	return tracedTo(e, o.trace, func(w io.Writer) ([]report.Measured, error) {
		return traced(ctx, e, r, tracing[report.Measured]{to: w, one: alsoTo(o.roll, (*caseRunner).measure)})
	})
}

// runHistogram makes the runs and prints when their calls were refused.
func (o *runOptions) runHistogram(ctx context.Context, e edge, r *runs) error {
	format, _ := o.output.check()
	histogram := &report.Histogram{Bin: time.Duration(o.bins), Scenario: r.model.Scenario.JSON()}
	if err := histogram.Check(r.model.Header(r.cases[0], 0)); err != nil {
		return named("--histogram", err)
	}
	demands := demandGauge{}
	one := func(c *caseRunner, ctx context.Context, w wanted, s trace.Sink) (trace.Run, error) {
		run, _, err := c.make(ctx, w, trace.Tee{s, histogram, &demands})
		return run, err
	}
	to := func(w io.Writer) ([]trace.Run, error) {
		return traced(ctx, e, r, tracing[trace.Run]{to: w, one: one})
	}
	_, err := tracedTo(e, o.trace, to)
	if err != nil || o.insteadOfTable(e) {
		return err
	}
	if histogram.Manifest, err = e.journal.within(e); err != nil {
		return err
	}
	return demands.print(e, func() error { return o.output.print(e, format, histogram) })
}

// alsoTo returns what makes a run, and hands its records to a further sink.
func alsoTo[T any](more trace.Sink, one func(*caseRunner, context.Context, wanted, trace.Sink) (T, error)) func(*caseRunner, context.Context, wanted, trace.Sink) (T, error) {
	return func(c *caseRunner, ctx context.Context, w wanted, s trace.Sink) (T, error) {
		return one(c, ctx, w, trace.Tee{s, more})
	}
}

// tracedTo makes runs whose trace is written to a file, whole or not at all; "" for no
// file.
func tracedTo[T any](e edge, name string, runs func(io.Writer) ([]T, error)) ([]T, error) {
	if name == "" {
		return runs(io.Discard)
	}
	file, err := createFile(e, name)
	if err != nil {
		return nil, err
	}
	defer file.discard()
	rows, err := runs(file)
	if err != nil {
		return nil, err
	}
	return rows, file.commit()
}
