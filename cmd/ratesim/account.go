package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ratesim/scenario"
)

// registerTraces adds the flags of recorded requests.
func (s *sourceFlags) registerTraces(cmd *cobra.Command) {
	cmd.Flags().Var((*fileFlag)(&s.arrivals.traceIn), "trace-in", "recorded requests, which a flow \"trace\" of an account sends: a `file` in a public format or your own, - for standard input")
	s.arrivals.cut.register(cmd)
}

// base returns the built-in scenario that the flags name, "" for the one that the
// file extends: recorded requests want an account.
func (s *sourceFlags) base() string {
	if s.builtIn == "" && s.file == "" && s.arrivals.traceIn != "" {
		return account
	}
	return s.builtIn
}

// account is the built-in scenario that sends recorded requests when none is given.
const account = "account"

// checkInputs finds flags about files of tickets and traces that lack them.
func (s *sourceFlags) checkInputs() (faults []error) {
	if s.tickets != "" && s.arrivals.traceIn != "" {
		faults = append(faults, errors.New("--tickets and --trace-in are mutually exclusive: an account has no tickets"))
	}
	if s.file == standard && s.arrivals.traceIn == standard {
		faults = append(faults, errors.New("--file and --trace-in: only one of them can be standard input"))
	}
	if s.tickets == "" && s.arrivals.traceIn == "" && s.columns != "" {
		faults = append(faults, errors.New("--columns: want --tickets or --trace-in, too, the file that has the columns; of a file that the scenario names they stand in trace(file=…, columns=\"…\")"))
	}
	if s.tickets == "" && s.arrivals.traceIn == "" && s.file == "" && len(s.arrivals.instants) == 0 && s.skipBad {
		faults = append(faults, errors.New("--skip-bad: want --tickets or --trace-in, too, the file that may have bad lines"))
	}
	for _, name := range s.arrivals.cut.given() {
		if s.arrivals.traceIn == "" {
			faults = append(faults, fmt.Errorf("--%s: want --trace-in, too, the file that it is about", name))
		}
	}
	return faults
}

// openAccount makes a model of an open scenario, with its recorded requests.
func (s *sourceFlags) openAccount(ctx context.Context, e edge, read *scenario.Scenario) (*source, error) {
	if s.tickets != "" {
		return nil, usageError{fmt.Errorf("--tickets: the scenario %s has no tickets; want one that extends %s", read.Name, scenario.Default)}
	}
	made := &source{temporary: e.temporary}
	err := made.handIn(ctx, e, s, read)
	if err == nil {
		made.model, err = scenario.NewOpenModel(read)
		err = usage(err)
	}
	if err != nil {
		made.close()
		return nil, err
	}
	tellRecorded(e.err, made.model)
	if s.arrivals.traceIn != "" && s.builtIn == "" && s.file == "" {
		tellAccount(e.err, read)
	}
	return made, nil
}
