package main

import (
	"bytes"
	"cmp"
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
	var o plotOptions
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
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(e, cmd, args) },
	}
	f := cmd.Flags()
	f.VarP((*fileFlag)(&o.file), "output", "o", "write to a `file` whose ending is svg, png or pdf; - for standard output")
	writes(f, "output")
	f.Var((*textFlag)(&o.kind), "picture", "what to `draw`: "+strings.Join(kindsToPlot(), ", ")+"; default by what is in FILE: frontier for what ratesim tune prints, else outcomes")
	f.Var((*textFlag)(&o.format), "format", "`form` of the file: svg, png or pdf; default by its ending, svg for -")
	f.Var(&o.loads, "load", "draw only these `loads`")
	f.Var(&o.policies, "policy", "draw only these `policies`, as they were given to run")
	f.BoolVar(&o.ascii, "ascii", false, "draw with letters and punctuation only")
	registerManifest(e, cmd)
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

// check returns the form of the file, "" for signs, or all that is wrong with the flags.
func (o *plotOptions) check() (picture.Format, error) {
	var faults []error
	if o.kind != "" {
		_, err := picture.ParseKind(o.kind, append(picture.Kinds(), picture.Frontier))
		faults = append(faults, named("--picture", err))
	}
	format, err := o.fileFormat()
	faults = append(faults, err)
	if o.ascii && o.file != "" {
		faults = append(faults, errors.New("--ascii and --output are mutually exclusive: signs are for the terminal"))
	}
	return format, usage(errors.Join(faults...))
}

// fileFormat returns the form of the file, as its ending or --format says; both must not
// say different things.
func (o *plotOptions) fileFormat() (picture.Format, error) {
	given := picture.Format(o.format)
	ending, err := picture.FormatOf(o.file)
	switch {
	case given != "" && o.file == "":
		return "", errors.New("--format: want --output, too, the file to write")
	case given != "" && !slices.Contains(picture.Formats(), given):
		return "", fmt.Errorf("--format: want svg, png or pdf; have %q%s", o.format, suggest.Question(o.format, []string{"svg", "png", "pdf"}))
	case given != "" && err == nil && given != ending:
		return "", fmt.Errorf("--format: want %s, as --output says; have %s and %s", ending, given, o.file)
	case given != "":
		return given, nil
	case o.file == "":
		return "", nil
	case o.file == standard:
		return picture.SVG, nil
	}
	return ending, named("--output", err)
}

func (o *plotOptions) run(e edge, cmd *cobra.Command, files []string) error {
	format, err := o.check()
	if err := errors.Join(err, checkManifest(e, cmd)); err != nil {
		return err
	}
	d, err := o.drawn(cmd.Context(), e, files)
	if err != nil {
		return err
	}
	if o.file == "" {
		_, err := fmt.Fprint(e.out, d.text(picture.Signs{Columns: e.columns, ASCII: o.ascii}))
		return err
	}
	sheet := d.sheet()
	return writeWhole(e, o.file, func(w io.Writer) error { return sheet.Write(w, format) })
}

// drawable is what can be drawn as a file and in the terminal.
type drawable struct {
	sheet func() picture.Sheet
	text  func(picture.Signs) string
}

// drawn takes in the files: traces, or what a search has found.
func (o *plotOptions) drawn(ctx context.Context, e edge, files []string) (drawable, error) {
	kind := picture.Kind(cmp.Or(o.kind, string(picture.Outcomes)))
	if kind == picture.Frontier {
		return o.drawSearch(ctx, e, files)
	}
	roll := &picture.Roll{Loads: o.loads, Policies: o.policies}
	err := readTraces(ctx, e, files, roll)
	if document, is := errors.AsType[*documentError](err); is && document.search && o.kind == "" && len(files) == 1 {
		return o.search(bytes.NewReader(document.text), files)
	}
	if err == nil {
		err = usage(roll.Finish())
	}
	if err != nil {
		return drawable{}, err
	}
	return drawable{
		func() picture.Sheet { return roll.Draw(kind) },
		func(s picture.Signs) string { return roll.Text(kind, s) },
	}, nil
}

// drawSearch takes in what a search has found.
func (o *plotOptions) drawSearch(ctx context.Context, e edge, files []string) (drawable, error) {
	in, err := openInput(ctx, e, files[0])
	if err != nil {
		return drawable{}, err
	}
	defer in.close()
	return o.search(in, files)
}

// search draws what a search has found, which is in the only one of the files.
func (o *plotOptions) search(in io.Reader, files []string) (d drawable, err error) {
	chosen := len(o.loads)+len(o.policies) > 0
	switch {
	case chosen && o.kind == "":
		return d, usageError{fmt.Errorf("%s is what ratesim tune printed as JSON, whose picture takes neither --load nor --policy", shownName(files[0]))}
	case chosen || len(files) > 1:
		return d, usageError{errors.New("--picture frontier: want one FILE, and neither --load nor --policy")}
	}
	search, err := picture.ReadSearch(in)
	if err != nil {
		return d, usageError{fmt.Errorf("%s: %w", shownName(files[0]), err)}
	}
	return drawable{search.Draw, search.Text}, nil
}
