package main

import (
	"fmt"

	"ratesim/report"
	"ratesim/server"
)

// checkClaims finds, before anything is served, what no run could have.
func (o *serveOptions) checkClaims(e edge, c server.Config) error {
	claims, _ := o.assert.claims()
	format, _ := o.output.check()
	shown, _ := o.open.check(format)
	one := report.Case{Scenario: c.Run.Scenario, Load: c.Run.Load, Policy: c.Run.Policy}
	var flows []string
	for _, f := range c.Flows() {
		flows = append(flows, f.Name)
	}
	return o.assert.check(e, claims, shape{report.FlowFigures(shown.percents), flowCases(one, flows)})
}

// judge says what became of the claims.
func (o *serveOptions) judge(e edge, r server.Result) ([]report.ClaimRow, error) {
	claims, _ := o.assert.claims()
	if !o.assert.isGiven() {
		return nil, nil
	}
	return o.assert.judge(e, claims, report.FlowSamples(r.Runs[0].Run.Scenario, o.results(r).Rows))
}

// results returns what was measured of the runs.
func (o *serveOptions) results(r server.Result) report.FlowResults {
	format, _ := o.output.check()
	shown, _ := o.open.check(format)
	var measured []report.Measured
	for _, m := range r.Runs {
		measured = append(measured, report.Measured{Run: m.Run, Flows: m.Flows, Traffic: m.Traffic})
	}
	return shown.results(measured)
}

// print prints the tables of the runs and what was found.
func (o *serveOptions) print(e edge, r server.Result, claims []report.ClaimRow) error {
	format, _ := o.output.check()
	var notes []string
	for _, m := range r.Runs {
		if m.Partial {
			notes = append(notes, fmt.Sprintf("There were too many calls to remember: the table is of the first %d of seed %d; a trace has them all.", server.MeasuredMost, m.Run.Seed))
		}
	}
	results := o.results(r)
	results.Claims = claims
	results.Notes = append(append(results.Notes, notes...), overheadNotes(r)...)
	tellDoubts(e, format, false, claims)
	if err := o.output.print(e, format, results); err != nil || format != report.FormatTable && format != report.FormatMarkdown {
		return err
	}
	if _, err := fmt.Fprintln(e.out); err != nil {
		return err
	}
	return o.output.print(e, format, findingsOf(r.State.Clients))
}

// overheadNotes says what the server itself added.
func overheadNotes(r server.Result) (notes []string) {
	if o := r.Overhead; o.Answers > 0 {
		notes = append(notes, fmt.Sprintf("Answers came later than they were due by %v at the median and %v at the 99th percentile, of %d.", o.P50, o.P99, o.Answers))
		if o.IsTooSlow() {
			notes = append(notes, "This machine, and not the model, set the pace: waits and latencies were longer than the scenario says.")
		}
	}
	if n := r.State.Turned; n > 0 {
		notes = append(notes, fmt.Sprintf("This server had no room for %d attempts and turned them away; no trace has them.", n))
	}
	if n := r.State.Panics; n > 0 {
		notes = append(notes, fmt.Sprintf("This server had %d faults of its own, each answered with 500; they are no part of the model.", n))
	}
	return notes
}

// findingsOf returns what was seen of clients.
func findingsOf(clients []server.ClientState) (f report.Findings) {
	for _, c := range clients {
		name := c.Client
		if name == "" {
			name = "(no key)"
		}
		f.Rows = append(f.Rows, report.ClientFinding{
			Client: name, Calls: c.Calls, Attempts: c.Attempts, Completed: c.Completed,
			Early: c.Findings[server.Findings[server.Early]], Futile: c.Findings[server.Findings[server.Futile]],
			Storms: c.Findings[server.Findings[server.Storm]], Hurried: c.Findings[server.Findings[server.Hurried]],
			Truncated: c.Findings[server.Findings[server.Truncated]],
		})
	}
	return f
}
