package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/scenario"
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
	cmd.Flags().VarP((*givenFile)(&name), "output", "o", "`file` of the plan, - for standard output")
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

// write writes the plan, and finds points that make no scenario.
func (p *planner) write(ctx context.Context, e edge, w io.Writer) error {
	var err error
	if p.plan.Source, err = json.Marshal(p.source); err != nil {
		return err
	}
	to, err := sweep.NewPlanWriter(w, p.plan)
	if err != nil {
		return err
	}
	bar := newProgress(ctx, e, task{name: "planning", total: p.points.Len()})
	defer bar.close()
	var faults pointFaults
	for i := range p.points.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		values := p.points.At(i)
		read, err := p.source.at(p.axes, values)
		if err != nil {
			faults.add(err)
		} else if err := p.cells(to, read, values, &faults); err != nil {
			return err
		}
		if faults.full() {
			break
		}
		bar.done.Add(1)
	}
	if err := faults.err(); err != nil {
		return err
	}
	return to.Finish()
}

// cells writes the cells of a point.
func (p *planner) cells(to *sweep.PlanWriter, read *scenario.Scenario, values []string, faults *pointFaults) error {
	for _, load := range p.plan.Settings.Loads {
		for _, policy := range p.plan.Settings.Policies {
			for _, seeds := range p.blocks {
				c := sweep.Cell{Values: values, Load: load, Policy: policy, Seeds: seeds}
				content, err := p.source.content(read, c)
				if err != nil {
					faults.add(err)
					break
				}
				c.Key = content.Key()
				if err := to.Cell(c); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// pointFaults are what is wrong with points, each fault once.
type pointFaults []string

// pointFaultsMax is how many are told at once.
const pointFaultsMax = 20

func (f *pointFaults) add(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		known := false
		for _, told := range *f {
			known = known || told == line
		}
		if !known && !f.full() {
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
