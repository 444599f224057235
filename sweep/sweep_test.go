package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEachPieceIsDoneOnceOnAnyNumberOfWorkers(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 1000} {
		done := make([]int32, 500)
		job := Job{Pieces: len(done), Workers: workers, New: func() Worker {
			return func(_ context.Context, index int) error {
				atomic.AddInt32(&done[index], 1)
				return nil
			}
		}}
		if err := job.Run(context.Background()); err != nil {
			t.Fatalf("%d workers: %v", workers, err)
		}
		if slices.Min(done) != 1 || slices.Max(done) != 1 {
			t.Errorf("%d workers: pieces were done %d to %d times; want once", workers, slices.Min(done), slices.Max(done))
		}
	}
}

func TestNoMoreWorkersThanPiecesOrThanAllowed(t *testing.T) {
	for _, tt := range []struct{ pieces, workers, want int }{{3, 8, 3}, {8, 3, 3}, {0, 5, 0}} {
		made := 0
		job := Job{Pieces: tt.pieces, Workers: tt.workers, New: func() Worker {
			made++
			return func(context.Context, int) error { return nil }
		}}
		if err := job.Run(context.Background()); err != nil || made != tt.want {
			t.Errorf("%d pieces, at most %d workers: %d were made, error %v; want %d", tt.pieces, tt.workers, made, err, tt.want)
		}
	}
}

func TestTheErrorOfTheLowestIndexIsReported(t *testing.T) {
	both := make(chan struct{}, 2)
	job := Job{Pieces: 2, Workers: 2, New: func() Worker {
		return func(_ context.Context, index int) error {
			both <- struct{}{}
			for len(both) < 2 { // both pieces are under way before one fails
			}
			return fmt.Errorf("piece %d", index)
		}
	}}
	if err := job.Run(context.Background()); err == nil || err.Error() != "piece 0" {
		t.Errorf("the error is %v; want that of piece 0", err)
	}
}

func TestAPieceUnderWayIsNotStoppedByTheErrorOfAnother(t *testing.T) {
	failed := make(chan struct{})
	job := Job{Pieces: 2, Workers: 2, New: func() Worker {
		return func(ctx context.Context, index int) error {
			if index == 1 {
				defer close(failed)
				return errors.New("piece 1")
			}
			<-failed
			return ctx.Err()
		}
	}}
	if err := job.Run(context.Background()); err == nil || err.Error() != "piece 1" {
		t.Errorf("the error is %v; want that of piece 1", err)
	}
}

func TestNothingIsBegunAfterAnError(t *testing.T) {
	wrong := errors.New("wrong")
	begun := 0
	job := Job{Pieces: 1000, Workers: 1, New: func() Worker {
		return func(_ context.Context, index int) error {
			begun++
			if index == 3 {
				return wrong
			}
			return nil
		}
	}}
	if err := job.Run(context.Background()); !errors.Is(err, wrong) || begun != 4 {
		t.Errorf("%d pieces were begun, error %v; want 4 and %v", begun, err, wrong)
	}
}

func TestAnEndedContextEndsTheJobWithItsCause(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	job := Job{Pieces: 1000, Workers: 1, New: func() Worker {
		return func(_ context.Context, index int) error {
			if index == 2 {
				cancel(cause)
			}
			return nil
		}
	}}
	if err := job.Run(ctx); !errors.Is(err, cause) {
		t.Errorf("the error is %v; want %v", err, cause)
	}
}

func ExampleJob_Run() {
	squares := make([]int, 5)
	job := Job{Pieces: len(squares), Workers: 2, New: func() Worker {
		return func(_ context.Context, index int) error {
			squares[index] = index * index
			return nil
		}
	}}
	fmt.Println(job.Run(context.Background()), squares)
	// Output: <nil> [0 1 4 9 16]
}
