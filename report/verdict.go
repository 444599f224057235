package report

import (
	"math"
	"slices"

	"ratesim/stats"
)

// direction returns the verdict that holds if the seeds decide. Where the mean and
// the ranks point to different sides, as when one run in a hundred collapses, they
// do not.
func (r *PairedRow) direction(t stats.SignedRank) string {
	up := t.Plus > t.Minus
	switch {
	case t.Differences == 0:
		return VerdictSame
	case r.Difference != nil && (*r.Difference == 0 || (*r.Difference > 0) != up):
		return VerdictUnmeasured
	case r.figure.Better == 0:
		return VerdictDiffers
	case up == (r.figure.Better > 0):
		return VerdictBetter
	}
	return VerdictWorse
}

// lesson applies the lesson's rule to the first two seeds, of more than two.
func (r *PairedRow) lesson(base, other []float64) {
	if len(base) <= 2 {
		return
	}
	difference := other[0] - base[0]
	r.LessonDifference = &difference
	noise := math.Abs(base[1] - base[0])
	r.LessonMeasured = math.Abs(difference) > noise+1e-12*math.Abs(base[0])
}

// judge adjusts all p and settles the verdicts.
func (p *Paired) judge() {
	var tested []int
	var ps []float64
	for i, r := range p.Rows {
		p.Rows[i].Adjusted = r.P
		if r.Verdict != VerdictSame && r.P != nil {
			tested, ps = append(tested, i), append(ps, *r.P)
		}
	}
	for i, adjusted := range stats.Holm(ps) {
		r := &p.Rows[tested[i]]
		r.Adjusted = &adjusted
		if adjusted <= decided || r.Verdict == VerdictUnmeasured {
			continue
		}
		r.Verdict = VerdictUnmeasured
		if r.Difference == nil || r.Seeds < 2 {
			continue
		}
		if n, ok := stats.Deciding(*r.Difference, r.spread, decided/float64(len(ps))); ok {
			needed := max(int64(n), r.Seeds+1)
			r.SeedsNeeded = &needed
		}
	}
	p.Method.Tests = len(ps)
	for i := range p.Rows {
		p.Rows[i].overturn()
	}
}

// overturn compares the verdict with that of the lesson's rule. Where the seeds
// change nothing both are of one run.
func (r *PairedRow) overturn() {
	if r.LessonDifference == nil || r.P == nil {
		return
	}
	measured := r.Verdict != VerdictUnmeasured && r.Verdict != VerdictSame
	sameSide := (*r.LessonDifference > 0) == (*r.Difference > 0)
	r.Overturned = measured != r.LessonMeasured || measured && !sameSide
}

// isFixed reports that the seeds change nothing in the runs of a case: no figure of any
// flow differs between them. Of one seed nobody can tell.
func (s Samples) isFixed(place int) bool {
	if len(s.seeds[place]) < 2 {
		return false
	}
	run := s.Cases[place]
	for other, c := range s.Cases {
		if c.Flow = run.Flow; c == run && slices.ContainsFunc(s.values[other], varies) {
			return false
		}
	}
	return true
}

// varies reports that some value is not the first one.
func varies(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool {
		return v != values[0] && !(math.IsNaN(v) && math.IsNaN(values[0]))
	})
}

// IsFixed reports that the seeds change nothing in any case.
func (s Samples) IsFixed() bool {
	for place := range s.Cases {
		if !s.isFixed(place) {
			return false
		}
	}
	return true
}

// WithoutLesson leaves out what the lesson's rule says: it is for comparisons that
// nobody would make with two seeds.
func (p *Paired) WithoutLesson() {
	for i := range p.Rows {
		p.Rows[i].LessonDifference, p.Rows[i].LessonMeasured, p.Rows[i].Overturned = nil, false, false
	}
}
