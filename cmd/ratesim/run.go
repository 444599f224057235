package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenario"
)

// runOptions are the flags of "ratesim run", as typed.
type runOptions struct {
	runs   runsFlags
	output outputFlags
	trace  string
}

func newRunCommand(e edge) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run loads and policies, and print what became of them",
		Long: `Run a scenario under each load and policy, and print a row of each run.

Counts are of the batch flow unless their name says otherwise; tokens are of
both flows. With several seeds there is a row for each.`,
		Args: noArguments,
		Example: `  ratesim run
  ratesim run --load heavy --policy 'backoff,fixed(wait=15steps)'
  ratesim run --set limit.calls=30 --set limit.count_refused=false
  ratesim run -f mine.yaml --seeds 20260218..+5 --format csv
  ratesim run --tickets tickets.csv --trace run.ndjson`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	o.runs.register(e, cmd)
	o.output.register(cmd)
	cmd.Flags().Var((*fileFlag)(&o.trace), "trace", "record every call as NDJSON in a `file`; - for standard output, in place of the table")
	return cmd
}

func (o *runOptions) run(e edge, cmd *cobra.Command) error {
	format, faults := o.output.check()
	r, err := o.runs.open(e, cmd, func(s *scenario.Scenario) []int64 { return []int64{s.Seed} })
	instead := o.trace != "" && e.isOutput(o.trace) // of the table
	if instead && o.output.golden.file != "" {
		faults = append(faults, usageError{errors.New("--trace - and --golden are mutually exclusive: both are about standard output")})
	}
	if err != nil || errors.Join(faults...) != nil {
		if r != nil {
			r.close()
		}
		return usageAll(append(faults, err))
	}
	defer r.close()
	r.tellLate(e.err)
	rows, err := o.rows(cmd.Context(), e, r)
	if err != nil || instead {
		return err
	}
	return o.output.print(e, format, report.Results{Scenario: r.model.Scenario.JSON(), Rows: rows})
}

// rows makes the runs, and their trace if it is wanted.
func (o *runOptions) rows(ctx context.Context, e edge, r *runs) ([]report.Row, error) {
	if o.trace == "" {
		return r.rows(ctx, e)
	}
	file, err := createFile(e, o.trace)
	if err != nil {
		return nil, err
	}
	defer file.discard()
	rows, err := r.traced(ctx, e, file)
	if err != nil {
		return nil, err
	}
	return rows, file.commit()
}
