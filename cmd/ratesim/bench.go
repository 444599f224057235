package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ratesim/bench"
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/trace"
)

// benchOptions are the flags of "ratesim bench", as typed.
type benchOptions struct {
	source  sourceFlags
	typed   lateFlags
	assert  assertFlags
	output  outputFlags
	open    openFlags
	policy  string
	seed    int64
	workers int
	stream  bool
	target  targetFlags
	budget  budgetFlags
	lasts   time.Duration
	grace   time.Duration
	dryRun  bool
	trace   string
}

func newBenchCommand(e edge) *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Send a scenario's flows to a real endpoint, by a policy",
		Long: `Send the flows of an open scenario to an endpoint over HTTP, in real time: the
arrivals, sizes, policy and governors that run simulates. The scenario's own
endpoint is not asked. Table and trace are those of a run, as far as a client
can know: report, explain and compare work on them.

It ends by itself, at the horizon or when the budget is used up; a signal ends
it, too. Answers in flight are then waited for. A target that is not this
machine wants --yes-i-may-load-this-host and a budget. Without --url it is where
ratesim serve listens.`,
		Args: noArguments,
		Example: `  ratesim bench --scenario workers --policy course --dry-run
  ratesim bench --trace-in requests.csv --policy none --workers 8 --dry-run
  ratesim bench --scenario workers --policy none --max-requests 9 --dry-run`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	o.register(e, cmd)
	return cmd
}

func (o *benchOptions) register(e edge, cmd *cobra.Command) {
	f := cmd.Flags()
	o.target.register(cmd)
	o.source.register(e, cmd)
	o.source.registerTraces(cmd)
	f.Var((*textFlag)(&o.policy), "policy", "`policy` by name or as a spec; default the scenario's, if it has only one")
	f.Int64Var(&o.seed, "seed", 0, "`seed` of the run; default the scenario's")
	f.IntVar(&o.workers, "workers", 0, "`number` of requests under way at once, their waits included; others wait in line. 0 for no bound")
	f.BoolVar(&o.stream, "stream", false, "ask for streams of events, and read them to their end; one that breaks off has failed")
	o.budget.register(cmd)
	f.DurationVar(&o.lasts, "for", 0, "end after so long a `time`; default the scenario's horizon")
	f.DurationVar(&o.grace, "grace", 10*time.Second, "`time` that answers in flight have when it ends")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be sent, and send nothing")
	f.Var((*fileFlag)(&o.trace), "trace", "record every attempt as NDJSON in a `file`; - for standard output, in place of the table")
	o.assert.register(cmd)
	o.output.register(cmd)
	o.open.register(cmd)
	complete(cmd, "policy", ofScenario(e, &o.source, policyNames))
	completeNothing(cmd, "seed", "workers", "for", "grace")
	o.typed.with(cmd)
}

// check returns what is wrong with the flags.
func (o *benchOptions) check() (faults []error) {
	if o.workers < 0 {
		faults = append(faults, named("--workers", fmt.Errorf("want at least 0; have %d", o.workers)))
	}
	if o.lasts < 0 {
		faults = append(faults, named("--for", fmt.Errorf("want a time of at least 0s; have %v", o.lasts)))
	}
	if o.grace < 0 {
		faults = append(faults, named("--grace", fmt.Errorf("want a time of at least 0s; have %v", o.grace)))
	}
	return append(faults, o.budget.check()...)
}

func (o *benchOptions) run(e edge, cmd *cobra.Command) error {
	format, faults := o.output.check()
	shown, more := o.open.check(format)
	claims, err := o.assert.claims()
	target, wrong := o.target.target(e, &o.budget)
	faults = append(append(append(append(faults, more...), err, o.output.golden.checkFile(e)), append(o.typed.faults, o.check()...)...), wrong...)
	faults = append(faults, insteadOfTables(e, cmd, o.trace)...)
	r, err := o.runs(e, cmd)
	if r != nil {
		defer r.close()
	}
	if r != nil && r.model.Scenario.IsOpen() {
		faults = append(faults, o.assert.check(e, claims, r.shape(shown.percents)))
	}
	if err != nil {
		return usageAll(append(faults, err))
	}
	config := o.config(r, target)
	if len(wrong) == 0 {
		faults = append(faults, usage(o.sendable(config, r.model.Scenario)))
	}
	if errors.Join(faults...) != nil {
		return usageAll(faults)
	}
	if o.dryRun {
		outlook, err := benchOutlook(cmd.Context(), config)
		if err != nil {
			return err
		}
		return o.output.print(e, format, outlook)
	}
	if err := o.target.meet(cmd.Context(), e, &config.Target); err != nil {
		return err
	}
	e.grace.extend(o.grace)
	done, err := o.send(cmd.Context(), e, config)
	if err != nil {
		return err
	}
	results := shown.results([]report.Measured{done.measured})
	results.Scenario = r.model.Scenario.JSON()
	results.Notes = append(results.Notes, benchNotes(config, done.Result)...)
	results.Claims, err = o.assert.judge(e, claims, report.FlowSamples(r.label, results.Rows))
	if err != nil {
		return err
	}
	if o.trace == "" || !e.isOutput(o.trace) {
		if err := o.output.print(e, format, results); err != nil {
			return err
		}
	}
	if done.mistake != nil {
		return done.mistake
	}
	if done.End == bench.Stopped {
		return context.Cause(cmd.Context())
	}
	return verdict(results.Claims)
}

