package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"ratesim/report"
)

// openFlags say what the results of open scenarios show, as typed.
type openFlags struct {
	percentiles list
	show        list
}

func (o *openFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&o.percentiles, "percentiles", "`percentiles` of latencies, such as 50,70,99.9, of an open scenario; default 50,90,95,99, of which the table shows two")
	f.Var(&o.show, "show", "`tables` of an open scenario: results, latency, time, load, cost, all; default results")
	completeNothing(cmd, "percentiles")
	completeList(cmd, "show", func(*cobra.Command) []string {
		var names []string
		for _, v := range report.Views() {
			names = append(names, string(v))
		}
		return append(names, "all")
	})
}

// shownAs is what the flags of an open scenario say.
type shownAs struct {
	percents []float64     // nil for the usual
	views    []report.View // nil for the usual
}

// check returns what the flags say, or what is wrong with them.
func (o *openFlags) check(f report.Format) (s shownAs, faults []error) {
	for _, text := range o.percentiles {
		percent, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || !(percent > 0 && percent <= 100):
			faults = append(faults, named("--percentiles", fmt.Errorf("want numbers above 0 and up to 100, such as 50,99.9; have %q", text)))
		case slices.Contains(s.percents, percent):
			faults = append(faults, named("--percentiles", fmt.Errorf("%v is given twice", percent)))
		default:
			s.percents = append(s.percents, percent)
		}
	}
	for _, name := range o.show {
		views, err := report.ParseView(name)
		if err != nil {
			faults = append(faults, named("--show", err))
		}
		for _, v := range views {
			if !slices.Contains(s.views, v) {
				s.views = append(s.views, v)
			}
		}
	}
	if s.views != nil && f != "" && f != report.FormatTable && f != report.FormatMarkdown {
		faults = append(faults, named("--show", fmt.Errorf("%s has all figures; want it with table or markdown", f)))
	}
	return s, faults
}

// isGiven reports that a flag of open scenarios is given.
func (o *openFlags) isGiven() bool { return len(o.percentiles) > 0 || len(o.show) > 0 }

// results returns what was measured in runs as rows.
func (s shownAs) results(measured []report.Measured) report.FlowResults {
	results := report.FlowResults{Views: s.views}
	for _, m := range measured {
		m.Percents = s.percents
		results.Rows = append(results.Rows, report.NewFlowRows(m)...)
	}
	results.Notes = report.CapacityNotes(measured)
	return results
}

// besides returns what is wrong if something is printed to which the flags say
// nothing.
func (o *openFlags) besides(what string) error {
	if !o.isGiven() {
		return nil
	}
	return usageError{errors.New("--percentiles and --show are for the tables of open scenarios; " + what)}
}
