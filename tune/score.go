package tune

import (
	"cmp"
	"math"

	"ratesim/stats"
)

// caution is by how many standard errors a constraint shall hold for a policy that the
// search has drawn: a search that takes the best of many at their word takes the luckiest.
// One of Others was named before anything was known, and is taken at its word.
const caution = 2

// slack returns by how many standard errors the constraints of a point shall hold.
func (p *point) slack() float64 {
	if p.kind < 0 {
		return 0
	}
	return caution
}

// rank returns the score by which points that were tried on all seeds are chosen: first
// by whether their constraints hold as they shall, on all the seeds that each has; then by
// the goal, on the seeds that all of them have.
func (e *engine) rank(p *point) score { return e.rankBut(p, -1) }

// rankBut is rank without one constraint; −1 for none.
func (e *engine) rankBut(p *point, but int) score {
	s, goal := e.scoreBut(p, p.seeds, p.slack(), but), e.scoreBut(p, min(p.seeds, e.ladder.top()), 0, but)
	s.never, s.goal = goal.never, goal.goal
	return s
}

// A score is how good a point is: first by how far its constraints are from holding,
// then by its goal. Less is better.
type score struct {
	broken   float64 // share of runs, by constraint, in which it cannot hold, as with a latency that is never
	distance float64 // of the constraints that do not hold, in their scales
	never    int     // runs in which the goal is never
	goal     float64
}

// holds reports that all constraints do.
func (s score) holds() bool { return s.broken == 0 && s.distance == 0 }

// compare compares two scores; the better one is less.
func (s score) compare(o score) int {
	return cmp.Or(
		cmp.Compare(s.broken, o.broken),
		cmp.Compare(s.distance, o.distance),
		cmp.Compare(s.never, o.never),
		cmp.Compare(s.goal, o.goal),
	)
}

// score returns the score of a point on its first seeds. Each margin is taken for so
// many standard errors less than its mean.
func (e *engine) score(p *point, seeds int, slack float64) score {
	return e.scoreBut(p, seeds, slack, -1)
}

// scoreBut is score without one constraint; −1 for none.
func (e *engine) scoreBut(p *point, seeds int, slack float64, but int) score {
	var s score
	for i, margins := range p.measured.Margins {
		if i == but {
			continue
		}
		finite, broken := finiteOf(margins[:seeds])
		s.broken += float64(broken) / float64(seeds)
		if len(finite) == 0 {
			continue
		}
		if low := stats.Mean(finite) - slack*standardError(finite); low < 0 {
			s.distance -= low / e.scale(i)
		}
	}
	finite, never := finiteOf(p.measured.Axes[0][:seeds])
	s.never = never
	if len(finite) > 0 {
		s.goal = stats.Mean(finite)
	}
	return s
}

// scale returns in what a margin is counted: the largest distance from holding that
// the first points had, so that no unit outweighs another.
func (e *engine) scale(margin int) float64 {
	if e.scales == nil {
		return 1
	}
	return e.scales[margin]
}

// setScales takes the scales from points tried on so many seeds.
func (e *engine) setScales(points []*point, seeds int) {
	var scales []float64
	for i := range points[0].measured.Margins {
		largest := 0.0
		for _, p := range points {
			if finite, _ := finiteOf(p.measured.Margins[i][:seeds]); len(finite) > 0 {
				largest = max(largest, -stats.Mean(finite))
			}
		}
		if largest == 0 {
			largest = 1
		}
		scales = append(scales, largest)
	}
	e.scales = scales
}

// finiteOf returns the values that are numbers, and how many are none.
func finiteOf(values []float64) (finite []float64, others int) {
	for i, v := range values {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			continue
		}
		if finite == nil {
			finite = append(make([]float64, 0, len(values)), values[:i]...)
		}
		for _, v := range values[i:] {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				others++
			} else {
				finite = append(finite, v)
			}
		}
		return finite, others
	}
	return values, 0
}

// standardError returns how far a mean may well be from what it estimates; 0 for one
// value, of which nobody knows.
func standardError(values []float64) float64 {
	return stats.Deviation(values) / math.Sqrt(float64(len(values)))
}

// wholeMean returns the mean, which is infinite or no number when a value is.
func wholeMean(values []float64) float64 {
	if _, others := finiteOf(values); others == 0 {
		return stats.Mean(values)
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}