// runs returns the one run that is made, as of the scenario and the policy.
func (o *benchOptions) runs(e edge, cmd *cobra.Command) (*runs, error) {
	made, err := o.source.open(cmd.Context(), e)
	if err != nil {
		return nil, err
	}
	r := &runs{source: made, seeds: []int64{o.seed}, label: made.model.Scenario.Name}
	s := made.model.Scenario
	if !cmd.Flags().Changed("seed") {
		r.seeds[0] = s.Seed
	}
	if !s.IsOpen() {
		return r, usageError{fmt.Errorf("the scenario %s is counted in steps, which a real endpoint has not; want one with flows, such as one that extends %s", s.Name, account)}
	}
	var policies list
	if o.policy != "" {
		policies = list{o.policy}
	} else if names := s.Policies.Names(); len(names) != 1 {
		return r, usageError{fmt.Errorf("--policy: want the one to send by; the scenario %s has %s", s.Name, quoted(names))}
	}
	return r, usage(errors.Join(r.chooseCases(nil, policies, "")...))
}

// config returns what is sent.
func (o *benchOptions) config(r *runs, target bench.Target) bench.Config {
	c := r.cases[0]
	sim := r.model.Config(c)
	config := bench.Config{
		Target: target, Flows: sim.Flows, Workers: o.workers, Stream: o.stream, Seed: r.seeds[0], Horizon: sim.Horizon, Grace: o.grace,
		Head: r.model.Header(c, r.seeds[0]),
	}
	if o.lasts > 0 {
		config.Horizon = o.lasts
	}
	config.Head.Limits, config.Head.StepNS, config.Head.HorizonNS = []trace.Limit{}, 0, int64(config.Horizon)
	config.Budget = o.budget.budget(config.Head.Price)
	return config
}

// sendable returns what keeps a scenario from being sent to the target.
func (o *benchOptions) sendable(c bench.Config, s *scenario.Scenario) error {
	var ties error
	if s.Open.Ties != "flows" {
		ties = fmt.Errorf("ties: want flows: in real time each flow has a line of its own; have %s; --set can change it", s.Open.Ties)
	}
	return errors.Join(o.budget.priced(c.Head.Price), ties, o.target.models(c, len(s.Open.Models)))
}

// A benched run is one that has ended.
type benched struct {
	bench.Result
	measured report.Measured
	mistake  error // of the target
}

// send sends, and records and checks what comes of it.
func (o *benchOptions) send(ctx context.Context, e edge, c bench.Config) (benched, error) {
	if o.trace == "" {
		return measureBench(ctx, e, c, io.Discard)
	}
	all, err := tracedTo(e, o.trace, func(w io.Writer) ([]benched, error) {
		one, err := measureBench(ctx, e, c, w)
		return []benched{one}, err
	})
	if err != nil {
		return benched{}, err
	}
	return all[0], nil
}

// measureBench sends, and writes a trace.
func measureBench(ctx context.Context, e edge, c bench.Config, w io.Writer) (b benched, err error) {
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		b.measured = report.Measured{Run: run, Flows: flows, Traffic: traffic}
		return nil
	}}
	file, check := trace.NewWriter(w), &trace.Checker{}
	c.Trace = trace.Tee{file, check, gauge}
	bar := newProgress(ctx, e, task{name: "bench", total: runParts})
	defer bar.close()
	meter := bar.meter(c.Horizon)
	c.Progress = meter.at
	if b.Result, err = bench.Run(ctx, c); b.End == bench.Mistaken {
		b.mistake, err = err, nil // which ends the program when all that was sent is told
	}
	if err != nil {
		return b, err
	}
	return b, errors.Join(check.Finish(), gauge.Finish(), file.Flush())
}
