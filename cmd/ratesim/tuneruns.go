package main

import (
	"context"
	"math"
	"slices"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/sweep"
	"ratesim/tune"
)

// seedsAtOnce is how many runs of one policy are one piece of work.
const seedsAtOnce = 9

// samples makes runs of policies under seeds and returns their figures.
func (t *tuning) samples(ctx context.Context, bar *progress, policies []string, seeds []int64) (report.Samples, error) {
	r := *t.runs
	r.seeds, r.cases = seeds, nil
	for _, text := range policies {
		c, err := r.model.Case(t.load, text)
		if err != nil {
			return report.Samples{}, err
		}
		r.cases = append(r.cases, c)
	}
	if r.model.Scenario.IsOpen() {
		runs, err := spreadOut(ctx, bar, &r, func(c *caseRunner, w wanted) ([]report.FlowRow, error) {
			m, err := c.measure(ctx, w, nil)
			if err != nil {
				return nil, err
			}
			return report.NewFlowRows(m), nil
		})
		return report.FlowSamples(r.label, slices.Concat(runs...)), err
	}
	rows, err := spreadOut(ctx, bar, &r, func(c *caseRunner, w wanted) (report.Row, error) { return c.run(ctx, w, nil) })
	return report.LessonSamples(r.label, rows), err
}

// spreadOut makes all runs, case by case and in each seed by seed. Where gather keeps
// a Runner for every case, it makes one for a few seeds: cases are many here.
func spreadOut[T any](ctx context.Context, bar *progress, r *runs, one func(*caseRunner, wanted) (T, error)) ([]T, error) {
	rows := make([]T, len(r.cases)*len(r.seeds))
	blocks := (len(r.seeds) + seedsAtOnce - 1) / seedsAtOnce
	job := sweep.Job{Pieces: len(r.cases) * blocks, Workers: r.workers, New: func() sweep.Worker {
		return func(_ context.Context, index int) error {
			number, block := index/blocks, index%blocks
			alone := *r
			alone.cases = []scenario.Case{r.cases[number]}
			worker := &caseRunner{runs: &alone, bar: bar, runners: []*sim.Runner{sim.NewRunner(r.model.Config(r.cases[number]))}}
			for i := block * seedsAtOnce; i < min((block+1)*seedsAtOnce, len(r.seeds)); i++ {
				row, err := one(worker, wanted{seed: r.seeds[i]})
				if err != nil {
					return err
				}
				rows[number*len(r.seeds)+i] = row
			}
			return nil
		}
	}}
	if err := job.Run(ctx); err != nil {
		return rows, err
	}
	return rows, r.err()
}

// measure makes runs and returns what the search goes by.
func (t *tuning) measure(bar *progress) tune.Run {
	return func(ctx context.Context, policies []string, seeds []int64) ([]tune.Measured, error) {
		samples, err := t.samples(ctx, bar, policies, seeds)
		if err != nil {
			return nil, err
		}
		figures := t.figuresOf(samples)
		t.keepBases(figures, policies, seeds)
		var all []tune.Measured
		for _, text := range policies {
			var m tune.Measured
			for i, axis := range t.axes {
				values := slices.Clone(figures(text, axis))
				for j := range values {
					values[j] *= t.signs[i]
				}
				m.Axes = append(m.Axes, values)
			}
			for i, axis := range t.bounds {
				m.Margins = append(m.Margins, t.margins(i, figures(text, axis), seeds))
			}
			all = append(all, m)
		}
		return all, nil
	}
}

// figuresOf returns how to look up the values of a policy on an axis, seed by seed.
func (t *tuning) figuresOf(s report.Samples) func(string, report.Axis) []float64 {
	places := map[report.Case]int{}
	for i, c := range s.Cases {
		places[c] = i
	}
	return func(text string, a report.Axis) []float64 {
		return s.Values(places[report.Case{Scenario: t.runs.label, Load: t.load, Policy: text, Flow: a.Flow}], a.Figure.Name)
	}
}

// keepBases keeps the values that constraints are relative to.
func (t *tuning) keepBases(figures func(string, report.Axis) []float64, policies []string, seeds []int64) {
	for i, c := range t.claims {
		if c.Bound.Of == "" || !slices.Contains(policies, c.Bound.Of) {
			continue
		}
		for j, value := range figures(c.Bound.Of, t.bounds[i]) {
			t.bases[baseValue{policy: c.Bound.Of, axis: t.bounds[i].Name(), seed: seeds[j]}] = value
		}
	}
}

// margins returns by how much a constraint holds, seed by seed.
func (t *tuning) margins(number int, values []float64, seeds []int64) []float64 {
	c := t.claims[number]
	margins := make([]float64, len(values))
	for i, v := range values {
		bound := c.Bound.Value(t.bases[baseValue{policy: c.Bound.Of, axis: t.bounds[number].Name(), seed: seeds[i]}])
		margin := v - bound
		switch c.Op.Upwards() {
		case -1:
			margin = -margin
		case 0:
			margin = -math.Abs(margin)
		}
		isStrict := c.Op == "<" || c.Op == ">"
		switch {
		case math.IsNaN(margin):
			margin = math.Inf(-1)
		case isStrict && margin == 0:
			margin = -1e-12 * max(1, math.Abs(bound))
		}
		margins[i] = margin
	}
	return margins
}
