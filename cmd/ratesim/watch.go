package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ratesim/policy"
	"ratesim/report"
	"ratesim/suggest"
)

// watchOptions are the flags of "ratesim watch", as typed.
type watchOptions struct {
	script  list
	policy  string
	jitter  string
	seed    pythonSeed
	attempt attemptFlags
	real    bool
}

func newWatchCommand(e edge) *cobra.Command {
	o := watchOptions{policy: "course", seed: pythonSeed{*big.NewInt(8)}}
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Watch a policy work on failures that follow a script",
		Long: `Send one request to a provider that fails on purpose, and tell what the policy
makes of each failure. Without flags this is the lesson "Handle provider
limits": its policy, its failures, and its draws from Python's random.Random.

A script is what comes of each attempt; those after it are answered. It has
rate_limit, timeout, server_error, connection, cut, exhausted, ok, or a status
such as 400. Failures with an answer may ask for a wait, in seconds, as does
rate_limit:0.511.`,
		Args: noArguments,
		Example: `  ratesim watch
  ratesim watch --script rate_limit,timeout,server_error --jitter none
  ratesim watch --script rate_limit:0.511,503 --policy 'equal-jitter(base=1s)'`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(e, cmd) },
	}
	o.register(cmd)
	registerManifest(e, cmd)
	return cmd
}

func (o *watchOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&o.script, "script", "`list` of what comes of the attempts; default rate_limit,timeout,server_error")
	f.Var((*textFlag)(&o.policy), "policy", "`policy` of the client")
	f.Var((*textFlag)(&o.jitter), "jitter", "`kind` of jitter in place of the policy's: none, or full: from 0 to the wait without")
	f.Var(&o.seed, "seed", "`seed` of the draws, a whole number of any size")
	o.attempt.register(cmd)
	f.BoolVar(&o.real, "real", false, "wait in real time")
	completeList(cmd, "script", func(*cobra.Command) []string { return scriptWords() })
	complete(cmd, "policy", func(*cobra.Command) []string { return policyWords() })
	complete(cmd, "jitter", func(*cobra.Command) []string { return jitters() })
	completeNothing(cmd, "seed")
}

func scriptWords() []string { return append(failureWords(), "ok") }

func jitters() []string { return []string{jitterNone, jitterFull} }

func (o *watchOptions) run(e edge, cmd *cobra.Command) error {
	watch, err := o.open(e)
	if err := errors.Join(checkManifest(e, cmd), err); err != nil {
		return usage(err)
	}
	return watch.run(cmd.Context())
}

// open makes ready what the flags say, or tells all that is wrong with them.
func (o *watchOptions) open(e edge) (*watch, error) {
	script := o.script
	if script == nil {
		script = list{"rate_limit", "timeout", "server_error"}
	}
	outcomes, faults := parseOutcomes("--script", script, scriptWords())
	p, err := policy.Parse(o.policy, policy.Defaults{})
	faults = append(faults, named("--policy", err))
	switch {
	case o.jitter != "" && !slices.Contains(jitters(), o.jitter):
		faults = append(faults, fmt.Errorf("--jitter: want none or full; have %q%s", o.jitter, suggest.Question(o.jitter, jitters())))
	case o.jitter != "" && err == nil:
		p, err = changeJitter(p, o.jitter == jitterFull)
		faults = append(faults, named("--jitter", err))
	}
	trait, more := o.attempt.parse()
	if err := errors.Join(append(faults, more...)...); err != nil {
		return nil, err
	}
	e.journal.tried(o.policy, p)
	w := &watch{out: e.out, script: outcomes, attemptTrait: trait, rng: rand.New(o.seed.source()), real: o.real && !e.readsOnly}
	w.session = policy.Begin(p, 0)
	return w, nil
}

// A watch is one request to a provider that follows a script.
type watch struct {
	out    io.Writer
	script []outcome // all attempts after it are answered
	attemptTrait
	session policy.Session
	rng     *rand.Rand
	now     time.Duration // since the request's first attempt was sent
	real    bool
}

// run sends the request until it is answered or given up, and tells of each
// attempt when its end is known.
func (w *watch) run(ctx context.Context) error {
	for attempt := 1; ; attempt++ {
		o := outcome{answered: true}
		if attempt <= len(w.script) {
			o = w.script[attempt-1]
		}
		o.Repeat = w.repeat
		if err := w.pass(ctx, w.lasts(o, &w.session, w.now)); err != nil {
			return err
		}
		if o.answered {
			return w.tell("attempt %d: answered; %s s in total", attempt, tenths(w.now))
		}
		d := w.session.Failed(w.now, o.Failure, w.rng)
		if err := w.tell("attempt %d: %s%s", attempt, failureText(o), decisionText(d)); err != nil {
			return err
		}
		if !d.Again {
			if err := w.pass(ctx, d.Idle); err != nil {
				return err
			}
			return w.tell("gives up after %s s: %s", tenths(w.now), reason(d))
		}
		if err := w.pass(ctx, d.Wait); err != nil {
			return err
		}
	}
}

func (w *watch) tell(format string, args ...any) error {
	_, err := fmt.Fprintf(w.out, format+"\n", args...)
	return err
}

// pass lets time pass: virtual, and real if that is wanted, until a signal comes.
func (w *watch) pass(ctx context.Context, span time.Duration) error {
	w.now = plus(w.now, span)
	if !w.real || span == 0 {
		return nil
	}
	timer := time.NewTimer(span)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// failureText says what came of an attempt.
func failureText(o outcome) string {
	text := map[policy.FailureKind]string{
		policy.RateLimit:   "rate limited",
		policy.Exhausted:   "account used up",
		policy.Rejected:    "rejected",
		policy.ServerError: "server error",
		policy.Timeout:     "no answer in time",
		policy.Connection:  "connection lost",
		policy.Cut:         "answer cut off",
	}[o.Kind]
	if o.Status != 0 {
		text += fmt.Sprintf(" (%d)", o.Status)
	}
	return text
}

// decisionText says what the policy makes of a failure.
func decisionText(d policy.Decision) string {
	asked := report.Seconds(int64(d.Asked))
	switch {
	case !d.Again && d.Hinted && d.Why != policy.WhyHint: // which says it
		return fmt.Sprintf(", asked for %s s", asked)
	case !d.Again:
		return ""
	}
	text := fmt.Sprintf("; waits %s s", hundredths(d.Wait))
	switch {
	case d.Heeded && d.Asked == d.Wait:
		text += ", as asked"
	case d.Heeded:
		text += fmt.Sprintf(", asked for %s s", asked)
	case d.Hinted:
		text += fmt.Sprintf(", though asked for %s s", asked)
	}
	if d.Layer > 0 {
		text += fmt.Sprintf("; layer %d around the innermost decided", d.Layer)
	}
	return text
}

// hundredths returns a span in seconds, to a hundredth as in the lesson; exactly
// where it is shorter than that.
func hundredths(d time.Duration) string {
	if 0 < d && d < 10*time.Millisecond {
		return report.Seconds(int64(d))
	}
	return fmt.Sprintf("%.2f", d.Seconds())
}

// tenths returns a span in seconds, to a tenth as in the lesson.
func tenths(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }
