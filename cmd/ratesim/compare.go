package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/suggest"
)

// compareOptions are the flags of "ratesim compare", as typed.
type compareOptions struct {
	runs     runsFlags
	auto     autoFlags
	assert   assertFlags
	output   outputFlags
	baseline string
	rule     string
	all      bool
	figures  list
}

// The rules by which differences are judged.
const (
	ruleLesson = "lesson"
	rulePaired = "paired"
)

// openSeeds is how many seeds an open scenario is compared on where none is given.
const openSeeds = 30

func newCompareCommand(e edge) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare [FILE...]",
		Short: "Compare policies with a baseline across seeds",
		Long: `Run scenarios under several seeds, and show how each policy differs from the
baseline, how sure that is, and how many seeds would decide what is unmeasured.
FILEs are traces to compare instead, simulated or recorded; - is standard input.

Under one seed all policies meet the same arrivals and faults, so the difference
is taken seed by seed. Its mean has an interval (BCa bootstrap); the verdict
follows the signed-rank test, adjusted for all figures that are compared (Holm).
With two seeds the lesson's rule decides: the first seed's difference from the
baseline is measured when it is larger than the difference between the
baseline's own two runs. Without --seeds there are two: the scenario's and the
next; for an open scenario, thirty.

--baseline names a policy or, of several scenarios, endpoints or traces, one of
them: then each policy is compared with itself there.`,
		Example: `  ratesim compare --seeds 20260218,20260219
  ratesim compare --load heavy --seeds 20260218..+20
  ratesim compare --policy 'none,fixed(wait=15steps)' --seeds 1..9 --format csv
  ratesim compare --seeds auto --until 'halfwidth(completed_share) < 0.5pp'
  ratesim compare --load light --seeds 1..+100 --assert 'calls < +20% of none'
  ratesim compare run.ndjson`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e.journal.noteInside(o.output)
			if len(args) > 0 {
				return o.compareTraces(e, cmd, args)
			}
			return o.run(e, cmd)
		},
	}
	o.runs.source.several = &manySources{}
	o.runs.register(e, cmd)
	cmd.Flags().Lookup("seeds").Usage += ", or auto"
	o.auto.register(cmd)
	o.baseline, o.rule = "none", ""
	cmd.Flags().Var((*textFlag)(&o.baseline), "baseline", "`policy`, scenario, endpoint or trace that the others are compared with")
	cmd.Flags().Var((*textFlag)(&o.rule), "rule", "`rule` that decides: paired, or lesson; default lesson for two seeds")
	cmd.Flags().BoolVar(&o.all, "all", false, "show all figures in the table")
	cmd.Flags().Var(&o.figures, "figures", "show these `figures` in the table, by name, with commas between")
	o.assert.register(cmd)
	o.output.register(cmd)
	complete(cmd, "baseline", ofScenario(e, &o.runs.source, policyNames))
	complete(cmd, "rule", func(*cobra.Command) []string { return []string{rulePaired, ruleLesson} })
	completeNothing(cmd, "figures")
	return cmd
}

// A prepared comparison is what is known before anything is run.
type preparedComparison struct {
	format report.Format
	claims []claim.Claim
	auto   bool
	runs   []*runs

	demands *demands // of traces
}

func (o *compareOptions) run(e edge, cmd *cobra.Command) error {
	p, err := o.prepare(e, cmd)
	for _, r := range p.runs {
		defer r.close()
	}
	if err != nil {
		return err
	}
	for _, r := range p.runs {
		r.tellLate(e.err)
	}
	if o.isLesson(p) {
		return o.runLesson(e, cmd, p)
	}
	samples, err := o.samples(cmd.Context(), e, p)
	if err != nil && !errors.Is(err, errInconclusive) {
		return err
	}
	return errors.Join(o.show(e, samples, p), err)
}

// samples makes the runs.
func (o *compareOptions) samples(ctx context.Context, e edge, p preparedComparison) (samples report.Samples, err error) {
	if p.auto {
		return o.auto.grow(ctx, e, p.runs)
	}
	for _, r := range p.runs {
		more, err := r.samples(ctx, e)
		if err != nil {
			return samples, err
		}
		if samples, err = samples.Join(more); err != nil {
			return samples, usage(err)
		}
	}
	return samples, nil
}

// show compares samples and prints what came of it.
func (o *compareOptions) show(e edge, samples report.Samples, p preparedComparison) error {
	paired, err := report.Pair(samples, o.baseline)
	if err != nil {
		return usage(err)
	}
	paired.Show(o.all, o.figures)
	paired.Scenario, paired.Scenarios = p.scenarios()
	paired.Remarks = p.remarks()
	tellNotes(e, p.format, paired.Remarks)
	if paired.Claims, err = o.assert.judge(e, p.claims, samples); err != nil {
		return err
	}
	tellDoubts(e, p.format, false, paired.Claims)
	if paired.Manifest, err = e.journal.within(e); err != nil {
		return err
	}
	if err := o.output.print(e, p.format, paired); err != nil {
		return err
	}
	return verdict(paired.Claims)
}

