package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

const (
	progressAfter = time.Second      // nothing is shown of shorter work
	progressEvery = 10 * time.Second // between two lines where nothing can be redrawn
)

// A task is work whose progress is shown.
type task struct {
	name  string
	total int64 // parts of the work; 0 when nobody knows, and the parts are bytes
}

// A progress shows on standard error how far a task is, once it takes more than a
// second: a bar on a terminal, else a line now and then. What is written to it
// goes to standard error, too, without spoiling the bar.
type progress struct {
	task
	done  atomic.Int64 // parts
	quit  chan struct{}
	ended chan struct{}

	lock    sync.Mutex
	stderr  io.Writer
	display *mpb.Progress // nil while there is no bar
}

// newProgress begins to show a task, until close or until a signal has come.
func newProgress(ctx context.Context, e edge, t task) *progress {
	p := &progress{task: t, quit: make(chan struct{}), ended: make(chan struct{}), stderr: e.err}
	go func() {
		defer close(p.ended)
		select {
		case <-p.quit:
			return
		case <-ctx.Done():
			return
		case <-time.After(progressAfter):
		}
		if e.quiet {
			return
		}
		if e.live {
			p.draw(ctx)
		} else {
			p.print(ctx)
		}
	}()
	return p
}

// close ends the display.
func (p *progress) close() {
	close(p.quit)
	<-p.ended
}

// Write writes lines to standard error.
func (p *progress) Write(lines []byte) (int, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.display != nil {
		return p.display.Write(lines)
	}
	return p.stderr.Write(lines)
}

// show sets or, with nil, takes away what is drawn.
func (p *progress) show(display *mpb.Progress) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.display = display
}

// draw redraws a bar until the work has ended, and removes it.
func (p *progress) draw(ctx context.Context) {
	display := mpb.New(mpb.WithOutput(p.stderr), mpb.WithWidth(40), mpb.WithAutoRefresh())
	bar := p.bar(display)
	p.show(display)
	defer func() {
		p.show(nil)
		bar.Abort(true)
		display.Wait()
	}()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
			current := p.done.Load()
			if p.total > 0 {
				current = min(current, p.total-1) // the end is shown by its result
			}
			bar.SetCurrent(current)
		}
	}
}

func (p *progress) bar(display *mpb.Progress) *mpb.Bar {
	if p.total == 0 {
		text := decor.Any(func(decor.Statistics) string { return p.name + ": " + p.text() + " " })
		return display.New(0, nil, mpb.PrependDecorators(text, decor.Spinner(nil)))
	}
	return display.AddBar(p.total, mpb.PrependDecorators(decor.Name(p.name)),
		mpb.AppendDecorators(decor.Percentage(), decor.Name("  ETA "), decor.AverageETA(decor.ET_STYLE_GO)))
}

// print writes a line now and then until the work has ended.
func (p *progress) print(ctx context.Context) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		tell(p, "%s: %s", p.name, p.text())
		select {
		case <-p.quit:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// text says how far the task is.
func (p *progress) text() string {
	if p.total == 0 {
		return fmt.Sprintf("%d MB so far", p.done.Load()/1e6)
	}
	return fmt.Sprintf("%.0f%%", 100*float64(p.done.Load())/float64(p.total))
}

// runParts is in how many parts the progress of a run is counted.
const runParts = 1000

// meter counts the progress of one run that ends at a horizon.
func (p *progress) meter(horizon time.Duration) *meter {
	return &meter{progress: p, horizon: horizon}
}

// A meter counts the progress of one run, which takes runParts of a progress.
type meter struct {
	progress *progress
	horizon  time.Duration
	counted  int64 // parts
}

// at says that the run has come to an instant.
func (m *meter) at(now time.Duration) {
	m.count(int64(float64(now) / float64(m.horizon) * runParts))
}

// done says that the run has ended.
func (m *meter) done() { m.count(runParts) }

func (m *meter) count(parts int64) {
	m.progress.done.Add(parts - m.counted)
	m.counted = parts
}
