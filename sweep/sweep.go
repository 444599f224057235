// Package sweep runs many independent pieces of work on all cores. What it
// returns does not depend on their number: results have their place by index,
// and of several errors the first by index is the one reported.
package sweep

import (
	"context"
	"sync"
	"sync/atomic"
)

// A Worker does one piece of work, by index. It is used by one goroutine and may
// keep memory between pieces.
type Worker func(ctx context.Context, index int) error

// A Job is a number of pieces and who works on them.
type Job struct {
	Pieces  int
	Workers int           // at most so many at once; at least 1
	New     func() Worker // makes a worker; it is called by the goroutine that Run was called by
}

// Run does all pieces. After an error it starts no further piece, but ends those
// under way: pieces are started in order, so the first error by index is found
// whoever comes first. When ctx ends, Run returns its cause.
func (j Job) Run(ctx context.Context) error {
	var next atomic.Int64
	var first failure
	var workers sync.WaitGroup
	for range min(j.Workers, j.Pieces) {
		work := j.New()
		workers.Go(func() {
			for !first.known() && ctx.Err() == nil {
				index := int(next.Add(1)) - 1
				if index >= j.Pieces {
					return
				}
				if err := work(ctx, index); err != nil {
					first.set(index, err)
				}
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return first.err
}

// A failure is the error of the piece with the lowest index.
type failure struct {
	lock  sync.Mutex
	index int
	err   error
}

// known reports that a piece has failed.
func (f *failure) known() bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.err != nil
}

// set takes in the error of a piece.
func (f *failure) set(index int, err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.err == nil || index < f.index {
		f.index, f.err = index, err
	}
}
