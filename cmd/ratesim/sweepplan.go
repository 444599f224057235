package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/sweep"
)

func newSweepPlan(e edge) *cobra.Command {
	var flags sweepFlags
	name := "plan.json"
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Write down every cell of a sweep, for many machines to run",
		Long: `Write the plan of a sweep: a JSON document with a cell a line. A cell is a
point, a load, a policy and a block of seeds; its key is the SHA-256 of all that
its rows depend on. The plan is the same on every machine.`,
		Args: noArguments,
		Example: `  ratesim sweep plan --over limit.calls=20,30,40 --seeds 1..+20
  ratesim sweep plan --over limit.calls=20..40/5 --load heavy -o plan.json
  ratesim sweep plan -f mine.yaml --over policies.slow='fixed(wait={5..9}steps)'`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := flags.open(e, cmd)
			if err != nil {
				return err
			}
			if err := p.save(cmd.Context(), e, name); err != nil || e.isOutput(name) {
				return err
			}
			tell(e.err, "%s: %s", name, p.text())
			return nil
		},
	}
	cmd.Flags().VarP((*fileFlag)(&name), "output", "o", "`file` of the plan, - for standard output")
	writes(cmd.Flags(), "output")
	flags.register(e, cmd)
	return cmd
}

// text says how large the sweep is.
func (p *planner) text() string {
	return fmt.Sprintf("%s of %s, in %s", counted(p.plan.Runs, "run"), counted(p.plan.Points, "point"), counted(p.plan.Cells, "cell"))
}

// counted returns a number of things.
func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// save writes the plan to a file, whole or not at all.
func (p *planner) save(ctx context.Context, e edge, name string) error {
	file, err := createFile(e, name)
	if err != nil {
		return err
	}
	defer file.discard()
	if err := p.write(ctx, e, file); err != nil {
		return err
	}
	return file.commit()
}

// describe puts into the plan where the scenario came from.
func (p *planner) describe() (err error) {
	p.plan.Source, err = json.Marshal(p.source)
	return err
}

// write writes the plan, and finds points that make no scenario.
func (p *planner) write(ctx context.Context, e edge, w io.Writer) error {
	if err := p.describe(); err != nil {
		return err
	}
	to, err := sweep.NewPlanWriter(w, p.plan)
	if err != nil {
		return err
	}
	bar := newProgress(ctx, e, task{name: "planning", total: p.points.Len()})
	defer bar.close()
	var faults pointFaults
	for first := int64(0); first < p.points.Len() && !faults.full(); first += pointsAtOnce {
		planned, err := p.resolve(ctx, first, min(pointsAtOnce, p.points.Len()-first))
		if err != nil {
			return err
		}
		for _, point := range planned {
			if faults.add(point.err); len(faults) > 0 {
				continue
			}
			if err := p.writeCells(to, point); err != nil {
				return err
			}
		}
		bar.done.Add(int64(len(planned)))
	}
	if err := faults.err(); err != nil {
		return err
	}
	return to.Finish()
}

// pointsAtOnce is how many points are resolved before they are written.
const pointsAtOnce = 256

// A plannedPoint is what the cells of a point depend on, for each load and policy, or
// why it makes no scenario.
type plannedPoint struct {
	values   []string
	contents []plannedContent
	err      error
}

// A plannedContent is what the cells of a load and a policy depend on.
type plannedContent struct {
	load, policy string
	hash         sweep.ContentHash
}

// writeCells writes the cells of a point.
func (p *planner) writeCells(to *sweep.PlanWriter, point plannedPoint) error {
	for _, content := range point.contents {
		for _, seeds := range p.blocks {
			c := sweep.Cell{Key: content.hash.Key(seeds), Values: point.values, Load: content.load, Policy: content.policy, Seeds: seeds}
			if err := to.Cell(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolve returns what the cells of some points depend on.
func (p *planner) resolve(ctx context.Context, first, n int64) ([]plannedPoint, error) {
	planned := make([]plannedPoint, n)
	workers, err := countWorkers(0)
	if err != nil {
		return nil, err
	}
	job := sweep.Job{Pieces: len(planned), Workers: workers, New: func() sweep.Worker {
		return func(_ context.Context, i int) error {
			planned[i] = p.contents(p.points.At(first + int64(i)))
			return nil
		}
	}}
	return planned, job.Run(ctx)
}

// contents returns what the cells of a point depend on.
func (p *planner) contents(values []string) plannedPoint {
	planned := plannedPoint{values: values}
	read, err := p.source.at(p.axes, values)
	if err != nil {
		planned.err = err
		return planned
	}
	for _, load := range p.plan.Settings.Loads {
		for _, policy := range p.plan.Settings.Policies {
			content, err := p.source.content(read, load, policy)
			planned.err = errors.Join(planned.err, err)
			planned.contents = append(planned.contents, plannedContent{load, policy, content.Hash()})
		}
	}
	return planned
}

// pointFaults are what is wrong with points, each fault once.
type pointFaults []string

// pointFaultsMax is how many are told at once.
const pointFaultsMax = 20

func (f *pointFaults) add(err error) {
	if err == nil {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if !slices.Contains(*f, line) && !f.full() {
			*f = append(*f, line)
		}
	}
}

func (f *pointFaults) full() bool { return len(*f) >= pointFaultsMax }

func (f *pointFaults) err() error {
	if len(*f) == 0 {
		return nil
	}
	return usage(errors.New(strings.Join(*f, "\n")))
}
