package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/spec"
	"ratesim/sweep"
)

// A sweepRun is the running of the cells of a shard.
type sweepRun struct {
	e       edge
	plan    *openPlan
	store   cellStore
	shard   sweep.Shard
	workers int
	pulse   string // file of the heartbeat; "" for none
	scratch bool   // the cells are not kept
	bar     *progress
	ran     atomic.Int64 // cells
	kept    atomic.Int64 // cells that were there before
	spoiled atomic.Int64 // of those that were run, cells that were there and not whole
	late    atomic.Int64 // of those that were run, cells with requests that do not arrive
}

// A batch is cells of one point that one worker runs, or why there are no more.
type batch struct {
	cells []sweep.Cell
	err   error
}

// batchMax is how many cells a worker takes at once: they share a model.
const batchMax = 16

// cellGrace is how long a cell may take to be given up or to be written on a slow disk.
// A second interrupt does not wait for it.
const cellGrace = 30 * time.Second

// run runs the cells that are not there.
func (r *sweepRun) run(ctx context.Context) error {
	if err := r.plan.source.checkFiles(ctx, r.e); err != nil {
		return err
	}
	if err := r.store.mark(r.e, r.plan.Plan); err != nil {
		return err
	}
	r.e.grace.extend(cellGrace)
	defer r.e.grace.extend(0)
	r.bar = newProgress(ctx, r.e, task{name: "cells", total: max(1, r.plan.Runs*runParts/int64(max(r.shard.Of, 1)))})
	defer r.bar.close()
	stopPulse, err := heartbeat{r.e, r.pulse, r.bar}.beat(ctx)
	if err != nil {
		return err
	}
	defer stopPulse()
	feeding, stop := context.WithCancel(ctx)
	defer stop()
	batches := make(chan batch, r.workers)
	go r.feed(feeding, batches)
	job := sweep.Job{Pieces: r.workers, Workers: r.workers, New: func() sweep.Worker {
		w := &cellWorker{sweepRun: r}
		return func(ctx context.Context, _ int) error {
			defer w.close()
			for b := range batches {
				if err := w.runAll(ctx, b); err != nil {
					stop() // of several errors the first to come is told
					return err
				}
			}
			return nil
		}
	}}
	err = job.Run(ctx)
	r.tell(err)
	return err
}

// tell says what the user should know of the cells that were run.
func (r *sweepRun) tell(err error) {
	if n := r.late.Load(); n > 0 {
		tell(r.e.err, "%s with requests that are due at the horizon or later, and do not arrive", counted(n, "cell"))
	}
	if _, stopped := errors.AsType[signalError](err); stopped && !r.scratch {
		tell(r.e.err, "kept in %s: %s; the same command goes on from there", r.store.folder, counted(r.ran.Load()+r.kept.Load(), "cell"))
	}
}

// feed reads the cells of the shard and hands them out.
func (r *sweepRun) feed(ctx context.Context, to chan<- batch) {
	defer close(to)
	var b batch
	send := func() bool {
		select {
		case to <- b:
			b = batch{}
			return true
		case <-ctx.Done():
			return false
		}
	}
	for {
		c, err := r.plan.next(r.shard)
		full := len(b.cells) > 0 && (len(b.cells) == batchMax || err != nil || !slices.Equal(c.Values, b.cells[0].Values))
		if full && !send() {
			return
		}
		if err == io.EOF {
			return
		}
		if b.err = err; err != nil {
			send()
			return
		}
		b.cells = append(b.cells, c)
	}
}

// A cellWorker runs cells, and keeps what it made ready for the last one.
type cellWorker struct {
	*sweepRun
	values   []string // of the point that was made ready; nil for none
	scenario *scenario.Scenario
	source   *source
	runner   *caseRunner       // of the load and policy that were made ready; nil for none
	hash     sweep.ContentHash // of them
}

