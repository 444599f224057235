package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/recorded"
	"ratesim/report"
	"ratesim/spec"
	"ratesim/workload"
)

// workloadOptions are the flags of "ratesim workload", as typed.
type workloadOptions struct {
	cut     cutFlags
	skipBad bool
	output  outputFlags
}

func newWorkloadCommand(e edge) *cobra.Command {
	var o workloadOptions
	cmd := &cobra.Command{
		Use:   "workload FILE...",
		Short: "Show what is in files of recorded requests",
		Long: `Check files of recorded requests and show what is in each: rows, span, tokens,
the busiest minute and how much the gaps between requests vary. "run --trace-in"
sends what this shows.

Minutes count from the beginning of the part that is shown. The trailing minute
is the most in any 60 seconds that end with a request. Gaps vary by their
standard deviation over their mean: 1 for independent arrivals, more for bursts.

Formats:
` + formatsInWords(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("workload: want a FILE of recorded requests, - for standard input; have nothing")}
			}
			if slices.Contains(args, "") {
				return usageError{errors.New("workload: want a FILE of recorded requests; its name is empty")}
			}
			return nil
		},
		Example: `  ratesim workload requests.csv
  ratesim workload requests.csv --window 1s.. --scale-rate 2
  ratesim workload requests.csv --format json`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(e, cmd, args) },
	}
	o.cut.register(cmd)
	cmd.Flags().Var((*textFlag)(&o.cut.columns), "columns", "`names` of the columns of a format of your own, as at=NAME,input=NAME,output=NAME")
	cmd.Flags().BoolVar(&o.skipBad, "skip-bad", false, "leave out rows that cannot be read, and say how many")
	completeNothing(cmd, "columns")
	o.output.register(cmd)
	return cmd
}

func formatsInWords() string {
	var text []string
	for _, f := range recorded.Formats() {
		text = append(text, fmt.Sprintf("  %-9s %s", f.Name, f.About))
	}
	return strings.Join(text, "\n")
}

func (o *workloadOptions) run(e edge, cmd *cobra.Command, names []string) error {
	format, faults := o.output.check()
	if err := usage(errors.Join(append(faults, o.cut.check()...)...)); err != nil {
		return err
	}
	from := &source{temporary: e.temporary}
	defer from.close()
	var table report.Workloads
	for _, name := range names {
		t := taping{Recording: workload.Recording{File: name, Format: o.cut.format, Columns: o.cut.columns}, skipBad: o.skipBad}
		tape, err := from.record(cmd.Context(), e, t)
		if err != nil {
			return err
		}
		tellTape(e.err, shownName(name), tape)
		table.Rows = append(table.Rows, workloadRow(name, tape, recorded.Summarize(tape.Play(o.cut.part()), 0)))
		if err := tape.Err(); err != nil {
			return err
		}
	}
	return o.output.print(e, format, table)
}

// part returns the part of a tape that the flags choose. The flags are right.
func (c *cutFlags) part() (part recorded.Cut) {
	from, until, _ := c.bounds()
	part.From, _ = spec.ParseDuration(from, 0)
	part.Until, _ = spec.ParseDuration(until, 0)
	part.Rate, _ = recorded.ParseRatio(cmp.Or(c.scaleRate, "1"))
	part.Tokens, _ = recorded.ParseRatio(cmp.Or(c.scaleTokens, "1"))
	part.Sample, _ = strconv.ParseFloat(cmp.Or(c.sample, "1"), 64)
	part.SampleSeed = 1
	return part
}

func workloadRow(name string, t *recorded.Tape, s recorded.Summary) report.Workload {
	return report.Workload{
		File:           filepath.Base(shownName(name)),
		Format:         t.Format,
		Rows:           int64(t.Rows),
		Bad:            int64(t.Bad),
		Unsorted:       int64(t.Unsorted),
		Requests:       int64(s.Requests),
		Span:           int64(s.Last),
		Input:          s.Input,
		InputMost:      s.InputMost,
		Cached:         s.Cached,
		Output:         s.Output,
		OutputMost:     s.OutputMost,
		Silent:         int64(s.Silent),
		MinuteRequests: s.MinuteRequests.Count,
		MinuteTokens:   s.MinuteTokens.Count,
		TrailingTokens: s.TrailingTokens,
		GapMean:        int64(s.GapMean),
		GapVariation:   s.GapVariation,
		SHA256:         t.SHA256,
	}
}
