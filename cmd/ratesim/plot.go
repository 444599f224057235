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
	writes(f, "output")
	f.Var((*textFlag)(&o.kind), "picture", "what to `draw`: "+strings.Join(kindsToPlot(), ", "))
	f.Var((*textFlag)(&o.format), "format", "`form` of the file: svg, png or pdf; default by its ending")
	f.Var(&o.loads, "load", "draw only these `loads`")
	f.Var(&o.policies, "policy", "draw only these `policies`, as they were given to run")
	f.BoolVar(&o.ascii, "ascii", false, "draw with letters and punctuation only")
	complete(cmd, "picture", func(*cobra.Command) []string { return kindsToPlot() })
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
	return text.String() + "  frontier  the policies that ratesim tune has tried, from its --format json"
}

// kindsToPlot are the pictures of traces, and that of a search.
func kindsToPlot() []string { return append(kindNames(), string(picture.Frontier)) }

func kindNames() []string {
	var names []string
	for _, kind := range picture.Kinds() {
		names = append(names, string(kind))
	}
	return names
}

// check returns what the flags say, or all that is wrong with them.
func (o *plotOptions) check() (picture.Kind, picture.Format, error) {
	kind, err := picture.ParseKind(o.kind, append(picture.Kinds(), picture.Frontier))
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
	drawn := o.drawTraces
	if kind == picture.Frontier {
		drawn = o.drawSearch
	}
	d, err := drawn(ctx, e, files)
	if err != nil {
		return err
	}
	if o.file == "" {
		_, err := fmt.Fprint(e.out, d.text(kind, picture.Signs{Columns: e.columns, ASCII: o.ascii}))
		return err
	}
	sheet := d.sheet(kind)
	return writeWhole(e, o.file, func(w io.Writer) error { return sheet.Write(w, format) })
}

// drawable is what can be drawn as a file and in the terminal.
type drawable struct {
	sheet func(picture.Kind) picture.Sheet
	text  func(picture.Kind, picture.Signs) string
}

// drawTraces takes in traces.
func (o *plotOptions) drawTraces(ctx context.Context, e edge, files []string) (drawable, error) {
	roll := &picture.Roll{Loads: o.loads, Policies: o.policies}
	if err := readTraces(ctx, e, files, roll); err != nil {
		return drawable{}, err
	}
	return drawable{roll.Draw, roll.Text}, usage(roll.Finish())
}

// drawSearch takes in what a search has found.
func (o *plotOptions) drawSearch(ctx context.Context, e edge, files []string) (d drawable, err error) {
	if len(files) > 1 || len(o.loads)+len(o.policies) > 0 {
		return d, usageError{errors.New("--picture frontier: want one FILE, and neither --load nor --policy")}
	}
	in, err := openInput(ctx, e, files[0])
	if err != nil {
		return d, err
	}
	defer in.close()
	search, err := picture.ReadSearch(in)
	if err != nil {
		return d, usageError{fmt.Errorf("%s: %w", shownName(files[0]), err)}
	}
	return drawable{
		func(picture.Kind) picture.Sheet { return search.Draw() },
		func(_ picture.Kind, s picture.Signs) string { return search.Text(s) },
	}, nil
}
