package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ratesim/figure"
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/scenarios/published"
	"ratesim/sim"
	"ratesim/sweep"
	"ratesim/trace"
)

// An experiment is one case of a published study, with all the figures that its
// runs give.
type experiment struct {
	study  published.Study
	claims []published.Claim
	model  *scenario.Model
	of     scenario.Case
	values [][]float64 // by run, of each claim
}

// experiments makes ready what the studies claim.
func (o *reproduceOptions) experiments(studies []published.Study) ([]*experiment, error) {
	var all []*experiment
	for _, study := range studies {
		claims, err := study.Claims()
		if err != nil {
			return nil, err
		}
		for _, claim := range claims {
			if len(o.policy) > 0 && !slices.Contains(o.policy, claim.Policy) {
				continue
			}
			if len(all) > 0 && all[len(all)-1].holds(study, claim) {
				last := all[len(all)-1]
				last.claims = append(last.claims, claim)
				continue
			}
			x, err := newExperiment(study, claim)
			if err != nil {
				return nil, err
			}
			x.values = make([][]float64, cmp.Or(o.seeds, study.Runs))
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return nil, usageError{fmt.Errorf("--policy: no study that was asked for has a figure of %s", strings.Join(o.policy, ", "))}
	}
	return all, nil
}

// holds reports whether a claim is about the experiment's runs.
func (x *experiment) holds(study published.Study, c published.Claim) bool {
	first := x.claims[0]
	return x.study.Name == study.Name && first.Policy == c.Policy && slices.Equal(first.Settings, c.Settings)
}

func newExperiment(study published.Study, c published.Claim) (*experiment, error) {
	in := scenario.Input{FileName: study.Name + ".yaml", File: strings.NewReader(string(study.Scenario()))}
	for _, s := range c.Settings {
		in.Settings = append(in.Settings, scenario.Setting(s))
	}
	read, err := scenario.Read(in)
	if err != nil {
		return nil, err
	}
	model, err := scenario.NewOpenModel(read)
	if err != nil {
		return nil, err
	}
	of, err := model.Case("", c.Policy)
	return &experiment{study: study, claims: []published.Claim{c}, model: model, of: of}, err
}

// A piece is one run of an experiment.
type piece struct {
	*experiment
	run int
}

// jobOf returns the work of runs. Those of one experiment come together, so a
// worker keeps the means for one.
func jobOf(pieces []piece, bar *progress, workers int) sweep.Job {
	return sweep.Job{Pieces: len(pieces), Workers: workers, New: func() sweep.Worker {
		var of *experiment
		var runner *sim.Runner
		return func(ctx context.Context, index int) (err error) {
			p := pieces[index]
			if p.experiment != of {
				of, runner = p.experiment, sim.NewRunner(p.model.Config(p.of))
			}
			runner.Progress = func(time.Duration) error { return context.Cause(ctx) }
			p.values[p.run], err = p.measure(runner, p.model.Scenario.Seed+int64(p.run))
			bar.done.Add(1)
			return err
		}
	}}
}

// measure makes one run and returns the figures of the claims.
func (x *experiment) measure(runner *sim.Runner, seed int64) (values []float64, err error) {
	gauge := &figure.Gauge{Each: func(_ trace.Run, v []float64) error { values = v; return nil }}
	for _, c := range x.claims {
		f, _, err := figure.Forms().Parse(c.Figure, 0)
		if err != nil {
			return nil, err
		}
		gauge.Figures = append(gauge.Figures, f)
	}
	header := x.model.Header(x.of, seed)
	if err := gauge.Run(header); err != nil {
		return nil, err
	}
	if _, err := runner.Run(seed, gauge); err != nil {
		return nil, runError(header, err)
	}
	return values, gauge.Finish()
}

// rows holds the claims against the runs.
func (x *experiment) rows() (rows []report.Reproduction) {
	for i, c := range x.claims {
		ours := make([]float64, len(x.values))
		for run := range ours {
			ours[run] = x.values[run][i]
		}
		compared := c.Compare(ours)
		rows = append(rows, report.Reproduction{
			Study: x.study.Name, Case: c.Case, Policy: c.Policy, What: c.What,
			Theirs: c.Mean, Ours: compared.Mean, Errors: compared.Errors, Decimals: c.Decimals,
			Exact: c.Exact, Agrees: compared.Agrees, Undecided: compared.Undecided, Runs: int64(len(ours)),
			Figure: c.Figure, Settings: strings.Join(c.Settings, "; "), Source: x.study.Source,
		})
	}
	return rows
}
