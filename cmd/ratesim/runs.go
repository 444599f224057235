package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/sweep"
	"ratesim/trace"
)

// runsFlags say which runs are made of a scenario, as typed.
type runsFlags struct {
	source   sourceFlags
	loads    list
	policies list
	baseline string // one of the policies that --baseline brought along; "" for none
	seed     int64
	seeds    list
	workers  int
}

func (r *runsFlags) register(e edge, cmd *cobra.Command) {
	r.registerRuns(e, cmd)
	registerWorkers(cmd, &r.workers)
	registerManifest(e, cmd)
}

// registerManifest adds the flag of the manifest's file.
func registerManifest(e edge, cmd *cobra.Command) {
	cmd.Flags().Var((*fileFlag)(e.journal.target()), "manifest", "say in a `file` how the output came about, for replay and verify")
	writes(cmd.Flags(), "manifest")
}

// registerWorkers adds the flag of how many runs are made at once.
func registerWorkers(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", 0, "`number` of runs at once, on which the result does not depend; 0 for one a core")
	completeNothing(cmd, "workers")
}

// countWorkers returns how many runs are made at once.
func countWorkers(workers int) (int, error) {
	if workers < 0 {
		return 0, usageError{fmt.Errorf("--workers: want at least 0; have %d", workers)}
	}
	return cmp.Or(workers, runtime.GOMAXPROCS(0)), nil
}

// registerRuns adds the flags of which runs are made.
func (r *runsFlags) registerRuns(e edge, cmd *cobra.Command) {
	r.source.register(e, cmd)
	r.source.registerTraces(cmd)
	f := cmd.Flags()
	f.Var(&r.loads, "load", "`loads` by name, with commas between; default all of the scenario")
	f.Var(&r.policies, "policy", "`policies` by name or as specs, with commas between; default all of the scenario")
	f.Int64Var(&r.seed, "seed", 0, "`seed` of the runs; default the scenario's")
	f.Var(&r.seeds, "seeds", "`seeds` such as 7,9, 1..20 (both ends) or 1..+20 (twenty from 1 on)")
	completeList(cmd, "load", ofScenario(e, &r.source, loadNames))
	completeList(cmd, "policy", ofScenario(e, &r.source, policyNames))
	completeNothing(cmd, "seed", "seeds")
	markDeciding(f)
}

// runs are the runs to make, in the order of their rows: seed by seed, in each
// load by load, in each policy by policy.
type runs struct {
	*source
	cases   []scenario.Case
	seeds   []int64
	workers int
	label   string // the scenario's name, or its file's
	first   int64  // the seed from which --seeds auto counts
	demands *demands
	made    trace.Made // for the trace, if one is written
}

// open makes ready what the flags say. otherwise are the seeds when none is
// given. What it has opened, which the caller closes, is in the result, whatever the
// error; it has no cases where loads or policies are wrong.
func (r *runsFlags) open(e edge, cmd *cobra.Command, otherwise func(*scenario.Scenario) []int64) (*runs, error) {
	seeds, err := r.parseSeeds(cmd)
	workers, workersErr := countWorkers(r.workers)
	faults := []error{err, workersErr, checkManifest(e, cmd)}
	made, err := r.source.open(cmd.Context(), e)
	if err != nil {
		return nil, usageAll(append(faults, err))
	}
	prepared := &runs{source: made, seeds: seeds, workers: workers, label: made.model.Scenario.Name, demands: &demands{}}
	if len(seeds) == 0 {
		prepared.seeds = otherwise(made.model.Scenario)
	}
	caseFaults := prepared.chooseCases(r.loads, r.policies, r.baseline)
	if err := errors.Join(append(faults, caseFaults...)...); err != nil {
		return prepared, usage(err)
	}
	e.journal.ran(prepared)
	if e.journal.isTraced() {
		prepared.made, err = madeBy(e, cmd, prepared)
	}
	return prepared, err
}

// checkManifest refuses a manifest that is no file, or has no place.
func checkManifest(e edge, cmd *cobra.Command) error {
	file := cmd.Flags().Lookup("manifest")
	if file == nil || !file.Changed {
		return nil
	}
	name := file.Value.String()
	return errors.Join(besideOutput(e, "--manifest", name), named("--manifest", checkPlace(e, name)))
}

// usageAll joins errors; the result is the user's to mend if all are.
func usageAll(faults []error) error {
	joined := errors.Join(faults...)
	for _, err := range faults {
		if err != nil && exitCode(err) != exitUsage {
			return joined
		}
	}
	return usage(joined)
}

// parseSeeds returns the seeds that were given, none if none was.
func (r *runsFlags) parseSeeds(cmd *cobra.Command) ([]int64, error) {
	if !cmd.Flags().Changed("seed") {
		seeds, err := parseSeeds(r.seeds)
		return seeds, named("--seeds", err)
	}
	if cmd.Flags().Changed("seeds") {
		return nil, usageError{errors.New("--seed and --seeds are mutually exclusive")}
	}
	return []int64{r.seed}, nil
}

// named puts a flag's name before an error and marks it as the user's to mend.
func named(flag string, err error) error {
	if err == nil {
		return nil
	}
	return usageError{fmt.Errorf("%s: %w", flag, err)}
}

// chooseCases makes the cases of loads and policies, all of the scenario where
// none is given. The baseline is the policy that --baseline brought along.
func (r *runs) chooseCases(loads, policies list, baseline string) []error {
	s := r.model.Scenario
	var faults []error
	switch {
	case s.IsOpen() && len(loads) > 0:
		faults = append(faults, fmt.Errorf("--load: the scenario %s has no loads; its flows say when requests arrive", s.Name))
	case s.IsOpen():
		loads = list{""}
	case len(loads) == 0:
		loads = s.Loads.Names()
	}
	if len(policies) == 0 {
		policies = s.Policies.Names()
	}
	if load, twice := repeated(loads); twice {
		faults = append(faults, fmt.Errorf("--load: %q is given twice", load))
	}
	if policy, twice := repeated(policies); twice {
		faults = append(faults, fmt.Errorf("--policy: %q is given twice", policy))
	}
	for _, load := range loads {
		if s.IsOpen() {
			break
		}
		if err := s.CheckLoad(load); err != nil {
			faults = append(faults, fmt.Errorf("--load: %w", err))
		}
	}
	for _, policy := range policies {
		if _, err := s.ParsePolicy(policy); err != nil {
			flag := "--policy"
			if policy == baseline {
				flag = "--baseline"
			}
			faults = append(faults, fmt.Errorf("%s: %w", flag, err))
		}
	}
	if len(faults) > 0 {
		return faults
	}
	for _, load := range loads {
		for _, policy := range policies {
			c, err := r.model.Case(load, policy)
			if err != nil {
				faults = append(faults, err)
			}
			r.cases = append(r.cases, c)
		}
	}
	return faults
}

// task is what the progress of the runs is shown of.
func (r *runs) task() task {
	return task{name: "runs", total: int64(len(r.seeds)) * int64(len(r.cases)) * runParts}
}

// rows makes all runs and returns a row of each.
func (r *runs) rows(ctx context.Context, e edge) ([]report.Row, error) {
	return gather(ctx, e, r, func(c *caseRunner, w wanted) (report.Row, error) { return c.run(ctx, w, nil) })
}

// measured makes all runs of an open scenario and returns what was measured.
func (r *runs) measured(ctx context.Context, e edge) ([]report.Measured, error) {
	return gather(ctx, e, r, func(c *caseRunner, w wanted) (report.Measured, error) { return c.measure(ctx, w, nil) })
}

// A wanted run is a case, by number, and a seed.
type wanted struct {
	number int
	seed   int64
}

// gather makes all runs, several at once, and returns what one makes of each.
func gather[T any](ctx context.Context, e edge, r *runs, one func(*caseRunner, wanted) (T, error)) ([]T, error) {
	rows := make([]T, len(r.seeds)*len(r.cases))
	bar := newProgress(ctx, e, r.task())
	defer bar.close()
	job := sweep.Job{Pieces: len(r.seeds), Workers: r.workers, New: func() sweep.Worker {
		worker := newCaseRunner(r, bar)
		return func(_ context.Context, index int) error {
			for i := range r.cases {
				row, err := one(worker, wanted{number: i, seed: r.seeds[index]})
				if err != nil {
					return err
				}
				rows[index*len(r.cases)+i] = row
			}
			return nil
		}
	}}
	err := job.Run(ctx)
	if err == nil {
		err = r.err()
	}
	return rows, err
}

// traced makes all runs one after another, records and checks them, and returns
// what one makes of each.
func traced[T any](ctx context.Context, e edge, r *runs, t tracing[T]) ([]T, error) {
	bar := newProgress(ctx, e, r.task())
	defer bar.close()
	worker := newCaseRunner(r, bar)
	file := trace.NewWriter(t.to)
	if e.journal.isTraced() {
		if err := file.Made(r.made); err != nil {
			return nil, err
		}
	}
	check := &trace.Checker{}
	var rows []T
	for _, seed := range r.seeds {
		for i := range r.cases {
			row, err := t.one(worker, ctx, wanted{number: i, seed: seed}, trace.Tee{file, check})
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	if err := errors.Join(check.Finish(), r.err()); err != nil {
		return nil, err
	}
	return rows, file.Flush()
}

// tellLate says how many requests were due too late to arrive.
func (r *runs) tellLate(w io.Writer) {
	told := map[string]bool{}
	for _, c := range r.cases {
		for _, late := range r.model.Late(c) {
			text := fmt.Sprintf("%d of %d %s requests are due at the horizon of %d steps or later, and do not arrive", late.Requests, late.Of, late.Flow, late.Horizon)
			if late.Flow == scenario.BatchFlow {
				text = "load " + c.Load + ": " + text
			}
			if !told[text] {
				tell(w, "%s", text)
				told[text] = true
			}
		}
	}
}
