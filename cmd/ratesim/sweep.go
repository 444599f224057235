package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ratesim/sweep"
)

const sweepLong = `Vary fields of a scenario, run every point under each load, policy and seed on
all cores, and write a row of each run.

VALUES are a list (20,30,40), whole numbers (4..16), or steps (0.1..0.5/0.1);
both ends of a range carry the same unit (5s..30s). A range inside a longer
value stands in braces: policies.slow=fixed(wait={5..20}steps). Designs other
than grid choose --points from the ranges; A..B/log spaces them by ratio.

Each cell is kept in a folder as soon as it is done, named by a hash of all that
it depends on. A sweep that was stopped goes on where it was, and one that was
changed runs only what is new. The rows do not depend on cores, order or stops.

For more than one machine: sweep plan, run --shard, status, merge, emit.`

func newSweepCommand(e edge) *cobra.Command {
	var o sweepOptions
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Vary fields of a scenario, and run all combinations",
		Long:  sweepLong,
		Args:  noArguments,
		Example: `  ratesim sweep --over limit.calls=20,30,40 --seeds 1..+20
  ratesim sweep --over limit.calls=20..40/5 --load heavy -o rows.parquet
  ratesim sweep --over faults.partial=0..0.3 --design halton --points 9`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	o.what.register(e, cmd)
	registerWorkers(cmd, &o.workers)
	registerSweepOutput(cmd, &o.output, &o.format)
	registerCells(cmd, &o.cells, "`folder` that keeps the cells; default that of the output, and .cells")
	cmd.AddCommand(newSweepPlan(e), newSweepRun(e), newSweepStatus(e), newSweepMerge(e), newSweepEmit(e))
	return cmd
}

// registerCells adds the flag of the folder of cells.
func registerCells(cmd *cobra.Command, cells *string, usage string) {
	cmd.Flags().Var((*fileFlag)(cells), "cells", usage)
}

// sweepOptions are the flags of "ratesim sweep", as typed.
type sweepOptions struct {
	what    sweepFlags
	workers int
	output  string
	format  string
	cells   string
}

func (o *sweepOptions) run(e edge, cmd *cobra.Command) error {
	workers, workersErr := countWorkers(o.workers)
	format, formatErr := sweepFormat(o.format, o.output)
	outputErr := checkPlace(e, o.output)
	p, err := o.what.open(e, cmd)
	if errors.Join(workersErr, formatErr, outputErr, err) != nil {
		return usageAll([]error{workersErr, formatErr, outputErr, err})
	}
	folder, isScratch := o.cells, false
	if folder == "" && e.isOutput(o.output) {
		scratch, err := os.MkdirTemp("", "ratesim-cells-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(scratch)
		folder, isScratch = scratch, true
	}
	here := sweepHere{e: e, planner: p, workers: workers, format: format, output: o.output, folder: folder, scratch: isScratch}
	return here.run(cmd.Context())
}

// A sweepHere is a sweep from its plan to its file in one go.
type sweepHere struct {
	e       edge
	planner *planner
	workers int
	format  string
	output  string
	folder  string // of cells; "" for that of the output
	scratch bool   // the folder does not outlive the program
}

func (s sweepHere) run(ctx context.Context) error {
	if s.folder == "" {
		s.folder = cellsOf(s.output)
	}
	store := cellStore{folder: s.folder, temporary: s.e.temporary}
	if err := s.planner.describe(); err != nil {
		return err
	}
	name := store.planPath(s.planner.plan.ID())
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return usage(atFile(s.folder, err))
	}
	if err := s.planner.save(ctx, s.e, name); err != nil {
		return err
	}
	err := withPlan(s.e, name, func(p *openPlan) error {
		r := &sweepRun{e: s.e, plan: p, store: store, workers: s.workers, scratch: s.scratch}
		err := r.run(ctx)
		if kept := r.kept.Load(); kept > 0 && err == nil {
			tell(s.e.err, "%d of %s were there before", kept, counted(p.Cells, "cell"))
		}
		return err
	})
	if err != nil {
		return err
	}
	err = withPlan(s.e, name, func(p *openPlan) error {
		m := &merge{e: s.e, plan: p, stores: []cellStore{store}, format: s.format, output: s.output}
		return m.run(ctx)
	})
	if err != nil {
		return err
	}
	return store.tidy()
}

// withPlan opens a plan for a while.
func withPlan(e edge, name string, do func(*openPlan) error) error {
	p, err := planFile(e, name)
	if err != nil {
		return err
	}
	defer p.file.Close()
	return do(p)
}

