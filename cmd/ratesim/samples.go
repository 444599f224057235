package main

import (
	"context"

	"ratesim/report"
)

// samples makes all runs and returns their figures.
func (r *runs) samples(ctx context.Context, e edge) (report.Samples, error) {
	if !r.model.Scenario.IsOpen() {
		rows, err := r.rows(ctx, e)
		return report.LessonSamples(r.label, rows), err
	}
	runs, err := gather(ctx, e, r, func(c *caseRunner, w wanted) ([]report.FlowRow, error) {
		m, err := c.measure(ctx, w, nil)
		if err != nil {
			return nil, err
		}
		r.demands.add(m)
		return report.NewFlowRows(m), nil
	})
	var rows []report.FlowRow
	for _, run := range runs {
		rows = append(rows, run...)
	}
	return report.FlowSamples(r.label, rows), err
}
