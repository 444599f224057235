package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/policy"
	"ratesim/report"
)

// waitsOptions are the flags of "ratesim waits", as typed.
type waitsOptions struct {
	failures list
	headers  []string
	attempts int
	attempt  attemptFlags
	output   outputFlags
}

// How many attempts "ratesim waits" shows, and may show.
const (
	attemptsShown = 10
	attemptsMost  = 1000
)

func newWaitsCommand(e edge) *cobra.Command {
	var o waitsOptions
	cmd := &cobra.Command{
		Use:   "waits POLICY",
		Short: "Show how long a policy waits after each failure, and when it stops",
		Long: `Show what a policy does about a request that fails again and again: after
each attempt the bounds of the wait, its mean and the total so far, in seconds,
and why it stops. Nothing is drawn: bounds and means are of all that chance may
bring. Where other time passes, too, a column says when the next attempt is
sent, or the policy gives up.

Failures are rate_limit, timeout, server_error, connection, cut, exhausted, or a
status such as 400. Those with an answer may ask for a wait, in seconds, in the
place of the headers: rate_limit:30.`,
		Args: oneArgument("a POLICY such as course or 'exponential(base=1s)'"),
		Example: `  ratesim waits course
  ratesim waits 'full-jitter(base=1s, retries=3)' --failures 503,timeout
  ratesim waits 'course(base=1s)' --header 'retry-after: 6'`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(e, cmd, args[0]) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return startingWith(typed, policyWords()), cobra.ShellCompDirectiveNoFileComp
		},
	}
	o.register(cmd)
	registerManifest(e, cmd)
	return cmd
}

func (o *waitsOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&o.failures, "failures", "`failures` of the attempts, with commas or > between them, the last one of all further ones; default rate_limit")
	f.StringArrayVar(&o.headers, "header", nil, "a header `field` of the answers, such as 'retry-after: 61'; may be repeated")
	f.IntVar(&o.attempts, "attempts", attemptsShown, "`number` of attempts to show at most")
	o.attempt.register(cmd)
	o.output.register(cmd)
	completeList(cmd, "failures", func(*cobra.Command) []string { return failureWords() })
	completeNothing(cmd, "header", "attempts")
}

func (o *waitsOptions) run(e edge, cmd *cobra.Command, text string) error {
	format, faults := o.output.check()
	plan, more := o.plan(cmd, text)
	if err := errors.Join(append(append(more, faults...), checkManifest(e, cmd))...); err != nil {
		return usage(err)
	}
	e.journal.tried(text, plan.policy)
	schedule := plan.schedule()
	for _, note := range plan.headerNotes() {
		schedule.Notes = append(schedule.Notes, note)
		if format == report.FormatCSV || format == report.FormatNDJSON { // which have no place for it
			tell(e.err, "%s", note)
		}
	}
	return o.output.print(e, format, schedule)
}

// plan returns what the flags ask for, or all that is wrong with them.
func (o *waitsOptions) plan(cmd *cobra.Command, text string) (plan schedulePlan, faults []error) {
	var err error
	var more [3][]error
	plan.policy, err = policy.Parse(text, policy.Defaults{})
	plan.outcomes, more[0] = parseOutcomes("--failures", o.words(), failureWords())
	plan.fields, plan.said, more[1] = parseHeader(o.headers)
	plan.attemptTrait, more[2] = o.attempt.parse()
	faults = append([]error{err}, slices.Concat(more[:]...)...)
	plan.rows = o.attempts
	if !cmd.Flags().Changed("attempts") {
		plan.rows = min(attemptsMost, max(plan.rows, len(plan.outcomes)))
	}
	if plan.rows < 1 || plan.rows > attemptsMost {
		faults = append(faults, fmt.Errorf("--attempts: want a number from 1 to %d; have %d", attemptsMost, o.attempts))
	}
	for i := range plan.outcomes {
		if f := &plan.outcomes[i].Failure; f.Status != 0 && f.Said == nil {
			f.Said = plan.said
		}
		plan.outcomes[i].Repeat = plan.repeat
	}
	return plan, faults
}

// words returns the failures, which may have > between them, too.
func (o *waitsOptions) words() []string {
	var words []string
	for _, item := range o.failures {
		words = append(words, strings.Split(item, ">")...)
	}
	if len(words) == 0 {
		return []string{"rate_limit"}
	}
	return words
}
