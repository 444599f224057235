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
	requests int64   // of all runs
	never    float64 // the share that had no answer
	runs     []latencies
}

// Latencies are those of the requests of one run and flow.
type latencies struct {
	*trace.Spans
	weight float64 // of one of them in the share of all
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
				a.runs = append(a.runs, latencies{&o.latencies[run][i], weight})
				a.never += float64(weight * float64(o.never[run][i]))
			}
		}
	}
	return a
}

// quantiles returns some latencies, about so many, in ns and in order, each with the
// share of requests that were answered within it.
func (a *answers) quantiles(about int64) (points plotter.XYs) {
	most := max(8, about/int64(max(1, len(a.runs))))
	for _, s := range a.runs {
		step := max(1, (s.Len()+most-1)/most)
		for rank := min(step, s.Len()) - 1; rank >= 0 && rank < s.Len(); rank += step {
			points = append(points, plotter.XY{X: float64(s.At(rank)), Y: float64(step) * s.weight})
			if last := s.Len() - 1; rank < last && rank+step > last {
				points = append(points, plotter.XY{X: float64(s.At(last)), Y: float64(last-rank) * s.weight})
			}
		}
	}
	slices.SortFunc(points, func(p, q plotter.XY) int { return cmp.Compare(p.X, q.X) })
	sum := 0.0
	for i := range points {
		sum += points[i].Y
		points[i].Y = sum
	}
	return points
}

// percentile returns the time within which a share of requests had an answer.
func (a *answers) percentile(share float64) string {
	for _, p := range a.quantiles(1 << 24) {
		if p.Y >= share-1e-9 {
			return spanOf(int64(p.X), a.step)
		}
	}
	return "never"
}

// within returns the share of requests that were answered within a time.
func (a *answers) within(ns int64) (share float64) {
	for _, s := range a.runs {
		low, high := int64(0), s.Len()
		for low < high {
			if middle := (low + high) / 2; s.At(middle) <= ns {
				low = middle + 1
			} else {
				high = middle
			}
		}
		share += float64(float64(low) * s.weight)
	}
	return share
}

// answeredNote says what shares of requests are of.
func answeredNote(rows []row) string {
	if of := runsOf(rows); of != "one seed" {
		return "all requests, in the mean of " + of
	}
	return "all requests of one seed"
}
