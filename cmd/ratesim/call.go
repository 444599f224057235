package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenario"
)

func newClassesCommand(e edge) *cobra.Command {
	var o callOptions
	cmd := &cobra.Command{
		Use:   "classes",
		Short: "Call once for each ticket, without a limit, and count the failures",
		Args:  noArguments,
		Example: `  ratesim classes
  ratesim classes --seed 7
  ratesim classes --set faults.partial=0.2 --format csv`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.classes(e, cmd) },
	}
	o.register(e, cmd)
	return cmd
}

func newCallCommand(e edge) *cobra.Command {
	var o callOptions
	cmd := &cobra.Command{
		Use:   "call",
		Short: "Show a single call, and one that meets a full window",
		Args:  noArguments,
		Example: `  ratesim call
  ratesim call --seed 20260219
  ratesim call --format json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.calls(e, cmd) },
	}
	o.register(e, cmd)
	return cmd
}

// callOptions are the flags of commands that make single calls, as typed.
type callOptions struct {
	source sourceFlags
	seed   int64
	output outputFlags
}

func (o *callOptions) register(e edge, cmd *cobra.Command) {
	o.source.register(e, cmd)
	cmd.Flags().Int64Var(&o.seed, "seed", 0, "`seed` of the calls; default the scenario's")
	completeNothing(cmd, "seed")
	o.output.register(cmd)
	registerManifest(e, cmd)
}

// open makes ready what the flags say. The caller closes the source.
func (o *callOptions) open(e edge, cmd *cobra.Command) (*source, report.Format, error) {
	format, faults := o.output.check()
	faults = append(faults, checkManifest(e, cmd))
	made, err := o.source.open(cmd.Context(), e)
	if err != nil || errors.Join(faults...) != nil {
		if made != nil {
			made.close()
		}
		return nil, format, usageAll(append(faults, err))
	}
	if s := made.model.Scenario; s.IsOpen() {
		made.close()
		return nil, format, usageError{fmt.Errorf("the scenario %s has no tickets: want one that extends %s", s.Name, scenario.Default)}
	}
	if !cmd.Flags().Changed("seed") {
		o.seed = made.model.Scenario.Seed
	}
	e.journal.ran(&runs{source: made, seeds: []int64{o.seed}})
	return made, format, nil
}

func (o *callOptions) classes(e edge, cmd *cobra.Command) error {
	made, format, err := o.open(e, cmd)
	if err != nil {
		return err
	}
	defer made.close()
	classes, err := o.count(cmd.Context(), e, made.model)
	if err != nil {
		return err
	}
	classes.Scenario = made.model.Scenario.JSON()
	return o.output.print(e, format, classes)
}

// count calls once for each ticket.
func (o *callOptions) count(ctx context.Context, e edge, model *scenario.Model) (*report.Classes, error) {
	bar := newProgress(ctx, e, task{name: "calls", total: int64(model.Tickets.Len())})
	defer bar.close()
	classes := report.NewClasses()
	for i := range model.Tickets.Len() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		classes.Add(model.Call(scenario.SingleCall{Ticket: i, Seed: o.seed}))
		bar.done.Add(1)
	}
	return classes, nil
}

func (o *callOptions) calls(e edge, cmd *cobra.Command) error {
	made, format, err := o.open(e, cmd)
	if err != nil {
		return err
	}
	defer made.close()
	last := made.model.Tickets.Len() - 1
	if last < 0 {
		return usageError{errors.New("want at least one ticket to call with; there are none")}
	}
	return o.output.print(e, format, report.Calls{Scenario: made.model.Scenario.JSON(), Rows: []report.Call{
		report.NewCall("single call", made.model.Call(scenario.SingleCall{Ticket: 0, Seed: o.seed})),
		report.NewCall("full window", made.model.Call(scenario.SingleCall{Ticket: min(1, last), Seed: o.seed, Full: true})),
	}})
}
