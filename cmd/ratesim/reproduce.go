package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenarios/published"
	"ratesim/suggest"
)

// reproduceOptions are the flags of "ratesim reproduce", as typed.
type reproduceOptions struct {
	seeds   int
	policy  list
	file    bool
	workers int
	output  outputFlags
}

func newReproduceCommand(e edge) *cobra.Command {
	var o reproduceOptions
	cmd := &cobra.Command{
		Use:   "reproduce [STUDY...]",
		Short: "Hold ratesim against figures that others published",
		Long: `Run models that others published figures of, as scenarios, and show theirs,
ours, by how many standard errors they differ, and whether they agree: at most
four apart, or the same where a figure is exact. Exit 6 if one does not.

The studies:
` + studyList(),
		Example: `  ratesim reproduce outage-and-cap
  ratesim reproduce outage-and-cap --policy jitter --seeds 50
  ratesim reproduce outage-and-cap --scenario`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(e, cmd, args) },
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		names := slices.DeleteFunc(studyNames(), func(name string) bool { return slices.Contains(args, name) })
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	f := cmd.Flags()
	f.IntVar(&o.seeds, "seeds", o.seeds, "`number` of runs of each case; 0 for as many as the study wants")
	f.Var(&o.policy, "policy", "only the figures of these `policies`, by name, with commas between")
	f.BoolVar(&o.file, "scenario", false, "print the scenario of one study, to run or change it")
	f.IntVar(&o.workers, "workers", 0, "`number` of runs at once, on which the result does not depend; 0 for one a core")
	o.output.register(cmd)
	completeNothing(cmd, "seeds", "policy", "workers")
	return cmd
}

func studyNames() (names []string) {
	for _, s := range published.Studies() {
		names = append(names, s.Name)
	}
	return names
}

func studyList() string {
	var lines []string
	for _, s := range published.Studies() {
		lines = append(lines, fmt.Sprintf("  %-20s %s", s.Name, s.About))
	}
	return strings.Join(lines, "\n")
}

// reproductionMax bounds --seeds.
const reproductionMax = 1_000_000

// check returns the studies that were asked for, all if none was, and the format.
func (o *reproduceOptions) check(args []string) ([]published.Study, report.Format, error) {
	format, faults := o.output.check()
	if o.seeds != 0 && (o.seeds < 2 || o.seeds > reproductionMax) {
		faults = append(faults, fmt.Errorf("--seeds: want 2 to %d, since one says nothing about chance; have %d", reproductionMax, o.seeds))
	}
	if o.workers < 0 {
		faults = append(faults, fmt.Errorf("--workers: want at least 0; have %d", o.workers))
	}
	if o.workers == 0 {
		o.workers = runtime.GOMAXPROCS(0)
	}
	var chosen []published.Study
	for _, name := range args {
		i := slices.IndexFunc(published.Studies(), func(s published.Study) bool { return s.Name == name })
		if i < 0 {
			faults = append(faults, fmt.Errorf("there is no study %q; there are %s%s", name, strings.Join(studyNames(), ", "), suggest.Question(name, studyNames())))
			continue
		}
		chosen = append(chosen, published.Studies()[i])
	}
	if len(args) == 0 {
		chosen = published.Studies()
	}
	if o.file && len(args) != 1 {
		faults = append(faults, fmt.Errorf("--scenario: want the name of one study; have %d", len(args)))
	}
	return chosen, format, usage(errors.Join(faults...))
}

func (o *reproduceOptions) run(e edge, cmd *cobra.Command, args []string) error {
	studies, format, err := o.check(args)
	if err != nil {
		return err
	}
	if o.file {
		_, err := cmd.OutOrStdout().Write(studies[0].Scenario())
		return err
	}
	experiments, err := o.experiments(studies)
	if err != nil {
		return err
	}
	if err := o.make(cmd.Context(), e, experiments); err != nil {
		return err
	}
	result := report.Reproductions{}
	for _, x := range experiments {
		result.Rows = append(result.Rows, x.rows()...)
	}
	if err := o.output.print(e, format, result); err != nil {
		return err
	}
	if n := result.Differing(); n > 0 {
		return fmt.Errorf("%w: %d of %d figures", errNotReproduced, n, len(result.Rows))
	}
	return nil
}

// errNotReproduced ends the program when figures are not those that were published.
var errNotReproduced = errors.New("the output differs from what was published")

// make makes the runs of all experiments.
func (o *reproduceOptions) make(ctx context.Context, e edge, all []*experiment) error {
	var pieces []piece
	for _, x := range all {
		for run := range x.values {
			pieces = append(pieces, piece{x, run})
		}
	}
	bar := newProgress(ctx, e, task{name: "runs", total: int64(len(pieces))})
	defer bar.close()
	return jobOf(pieces, bar, o.workers).Run(ctx)
}
