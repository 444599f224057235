package explore

import (
	"ratesim/report"
	"ratesim/scenario"
	"ratesim/trace"
)

// tallies counts one run. It is a trace.Sink.
type tallies struct {
	trace.Tally
	counts []trace.Counts
}

// row ends the count and returns its row.
func (t *tallies) row(run trace.Run) (report.Row, error) {
	t.Each = func(_ trace.Run, counts []trace.Counts) error {
		t.counts = counts
		return nil
	}
	if err := t.Finish(); err != nil {
		return report.Row{}, err
	}
	return rowOf(run, t.counts), nil
}

// rowOf returns the row of a run of the lesson's kind.
func rowOf(run trace.Run, counts []trace.Counts) report.Row {
	var flows report.Flows
	for i, flow := range run.Flows {
		switch flow.Name {
		case scenario.InteractiveFlow:
			flows.Interactive = counts[i]
		case scenario.BatchFlow:
			flows.Batch = counts[i]
		}
	}
	return report.NewRow(run, flows)
}

// A stepCounter counts one run of the lesson's kind step by step. It is a
// trace.Sink.
type stepCounter struct {
	step    int64 // ns
	series  series
	counted []int64 // calls of each step that count in the window
	arrived []int64 // requests of the batch
	ended   []int64
}

// stepsMax bounds the steps that the page draws.
const stepsMax = 100_000

// Run begins the count.
func (s *stepCounter) Run(r trace.Run) error {
	s.step = r.StepNS
	n := r.HorizonNS / r.StepNS
	if n > stepsMax {
		return tooManySteps(n)
	}
	for _, counts := range []*[]int64{
		&s.series.Interactive, &s.series.Batch, &s.series.Refused, &s.series.Fill, &s.series.Queue,
		&s.series.Gained, &s.series.Lost, &s.series.Wasted, &s.counted, &s.arrived, &s.ended,
	} {
		*counts = make([]int64, n)
	}
	return nil
}

// Request counts an arrival.
func (s *stepCounter) Request(r trace.Request) error {
	if r.Flow == scenario.BatchFlow {
		s.arrived[r.Arrival/s.step]++
	}
	return nil
}

// Decision does nothing.
func (s *stepCounter) Decision(trace.Decision) error { return nil }

// Attempt counts one sending.
func (s *stepCounter) Attempt(a trace.Attempt) error {
	switch {
	case a.Status == trace.StatusRateLimit:
		s.series.Refused[a.Step]++
	case a.Flow == scenario.InteractiveFlow:
		s.series.Interactive[a.Step]++
	default:
		s.series.Batch[a.Step]++
	}
	s.counted[a.Step]++
	if a.Status != trace.StatusOK {
		s.series.Wasted[a.Step] += a.InputTokens + a.OutputTokens
	}
	return nil
}

// End counts what became of a request. What has not ended by the horizon stays in
// the queue.
func (s *stepCounter) End(e trace.End) error {
	if e.Outcome == trace.OutcomeUnfinished {
		return nil
	}
	step := e.At / s.step
	switch {
	case e.Flow == scenario.BatchFlow:
		s.ended[step]++
	case e.Outcome == trace.OutcomeCompleted:
		s.series.Gained[step]++
	default:
		s.series.Lost[step]++
	}
	return nil
}

// finish sums up: over the steps of the window, or over all steps so far.
func (s *stepCounter) finish(limit scenario.Limit, window int64) series {
	var fill, queue int64
	for i := range s.counted {
		if !limit.CountRefused {
			s.counted[i] -= s.series.Refused[i]
		}
		fill += s.counted[i]
		if before := int64(i) - window; before >= 0 {
			fill -= s.counted[before]
		}
		queue += s.arrived[i] - s.ended[i]
		s.series.Fill[i], s.series.Queue[i] = fill, queue
	}
	for _, counts := range [][]int64{s.series.Gained, s.series.Lost, s.series.Wasted} {
		for i := 1; i < len(counts); i++ {
			counts[i] += counts[i-1]
		}
	}
	return s.series
}
