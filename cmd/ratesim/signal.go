package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// A signalError ends the program because of a signal.
type signalError struct{ signal os.Signal }

func (e signalError) Error() string { return fmt.Sprintf("stopped by %v", e.signal) }

func (e signalError) code() int {
	switch e.signal {
	case syscall.SIGHUP:
		return exitHangup
	case syscall.SIGTERM:
		return exitTerminated
	}
	return exitInterrupt
}

// grace is how long the program may take to end by itself after a signal. What
// waits for a pipe or a keyboard would never do so.
const grace = 2 * time.Second

// A graceTime is how long the program may take besides grace, because a command has
// work to end.
type graceTime struct{ more atomic.Int64 }

// extend allows so much more.
func (g *graceTime) extend(by time.Duration) { g.more.Store(int64(by)) }

// whole returns all of it.
func (g *graceTime) whole() time.Duration { return grace + time.Duration(g.more.Load()) }

// untilSignal returns a context that ends with a signalError at the first SIGINT,
// SIGTERM or SIGHUP, unless whoever started the program had it ignore them. If stop is
// not called soon after, giveUp is. A closed pipe is left to the writer to find.
func untilSignal(allowed *graceTime, giveUp func(signalError)) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	stopped := make(chan struct{})
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals) // a second one ends the process at once
			cancel(signalError{s})
			select {
			case <-stopped:
			case <-time.After(allowed.whole()):
				giveUp(signalError{s})
			}
		case <-stopped:
		}
	}()
	return ctx, func() {
		close(stopped)
		signal.Stop(signals)
		cancel(nil)
	}
}
