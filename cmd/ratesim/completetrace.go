package main

import (
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"ratesim/trace"
)

// completionBytesMax bounds what is read of a trace for completion: nobody waits for
// more.
const completionBytesMax = 64 << 20

// completeFromTrace completes the flags of explain by the runs of its trace.
func completeFromTrace(e edge, cmd *cobra.Command) {
	for flag, names := range map[string]func(trace.Run) []string{
		"load":   func(r trace.Run) []string { return []string{r.Load} },
		"policy": func(r trace.Run) []string { return []string{r.Policy} },
		"seed":   func(r trace.Run) []string { return []string{strconv.FormatInt(r.Seed, 10)} },
		"flow": func(r trace.Run) []string {
			var names []string
			for _, f := range r.Flows {
				names = append(names, f.Name)
			}
			return names
		},
	} {
		registerCompletion(cmd, flag, func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 || args[0] == standard {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var all []string
			for _, run := range runsOf(e, args[0]) {
				all = append(all, names(run)...)
			}
			all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
			return startingWith(typed, all), cobra.ShellCompDirectiveNoFileComp
		})
	}
}

// runsOf returns the runs of a trace, as far as it can be read.
func runsOf(e edge, name string) []trace.Run {
	file, _, err := openFile(e, name)
	if err != nil {
		return nil
	}
	defer file.Close()
	var all runCollector
	// What is wrong with the trace, explain itself says.
	_ = trace.Read(io.LimitReader(file, completionBytesMax), name, &all)
	return all.runs
}

// A runCollector keeps the runs of a trace.
type runCollector struct{ runs []trace.Run }

var _ trace.Sink = (*runCollector)(nil)

// Run keeps the run.
func (c *runCollector) Run(r trace.Run) error {
	c.runs = append(c.runs, r)
	return nil
}

// Request does nothing.
func (c *runCollector) Request(trace.Request) error { return nil }

// Attempt does nothing.
func (c *runCollector) Attempt(trace.Attempt) error { return nil }

// Decision does nothing.
func (c *runCollector) Decision(trace.Decision) error { return nil }

// End does nothing.
func (c *runCollector) End(trace.End) error { return nil }