// isLesson reports that the lesson's rule decides.
func (o *compareOptions) isLesson(p preparedComparison) bool {
	first := p.runs[0]
	if len(p.runs) > 1 || first.model.Scenario.IsOpen() || p.auto {
		return false
	}
	return o.rule == ruleLesson || o.rule == "" && len(first.seeds) == 2
}

// runLesson makes the runs and compares them by the lesson's rule.
func (o *compareOptions) runLesson(e edge, cmd *cobra.Command, p preparedComparison) error {
	r := p.runs[0]
	rows, err := r.rows(cmd.Context(), e)
	if err != nil {
		return err
	}
	comparison, err := report.Compare(rows, o.baseline)
	if err != nil {
		return usage(err)
	}
	comparison.Scenario = r.model.Scenario.JSON()
	if comparison.Claims, err = o.assert.judge(e, p.claims, report.LessonSamples(r.label, rows)); err != nil {
		return err
	}
	tellDoubts(e, p.format, false, comparison.Claims)
	if comparison.Manifest, err = e.journal.within(e); err != nil {
		return err
	}
	if err := o.output.print(e, p.format, comparison); err != nil {
		return err
	}
	return verdict(comparison.Claims)
}

// prepare reads flags and scenarios, and finds what could not be compared. What it
// has opened is in the result, whatever the error.
func (o *compareOptions) prepare(e edge, cmd *cobra.Command) (p preparedComparison, err error) {
	var faults []error
	p.demands = &demands{}
	p.format, faults = o.output.check()
	var errAuto, errClaims error
	p.auto, errAuto = o.auto.take(&o.runs.seeds)
	p.claims, errClaims = o.assert.claims()
	faults = append(faults, errAuto, errClaims, o.checkRule(p.auto))
	sources, names := o.runs.source.variants()
	if err := errors.Join(o.runs.source.several.check(), checkSources(sources)); err != nil {
		return p, usageAll(append(faults, err))
	}
	o.baseline = spelled(o.baseline, o.runs.policies)
	if len(o.runs.policies) > 0 && len(sources) == 1 && !slices.Contains(o.runs.policies, o.baseline) {
		o.runs.policies, o.runs.baseline = append(list{o.baseline}, o.runs.policies...), o.baseline
	}
	for _, source := range sources {
		flags := o.runs
		flags.source = source
		r, err := flags.open(e, cmd, seedsToCompare)
		faults = append(faults, err)
		if r != nil {
			r.first = r.model.Scenario.Seed
			p.runs = append(p.runs, r)
		}
	}
	if len(p.runs) < len(sources) { // what is run is not known
		return p, usageAll(faults)
	}
	labelRuns(p.runs, names)
	return p, usageAll(append(faults, o.check(e, p)))
}

// seedsToCompare are the seeds where none is given.
func seedsToCompare(s *scenario.Scenario) []int64 {
	seeds := []int64{s.Seed, s.Seed + 1}
	for i := int64(2); s.IsOpen() && i < openSeeds; i++ {
		seeds = append(seeds, s.Seed+i)
	}
	return seeds
}

// checkRule finds a rule that there is not, or that cannot be followed.
func (o *compareOptions) checkRule(auto bool) error {
	rules := []string{rulePaired, ruleLesson}
	switch {
	case o.rule != "" && !slices.Contains(rules, o.rule):
		return usageError{fmt.Errorf("--rule: want paired or lesson; have %q%s", o.rule, suggest.Question(o.rule, rules))}
	case o.rule == ruleLesson && (o.all || len(o.figures) > 0 || auto || !o.runs.source.several.isOne()):
		return usageError{errors.New("--rule lesson: want neither --all nor --figures, no --seeds auto and one scenario; the lesson's table is whole")}
	}
	return nil
}

// check finds, before anything is run, what could not be compared.
func (o *compareOptions) check(e edge, p preparedComparison) error {
	var faults []error
	all := shapeOfAll(p.runs)
	for _, r := range p.runs {
		if !p.auto && len(r.seeds) < 2 {
			faults = append(faults, errors.New("--seeds: want at least two seeds to compare; have one"))
		}
		if o.rule == ruleLesson && r.model.Scenario.IsOpen() {
			faults = append(faults, fmt.Errorf("--rule lesson: the scenario %s is an open one, which the lesson's rule does not know", r.label))
		}
	}
	if all.cases != nil {
		faults = append(faults, o.checkBaseline(all.cases))
	}
	faults = append(faults, o.checkFigures(all.figures))
	return usage(errors.Join(append(faults, o.assert.check(e, p.claims, all), o.auto.check(all))...))
}

// checkFigures wants figures that there are.
func (o *compareOptions) checkFigures(figures []report.Figure) error {
	var faults []error
	for _, name := range o.figures {
		if _, err := report.FindFigure(figures, claim.Term{Figure: name}); err != nil {
			faults = append(faults, fmt.Errorf("--figures: %w", err))
		}
	}
	return errors.Join(faults...)
}
