package report

import (
	"fmt"
	"math"
	"slices"

	"ratesim/claim"
	"ratesim/stats"
)

// unseen returns the share of runs that may well differ though no seed does, where so many
// would break the claim: a figure that did not vary is exact if the scenario fixes it, and
// otherwise by chance. It is nil where the claim does not hold, or holds whatever these
// runs are.
func (d deciding) unseen(e stats.Estimate, against float64) *float64 {
	if e.Method != stats.Exact || d.claim.Op.Decide(e.Mean, e.Mean, against) != claim.Pass {
		return nil
	}
	share := stats.Unseen(e.Values)
	least, most := d.reach()
	low, high := e.Mean-share*(e.Mean-least), e.Mean+share*(most-e.Mean)
	if d.claim.Op.Decide(low, high, against) == claim.Pass {
		return nil
	}
	return &share
}

// reach returns the least and the largest value that a run can have of the figure, or of
// its difference from that of another policy.
func (d deciding) reach() (least, most float64) {
	if most = math.Inf(1); d.figure.Measure == MeasureShare {
		most = 1
	}
	if d.claim.Bound.Of != "" {
		least = -most
	}
	return least, most
}

// Doubts say which claims hold only as far as the seeds have shown, a line each.
func Doubts(rows []ClaimRow) (lines []string) {
	for _, r := range rows {
		if r.Unseen == nil {
			continue
		}
		line := fmt.Sprintf("%s: the same in all %d seeds: exact if the scenario fixes it; else up to %s of runs may be otherwise, unseen", r.Claim, r.Seeds, percentOf(*r.Unseen))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// percentOf returns a share with two digits that say something.
func percentOf(share float64) string {
	digits := 1
	for size := 100 * share; size < 1 && digits < 6; size *= 10 {
		digits++
	}
	return fmt.Sprintf("%.*f %%", digits, 100*share)
}
