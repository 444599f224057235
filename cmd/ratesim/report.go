package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/trace"
)

// reportOptions are the flags of "ratesim report", as typed.
type reportOptions struct {
	assert   assertFlags
	output   outputFlags
	open     openFlags
	bins     binFlag
	picture  pictureFlags
	document documentFlags
}

func newReportCommand(e edge) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Print the table of traces, or write a whole report",
		Long: `Count traces anew, and print the table that the runs printed. Each record is
checked on the way: every request ends once, and the limit admitted and refused
what its rule says. FILE may hold many runs; - is standard input.

With --html there is one page in place of the table: findings in words, tables
with their doubt, pictures, each lost request by its cause, and the command that
makes it again. It loads nothing, so it can be sent by mail and opened from
disk; where scripts run, pictures over time tell the values under the cursor.
--markdown writes the same for a pull request.

An assertion is about the mean over all seeds that the traces have.`,
		Args: someArguments("a trace FILE"),
		Example: `  ratesim report run.ndjson
  ratesim report run.ndjson --format json
  ratesim report run.ndjson --html report.html
  ratesim report run.ndjson --plot=calls
  ratesim report run.ndjson --assert 'completed_share >= 0.75'
  ratesim run --load heavy --trace - | ratesim report -`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, e, args) },
	}
	cmd.Flags().Var(&o.bins, "histogram", "count refusals in bins of a `time`, such as 10s, in place of the table")
	completeNothing(cmd, "histogram")
	o.picture.register(cmd)
	o.document.register(cmd)
	o.open.register(cmd)
	o.assert.register(cmd)
	o.output.register(cmd)
	registerManifest(e, cmd)
	return cmd
}

func (o *reportOptions) run(cmd *cobra.Command, e edge, files []string) error {
	format, faults := o.output.check()
	shown, more := o.open.check(format)
	claims, err := o.assert.claims()
	faults = append(append(faults, more...), err, o.picture.check(format), o.document.check(e, cmd), checkManifest(e, cmd))
	if o.assert.isGiven() && (o.bins > 0 || o.document.isWanted()) {
		faults = append(faults, errors.New("--assert and --baseline-file are for the table; want neither --histogram, --html nor --markdown beside them"))
	}
	if o.bins > 0 && o.picture.kind != "" {
		faults = append(faults, errHistogramOrPlot)
	}
	if err := errors.Join(faults...); err != nil {
		return usage(err)
	}
	ctx := cmd.Context()
	switch {
	case o.document.isWanted():
		return o.document.write(ctx, e, files)
	case o.bins > 0:
		if err := o.open.besides("--histogram prints none of them"); err != nil {
			return err
		}
		return reportHistogram(ctx, e, histogramOf{o.output, o.bins, files})
	}
	return o.table(ctx, e, tableOf{format, shown, claims, files})
}

// errHistogramOrPlot refuses two pictures of refusals at once.
var errHistogramOrPlot = errors.New("--histogram and --plot are mutually exclusive; --plot=refusals draws one")

// A histogramOf is what a histogram is printed of.
type histogramOf struct {
	output outputFlags
	bins   binFlag
	files  []string
}

// reportHistogram prints when the calls of traces were refused.
func reportHistogram(ctx context.Context, e edge, h histogramOf) error {
	format, _ := h.output.check()
	histogram := &report.Histogram{Bin: time.Duration(h.bins)}
	demands := demandGauge{}
	if err := readTraces(ctx, e, h.files, trace.Tee{histogram, &demands}); err != nil {
		return err
	}
	return demands.print(e, func() error { return h.output.print(e, format, histogram) })
}

// A tableOf is what a table is printed of.
type tableOf struct {
	format report.Format
	shown  shownAs
	claims []claim.Claim
	files  []string
}

// table prints the table of traces, and a picture below it if one is wanted.
func (o *reportOptions) table(ctx context.Context, e edge, t tableOf) error {
	f := figures{names: shownNames(t.files)}
	roll := o.picture.roll()
	if err := f.read(ctx, e, t.files, roll); err != nil {
		return err
	}
	scenario := strings.Join(f.scenarios, ", ")
	if len(f.measured) > 0 {
		results := t.shown.results(f.measured)
		tellNotes(e, t.format, results.Notes)
		results.Scenario = scenarioNamed(f.scenarios)
		var err error
		if results.Claims, err = o.judge(e, t.claims, f.scenarios, report.FlowSamples(scenario, results.Rows)); err != nil {
			return err
		}
		tellDoubts(e, t.format, false, results.Claims)
		if err := o.output.print(e, t.format, o.picture.below(results, roll)); err != nil {
			return err
		}
		return verdict(results.Claims)
	}
	if err := o.open.besides(f.names + " has runs that are counted in steps, with one table"); err != nil {
		return err
	}
	results := report.Results{Scenario: scenarioNamed(f.scenarios), Rows: f.rows}
	var err error
	if results.Claims, err = o.judge(e, t.claims, f.scenarios, report.LessonSamples(scenario, f.rows)); err != nil {
		return err
	}
	tellDoubts(e, t.format, false, results.Claims)
	if err := o.output.print(e, t.format, o.picture.below(results, roll)); err != nil {
		return err
	}
	return verdict(results.Claims)
}

// judge says what became of the claims about what was read.
func (o *reportOptions) judge(e edge, claims []claim.Claim, scenarios []string, samples report.Samples) ([]report.ClaimRow, error) {
	if !o.assert.isGiven() {
		return nil, nil
	}
	if len(scenarios) > 1 {
		return nil, usageError{fmt.Errorf("--assert: want traces of one scenario; have %s", strings.Join(scenarios, ", "))}
	}
	if err := o.assert.check(e, claims, shape{samples.Figures, samples.Cases}); err != nil {
		return nil, err
	}
	return o.assert.judge(e, claims, samples)
}

// scenarioNamed returns what a trace tells of its scenario: the name, null when
// its runs are of several.
func scenarioNamed(names []string) json.RawMessage {
	if len(names) != 1 {
		return json.RawMessage("null")
	}
	object, err := json.Marshal(struct {
		Name string `json:"name"`
	}{names[0]})
	if err != nil {
		panic("ratesim: a name cannot be written: " + err.Error())
	}
	return object
}
