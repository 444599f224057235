package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/tune"
)

// How much work a search is where nothing else is asked for.
const (
	tuneBudget  = 6000
	tuneHeldOut = 200
	heldOutMin  = 30
	tuneChoice  = 9 // policies of the search's frontier that are tried on them, besides the named ones
)

const tuneLong = `Search policies and their parameters for the one that makes a figure as small or
large as can be while others keep to their bounds, and show what else could be
had: the frontier. All policies meet the same seeds. What is said of the winner
is from seeds that the search has not seen.

A figure is that of ratesim compare, such as wasted_tokens or, of one flow of
an open scenario, 'p95(latency, flow=chat)'. A constraint is one with a bound,
as in --assert. A policy qualifies whose constraints hold by two standard errors
of their means in the search, as the best of many is often a lucky one; the
baseline and those of --policy qualify by their means. Of those that qualify the
goal chooses; where none does, the one that is nearest to it is taken. A fifth
of the budget is kept for more seeds of policies that would be better than the
winner if only they were sure to keep to the constraints.

--space names the kinds of policies that are tried, each with values or ranges
of its arguments: 'fixed(wait=5s..40s, attempts=2|4|8)'. What is left out has
its usual range. Without --space these are tried: fixed, linear, exponential,
full-, equal- and decorrelated jitter.

Exit code 0: the winner keeps to all constraints on the held-out seeds; 99: the
best policy that was found does not; 98: they do not decide, or the search's own
seeds say otherwise, or the goal is never in all runs.`

// tuneOptions are the flags of "ratesim tune", as typed.
type tuneOptions struct {
	runs      runsFlags
	minimise  string
	maximise  string
	subject   []string
	spaces    list
	figures   list
	baseline  string
	budget    int64
	heldOut   int
	output    outputFlags
	mentioned []mention // the figures that the user names
}

// A mention is a figure that a flag names.
type mention struct {
	flag string
	term claim.Term
}

// isGoal reports that the figure is the goal.
func (m mention) isGoal() bool { return m.flag != "--figures" }

func newTuneCommand(e edge) *cobra.Command {
	o := tuneOptions{baseline: "none", budget: tuneBudget, heldOut: tuneHeldOut}
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Search for the policy that serves a goal best",
		Long:  tuneLong,
		Args:  noArguments,
		Example: `  ratesim tune --load heavy --maximise completed_share
  ratesim tune --load heavy --minimise calls --subject-to 'given_up < 9'
  ratesim tune --scenario workers --minimise 'p95(latency)' --budget 1000`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e.journal.noteInside(o.output)
			return o.run(e, cmd)
		},
	}
	o.register(e, cmd)
	return cmd
}

func (o *tuneOptions) register(e edge, cmd *cobra.Command) {
	o.runs.source.register(e, cmd)
	o.runs.source.registerTraces(cmd)
	f := cmd.Flags()
	f.Var(&o.runs.loads, "load", "`load` that the policy is for, by name; needed where a scenario has several")
	f.Var((*textFlag)(&o.minimise), "minimise", "`figure` to make as small as can be")
	f.Var((*textFlag)(&o.maximise), "maximise", "`figure` to make as large as can be")
	f.StringArrayVar(&o.subject, "subject-to", nil, "want a `constraint` to hold, such as 'completed_share >= 0.98'; may be repeated")
	f.Var(&o.spaces, "space", "`kinds` of policies to try, with ranges of their arguments; default the usual ones")
	f.Var(&o.runs.policies, "policy", "`policies` to try besides, by name or as specs, with commas between")
	f.Var((*textFlag)(&o.baseline), "baseline", "`policy` that the winner is compared with")
	f.Var(&o.figures, "figures", "`figures` of the frontier, with commas between; default completed, latency and wasted")
	f.Int64Var(&o.budget, "budget", o.budget, "`runs` at most that the search makes")
	f.IntVar(&o.heldOut, "held-out", o.heldOut, "`number` of further seeds on which the winner is judged")
	f.Int64Var(&o.runs.seed, "seed", 0, "first `seed` of the search, and of its own chance; default the scenario's")
	registerWorkers(cmd, &o.runs.workers)
	registerManifest(e, cmd)
	o.output.register(cmd)
	completeList(cmd, "load", ofScenario(e, &o.runs.source, loadNames))
	completeList(cmd, "policy", ofScenario(e, &o.runs.source, policyNames))
	complete(cmd, "baseline", ofScenario(e, &o.runs.source, policyNames))
	completeList(cmd, "space", func(*cobra.Command) []string { return tune.Known() })
	for _, flag := range []string{"minimise", "maximise"} {
		complete(cmd, flag, ofScenario(e, &o.runs.source, figureNames))
	}
	completeList(cmd, "figures", ofScenario(e, &o.runs.source, figureNames))
	completeNothing(cmd, "subject-to", "budget", "held-out", "seed")
}

