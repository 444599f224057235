package report

import (
	"fmt"
	"math"
	"slices"

	"ratesim/claim"
	"ratesim/stats"
)

// shiftAt is the bound on the one-sided p of a figure that is worse on other seeds: what
// an interval of 95 % has on each side.
const shiftAt = 0.025

// Unchecked returns the cases that standings say nothing of, so that Ratchet passes over
// them. That some figures of a case are left out may be meant so.
func (s Samples) Unchecked(standings []Standing) []Case {
	is := func(c Case) bool {
		return !slices.ContainsFunc(standings, func(was Standing) bool { return was.Case == c })
	}
	var cases []Case
	for _, now := range s.Standings() {
		if is(now.Case) && !slices.Contains(cases, now.Case) {
			cases = append(cases, now.Case)
		}
	}
	return cases
}

// A Ratcheted is what became of figures that must not get worse.
type Ratcheted struct {
	Rows   []ClaimRow // of those that are worse
	Others Others
}

// Others are the figures that are held against those of other seeds.
type Others struct {
	Tests   int       // how many of them vary: p is adjusted for these
	Worse   int       // how many are worse by no more than chance may do, and have no row
	Least   string    // the one of these that chance does least likely
	LeastP  float64   // how likely that is, one-sided, were it the only one
	Seeds   [][]int64 // that they stand for, each once
	Unknown int       // how many do not say for which
}

// A held is a figure as it is, beside what it was.
type held struct {
	was    Standing
	figure Figure
	op     claim.Op
	values []float64 // seed by seed
	p      float64   // one-sided, of being so much worse by chance; 1 for what is not worse
}

// Ratchet holds the samples against figures as they once were, and returns a row for
// each that is worse.
//
// Where the seeds are those of then, an unchanged figure is the same number: it is held
// against the old mean as against any bound, and fails where the interval of the mean
// lies on the worse side, else it is inconclusive. Where they are others, both means are
// of chance, and what one seed has in common with itself is not known: they are held
// against one another as independent. A figure fails when p, adjusted for all that are
// held so (Holm), is at most 0.025, and is inconclusive when it is without that.
func (s Samples) Ratchet(standings []Standing) (r Ratcheted, err error) {
	var bootstrap stats.Bootstrap
	var others []*held
	for _, was := range standings {
		h, place, err := s.held(was)
		if err != nil {
			return Ratcheted{}, err
		}
		switch {
		case was.Seeds == nil || !slices.Equal(was.Seeds, s.sortedSeeds(place)):
			others = append(others, h)
		case h.isWorse():
			r.Rows = append(r.Rows, h.row(&bootstrap))
		}
	}
	r.addOthers(others)
	return r, nil
}

// held finds the figure that stands.
func (s Samples) held(was Standing) (h *held, place int, err error) {
	place = slices.Index(s.Cases, was.Case)
	if place < 0 {
		return nil, 0, fmt.Errorf("line %d: no run of %s is made; --update-baseline writes those that are", was.Line, was.Case)
	}
	figure, err := was.figure(s.Figures)
	if err != nil {
		return nil, 0, fmt.Errorf("line %d: %w", was.Line, err)
	}
	h = &held{was: was, figure: figure, op: ">=", values: s.Values(place, figure.Name), p: 1}
	if figure.Better < 0 {
		h.op = "<="
	}
	return h, place, nil
}

func (h *held) isWorse() bool {
	mean := stats.Mean(h.values)
	return h.op.Decide(mean, mean, h.was.Mean) != claim.Pass
}

// row holds the figure against the old mean as against a bound.
func (h *held) row(bootstrap *stats.Bootstrap) ClaimRow {
	c := claim.Claim{Op: h.op, Bound: claim.Bound{Number: h.was.Mean, Kind: claim.Plain}}
	row := deciding{claim: c, figure: h.figure, values: h.values, bases: h.values}.row(bootstrap)
	row.Claim = fmt.Sprintf("%s %s %s, as before", Axis{Figure: h.figure}.Typed(), h.op, h.figure.text(h.was.Mean))
	row.Scenario, row.Load, row.Flow, row.Policy = h.was.Scenario, h.was.Load, h.was.Flow, h.was.Policy
	return row
}

// addOthers adds the figures that are held against those of other seeds.
func (r *Ratcheted) addOthers(others []*held) {
	var tested []*held
	var shifts []stats.Shift
	var ps []float64
	for _, h := range others {
		r.Others.stand(h.was.Seeds)
		shift := h.shift()
		if shift.Difference == 0 && (shift.HalfWidth() == 0 || h.isUndecidable()) {
			continue // it is what it was, and nothing is seen to vary
		}
		tested, shifts, ps = append(tested, h), append(shifts, shift), append(ps, h.p)
	}
	r.Others.Tests = len(tested)
	for i, adjusted := range stats.Holm(ps) {
		h := tested[i]
		switch {
		case !h.isWorse():
		case adjusted <= shiftAt:
			r.Rows = append(r.Rows, h.otherRow(shifts[i], claim.Fail))
		case h.isUndecidable():
			r.Rows = append(r.Rows, h.otherRow(shifts[i], claim.Inconclusive))
		default:
			r.Others.add(h)
		}
	}
	for i := range r.Rows {
		if r.Rows[i].tests > 0 {
			r.Rows[i].tests = len(tested)
		}
	}
}

// otherRow is row of a figure that is held against that of other seeds.
func (h *held) otherRow(shift stats.Shift, verdict claim.Verdict) ClaimRow {
	row := h.row(&stats.Bootstrap{})
	row.Verdict, row.SeedsNeeded, row.Low, row.High, row.tests = string(verdict), nil, nil, nil, 1
	if row.Value != nil && !math.IsInf(shift.Low, 0) {
		row.Low, row.High = &shift.Low, &shift.High
	}
	return row
}

// add notes a figure that is worse by no more than chance may do.
func (o *Others) add(h *held) {
	if o.Worse++; o.Worse == 1 || h.p < o.LeastP {
		o.LeastP, o.Least = h.p, Axis{Figure: h.figure}.Typed()+" of "+h.was.Case.String()
	}
}

// stand notes for which seeds a figure stands.
func (o *Others) stand(seeds []int64) {
	switch {
	case seeds == nil:
		o.Unknown++
	case !slices.ContainsFunc(o.Seeds, func(s []int64) bool { return slices.Equal(s, seeds) }):
		o.Seeds = append(o.Seeds, seeds)
	}
}

// isUndecidable reports that there are too few seeds to know anything of chance.
func (h *held) isUndecidable() bool { return min(len(h.values), h.was.Values) < 2 }

// shift holds the mean against that of other seeds, and sets p. A mean without its error
// is taken to be as sure as so many of these runs would make it. A figure that some of
// these runs do not have, or never, has no mean: then p is the chance that all these runs
// are among the new ones.
func (h *held) shift() stats.Shift {
	now, before := stats.SampleOf(h.values), h.was.Sample
	if math.IsNaN(before.Error) && before.Values > 1 {
		before.Error = stats.Deviation(h.values) / math.Sqrt(float64(before.Values))
	}
	if math.IsNaN(now.Mean) || math.IsInf(now.Mean, 0) {
		without := 0
		for _, v := range h.values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				without++
			}
		}
		h.p = stats.Apart(before.Values, len(h.values), without)
		return stats.Shift{Difference: now.Mean, P: h.p}
	}
	shift := stats.ShiftOf(now, before)
	if h.isWorse() {
		h.p = shift.P
	}
	return shift
}
