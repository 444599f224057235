package main

import (
	"bytes"
	"errors"

	"github.com/spf13/cobra"

	"ratesim/report"
)

// explainOptions are the flags of "ratesim explain", as typed.
type explainOptions struct {
	wanted report.Wanted
	seed   int64
	golden goldenFlags
}

func newExplainCommand(e edge) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Tell the story of one request of a trace",
		Long: `Tell what happened to one request: when it arrived, each call with the fill of
the window at that moment, its waits, its end and why. Where several requests of
the trace match, flags choose one.`,
		Args: oneArgument("a trace FILE"),
		Example: `  ratesim explain run.ndjson --request 4017 --load heavy --policy backoff
  ratesim explain run.ndjson --request 40 --load heavy --policy fixed
  ratesim explain - --request 4017 --load light --policy none < run.ndjson`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(e, cmd, args[0]) },
	}
	f := cmd.Flags()
	f.Var((*textFlag)(&o.wanted.Request), "request", "`id` of the request")
	f.Var((*textFlag)(&o.wanted.Flow), "flow", "`flow` of the request")
	f.Var((*textFlag)(&o.wanted.Load), "load", "`load` of the run")
	f.Var((*textFlag)(&o.wanted.Policy), "policy", "`policy` of the run")
	f.Int64Var(&o.seed, "seed", 0, "`seed` of the run")
	o.golden.register(f)
	completeNothing(cmd, "request")
	completeFromTrace(e, cmd)
	return cmd
}

func (o *explainOptions) run(e edge, cmd *cobra.Command, name string) error {
	if o.wanted.Request == "" {
		return usageError{errors.New("--request: want the id of a request")}
	}
	if err := o.golden.check(); err != nil {
		return err
	}
	if cmd.Flags().Changed("seed") {
		o.wanted.Seed = &o.seed
	}
	finder := &report.Finder{Wanted: o.wanted}
	if err := readTrace(cmd.Context(), e, name, finder); err != nil {
		return err
	}
	story, err := finder.Story()
	if err != nil {
		return usage(err)
	}
	var output bytes.Buffer
	if err := story.Write(&output); err != nil {
		return err
	}
	return emit(e, o.golden, output.Bytes())
}