// runAll runs the cells of a batch that are not there.
func (w *cellWorker) runAll(ctx context.Context, b batch) error {
	if b.err != nil {
		return b.err
	}
	for _, c := range b.cells {
		seeds, err := parseSeeds(spec.Split(c.Seeds))
		if err != nil {
			return usageError{fmt.Errorf("%s: %w", w.plan.name, err)}
		}
		_, ok, spoiled := w.store.read(c.Key)
		if ok {
			w.kept.Add(1)
			w.bar.done.Add(int64(len(seeds)) * runParts)
			continue
		}
		if spoiled != nil {
			w.spoiled.Add(1)
			tell(w.bar, "%v; it is run again", spoiled)
		}
		rows, err := w.rows(ctx, c, seeds)
		if err != nil {
			return err
		}
		if err := w.store.write(c.Key, rows); err != nil {
			return err
		}
		w.ran.Add(1)
		if len(w.source.model.Late(w.runner.cases[0])) > 0 {
			w.late.Add(1)
		}
	}
	return nil
}

// rows runs a cell and returns its rows as CSV.
func (w *cellWorker) rows(ctx context.Context, c sweep.Cell, seeds []int64) ([]byte, error) {
	if err := w.prepare(ctx, c); err != nil {
		return nil, w.at(c, err)
	}
	if w.hash.Key(c.Seeds) != c.Key {
		return nil, usageError{fmt.Errorf("%s: the key of a cell is not what this program makes of it; plan again", w.plan.name)}
	}
	var rows []report.Row
	var measured []report.Measured
	for _, seed := range seeds {
		if w.plan.isOpen {
			m, err := w.runner.measure(ctx, wanted{seed: seed}, nil)
			if err != nil {
				return nil, w.at(c, err)
			}
			measured = append(measured, m)
			continue
		}
		row, err := w.runner.run(ctx, wanted{seed: seed}, nil)
		if err != nil {
			return nil, w.at(c, err)
		}
		rows = append(rows, row)
	}
	if err := w.source.err(); err != nil {
		return nil, err
	}
	return w.csv(rows, measured)
}

// csv returns rows in their form in a cell.
func (w *cellWorker) csv(rows []report.Row, measured []report.Measured) ([]byte, error) {
	var text bytes.Buffer
	var err error
	if w.plan.isOpen {
		var results report.FlowResults
		for _, m := range measured {
			results.Rows = append(results.Rows, report.NewFlowRows(m)...)
		}
		err = results.Write(&text, report.FormatCSV, report.Layout{})
	} else {
		err = report.Results{Rows: rows}.Write(&text, report.FormatCSV, report.Layout{})
	}
	return text.Bytes(), err
}

// at says at which point something went wrong, unless a signal came.
func (w *cellWorker) at(c sweep.Cell, err error) error {
	if _, stopped := errors.AsType[signalError](err); stopped || len(c.Values) == 0 {
		return err
	}
	var text bytes.Buffer
	for i, axis := range w.plan.axes {
		fmt.Fprintf(&text, "%s=%s, ", axis.Path, c.Values[i])
	}
	return fmt.Errorf("%s%w", &text, err)
}

// prepare makes ready what the cell's runs need and the last one's did not.
func (w *cellWorker) prepare(ctx context.Context, c sweep.Cell) error {
	if w.source == nil || !slices.Equal(w.values, c.Values) {
		w.close()
		read, err := w.plan.source.at(w.plan.axes, c.Values)
		if err != nil {
			return err
		}
		made, err := w.plan.source.open(ctx, w.e, read)
		if err != nil {
			return err
		}
		w.scenario, w.source, w.values = read, made, c.Values
	}
	if w.runner != nil && w.runner.cases[0].Load == c.Load && w.runner.cases[0].Policy == c.Policy {
		return nil
	}
	content, err := w.plan.source.content(w.scenario, c.Load, c.Policy)
	if err != nil {
		return usage(err)
	}
	made, err := w.source.model.Case(c.Load, c.Policy)
	if err != nil {
		return usage(err)
	}
	w.hash = content.Hash()
	w.runner = newCaseRunner(&runs{source: w.source, cases: []scenario.Case{made}}, w.bar)
	return nil
}

// close removes what was made ready.
func (w *cellWorker) close() {
	if w.source != nil {
		w.source.close()
	}
	w.source, w.runner = nil, nil
}
