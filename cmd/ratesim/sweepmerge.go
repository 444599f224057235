package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/report"
	"ratesim/sweep"
)

// errGaps ends the program when cells are missing.
var errGaps = errors.New("cells are missing")

// A merge puts the rows of all cells of a plan into one file.
type merge struct {
	e      edge
	plan   *openPlan
	stores []cellStore
	format string
	output string
}

// A tally is how many cells of a plan there are.
type tally struct{ done, missing, spoiled int64 }

// err says which cells are missing, nil for none.
func (t tally) err() error {
	if t.missing+t.spoiled == 0 {
		return nil
	}
	text := fmt.Sprintf("%d of %s", t.missing+t.spoiled, counted(t.done+t.missing+t.spoiled, "cell"))
	if t.spoiled > 0 {
		text += fmt.Sprintf(", %d of them there but not whole", t.spoiled)
	}
	return fmt.Errorf("%w: %s; \"ratesim sweep run\" runs them", errGaps, text)
}

// find returns the rows of a cell from the first folder that has them.
func find(stores []cellStore, key string, count *tally) (rows []byte, ok bool) {
	spoiled := false
	for _, store := range stores {
		rows, ok, err := store.read(key)
		if ok {
			count.done++
			return rows, true
		}
		spoiled = spoiled || err != nil
	}
	if spoiled {
		count.spoiled++
	} else {
		count.missing++
	}
	return nil, false
}

// run writes the file and its manifest, or neither.
func (m *merge) run(ctx context.Context) error {
	for _, store := range m.stores {
		if err := store.checkMark(m.plan.Plan); err != nil {
			return err
		}
	}
	file, err := createFile(m.e, m.output)
	if err != nil {
		return err
	}
	defer file.discard()
	out := newHashed(file)
	record := sweepManifest(m.plan, m.format)
	if err := m.write(ctx, out, record); err != nil {
		return err
	}
	if err := file.commit(); err != nil || m.e.isOutput(m.output) {
		return err
	}
	record.Outputs = []outputRecord{{Name: m.output, fileHash: out.hash()}}
	text, err := record.text()
	if err != nil {
		return err
	}
	return writeFile(m.e, manifestName(m.output), text)
}

// manifestName is where the manifest of a sweep's file stands.
func manifestName(output string) string { return output + ".manifest.json" }

// write writes the rows of all cells, in the order of the plan.
func (m *merge) write(ctx context.Context, w io.Writer, record manifest) error {
	text, err := record.text()
	if err != nil {
		return err
	}
	figures := m.plan.fields()
	sink, err := newRowSink(m.format, w, sweepFields(m.plan.axes, figures), text)
	if err != nil {
		return err
	}
	bar := newProgress(ctx, m.e, task{name: "merging", total: m.plan.Cells})
	defer bar.close()
	var count tally
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c, err := m.plan.next(sweep.Shard{})
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		rows, ok := find(m.stores, c.Key, &count)
		if ok && count.missing+count.spoiled == 0 {
			if err := m.cell(sink, c, rows, figures); err != nil {
				return err
			}
		}
		bar.done.Add(1)
	}
	if err := count.err(); err != nil {
		return err
	}
	return sink.finish()
}

// cell writes the rows of one cell behind the values of its point.
func (m *merge) cell(sink rowSink, c sweep.Cell, rows []byte, figures []report.Field) error {
	cells := slices.Clone(c.Values)
	err := eachRow(rows, figures, func(row []string) error {
		return sink.row(append(cells[:len(c.Values)], row...))
	})
	if _, unwritten := errors.AsType[outputError](err); err == nil || unwritten {
		return err // which names the output; the cell is not to blame
	}
	return fmt.Errorf("cell %s: %w", c.Key, err)
}

// A hashed writer hashes what is written.
type hashed struct {
	io.Writer
	sum hash.Hash
	n   int64
}

func newHashed(w io.Writer) *hashed { return &hashed{Writer: w, sum: sha256.New()} }

// Write writes and hashes.
func (h *hashed) Write(data []byte) (int, error) {
	n, err := h.Writer.Write(data)
	h.sum.Write(data[:n])
	h.n += int64(n)
	return n, err
}

func (h *hashed) hash() fileHash {
	return fileHash{SHA256: hex.EncodeToString(h.sum.Sum(nil)), Bytes: h.n}
}

// hashOf returns the hash of a text.
func hashOf(text []byte) fileHash {
	h := newHashed(io.Discard)
	h.Write(text)
	return h.hash()
}

func newSweepMerge(e edge) *cobra.Command {
	var folders []string
	var output, format string
	cmd := &cobra.Command{
		Use:   "merge PLAN",
		Short: "Put the cells of a plan into one file",
		Long: `Put the rows of all cells of a plan into one file, in the plan's order: the same
bytes as those of one machine that ran it all. Exit 5 when cells are missing. A
manifest is written beside the file.`,
		Args: oneArgument("a PLAN, the file"),
		Example: `  ratesim sweep plan -o p && ratesim sweep run p && ratesim sweep merge p
  ratesim sweep plan -o p; ratesim sweep run p; ratesim sweep merge p -o r.csv
  ratesim sweep plan && ratesim sweep merge plan.json || test $? -eq 5`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m := &merge{e: e, output: output}
			var err error
			if m.format, err = sweepFormat(format, output); err != nil {
				return err
			}
			if m.plan, err = planFile(e, args[0]); err != nil {
				return err
			}
			defer m.plan.file.Close()
			m.stores = storesOf(e, folders, args[0])
			return m.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&folders, "cells", nil, "`folder` of cells; may be repeated; default PLAN.cells")
	registerSweepOutput(cmd, &output, &format)
	return cmd
}

// registerSweepOutput adds the flags of a sweep's file.
func registerSweepOutput(cmd *cobra.Command, output, format *string) {
	f := cmd.Flags()
	*output = standard
	f.VarP((*fileFlag)(output), "output", "o", "`file` of the rows, - for standard output")
	writes(f, "output", "", manifestName(""))
	f.Var((*textFlag)(format), "format", "`form` of the rows: csv, ndjson or parquet; default what the file ends in")
	complete(cmd, "format", func(*cobra.Command) []string { return sweepFormats() })
}

// storesOf returns the folders of cells, by default that of the plan.
func storesOf(e edge, folders []string, plan string) []cellStore {
	if len(folders) == 0 {
		folders = []string{cellsOf(plan)}
	}
	var stores []cellStore
	for _, folder := range folders {
		stores = append(stores, cellStore{folder: folder, temporary: e.temporary})
	}
	return stores
}

// cellsOf is where the cells of a plan or of a file are kept unless --cells says
// where.
func cellsOf(name string) string {
	if name == standard {
		return "cells"
	}
	return name + ".cells"
}
