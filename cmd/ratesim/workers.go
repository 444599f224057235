package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/spec"
	"ratesim/suggest"
	"ratesim/trace"
)

// workersOptions are the flags of "ratesim workers", as typed.
type workersOptions struct {
	base, jitter, spacing string
	hints                 string
	attempts, workers     int64
	policy                string
	seed                  int64
	draws                 int64
	ascii                 bool
	output                outputFlags
}

// The choices of --jitter.
const (
	jitterNone = "none"
	jitterFull = "full"
)

// hintsNone is the --hints of a provider that says nothing.
const hintsNone = "none"

// workersHints returns the choices of --hints.
func workersHints() []string { return []string{hintsNone, "seconds", "milliseconds"} }

func newWorkersCommand(e edge) *cobra.Command {
	o := workersOptions{base: "500ms", jitter: jitterNone, spacing: "250ms", hints: hintsNone, attempts: 4, workers: 4}
	cmd := &cobra.Command{
		Use:   "workers",
		Short: "Show workers that retry against a busy provider, side by side",
		Long: `Let several workers send a request at the same moment to a provider that starts
at most one every quarter of a second and refuses the others, without a hint
unless --hints says otherwise.
Without jitter those that fail together come back together. A time line shows
each worker's attempts and waits. With --draws it is drawn again and again, and
what the draws have in common is shown.

It is the scenario "workers": ratesim run --scenario workers measures the same.`,
		Args: noArguments,
		Example: `  ratesim workers
  ratesim workers --jitter full --seed 7
  ratesim workers --jitter full --draws 50`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	f := cmd.Flags()
	f.Int64Var(&o.workers, "workers", o.workers, "`number` of workers")
	f.Var((*textFlag)(&o.base), "base", "`wait` after the first failure; it doubles from then on, up to 8s")
	f.Var((*textFlag)(&o.jitter), "jitter", "`none`, or full: a random wait from 0 to the backoff's")
	f.Int64Var(&o.attempts, "attempts", o.attempts, "`number` of attempts of a worker, the first included")
	f.Var((*textFlag)(&o.spacing), "spacing", "least `time` between two requests that the provider starts")
	f.Var((*textFlag)(&o.hints), "hints", "what a refusal says of when to come back: `none`, seconds or milliseconds")
	f.Var((*textFlag)(&o.policy), "policy", "`policy` in place of base, jitter and attempts")
	f.Int64Var(&o.seed, "seed", 1, "`seed` of the jitter")
	f.Int64Var(&o.draws, "draws", 0, "`number` of draws, from the seed on; 0 to show one")
	f.BoolVar(&o.ascii, "ascii", false, "draw with o, x and . only")
	o.output.register(cmd)
	registerManifest(e, cmd)
	completeNothing(cmd, "workers", "base", "attempts", "spacing", "policy", "seed", "draws")
	complete(cmd, "jitter", func(*cobra.Command) []string { return []string{jitterNone, jitterFull} })
	complete(cmd, "hints", func(*cobra.Command) []string { return workersHints() })
	return cmd
}

func (o *workersOptions) run(e edge, cmd *cobra.Command) error {
	format, faults := o.output.check()
	model, c, err := o.model(cmd)
	if err := errors.Join(append(faults, err, checkManifest(e, cmd))...); err != nil {
		return usage(err)
	}
	e.journal.ran(&runs{source: &source{model: model}, cases: []scenario.Case{c}, seeds: o.seeds()})
	runner := sim.NewRunner(model.Config(c))
	if o.draws == 0 {
		line, err := o.line(cmd.Context(), runner, model.Header(c, o.seed))
		if err != nil {
			return err
		}
		line.ASCII = o.ascii
		return o.output.print(e, format, line)
	}
	var draws report.Draws
	for i := range o.draws {
		line, err := o.line(cmd.Context(), runner, model.Header(c, o.seed+i))
		if err != nil {
			return err
		}
		draws.Rows = append(draws.Rows, report.Draw{
			Seed: o.seed + i, Last: line.Last, Refused: line.Refused, Answered: line.Answered, Workers: int64(len(line.Workers)),
		})
	}
	return o.output.print(e, format, draws)
}

// seeds are those of the draws.
func (o *workersOptions) seeds() (seeds []int64) {
	for i := range max(o.draws, 1) {
		seeds = append(seeds, o.seed+i)
	}
	return seeds
}

// line makes one run and returns its time line.
func (o *workersOptions) line(ctx context.Context, runner *sim.Runner, header trace.Run) (report.Timeline, error) {
	if ctx.Err() != nil {
		return report.Timeline{}, context.Cause(ctx)
	}
	stories, check := &report.Stories{}, &trace.Checker{}
	sink := trace.Tee{check, stories}
	if err := sink.Run(header); err != nil {
		return report.Timeline{}, err
	}
	if _, err := runner.Run(header.Seed, sink); err != nil {
		return report.Timeline{}, runError(header, err)
	}
	if err := check.Finish(); err != nil {
		return report.Timeline{}, err
	}
	return report.NewTimeline(stories.All), nil
}

// The most that is shown or drawn.
const (
	workersMax = 1000
	drawsMax   = 1_000_000
)

// model returns the scenario of the flags, and the case of their policy.
func (o *workersOptions) model(cmd *cobra.Command) (*scenario.Model, scenario.Case, error) {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if o.workers < 1 || o.workers > workersMax {
		fault("--workers: want 1 to %d; have %d", workersMax, o.workers)
	}
	if o.draws < 0 || o.draws > drawsMax {
		fault("--draws: want 0 to %d; have %d", drawsMax, o.draws)
	}
	if o.attempts < 1 {
		fault("--attempts: want at least 1, the first one included; have %d", o.attempts)
	}
	if choices := []string{jitterNone, jitterFull}; o.jitter != jitterNone && o.jitter != jitterFull {
		fault("--jitter: want none or full; have %q%s", o.jitter, suggest.Question(o.jitter, choices))
	}
	if _, message := spec.ParseDuration(o.base, 0); message != "" {
		fault("--base: %s", message)
	}
	if !slices.Contains(workersHints(), o.hints) {
		fault("--hints: want none, seconds or milliseconds; have %q%s", o.hints, suggest.Question(o.hints, workersHints()))
	}
	for _, name := range []string{"base", "jitter", "attempts"} {
		if o.policy != "" && cmd.Flags().Changed(name) {
			fault("--policy and --%s are mutually exclusive", name)
		}
	}
	if len(faults) > 0 {
		return nil, scenario.Case{}, errors.Join(faults...)
	}
	settings, typed := o.settings()
	read, err := scenario.Read(scenario.Input{BuiltIn: "workers", Settings: settings, Typed: typed})
	if err != nil {
		return nil, scenario.Case{}, err
	}
	model, err := scenario.NewOpenModel(read)
	if err != nil {
		return nil, scenario.Case{}, err
	}
	c, err := model.Case("", o.spec())
	if err != nil {
		err = fmt.Errorf("--policy: %w", err)
	}
	return model, c, err
}

// settings returns what the flags change of the scenario, and what was typed for it.
func (o *workersOptions) settings() ([]scenario.Setting, map[scenario.Setting]string) {
	spaced := scenario.Setting("endpoint.limits.busy=interval(apart=" + o.spacing + ")")
	all := []scenario.Setting{scenario.Setting(fmt.Sprintf("flows.workers.arrivals=batches(size=%d)", o.workers)), spaced}
	if o.hints != hintsNone {
		all = append(all, scenario.Setting(fmt.Sprintf("endpoint.hints.%s=%[1]s()", o.hints)))
	}
	return all, map[scenario.Setting]string{spaced: "--spacing " + o.spacing}
}

// spec returns the policy of the flags: the lesson's, but for what they say.
func (o *workersOptions) spec() string {
	if o.policy != "" {
		return o.policy
	}
	form := map[string]string{jitterNone: "exponential", jitterFull: "full-jitter"}[o.jitter]
	return fmt.Sprintf("%s(base=%s, cap=8s, attempts=%d, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=8s)", form, o.base, o.attempts)
}
