package picture

import (
	"fmt"
	"time"

	"ratesim/trace"
)

// A course is how many calls there were over time, in bins, all runs together. A bin is a
// part of the window, or several windows: as fine as the time allows in which there are
// calls.
type course struct {
	bin    int64   // ns
	finer  []int64 // how many bins make a longer one, the last first; none once they are as usual
	window int64   // ns: that of the limit, or of a minute or so where there is none
	limit  int64   // calls in a window; 0 for no limit on calls

	calls, first, again []int64 // by bin: all; refused at the first attempt; refused later
}

// The bounds on bins.
const (
	binsMost  = 4096    // of a course
	binsLeast = 48      // of the longest course of a window, where calls allow it
	partsMost = 12      // of a window, where there are so many bins
	finest    = 1 << 16 // parts of a window
)

// courseOf returns the course of a run in which nothing has happened, in the finest bins:
// steps, or the largest number of equal parts of the limit's window.
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
	if c.bin = run.StepNS; c.bin == 0 || c.window%c.bin != 0 {
		c.bin = c.window / divisorOf(c.window, partsMost)
	}
	for times := int64(5); run.StepNS == 0 && c.bin%times == 0 && c.window/c.bin*times <= finest; times = 7 - times {
		c.bin /= times
		c.finer = append(c.finer, times)
	}
	return c
}

// divisorOf returns the largest divisor of a number that is at most some other.
func divisorOf(n, most int64) int64 {
	for d := most; d > 1; d-- {
		if n%d == 0 {
			return d
		}
	}
	return 1
}

// add counts a call.
func (c *course) add(a *trace.Attempt) error {
	if a.At < 0 {
		return fmt.Errorf("want a call at an instant from 0 on; have one at %v", time.Duration(a.At))
	}
	for a.At/c.bin >= binsMost {
		c.coarsen()
	}
	i := a.At / c.bin
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

// coarsen makes of several bins one.
func (c *course) coarsen() {
	times := c.times()
	c.bin *= times
	c.finer = c.finer[:max(0, len(c.finer)-1)]
	c.calls, c.first, c.again = merged(c.calls, int(times)), merged(c.first, int(times)), merged(c.again, int(times))
}

// times returns how many bins make the next longer one: a larger part of the window, at
// last the whole, and then twice as many windows each time.
func (c *course) times() int64 {
	parts := c.window / c.bin
	switch {
	case len(c.finer) > 0:
		return c.finer[len(c.finer)-1]
	case parts <= 1:
		return 2
	}
	for times := int64(2); times <= partsMost; times++ {
		if parts%times == 0 {
			return times
		}
	}
	return parts
}

// used returns the time in which there were calls, ns.
func (c *course) used() int64 { return c.bin * int64(len(c.calls)) }

// settle makes the bins of cases that have the same window equally long, so that their
// pictures can be compared, and no shorter than is usual where calls go on for long.
func settle(cases []*occasion) {
	longest, used := map[int64]int64{}, map[int64]int64{}
	for _, o := range cases {
		c := &o.course
		longest[c.window], used[c.window] = max(longest[c.window], c.bin), max(used[c.window], c.used())
	}
	for _, o := range cases {
		c := &o.course
		for c.bin < longest[c.window] || len(c.finer) > 0 && used[c.window]/binsLeast/c.times() >= c.bin {
			c.coarsen()
		}
	}
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
