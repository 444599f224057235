package explore

import (
	"fmt"

	"ratesim/report"
	"ratesim/trace"
)

// A runAnswer is the tables of runs, and what is to be said of all of them.
type runAnswer struct {
	Tables []titled `json:"tables"`
	Notes  []string `json:"notes"`
}

type titled struct {
	Title string `json:"title"`
	Table table  `json:"table"`
}

// seedsOf returns how many seeds a question is about.
func (q question) seedsOf() (int64, error) {
	if q.Count < 0 || q.Count > seedsMax {
		return 0, fmt.Errorf("want up to %d seeds; have %d", int64(seedsMax), q.Count)
	}
	return max(q.Count, 1), nil
}

// answerRun makes all runs of a scenario and returns their tables.
func answerRun(q question) (any, error) {
	each, err := q.each()
	if err != nil {
		return nil, err
	}
	if each.model.Scenario.IsOpen() {
		measured, err := each.measured()
		return flowTables(measured), err
	}
	rows, err := each.rows()
	return lessonTables(rows), err
}

// lessonTables returns the table of runs that are counted in steps.
func lessonTables(rows []report.Row) runAnswer {
	return runAnswer{Tables: []titled{{"results", tableOf(report.Results{Rows: rows}.Table())}}, Notes: []string{report.CountsNote}}
}

// flowTables returns all tables of what was measured in runs of open scenarios.
func flowTables(measured []report.Measured) runAnswer {
	a := runAnswer{Notes: append([]string{}, report.CapacityNotes(measured)...)}
	var results report.FlowResults
	for _, run := range measured {
		results.Rows = append(results.Rows, report.NewFlowRows(run)...)
	}
	for _, v := range report.Views() {
		a.Tables = append(a.Tables, titled{string(v), tableOf(results.Table(v))})
	}
	return a
}

// rows makes the runs of a scenario of steps and returns a row of each.
func (e runEach) rows() (rows []report.Row, err error) {
	err = e.do(func(int) (trace.Sink, func(trace.Run) error) {
		counts := &tallies{}
		return counts, func(run trace.Run) error {
			row, err := counts.row(run)
			rows = append(rows, row)
			return err
		}
	})
	return rows, err
}

// measured makes the runs of an open scenario and returns what was measured.
func (e runEach) measured() (all []report.Measured, err error) {
	err = e.gauged(func(run report.Measured) { all = append(all, run) })
	return all, err
}

// gauged makes the runs of an open scenario and hands on what was measured of each.
func (e runEach) gauged(one func(report.Measured)) error {
	return e.do(func(int) (trace.Sink, func(trace.Run) error) {
		gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
			one(report.Measured{Run: run, Flows: flows, Traffic: traffic})
			return nil
		}}
		return gauge, func(trace.Run) error { return gauge.Finish() }
	})
}

// errMany is what a question about one run must not be.
var errMany = fmt.Errorf("the run has more than %d records, and the page keeps no more; the command line does: run --trace writes them, and explain reads them", int64(recordsMax))

// recordsMax bounds the records of a run that the page keeps.
const recordsMax = 2_000_000
