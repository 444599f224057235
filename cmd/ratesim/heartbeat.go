package main

import (
	"context"
	"fmt"
	"time"
)

// heartbeatEvery is how often a heartbeat is written while work goes on.
const heartbeatEvery = 10 * time.Second

// A heartbeat is a file that is written anew now and then, as long as a task moves on:
// from its time others can tell that the program is stuck. It holds how far the task
// is.
type heartbeat struct {
	e    edge
	name string // "" for none
	bar  *progress
}

// beat writes the file until stop is called. It is an error when the file cannot be
// written at first; that it cannot be later is told.
func (h heartbeat) beat(ctx context.Context) (stop func(), err error) {
	if h.name == "" {
		return func() {}, nil
	}
	last := h.bar.done.Load()
	if err := h.write(); err != nil {
		return nil, fmt.Errorf("--heartbeat: %w", err)
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(heartbeatEvery)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			done := h.bar.done.Load()
			if done == last {
				continue
			}
			last = done
			if err := h.write(); err != nil {
				tell(h.bar, "--heartbeat: %v", err)
				return
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}, nil
}

// write writes how far the task is.
func (h heartbeat) write() error {
	return writeFile(h.e, h.name, fmt.Appendf(nil, "%s: %s\n", h.bar.name, h.bar.text()))
}
