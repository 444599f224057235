package explore

import (
	"errors"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/trace"
)

// A flowsAnswer is what two flows on one limit went through, policy by policy.
type flowsAnswer struct {
	Table  table        `json:"table"`
	Rows   []report.Row `json:"rows"`
	Limit  int64        `json:"limit"`  // calls in a window
	Window int64        `json:"window"` // steps
	Series []series     `json:"series"` // one a row
}

// series are the counts of a run, step by step.
type series struct {
	Interactive []int64 `json:"interactive"` // calls that the limit admitted
	Batch       []int64 `json:"batch"`       // calls that the limit admitted
	Refused     []int64 `json:"refused"`     // calls of both flows
	Fill        []int64 `json:"fill"`        // of the window when the step ends
	Queue       []int64 `json:"queue"`       // requests of the batch that have not ended when the step ends
	Gained      []int64 `json:"gained"`      // interactive answers so far
	Lost        []int64 `json:"lost"`        // interactive requests given up so far
	Wasted      []int64 `json:"wasted"`      // tokens so far
}

var errOpen = errors.New("want a scenario that is counted in steps, such as the lesson")

// answerFlows makes a run of each policy under one load.
func answerFlows(q question) (any, error) {
	m, cases, err := q.stepped()
	if err != nil {
		return nil, err
	}
	a := flowsAnswer{Limit: m.Scenario.Limit.Calls}
	a.Window, _ = m.Scenario.Limit.Window.In(m.Scenario.Step)
	var results report.Results
	err = runEach{model: m, cases: cases, first: q.seed(m), count: 1, tell: q.tell}.do(func(int) (trace.Sink, func(trace.Run) error) {
		steps, counts := &stepCounter{}, &tallies{}
		return trace.Tee{steps, counts}, func(run trace.Run) error {
			row, err := counts.row(run)
			results.Rows = append(results.Rows, row)
			a.Series = append(a.Series, steps.finish(m.Scenario.Limit, a.Window))
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	a.Rows = results.Rows
	a.Table = tableOf(results.Table())
	a.Table.Notes = append(a.Table.Notes, report.CountsNote)
	return a, nil
}

// stepped returns the model and cases of a question about a scenario of steps.
func (q question) stepped() (*scenario.Model, []scenario.Case, error) {
	m, err := q.model()
	if err != nil {
		return nil, nil, err
	}
	if m.Scenario.IsOpen() {
		return nil, nil, errOpen
	}
	cases, err := q.cases(m)
	return m, cases, err
}
