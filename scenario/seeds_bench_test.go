package scenario

import (
	"context"
	"fmt"
	"testing"

	"ratesim/sim"
	"ratesim/sweep"
)

// BenchmarkSeeds runs the lesson's six cases under 256 seeds on one and on two
// workers (goal G5 of the design: two do at least 1.6 times as much).
func BenchmarkSeeds(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			var idle [][]*sim.Runner // made once, as a program does: to read a scenario takes as long as many runs
			for range workers {
				idle = append(idle, lessonRunners(b))
			}
			made := 0
			job := sweep.Job{Pieces: 256, Workers: workers, New: func() sweep.Worker {
				runners := idle[made%workers]
				made++
				return func(_ context.Context, seed int) error {
					for _, r := range runners {
						if _, err := r.Run(int64(seed), nil); err != nil {
							return err
						}
					}
					return nil
				}
			}}
			runs := 0
			for b.Loop() {
				if err := job.Run(context.Background()); err != nil {
					b.Fatal(err)
				}
				runs += 6 * job.Pieces
			}
			b.ReportMetric(float64(runs)/b.Elapsed().Seconds(), "runs/s")
		})
	}
}
