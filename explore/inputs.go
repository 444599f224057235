package explore

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"ratesim/lines"
	"ratesim/recorded"
	"ratesim/scenario"
	"ratesim/tickets"
)

// recordedFlow is the flow that sends recorded requests when the scenario names no
// flow for them, as with --trace-in.
const recordedFlow = "trace"

// model returns the scenario made ready, with the tickets or recorded requests of the
// question's input.
func (q question) model() (*scenario.Model, error) {
	read, err := q.Scenario.read()
	if err != nil {
		return nil, err
	}
	if note := read.VersionNote(); q.Scenario.Text != "" && note != "" {
		q.note(q.Scenario.fileName() + ": " + note)
	}
	if !read.IsOpen() {
		return q.ticketed(read)
	}
	named, namesItself := namesItself(read, q.Scenario.Input)
	switch {
	case namesItself && q.Scenario.Columns != "":
		return nil, errColumns(q.Scenario, named)
	case q.Scenario.Input != "" && !namesItself:
		with := q.Scenario
		with.Settings = append(with.Settings[:len(with.Settings):len(with.Settings)], with.arrivals())
		if read, err = with.read(); err != nil {
			return nil, err
		}
	}
	if err := q.handIn(read); err != nil {
		return nil, err
	}
	m, err := scenario.NewOpenModel(read)
	if err == nil {
		q.note(sentNotes(m)...)
	}
	return m, err
}

// arrivals is the setting by which a flow sends the rows of the input.
func (s source) arrivals() string {
	columns := ""
	if s.Columns != "" {
		columns = ", columns=" + strconv.Quote(s.Columns)
	}
	return fmt.Sprintf("flows.%s.arrivals=trace(file=%s%s)", recordedFlow, strconv.Quote(s.Input), columns)
}

// namesItself reports whether the scenario's own text lets a flow send what is in a file,
// and how it names that.
func namesItself(read *scenario.Scenario, file string) (named string, does bool) {
	for _, w := range read.Recordings() {
		if w.FromFile && path.Base(w.File) == file {
			return w.File, true
		}
	}
	return "", false
}

// errColumns is what is said of columns that are given beside a scenario which names the
// file itself: they would not be used.
func errColumns(s source, named string) error {
	found := &problems{}
	found.say(s.Input, fmt.Sprintf("the scenario names this file itself, and there its columns stand: write trace(file=%s, columns=%q) there, and leave them out here", named, s.Columns))
	return found
}

// handIn reads the files of recorded requests that the scenario names.
func (q question) handIn(read *scenario.Scenario) error {
	for _, wanted := range read.Recordings() {
		tape, err := q.record(wanted.File, recorded.Options{Format: wanted.Format}, wanted.Columns)
		if err != nil {
			return err
		}
		read.HandIn(wanted.Flow, tape)
	}
	return nil
}

// record reads a file of recorded requests.
func (q question) record(name string, o recorded.Options, columns string) (tape *recorded.Tape, err error) {
	if o.Columns, err = recorded.ParseColumns(columns); err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	content, err := q.open(name)
	if err != nil {
		return nil, err
	}
	found := &problems{}
	o.File, o.Bad = name, found.add
	tape, err = recorded.Record(content, recorded.RecordOptions{Options: o, SkipBad: q.Scenario.SkipBad})
	var rejected recorded.Rejected
	switch {
	case errors.As(err, &rejected):
		return nil, found.rejected(name)
	case err != nil:
		return nil, ofFile(err)
	case tape.Rows > rowsMax:
		return nil, errRows(name, "rows")
	}
	q.note(tapeNotes(name, tape)...)
	return tape, nil
}

// ticketed returns the model of a scenario of steps, with the reader's tickets if
// there are any.
func (q question) ticketed(read *scenario.Scenario) (*scenario.Model, error) {
	prompter, err := scenario.NewPrompter(read, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: the page counts with %s only", err, strings.Join(scenario.Tokenizers()[:2], " or "))
	}
	var own tickets.Source
	if q.Scenario.Input != "" {
		own, err = q.load(func(t tickets.Ticket) tickets.Item {
			return prompter.Ticket(read.Flows.Batch.Prompt, t)
		})
		if err != nil {
			return nil, err
		}
	}
	return scenario.NewModel(read, prompter, own)
}

// load reads the reader's tickets.
func (q question) load(compile func(tickets.Ticket) tickets.Item) (*tickets.Loaded, error) {
	name := q.Scenario.Input
	columns, err := tickets.ParseColumns(q.Scenario.Columns)
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	content, err := q.open(name)
	if err != nil {
		return nil, err
	}
	found := &problems{}
	own, summary, err := tickets.Load(content, tickets.LoadOptions{
		ReadOptions: tickets.ReadOptions{File: name, Columns: columns, Bad: found.add},
		SkipBad:     q.Scenario.SkipBad,
		Compile:     compile,
	})
	var rejected tickets.Rejected
	switch {
	case errors.As(err, &rejected):
		return nil, found.rejected(name)
	case err != nil:
		return nil, ofFile(err)
	case summary.Tickets > rowsMax:
		return nil, errRows(name, "tickets")
	}
	q.note(ticketNotes(name, summary)...)
	return own, nil
}

// ofFile gives what is wrong with a whole file its place.
func ofFile(err error) error {
	var one lines.Problem
	if !errors.As(err, &one) {
		return err
	}
	found := &problems{}
	found.add(one)
	return found
}
