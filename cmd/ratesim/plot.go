package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/picture"
	"ratesim/suggest"
)

// plotOptions are the flags of "ratesim plot", as typed.
type plotOptions struct {
	kind            string
	file            string
	format          string
	loads, policies list
	ascii           bool
}

func newPlotCommand(e edge) *cobra.Command {
	o := plotOptions{kind: string(picture.Outcomes)}
	cmd := &cobra.Command{
		Use:   "plot FILE...",
		Short: "Draw what became of the runs of traces",
		Long: `Draw a picture of the runs in traces: as SVG, PNG or PDF with -o, else with
signs in the terminal. Each record is checked on the way, and what is drawn is
counted as the tables count it. Runs that differ in their seed alone are drawn
as one, with an interval. FILE may hold many runs; - is standard input.

` + pictureKinds(),
		Args: someArguments("a trace FILE"),
		Example: `  ratesim plot run.ndjson
  ratesim plot run.ndjson --picture calls -o calls.svg
  ratesim run --seeds 1..+30 --trace - | ratesim plot - -o outcomes.pdf`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), e, args) },
	}
	f := cmd.Flags()
	f.VarP((*fileFlag)(&o.file), "output", "o", "write to a `file` whose ending is svg, png or pdf; - for standard output")
	f.Var((*textFlag)(&o.kind), "picture", "what to `draw`: "+strings.Join(kindNames(), ", "))
	f.Var((*textFlag)(&o.format), "format", "`form` of the file: svg, png or pdf; default by its ending")
	f.Var(&o.loads, "load", "draw only these `loads`")
	f.Var(&o.policies, "policy", "draw only these `policies`, as they were given to run")
	f.BoolVar(&o.ascii, "ascii", false, "draw with letters and punctuation only")
	complete(cmd, "picture", func(*cobra.Command) []string { return kindNames() })
	complete(cmd, "format", func(*cobra.Command) []string { return []string{"svg", "png", "pdf"} })
	completeNothing(cmd, "load", "policy")
	return cmd
}

// pictureKinds lists what can be drawn, for help.
func pictureKinds() string {
	var text strings.Builder
	for _, kind := range picture.Kinds() {
		fmt.Fprintf(&text, "  %-9s %s\n", kind, kind.About())
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func kindNames() []string {
	var names []string
	for _, kind := range picture.Kinds() {
		names = append(names, string(kind))
	}
	return names
}

// check returns what the flags say, or all that is wrong with them.
func (o *plotOptions) check() (picture.Kind, picture.Format, error) {
	kind, err := picture.ParseKind(o.kind)
	faults := []error{named("--picture", err)}
	var format picture.Format
	switch {
	case o.format != "" && o.file == "":
		faults = append(faults, errors.New("--format: want --output, too, the file to write"))
	case o.format != "":
		format = picture.Format(o.format)
		if !slices.Contains(picture.Formats(), format) {
			faults = append(faults, fmt.Errorf("--format: want svg, png or pdf; have %q%s", o.format, suggest.Question(o.format, []string{"svg", "png", "pdf"})))
		}
	case o.file == standard:
		format = picture.SVG
	case o.file != "":
		format, err = picture.FormatOf(o.file)
		faults = append(faults, named("--output", err))
	}
	if o.ascii && o.file != "" {
		faults = append(faults, errors.New("--ascii and --output are mutually exclusive: signs are for the terminal"))
	}
	return kind, format, usage(errors.Join(faults...))
}

func (o *plotOptions) run(ctx context.Context, e edge, files []string) error {
	kind, format, err := o.check()
	if err != nil {
		return err
	}
	roll := &picture.Roll{Loads: o.loads, Policies: o.policies}
	if err := readTraces(ctx, e, files, roll); err != nil {
		return err
	}
	if err := roll.Finish(); err != nil {
		return usage(err)
	}
	if o.file == "" {
		_, err := fmt.Fprint(e.out, roll.Text(kind, picture.Signs{Columns: e.columns, ASCII: o.ascii}))
		return err
	}
	sheet := roll.Draw(kind)
	return writeWhole(e, o.file, func(w io.Writer) error { return sheet.Write(w, format) })
}
