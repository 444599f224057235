package scenario

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ratesim/sim"
	"ratesim/trace"
)

// settings returns the settings of a list such as "horizon=200;attempts=9".
func settings(list string) []Setting {
	var settings []Setting
	for setting := range strings.SplitSeq(list, ";") {
		if setting != "" {
			settings = append(settings, Setting(setting))
		}
	}
	return settings
}

// model returns the model of an input that is well.
func model(tb testing.TB, in Input) *Model {
	tb.Helper()
	s, err := Read(in)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := NewPrompter(s, nil)
	if err != nil {
		tb.Fatal(err)
	}
	m, err := NewModel(s, p, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// runner returns a Runner of one case of a model.
func runner(tb testing.TB, m *Model, load, policy string) *sim.Runner {
	tb.Helper()
	return sim.NewRunner(m.Config(caseOf(tb, m, load, policy)))
}

func caseOf(tb testing.TB, m *Model, load, policy string) Case {
	tb.Helper()
	c, err := m.Case(load, policy)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// A row is one line of a table, by the names of its columns.
type row map[string]string

// lessonTable returns the rows of a table of what the lesson's own program
// computes.
func lessonTable(tb testing.TB, name string) []row {
	tb.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", "lesson", name))
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var rows []row
	for _, line := range lines[1:] {
		r := row{}
		for i, cell := range line {
			r[lines[0][i]] = cell
		}
		rows = append(rows, r)
	}
	return rows
}

// figures returns what a run's result says in the columns of those tables.
func figures(r sim.Result) map[string]int64 {
	interactive, batch := r.Flows[0], r.Flows[1]
	return map[string]int64{
		"completed":              batch.Completed,
		"correct":                batch.Correct,
		"requests":               batch.Requests,
		"interactive_completed":  interactive.Completed,
		"interactive_total":      interactive.Requests,
		"calls":                  batch.Calls,
		"rate_limited":           batch.RateLimited,
		"content_errors":         batch.Timeouts + batch.Partial,
		"tokens":                 batch.Tokens + interactive.Tokens,
		"wasted_tokens":          batch.Wasted + interactive.Wasted,
		"unfinished":             batch.Unfinished,
		"given_up":               batch.GivenUp,
		"interactive_given_up":   interactive.GivenUp,
		"interactive_unfinished": interactive.Unfinished,
	}
}

// An attemptList is a Sink that keeps the attempts.
type attemptList []trace.Attempt

func (l *attemptList) Run(trace.Run) error           { return nil }
func (l *attemptList) Request(trace.Request) error   { return nil }
func (l *attemptList) Decision(trace.Decision) error { return nil }
func (l *attemptList) End(trace.End) error           { return nil }

func (l *attemptList) Attempt(a trace.Attempt) error {
	*l = append(*l, a)
	return nil
}
