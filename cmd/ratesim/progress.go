package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

const (
	progressAfter = time.Second      // nothing is shown of shorter work
	progressEvery = 10 * time.Second // between two lines where nothing can be redrawn
	progressParts = 1000             // of a run, in which its progress is counted
)

// A progress shows on standard error how far the runs are, once they take more
// than a second: a bar on a terminal, else a line now and then.
type progress struct {
	done  atomic.Int64 // parts of all runs
	total int64
	quit  chan struct{}
	ended chan struct{}
}

// newProgress begins to count so many runs.
func newProgress(e edge, runs int) *progress {
	p := &progress{total: int64(runs) * progressParts, quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		select {
		case <-p.quit:
			return
		case <-time.After(progressAfter):
		}
		if e.live {
			p.draw(e.err)
		} else {
			p.print(e.err)
		}
	}()
	return p
}

// close ends the display.
func (p *progress) close() {
	close(p.quit)
	<-p.ended
}

// draw redraws a bar until the work has ended, and removes it.
func (p *progress) draw(w io.Writer) {
	display := mpb.New(mpb.WithOutput(w), mpb.WithWidth(40), mpb.WithAutoRefresh())
	bar := display.AddBar(p.total,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name("runs ")),
		mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)),
	)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			bar.Abort(true)
			display.Wait()
			return
		case <-tick.C:
			bar.SetCurrent(min(p.done.Load(), p.total-1)) // the end is shown by its result
		}
	}
}

// print writes a line now and then until the work has ended.
func (p *progress) print(w io.Writer) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-tick.C:
			fmt.Fprintf(w, "ratesim: %d%% of the runs done\n", 100*p.done.Load()/p.total)
		}
	}
}

// meter counts the progress of one run that ends at a horizon.
func (p *progress) meter(horizon time.Duration) *meter {
	return &meter{progress: p, horizon: horizon}
}

// A meter counts the progress of one run.
type meter struct {
	progress *progress
	horizon  time.Duration
	counted  int64 // parts
}

// at says that the run has come to an instant.
func (m *meter) at(now time.Duration) {
	m.count(int64(float64(now) / float64(m.horizon) * progressParts))
}

// done says that the run has ended.
func (m *meter) done() { m.count(progressParts) }

func (m *meter) count(parts int64) {
	m.progress.done.Add(parts - m.counted)
	m.counted = parts
}
