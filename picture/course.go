package picture

import (
	"fmt"
	"time"

	"ratesim/trace"
)

// A course is how many calls there were over time, in bins, all runs together.
type course struct {
	bin    int64 // ns
	window int64 // ns: that of the limit, or of a minute or so where there is none
	limit  int64 // calls in a window; 0 for no limit on calls

	calls, first, again []int64 // by bin: all; refused at the first attempt; refused later
}

// The bounds on bins: as many as can be told apart where runs use their time to the
// full, with room for runs that are longer than the first.
const (
	binsWanted = 960
	binsMost   = 4 * binsWanted
	partsMost  = 12 // of a window
)

// courseOf returns the course of a run in which nothing has happened. A bin is a step,
// or a part of the limit's window that gives enough of them, or several windows.
func courseOf(run trace.Run) course {
	c := course{window: int64(time.Minute)}
	if run.StepNS > 0 {
		c.window = run.StepNS
	}
	for _, l := range run.Limits {
		if l.WindowNS > 0 && l.Limit > 0 && (l.Unit == "calls" || l.Unit == trace.UnitRequests) {
			c.window, c.limit = l.WindowNS, l.Limit
			break
		}
	}
	switch parts := binsWanted / (run.HorizonNS/c.window + 1); {
	case run.StepNS > 0 && run.HorizonNS/run.StepNS <= binsMost:
		c.bin = run.StepNS
	case parts == 0:
		c.bin = c.window * (run.HorizonNS/c.window/binsWanted + 1)
	default:
		c.bin = max(1, c.window/min(parts, partsMost))
	}
	return c
}

// add counts a call.
func (c *course) add(a *trace.Attempt) error {
	i := a.At / c.bin
	if i < 0 || i >= binsMost {
		return fmt.Errorf("want a call before %v, as others of its case are; have one at %v", time.Duration(binsMost*c.bin), time.Duration(a.At))
	}
	for int64(len(c.calls)) <= i {
		c.calls, c.first, c.again = append(c.calls, 0), append(c.first, 0), append(c.again, 0)
	}
	c.calls[i]++
	switch {
	case a.Status != trace.StatusRateLimit:
	case a.Attempt == 0:
		c.first[i]++
	default:
		c.again[i]++
	}
	return nil
}

// inWindow returns for each bin how many of the counted there were in the window that
// ends with it, or, where a bin is longer than the window, in a window of it on
// average; in so many runs, on average.
func (c *course) inWindow(counts []int64, runs int) []float64 {
	wide := max(1, int(c.window/c.bin))
	shared := float64(runs) * float64(max(1, c.bin/c.window))
	values := make([]float64, len(counts))
	var sum int64
	for i, n := range counts {
		sum += n
		if i >= wide {
			sum -= counts[i-wide]
		}
		values[i] = float64(sum) / shared
	}
	return values
}

// instants returns of which instants the values of inWindow are, and whether those are the
// ends of bins: a window ends with its bin, in steps with the bin's last step. A mean is
// told from the beginning of its bin on.
func (c *course) instants(bins int, stepNS int64) (at []int64, isOfEnds bool) {
	for i := range int64(bins) {
		switch {
		case c.isAveraged():
			at = append(at, i*c.bin)
		case stepNS > 0:
			at = append(at, ((i+1)*c.bin-1)/stepNS*stepNS)
		default:
			at = append(at, (i+1)*c.bin)
		}
	}
	return at, !c.isAveraged() && c.bin != stepNS
}

// isAveraged reports that what is shown of a bin is a mean over its windows.
func (c *course) isAveraged() bool { return c.bin > c.window }

// refused returns the refusals of each bin.
func (c *course) refused() []int64 {
	sums := make([]int64, len(c.first))
	for i := range sums {
		sums[i] = c.first[i] + c.again[i]
	}
	return sums
}

// merged returns counts in bins so many times as long.
func merged(counts []int64, times int) []int64 {
	var sums []int64
	for i, n := range counts {
		if i%times == 0 {
			sums = append(sums, 0)
		}
		sums[len(sums)-1] += n
	}
	return sums
}
