package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/suggest"
)

// compareOptions are the flags of "ratesim compare", as typed.
type compareOptions struct {
	runs     runsFlags
	output   outputFlags
	baseline string
}

func newCompareCommand(e edge) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Compare policies with a baseline across seeds",
		Long: `Run a scenario under several seeds, and show how each policy differs from the
baseline, and whether that is more than the seeds differ.

With two seeds the lesson's rule decides: the first seed's difference from the
baseline is measured when it is larger than the difference between the
baseline's own two runs. With more, the mean difference is held against the
baseline's largest run less its smallest. Without --seeds there are two: the
scenario's and the next.`,
		Args: noArguments,
		Example: `  ratesim compare --seeds 20260218,20260219
  ratesim compare --load heavy --seeds 20260218..+20
  ratesim compare --policy 'none,fixed(wait=15steps)' --seeds 1..9 --format csv`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	o.runs.register(e, cmd)
	o.output.register(cmd)
	o.baseline = "none"
	cmd.Flags().Var((*textFlag)(&o.baseline), "baseline", "`policy` that the others are compared with")
	complete(cmd, "baseline", ofScenario(e, &o.runs.source, policyNames))
	return cmd
}

func (o *compareOptions) run(e edge, cmd *cobra.Command) error {
	format, faults := o.output.check()
	if len(o.runs.policies) > 0 && !slices.Contains(o.runs.policies, o.baseline) {
		o.runs.policies = append(list{o.baseline}, o.runs.policies...)
	}
	r, err := o.runs.open(e, cmd, func(s *scenario.Scenario) []int64 { return []int64{s.Seed, s.Seed + 1} })
	if err != nil || errors.Join(faults...) != nil {
		if r != nil {
			r.close()
		}
		return usageAll(append(faults, err))
	}
	defer r.close()
	if err := o.check(r); err != nil {
		return usage(err)
	}
	r.tellLate(e.err)
	rows, err := r.rows(cmd.Context(), e)
	if err != nil {
		return err
	}
	comparison, err := report.Compare(rows, o.baseline)
	if err != nil {
		return usage(err)
	}
	return o.output.print(e, format, comparison)
}

// check finds, before anything is run, what could not be compared.
func (o *compareOptions) check(r *runs) error {
	if s := r.model.Scenario; s.IsOpen() {
		return fmt.Errorf("the scenario %s is an open one: want one that extends %s; run prints the policies of both", s.Name, scenario.Default)
	}
	var faults []error
	if len(r.seeds) < 2 {
		faults = append(faults, errors.New("--seeds: want at least two seeds to compare; have one"))
	}
	var policies []string
	for _, c := range r.cases {
		policies = append(policies, c.Policy)
	}
	switch {
	case !slices.Contains(policies, o.baseline):
		faults = append(faults, fmt.Errorf("--baseline: want one of the policies that are run; have %q%s", o.baseline, suggest.Question(o.baseline, policies)))
	case !slices.ContainsFunc(policies, func(name string) bool { return name != o.baseline }):
		faults = append(faults, fmt.Errorf("--policy: want one to compare with the baseline %s; have no other", o.baseline))
	}
	return errors.Join(faults...)
}
