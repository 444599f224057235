package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/handout"
	"ratesim/handout/page"
	"ratesim/picture"
	"ratesim/suggest"
)

// documentFlags say which files a report is written to in place of a table, as typed.
type documentFlags struct {
	html, markdown string
	madeBy         string
	baseline       string
}

func (d *documentFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var((*fileFlag)(&d.html), "html", "write a page to a `file`, in place of the table; - for standard output")
	f.Var((*fileFlag)(&d.markdown), "markdown", "write Markdown for a pull request to a `file`, in place of the table; - for standard output")
	writes(f, "html")
	writes(f, "markdown")
	f.Var((*fileFlag)(&d.madeBy), "made-by", "the `manifest` of the runs, to be told in the report")
	f.StringVar(&d.baseline, "baseline", "", "the `policy` that the others are set against; empty for the one without retries, or the first")
}

func (d *documentFlags) isWanted() bool { return d.html != "" || d.markdown != "" }

// check returns what is wrong with the flags.
func (d *documentFlags) check(e edge, cmd *cobra.Command) error {
	var faults []error
	for _, name := range []string{"format", "wide", "golden", "histogram", "plot", "percentiles", "show"} {
		if d.isWanted() && cmd.Flags().Changed(name) {
			faults = append(faults, fmt.Errorf("--%s is for the table; want it without --html and --markdown", name))
		}
	}
	if d.madeBy != "" && !d.isWanted() {
		faults = append(faults, errors.New("--made-by: want --html or --markdown, too, the file to tell it in"))
	}
	if d.baseline != "" && !d.isWanted() {
		faults = append(faults, errors.New("--baseline: want --html or --markdown, too, the file to compare in; ratesim compare FILE compares in a table"))
	}
	if d.html != "" && d.markdown != "" && e.isOutput(d.html) && e.isOutput(d.markdown) {
		faults = append(faults, errors.New("--html and --markdown: only one of them can be standard output"))
	}
	return errors.Join(faults...)
}

// write writes the files.
func (d *documentFlags) write(ctx context.Context, e edge, files []string) error {
	made := handout.Material{Command: append([]string{"ratesim"}, withoutFlags(e.args)...), Files: files, Ledger: &handout.Ledger{}}
	roll := &picture.Roll{}
	m, err := d.manifest(e, &made)
	if err != nil {
		return err
	}
	f := figures{names: shownNames(files)}
	if err := f.read(ctx, e, files, made.Ledger, roll); err != nil {
		return err
	}
	if err := errors.Join(made.Ledger.Finish(), roll.Finish()); err != nil {
		return usage(err)
	}
	if m != nil {
		if made.ManifestNotes, err = m.isOf(e.journal.tracesBeside(d.madeBy), d.madeBy); err != nil {
			return err
		}
	}
	if err := d.checkBaseline(made.Ledger.Policies()); err != nil {
		return err
	}
	made.Rows, made.Measured, made.Baseline = f.rows, f.measured, d.baseline
	if made.Pictures, err = page.Pictures(roll); err != nil {
		return err
	}
	document := handout.New(made)
	html := func(w io.Writer) error { return page.Write(w, document) }
	return errors.Join(writeWhole(e, d.html, html), writeWhole(e, d.markdown, document.WriteMarkdown))
}

// checkBaseline returns what is wrong with the baseline among policies that were run.
func (d *documentFlags) checkBaseline(among []string) error {
	if d.baseline == "" || slices.Contains(among, d.baseline) {
		return nil
	}
	return usageError{fmt.Errorf("--baseline: want one of the policies that were run, %q; have %q%s", among, d.baseline, suggest.Question(d.baseline, among))}
}

// manifest reads the manifest that is to be told, nil for none, and notes what is read
// after it.
func (d *documentFlags) manifest(e edge, into *handout.Material) (*manifest, error) {
	if d.madeBy == "" {
		return nil, nil
	}
	m, err := readManifest(e, d.madeBy)
	if err != nil {
		return nil, err
	}
	e.journal.noteInputs()
	whole, err := m.text()
	into.Manifest, into.Made = string(whole), m.Command
	return &m, err
}

// writeWhole writes a file whole or not at all; none if it has no name.
func writeWhole(e edge, name string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	file, err := createFile(e, name)
	if err != nil {
		return err
	}
	defer file.discard()
	if err := write(file); err != nil {
		return err
	}
	return file.commit()
}
