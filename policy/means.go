package policy

import (
	"math/rand/v2"
	"time"
)

// A lattice of paths that chance may take: in path i the k-th draw is one of as many equal parts
// of [0, 1), taken at its middle, and each part once. The parts are those of a
// Korobov lattice (N. M. Korobov, "The approximate computation of multiple
// integrals", 1959), so that draws after one another have nothing in common.
const (
	latticeBits = 10
	latticeSize = 1 << latticeBits
	latticeStep = 133 // odd, so that each draw takes each part once; of those, among the most even in 2 to 4 dimensions
)

// latticeDraw returns the bits of a draw.
func latticeDraw(path, draw int) uint64 {
	part := uint64(path)
	for range draw {
		part = part * latticeStep % latticeSize
	}
	return (2*part + 1) << (53 - latticeBits - 1)
}

// sums are over the paths that come to a row.
type sums struct{ count, goingOn, wait, waited, at float64 }

// fillMeans fills in means and shares.
func fillMeans(rows []Row, p Policy, s Sequence) {
	all := make([]sums, len(rows))
	var bits constant
	rng := rand.New(&bits)
	for path := range latticeSize {
		session := Begin(p, 0)
		now, waited := time.Duration(0), time.Duration(0)
		for k := range rows {
			bits = constant(latticeDraw(path, k))
			f := s.failure(k)
			now = plus(now, s.took(f, &session, now))
			d := session.Failed(now, f, rng)
			if !d.Again && rows[k].Stops != AlwaysEnd {
				break
			}
			now, waited = plus(now, plus(d.Wait, d.Idle)), plus(waited, d.Wait)
			all[k].add(d, waited, now)
		}
	}
	for k := range rows {
		sum, row := all[k], &rows[k]
		row.Share = sum.goingOn / latticeSize
		row.Wait.setMean(sum.wait / max(1, sum.count))
		row.Waited.setMean(sum.waited / max(1, sum.count))
		row.At.setMean(sum.at / max(1, sum.count))
	}
}

func (s *sums) add(d Decision, waited, at time.Duration) {
	s.count++
	if d.Again {
		s.goingOn++
	}
	s.wait += float64(d.Wait)
	s.waited += float64(waited)
	s.at += float64(at)
}

// setMean sets the mean in nanoseconds, which but for rounding lies within the
// bounds.
func (r *Range) setMean(mean float64) {
	r.Mean = max(r.Low, min(r.High, scale(time.Nanosecond, mean)))
}
