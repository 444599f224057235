package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/stats"
)

// autoMax is how many seeds --seeds auto goes up to.
const autoMax = 100_000

// autoFlags say until when seeds are added, as typed.
type autoFlags struct {
	texts []string
	until []claim.Claim
}

func (a *autoFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&a.texts, "until", nil, "with --seeds auto, add seeds until a `claim` holds, such as 'halfwidth(completed_share) < 0.5pp'; may be repeated")
	completeNothing(cmd, "until")
}

// take takes "auto" out of the seeds, if it is there.
func (a *autoFlags) take(seeds *list) (auto bool, err error) {
	a.until, err = parseClaims("--until", a.texts)
	auto = len(*seeds) == 1 && (*seeds)[0] == "auto"
	switch {
	case auto && len(a.texts) == 0:
		err = errors.New("--seeds auto: want --until, too, such as 'halfwidth(completed_share) < 0.5pp'")
	case !auto && len(a.texts) > 0:
		err = errors.Join(err, errors.New("--until: want --seeds auto, too, which adds seeds until it holds"))
	}
	if auto {
		*seeds = nil
	}
	return auto, usage(err)
}

// check finds what is no condition to stop at.
func (a *autoFlags) check(s shape) error {
	var faults []error
	for _, c := range a.until {
		if err := report.CheckUntil(c, s.figures, s.cases); err != nil {
			faults = append(faults, fmt.Errorf("--until: %w", err))
		}
	}
	return usage(errors.Join(faults...))
}

// firstLook is how many seeds show whether the seeds change anything.
const firstLook = 10

// grow makes runs of more and more seeds, stage by stage, until all conditions
// hold, or there are autoMax seeds; then it says so. Where the first few seeds change
// no figure of any run it stops at once.
func (a *autoFlags) grow(ctx context.Context, e edge, all []*runs) (report.Samples, error) {
	var samples report.Samples
	defer func() {
		for _, r := range all {
			r.seeds = samples.Seeds() // of all stages, for the manifest
		}
	}()
	for have, next := 0, firstLook; next > have; {
		for _, r := range all {
			r.seeds = r.seeds[:0]
			for i := have; i < next; i++ {
				r.seeds = append(r.seeds, r.first+int64(i))
			}
			more, err := r.samples(ctx, e)
			if err != nil {
				return samples, err
			}
			if samples, err = samples.Join(more); err != nil {
				return samples, usage(err)
			}
		}
		if have, next = next, stats.First; have < stats.First && !samples.IsFixed() {
			continue
		}
		wanted, widest, err := samples.Until(a.until, autoMax)
		if err != nil {
			return samples, usageError{fmt.Errorf("--until: %w", err)}
		}
		if next = wanted; next == have && widest >= 1 {
			return samples, fmt.Errorf("%w: --until: after %d seeds a half-width is still %.2g times its bound", errInconclusive, have, widest)
		}
	}
	return samples, nil
}