func newSweepRun(e edge) *cobra.Command {
	var cells, shard, pulse string
	workers := 0
	cmd := &cobra.Command{
		Use:   "run PLAN",
		Short: "Run the cells of a plan, or one shard of them",
		Long: `Run the cells of a plan that are not there. --shard says which part: i/n counts
from 0, iofn from 1. Without it, the variables of a Slurm array or those of a
Kubernetes Indexed Job and RATESIM_SHARDS say, else all cells are run. Any
number of shards may write to one folder at once.`,
		Args: oneArgument("a PLAN, the file"),
		Example: `  ratesim sweep plan --over limit.calls=20,30 && ratesim sweep run plan.json
  ratesim sweep plan -o p && ratesim sweep run p --shard 0/4
  ratesim sweep plan -o p && ratesim sweep run p --shard 1of4 --cells here`,
		RunE: func(cmd *cobra.Command, args []string) error {
			part, from, shardErr := shardOf(shard, e.env)
			count, workersErr := countWorkers(workers)
			if err := errors.Join(shardErr, workersErr); err != nil {
				return usage(err)
			}
			if from != "" {
				tell(e.err, "shard %v, from %s", part, from)
			}
			if cells == "" {
				cells = cellsOf(args[0])
			}
			return withPlan(e, args[0], func(p *openPlan) error {
				r := &sweepRun{e: e, plan: p, store: cellStore{cells, e.temporary}, shard: part, workers: count, pulse: pulse}
				if err := r.run(cmd.Context()); err != nil {
					return err
				}
				tell(e.err, "shard %v: %s", part, r.text())
				return r.store.tidy()
			})
		},
	}
	cmd.Flags().Var((*textFlag)(&shard), "shard", "`part` of the cells, as 0/16 or 1of16")
	registerCells(cmd, &cells, "`folder` that keeps the cells; default PLAN.cells")
	registerWorkers(cmd, &workers)
	cmd.Flags().Var((*fileFlag)(&pulse), "heartbeat", "`file` that is written anew every ten seconds while runs go on")
	writes(cmd.Flags(), "heartbeat")
	completeNothing(cmd, "shard")
	return cmd
}

// text says what was run.
func (r *sweepRun) text() string {
	text := fmt.Sprintf("%s run, %d there before", counted(r.ran.Load(), "cell"), r.kept.Load())
	if n := r.spoiled.Load(); n > 0 {
		text += fmt.Sprintf(", %d of those run were there but not whole", n)
	}
	return text
}

func newSweepStatus(e edge) *cobra.Command {
	var folders []string
	shards := 1
	cmd := &cobra.Command{
		Use:   "status PLAN",
		Short: "Count the cells of a plan that are done, by shard",
		Long: `Count the cells of a plan that are done, missing, or there but not whole, for
each of a number of shards. Exit 5 when some are missing.`,
		Args: oneArgument("a PLAN, the file"),
		Example: `  ratesim sweep plan -o p && ratesim sweep run p && ratesim sweep status p
  ratesim sweep plan && ratesim sweep status plan.json || test $? -eq 5
  ratesim sweep plan -o p; ratesim sweep status p --shards 4 | grep 3/4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if shards < 1 || shards > 10_000 {
				return usageError{fmt.Errorf("--shards: want 1 to 10000; have %d", shards)}
			}
			return withPlan(e, args[0], func(p *openPlan) error {
				return showStatus(cmd.Context(), e, p, statusOf{storesOf(e, folders, args[0]), shards})
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&shards, "shards", 1, "`number` of shards to count by")
	f.StringArrayVar(&folders, "cells", nil, "`folder` of cells; may be repeated; default PLAN.cells")
	completeNothing(cmd, "shards")
	return cmd
}

// A statusOf is which cells are looked for, and by how many shards they are counted.
type statusOf struct {
	stores []cellStore
	shards int
}

// showStatus prints a line a shard.
func showStatus(ctx context.Context, e edge, p *openPlan, s statusOf) error {
	counts := make([]tally, s.shards)
	bar := newProgress(ctx, e, task{name: "reading cells", total: p.Cells})
	defer bar.close()
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		number, c, err := p.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return usageError{fmt.Errorf("%s: %w", p.name, err)}
		}
		for i := range counts {
			if (sweep.Shard{Index: i, Of: s.shards}).Has(number) {
				find(s.stores, c.Key, &counts[i])
			}
		}
		bar.done.Add(1)
	}
	var all tally
	rows := "shard  done  missing  spoiled\n"
	for i, t := range counts {
		rows += fmt.Sprintf("%-5s  %4d  %7d  %7d\n", sweep.Shard{Index: i, Of: s.shards}, t.done, t.missing, t.spoiled)
		all = tally{all.done + t.done, all.missing + t.missing, all.spoiled + t.spoiled}
	}
	if _, err := io.WriteString(e.out, rows); err != nil {
		return err
	}
	return all.err()
}
