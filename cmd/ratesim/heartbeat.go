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

// beat writes the file until stop is called.
func (h heartbeat) beat(ctx context.Context) (stop func()) {
	if h.name == "" {
		return func() {}
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(heartbeatEvery)
		defer tick.Stop()
		last := int64(-1)
		for {
			if done := h.bar.done.Load(); done != last {
				last = done
				if err := writeFile(h.e, h.name, fmt.Appendf(nil, "%s: %s\n", h.bar.name, h.bar.text())); err != nil {
					tell(h.bar, "--heartbeat: %v", err)
					return
				}
			}
			select {
			case <-quit:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}
