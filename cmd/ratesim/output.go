package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"ratesim/report"
)

// outputFlags say in which form a command prints, as typed.
type outputFlags struct {
	format string
	wide   bool
	golden goldenFlags
}

func (o *outputFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.format = string(report.FormatTable)
	f.Var((*textFlag)(&o.format), "format", "`form` of the output: table, markdown, csv, json or ndjson")
	f.BoolVar(&o.wide, "wide", false, "print the whole table, however narrow the terminal is")
	o.golden.register(f)
	complete(cmd, "format", formatNames)
}

// check returns the format, or what is wrong with the flags.
func (o *outputFlags) check() (report.Format, []error) {
	format, err := report.ParseFormat(o.format)
	return format, []error{named("--format", err), o.golden.check()}
}

// A writer prints itself in a format.
type writer interface {
	Write(w io.Writer, f report.Format, l report.Layout) error
}

// print prints a result, or compares it with the golden file.
func (o *outputFlags) print(e edge, format report.Format, result writer) error {
	layout := report.Layout{Columns: e.columns, Wide: o.wide}
	if o.golden.file != "" {
		layout.Columns = 0 // the same on any terminal
	}
	var output bytes.Buffer
	if err := result.Write(&output, format, layout); err != nil {
		return err
	}
	return emit(e, o.golden, output.Bytes())
}
