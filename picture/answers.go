package picture

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/plotter"

	"ratesim/trace"
)

// answers are the latencies of a case's requests. Shares are means of runs, as those of
// the tables are: each run counts alike, however many requests it has.
type answers struct {
	policy   string
	label    string // the policy as it is shown
	step     int64
	requests int64       // of all runs
	never    float64     // the share that had no answer
	points   plotter.XYs // each latency, in ns and in order, with the share answered within it
}

// answers returns those of one flow, or of all.
func (o *occasion) answers(flow int, all bool) answers {
	a := answers{policy: o.run.Policy, label: o.label, step: o.run.StepNS}
	requests := make([]int64, len(o.latencies))
	runs := 0
	for run := range o.latencies {
		for i := range o.latencies[run] {
			if all || i == flow {
				requests[run] += o.latencies[run][i].Len() + o.never[run][i]
			}
		}
		a.requests += requests[run]
		runs += min(1, int(requests[run]))
	}
	for run := range o.latencies {
		if requests[run] == 0 {
			continue
		}
		weight := 1 / float64(runs) / float64(requests[run])
		for i := range o.latencies[run] {
			if all || i == flow {
				a.weigh(&o.latencies[run][i], weight)
				a.never += float64(weight * float64(o.never[run][i]))
			}
		}
	}
	a.sum()
	return a
}

// weigh adds the latencies of a run and flow, each with what one request is of the share
// of all, times how many have it.
func (a *answers) weigh(latencies *trace.Spans, weight float64) {
	for ns, requests := range latencies.All() {
		a.points = append(a.points, plotter.XY{X: float64(ns), Y: float64(requests) * weight})
	}
}

// sum turns weights into the share answered within each latency, one point for each.
func (a *answers) sum() {
	slices.SortStableFunc(a.points, func(p, q plotter.XY) int { return cmp.Compare(p.X, q.X) })
	share, kept := 0.0, a.points[:0]
	for _, p := range a.points {
		share += p.Y
		if last := len(kept) - 1; last >= 0 && kept[last].X == p.X {
			kept[last].Y = share
			continue
		}
		kept = append(kept, plotter.XY{X: p.X, Y: share})
	}
	a.points = slices.Clip(kept)
}

// quantiles returns some latencies, at most so many, in ns and in order, each with the
// share of requests that were answered within it. Those that are left out between two
// are fewer than one request in most-1.
func (a *answers) quantiles(most int) (points plotter.XYs) {
	if len(a.points) <= most {
		return a.points
	}
	next := 0.0
	for i, p := range a.points {
		if p.Y >= next || i == len(a.points)-1 {
			points = append(points, p)
			next = p.Y + 1/float64(most-1)
		}
	}
	return points
}

// percentile returns the time within which a share of requests had an answer.
func (a *answers) percentile(share float64) string {
	i := slices.IndexFunc(a.points, func(p plotter.XY) bool { return p.Y >= share-1e-9 })
	if i < 0 {
		return "never"
	}
	return spanOf(int64(a.points[i].X), a.step)
}

// within returns the share of requests that were answered within a time.
func (a *answers) within(ns float64) float64 {
	i, met := slices.BinarySearchFunc(a.points, ns, func(p plotter.XY, ns float64) int { return cmp.Compare(p.X, ns) })
	if met {
		i++
	}
	if i == 0 {
		return 0
	}
	return a.points[i-1].Y
}

// neverText says what share of requests had no answer.
func (a *answers) neverText() string { return "never " + percentText(a.never) }

// answeredNote says what shares of requests are of.
func answeredNote(rows []row) string {
	if of := runsOf(rows); of != "one seed" {
		return "all requests, in the mean of " + of
	}
	return "all requests of one seed"
}
