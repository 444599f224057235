package explore

import (
	"fmt"
	"time"

	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/trace"
)

// A runner runs one case under seed after seed.
type runner struct {
	model *scenario.Model
	c     scenario.Case
	run   *sim.Runner
}

func newRunner(m *scenario.Model, c scenario.Case) *runner {
	return &runner{model: m, c: c, run: sim.NewRunner(m.Config(c))}
}

// runParts is how finely the progress of one run is told.
const runParts = 1000

// A part is the place of one run among all that a question makes.
type part struct {
	number, of int64
	tell       Progress
}

// make makes a run, records it in the sink, and returns its header.
func (r *runner) make(seed int64, sink trace.Sink, p part) (trace.Run, error) {
	header := r.model.Header(r.c, seed)
	if err := sink.Run(header); err != nil {
		return header, err
	}
	r.run.Progress = func(now time.Duration) error {
		share := float64(now) / float64(header.HorizonNS)
		return p.tell(p.number*runParts+int64(share*runParts), p.of*runParts)
	}
	if _, err := r.run.Run(seed, sink); err != nil {
		return header, fmt.Errorf("policy %s: %w", header.PolicySpec, err)
	}
	return header, p.tell((p.number+1)*runParts, p.of*runParts)
}

// makeChecked makes a run whose records are shown, and holds them against the rules of
// its limits, as the commands do that write or read records.
func (r *runner) makeChecked(seed int64, sink trace.Sink, tell Progress) (trace.Run, error) {
	check := &trace.Checker{}
	header, err := r.make(seed, trace.Tee{check, sink}, part{of: 1, tell: tell})
	if err != nil {
		return header, err
	}
	if err := check.Finish(); err != nil {
		return header, fmt.Errorf("policy %s, seed %d: %w", header.PolicySpec, seed, err)
	}
	return header, nil
}

// A runEach makes the runs of some cases under some seeds, seed by seed.
type runEach struct {
	model *scenario.Model
	cases []scenario.Case
	first int64 // seed
	count int64 // of seeds
	tell  Progress
	also  trace.Sink // records all runs; nil for none
}

// do makes all runs. one says what records a case's run, and then is told that it
// has ended.
func (e runEach) do(one func(number int) (trace.Sink, func(trace.Run) error)) error {
	var runners []*runner
	for _, c := range e.cases {
		runners = append(runners, newRunner(e.model, c))
	}
	p := part{of: e.count * int64(len(e.cases)), tell: e.tell}
	for i := range e.count {
		for number, r := range runners {
			sink, end := one(number)
			if e.also != nil {
				sink = trace.Tee{sink, e.also}
			}
			header, err := r.make(e.first+i, sink, p)
			if err == nil {
				err = end(header)
			}
			if err != nil {
				return err
			}
			p.number++
		}
	}
	return nil
}

// each returns the runs of a question about all of a scenario's.
func (q question) each() (runEach, error) {
	seeds, err := q.seedsOf()
	if err != nil {
		return runEach{}, err
	}
	m, err := q.model()
	if err != nil {
		return runEach{}, err
	}
	cases, err := q.cases(m)
	return runEach{model: m, cases: cases, first: q.seed(m), count: seeds, tell: q.tell}, err
}
