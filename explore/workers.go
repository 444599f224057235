package explore

import (
	"fmt"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/trace"
)

// workersMax and seedsMax bound what one question draws, as the commands do.
const (
	workersMax = 1000
	seedsMax   = 100_000
)

// A workersAnswer is what several workers did side by side.
type workersAnswer struct {
	Policy   string      `json:"policy"` // in canonical form
	Seed     int64       `json:"seed"`
	Workers  []oneWorker `json:"workers"`
	Attempts int64       `json:"attempts"`
	Refused  int64       `json:"rate_limited"`
	Answered int64       `json:"answered"`
	Last     int64       `json:"last_answer_ns"`
	LastText string      `json:"last_answer"`
	Table    table       `json:"table"`
}

type oneWorker struct {
	Marks    []mark  `json:"marks"`
	Waits    []int64 `json:"waits_ns"`
	Answered bool    `json:"answered"`
	End      int64   `json:"end_ns"`
	Result   string  `json:"result"`
}

type mark struct {
	At       int64  `json:"at_ns"`
	Text     string `json:"at"` // in seconds
	Answered bool   `json:"answered"`
}

// one returns the model of the question and its one case.
func (q question) one() (*scenario.Model, scenario.Case, error) {
	m, err := q.model()
	if err != nil {
		return nil, scenario.Case{}, err
	}
	c, err := m.Case(q.Load, q.Policy)
	return m, c, err
}

// answerWorkers makes one run and shows its requests side by side.
func answerWorkers(q question) (any, error) {
	m, c, err := q.one()
	if err != nil {
		return nil, err
	}
	line, err := timeline(newRunner(m, c), q.seed(m), q.tell)
	if err != nil {
		return nil, err
	}
	a := workersAnswer{
		Policy: c.Spec(), Seed: q.seed(m), Workers: []oneWorker{},
		Attempts: line.Attempts, Refused: line.Refused, Answered: line.Answered,
		Last: line.Last, LastText: report.Seconds(line.Last), Table: tableOf(line.Table()),
	}
	for _, w := range line.Workers {
		one := oneWorker{Waits: append([]int64{}, w.Waits...), Answered: w.Answered, End: w.End, Result: w.Result}
		for _, m := range w.Marks {
			one.Marks = append(one.Marks, mark{m.At, report.Seconds(m.At), m.Answered})
		}
		a.Workers = append(a.Workers, one)
	}
	return a, nil
}

// timeline makes one run and returns its time line.
func timeline(r *runner, seed int64, tell Progress) (report.Timeline, error) {
	stories := &report.Stories{}
	if _, err := r.makeChecked(seed, stories, tell); err != nil {
		return report.Timeline{}, err
	}
	if len(stories.All) > workersMax {
		return report.Timeline{}, fmt.Errorf("want at most %d workers; have %d", workersMax, len(stories.All))
	}
	return report.NewTimeline(stories.All), nil
}

// A drawsAnswer is what many draws of the jitter have in common.
type drawsAnswer struct {
	Draws []report.Draw `json:"draws"`
	Table table         `json:"table"`
}

// answerDraws makes a run for each of Count seeds from Seed on.
func answerDraws(q question) (any, error) {
	if q.Count < 1 || q.Count > seedsMax {
		return nil, fmt.Errorf("want 1 to %d draws; have %d", int64(seedsMax), q.Count)
	}
	m, c, err := q.one()
	if err != nil {
		return nil, err
	}
	var draws report.Draws
	var stories *report.Stories
	err = runEach{model: m, cases: []scenario.Case{c}, first: q.seed(m), count: q.Count, tell: q.tell}.do(func(int) (trace.Sink, func(trace.Run) error) {
		stories = &report.Stories{}
		return stories, func(run trace.Run) error {
			line := report.NewTimeline(stories.All)
			draws.Rows = append(draws.Rows, report.Draw{
				Seed: run.Seed, Last: line.Last, Refused: line.Refused, Answered: line.Answered, Workers: int64(len(line.Workers)),
			})
			return nil
		}
	})
	return drawsAnswer{draws.Rows, tableOf(draws.Table())}, err
}
