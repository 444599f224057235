package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/recorded"
	"ratesim/scenario"
	"ratesim/spec"
	"ratesim/suggest"
)

// recordedFlow is the name of the flow that --trace-in makes.
const recordedFlow = "trace"

// arrivalsFlags are the flags about recorded requests, as typed.
type arrivalsFlags struct {
	instants []string // FLOW=FILE
	traceIn  string
	cut      cutFlags
}

// A cutFlags says how a file of recorded requests is laid out and which part of it
// is used, as typed.
type cutFlags struct {
	format, columns        string
	scaleRate, scaleTokens string
	window, sample         string
}

func (c *cutFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var((*textFlag)(&c.format), "trace-format", "`format` of the trace, in place of what its columns tell: "+strings.Join(recorded.FormatNames(), ", "))
	f.Var((*textFlag)(&c.scaleRate), "scale-rate", "`number` by which requests of the trace come faster")
	f.Var((*textFlag)(&c.scaleTokens), "scale-tokens", "`number` by which their sizes are larger")
	f.Var((*textFlag)(&c.window), "window", "part of the trace, counted from its first row, as `FROM..TO` such as 10m..20m")
	f.Var((*textFlag)(&c.sample), "sample", "`share` of its rows, drawn row by row, the same on each run")
	complete(cmd, "trace-format", func(*cobra.Command) []string { return recorded.FormatNames() })
	completeNothing(cmd, "scale-rate", "scale-tokens", "window", "sample")
}

// given returns the flags that were given.
func (c *cutFlags) given() (names []string) {
	for _, f := range []struct{ name, value string }{
		{"trace-format", c.format}, {"scale-rate", c.scaleRate}, {"scale-tokens", c.scaleTokens}, {"window", c.window}, {"sample", c.sample},
	} {
		if f.value != "" {
			names = append(names, f.name)
		}
	}
	return names
}

// partTyped returns the flags that leave rows out, as typed.
func (c *cutFlags) partTyped() (text string) {
	if c.window != "" {
		text += " --window " + c.window
	}
	if c.sample != "" {
		text += " --sample " + c.sample
	}
	return text
}

// check returns what is wrong with the flags.
func (c *cutFlags) check() (faults []error) {
	if c.format != "" {
		faults = append(faults, named("--trace-format", recorded.CheckFormat(c.format)))
	}
	if _, err := recorded.ParseColumns(c.columns); err != nil {
		faults = append(faults, named("--columns", err))
	} else if c.columns != "" && c.format != "" {
		faults = append(faults, usageError{errors.New("--trace-format and --columns are mutually exclusive: columns are of a format of your own")})
	}
	for _, f := range []struct{ name, text string }{{"--scale-rate", c.scaleRate}, {"--scale-tokens", c.scaleTokens}} {
		if _, message := recorded.ParseRatio(cmp.Or(f.text, "1")); message != "" {
			faults = append(faults, usageError{fmt.Errorf("%s: %s", f.name, message)})
		}
	}
	if share, err := strconv.ParseFloat(cmp.Or(c.sample, "1"), 64); err != nil || !(share > 0 && share <= 1) {
		faults = append(faults, usageError{fmt.Errorf("--sample: want a share of more than 0 and at most 1; have %q", c.sample)})
	}
	if _, _, message := c.bounds(); message != "" {
		faults = append(faults, usageError{fmt.Errorf("--window: %s", message)})
	}
	return faults
}

// bounds returns where the window begins and ends, "0s" where the flag does not say.
func (c *cutFlags) bounds() (from, until, message string) {
	if c.window == "" {
		return "0s", "0s", ""
	}
	from, until, ok := strings.Cut(c.window, "..")
	from, until = cmp.Or(from, "0s"), cmp.Or(until, "0s")
	first, wrong := spec.ParseDuration(from, 0)
	last, wrongToo := spec.ParseDuration(until, 0)
	if !ok || wrong != "" || wrongToo != "" || last > 0 && last <= first {
		return "", "", fmt.Sprintf("want FROM..TO, two durations in order of which one may be left out, such as 10m..20m or 10m..; have %q", c.window)
	}
	return from, until, ""
}

// spec returns the spec of arrivals that are recorded in a file. The flags are
// right.
func (c *cutFlags) spec(file string) string {
	text := "trace(file=" + strconv.Quote(file)
	from, until, _ := c.bounds()
	for _, a := range []struct{ name, value, usual string }{
		{"format", c.format, ""}, {"columns", c.columns, ""}, {"scale-rate", c.scaleRate, ""}, {"scale-tokens", c.scaleTokens, ""},
		{"from", from, "0s"}, {"until", until, "0s"}, {"sample", c.sample, ""},
	} {
		if a.value == a.usual {
			continue
		}
		if a.name == "columns" {
			a.value = strconv.Quote(a.value)
		}
		text += ", " + a.name + "=" + a.value
	}
	return text + ")"
}

// settings returns those that let flows send what is recorded in files.
func (a *arrivalsFlags) settings() (settings []flagSetting, err error) {
	arrive := func(flow, text, flag, flags string) {
		settings = append(settings, flagSetting{path: "flows." + flow + ".arrivals", value: text, flag: flag, typed: flags})
	}
	for _, given := range a.instants {
		flow, name, ok := strings.Cut(given, "=")
		if !ok || flow == "" || name == "" {
			return nil, usageError{fmt.Errorf("--arrivals: want FLOW=FILE; have %q", given)}
		}
		arrive(flow, (&cutFlags{}).spec(name), "--arrivals "+given, "--arrivals "+given)
	}
	if a.traceIn != "" {
		if faults := a.cut.check(); errors.Join(faults...) != nil {
			return nil, usage(errors.Join(faults...))
		}
		arrive(recordedFlow, a.cut.spec(a.traceIn), "--trace-in "+a.traceIn, "--trace-in "+a.traceIn+a.cut.partTyped())
	}
	return settings, nil
}

// check finds flows of --arrivals that the scenario would not have without it: a
// name that was mistyped. plain is the input without settings.
func (a *arrivalsFlags) check(loaded *scenario.Scenario, plain scenario.Input) error {
	if len(a.instants) == 0 {
		return nil
	}
	names := loaded.FlowNames("arrivals")
	if file, err := scenario.Read(plain); err == nil {
		names = append(names, slices.DeleteFunc(file.Open.Flows.Names(), func(name string) bool { return slices.Contains(names, name) })...)
	}
	var faults []error
	for _, given := range a.instants {
		if flow, _, _ := strings.Cut(given, "="); !slices.Contains(names, flow) {
			faults = append(faults, fmt.Errorf("--arrivals: there is no flow %q; there are %s%s", flow, cmp.Or(strings.Join(names, ", "), "none"), suggest.Question(flow, names)))
		}
	}
	return usage(errors.Join(faults...))
}

// explain returns the error of an input, or says that its scenario is of a kind that
// sends no recorded requests. plain is the same input without settings.
func (a *arrivalsFlags) explain(err error, plain scenario.Input) error {
	flag := "--trace-in"
	if a.traceIn == "" {
		flag = "--arrivals"
	}
	if a.traceIn == "" && len(a.instants) == 0 {
		return err
	}
	s, wrong := scenario.Read(plain)
	if wrong != nil || s.IsOpen() {
		return err
	}
	return usageError{fmt.Errorf("%s: the scenario %s has no flows of your own; want %s, or one that extends it", flag, s.Name, account)}
}