// figureNames returns the figures of a scenario.
func figureNames(s *scenario.Scenario) []string { return report.FigureNames(figuresOf(s)) }

func figuresOf(s *scenario.Scenario) []report.Figure {
	if s.IsOpen() {
		return report.FlowFigures(nil)
	}
	return report.LessonFigures()
}

func (o *tuneOptions) run(e edge, cmd *cobra.Command) error {
	t, err := o.prepare(e, cmd)
	if t != nil {
		defer t.runs.close()
	}
	if err != nil {
		return err
	}
	t.runs.tellLate(e.err)
	result, verdict := t.run(cmd.Context(), e)
	if verdict != nil && !isVerdict(verdict) {
		return verdict
	}
	if result.Manifest, err = e.journal.within(e); err != nil {
		return err
	}
	if err := o.output.print(e, t.format, result); err != nil {
		return err
	}
	return verdict
}

// prepare reads flags and scenario, and finds what is wrong with them. What it has
// opened is in the result, whatever the error.
func (o *tuneOptions) prepare(e edge, cmd *cobra.Command) (*tuning, error) {
	format, faults := o.output.check()
	t := &tuning{options: o, format: format}
	errTerms := o.readTerms()
	claims, errClaims := parseClaims("--subject-to", o.subject)
	t.claims = claims
	faults = append(faults, usage(errTerms), usage(errClaims), usage(o.checkNumbers()))
	if !slices.Contains(o.runs.policies, o.baseline) {
		o.runs.policies, o.runs.baseline = slices.Insert(o.runs.policies, 0, o.baseline), o.baseline
	}
	loads := o.runs.loads
	o.runs.loads = nil
	runs, err := o.runs.open(e, cmd, func(s *scenario.Scenario) []int64 { return []int64{s.Seed} })
	if runs == nil {
		return nil, usageAll(append(faults, err, usage(o.checkBudget(1, "at least 1 run"))))
	}
	t.runs = runs
	faults = append(faults, err, usage(t.takeLoad(loads)))
	faults = append(faults, usage(t.takeFigures()), usage(t.takeSpace()))
	return t, usageAll(faults)
}

// readTerms reads the goal and the figures of the frontier.
func (o *tuneOptions) readTerms() error {
	var faults []error
	read := func(flag, text string) {
		term, err := claim.ParseTerm(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s %q: %w", flag, text, err))
			return
		}
		o.mentioned = append(o.mentioned, mention{flag, term})
	}
	switch {
	case o.minimise != "" && o.maximise != "":
		faults = append(faults, errors.New("--minimise and --maximise are mutually exclusive: one figure is the goal; bound others with --subject-to"))
	case o.minimise != "":
		read("--minimise", o.minimise)
	case o.maximise != "":
		read("--maximise", o.maximise)
	default:
		faults = append(faults, errors.New("--minimise or --maximise: want a figure, such as --minimise wasted_tokens; have none"))
	}
	for _, text := range o.figures {
		read("--figures", text)
	}
	return errors.Join(faults...)
}

// checkNumbers finds numbers that no search can do with.
func (o *tuneOptions) checkNumbers() error {
	var faults []error
	if o.heldOut < heldOutMin {
		faults = append(faults, fmt.Errorf("--held-out: want at least %d seeds, as fewer say little; have %d", heldOutMin, o.heldOut))
	}
	if o.heldOut > seedsMax {
		faults = append(faults, fmt.Errorf("--held-out: want at most %d seeds; have %d", seedsMax, o.heldOut))
	}
	if o.budget > seedsMax {
		faults = append(faults, fmt.Errorf("--budget: want at most %d runs; have %d", seedsMax, o.budget))
	}
	return errors.Join(faults...)
}

// checkBudget wants a budget of at least so many runs.
func (o *tuneOptions) checkBudget(least int64, inWords string) error {
	if o.budget >= least {
		return nil
	}
	return fmt.Errorf("--budget: want %s; have %d", inWords, o.budget)
}
