package explore

import (
	"errors"
	"fmt"
	"strconv"

	"ratesim/report"
	"ratesim/trace"
)

// A recordedAnswer is what is in a trace: its tables, as "ratesim report" prints them,
// and its runs.
type recordedAnswer struct {
	runAnswer
	Runs []recordedRun `json:"runs"`
}

// A recordedRun is a run to choose stories of.
type recordedRun struct {
	Load   string   `json:"load"`
	Policy string   `json:"policy"`
	Seed   string   `json:"seed"` // a text, for a number in JavaScript has 53 bits
	Flows  []string `json:"flows"`
}

// runsMax bounds the runs of a trace that the page lists.
const runsMax = 10_000

// answerRecorded reads a trace and counts it anew.
func answerRecorded(q question) (any, error) {
	a := recordedAnswer{Runs: []recordedRun{}}
	counted := countedTrace{}
	if err := q.read(trace.Tee{&eachRun{runs: &a.Runs}, counted.sink()}); err != nil {
		return nil, err
	}
	var err error
	a.runAnswer, err = counted.tables(q.Trace)
	return a, err
}

// read hands the records of the trace to a sink, and checks each on the way.
func (q question) read(sink trace.Sink) error {
	content, err := q.open(q.Trace)
	if err != nil {
		return err
	}
	check := &trace.Checker{}
	if err := trace.Read(content, q.Trace, trace.Tee{check, sink}); err != nil {
		return err
	}
	if err := check.Finish(); err != nil {
		found := &problems{}
		found.say(q.Trace, err.Error())
		return found
	}
	return nil
}

// A countedTrace counts the runs of a trace, which are of one kind.
type countedTrace struct {
	rows     []report.Row
	measured []report.Measured
	tally    tallies
	gauge    trace.Gauge
}

func (c *countedTrace) sink() trace.Sink {
	c.tally.Each = func(run trace.Run, counts []trace.Counts) error {
		if !run.Open {
			c.rows = append(c.rows, rowOf(run, counts))
		}
		return nil
	}
	c.gauge.Each = func(run trace.Run, flows []trace.Measures, traffic trace.Traffic) error {
		c.measured = append(c.measured, report.Measured{Run: run, Flows: flows, Traffic: traffic})
		return nil
	}
	return trace.Tee{&c.tally.Tally, &c.gauge}
}

// tables returns the tables of what was counted.
func (c *countedTrace) tables(name string) (runAnswer, error) {
	if err := errors.Join(c.tally.Finish(), c.gauge.Finish()); err != nil {
		return runAnswer{}, err
	}
	switch {
	case len(c.rows) > 0 && len(c.measured) > 0:
		return runAnswer{}, fmt.Errorf("%s: want runs of one kind; have some of the lesson's and some of open scenarios, whose tables differ", name)
	case len(c.rows) > 0:
		return lessonTables(c.rows), nil
	}
	return flowTables(c.measured), nil
}

// eachRun lists the runs of a trace. It is a trace.Sink.
type eachRun struct {
	nothing
	runs *[]recordedRun
}

// Run lists a run.
func (e *eachRun) Run(r trace.Run) error {
	if len(*e.runs) == runsMax {
		return fmt.Errorf("the page takes up to %d runs of a trace, and this one has more; ratesim report takes them all", int64(runsMax))
	}
	run := recordedRun{Load: r.Load, Policy: r.Policy, Seed: strconv.FormatInt(r.Seed, 10), Flows: []string{}}
	for _, flow := range r.Flows {
		run.Flows = append(run.Flows, flow.Name)
	}
	*e.runs = append(*e.runs, run)
	return nil
}

// nothing is a trace.Sink that takes no notice.
type nothing struct{}

// Run does nothing.
func (nothing) Run(trace.Run) error { return nil }

// Request does nothing.
func (nothing) Request(trace.Request) error { return nil }

// Attempt does nothing.
func (nothing) Attempt(trace.Attempt) error { return nil }

// Decision does nothing.
func (nothing) Decision(trace.Decision) error { return nil }

// End does nothing.
func (nothing) End(trace.End) error { return nil }
