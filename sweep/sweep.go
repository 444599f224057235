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

// Run does all pieces. After an error, or when ctx ends, it starts no further
// piece, waits for those under way and returns the error.
func (j Job) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	var first failure
	var workers sync.WaitGroup
	for range min(j.Workers, j.Pieces) {
		work := j.New()
		workers.Go(func() {
			for {
				index := int(next.Add(1)) - 1
				if index >= j.Pieces || ctx.Err() != nil {
					return
				}
				if err := work(ctx, index); err != nil {
					first.set(index, err)
					cancel()
				}
			}
		})
	}
	workers.Wait()
	if first.err != nil {
		return first.err
	}
	return context.Cause(ctx)
}

// A failure is the error of the piece with the lowest index.
type failure struct {
	lock  sync.Mutex
	index int
	err   error
}

func (f *failure) set(index int, err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.err == nil || index < f.index {
		f.index, f.err = index, err
	}
}
