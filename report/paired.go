package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"ratesim/stats"
	"ratesim/suggest"
)

// decided is the bound on p, adjusted, at which a difference counts as measured.
const decided = 0.05

// The verdicts on a difference.
const (
	VerdictBetter     = "better"
	VerdictWorse      = "worse"
	VerdictDiffers    = "differs"    // of a figure that is better neither large nor small
	VerdictUnmeasured = "unmeasured" // the seeds that there are do not decide
	VerdictSame       = "same"       // equal in every seed
)

// A Paired is a comparison of cases with a baseline that ran under the same seeds,
// by differences seed by seed.
type Paired struct {
	Version   int                        `json:"version"`             // of the JSON form; Version when written
	Scenario  json.RawMessage            `json:"scenario"`            // as resolved; nil when there are several, or it is unknown
	Scenarios map[string]json.RawMessage `json:"scenarios,omitempty"` // by their labels in the rows; nil unless there are several
	Baseline  string                     `json:"baseline"`            // the policy or scenario that the others are set against
	Seeds     []int64                    `json:"seeds"`
	Method    PairedNotes                `json:"method"`
	Rows      []PairedRow                `json:"rows"` // by scenario, load, flow, policy and figure
	Claims    []ClaimRow                 `json:"assertions"`
	Notes     []string                   `json:"notes"` // below the table; filled in when written

	Manifest json.RawMessage `json:"manifest,omitempty"` // how it came about; nil for what nobody recorded

	Remarks []string `json:"-"` // on the runs; they become Notes
	Called  string   `json:"-"` // what the baseline is called in tables and notes; "" for baseline

	figures []Figure
	across  string // what the baseline is one of: policy or scenario
	shown   func(Figure) bool
	asked   []string // figures to show, by name
	kinds   []kindRow
}

// PairedNotes say how a comparison was made.
type PairedNotes struct {
	Pairing    string `json:"pairing"`
	Interval   string `json:"interval"`
	Test       string `json:"test"`
	Correction string `json:"correction"`
	Tests      int    `json:"tests"` // that the correction is for
}

// A PairedRow is one figure of one case beside the baseline's. Values are nil where
// some run has none, as a latency that is never.
type PairedRow struct {
	Scenario, Load, Flow, Policy string
	Figure                       string

	Baseline, BaselineLow, BaselineHigh       *float64 // mean and its interval
	Value, ValueLow, ValueHigh                *float64
	Difference, DifferenceLow, DifferenceHigh *float64 // the mean of Value − Baseline, seed by seed
	Interval                                  string   // how that of the difference was made

	P           *float64 // of the signed-rank test; nil where the seeds change nothing, which leaves nothing to test
	Adjusted    *float64 // by Holm, over all rows
	Verdict     string
	SeedsNeeded *int64 // that would decide; nil when it is decided, or none would
	Seeds       int64

	Never         int64 // runs in which the figure is never, such as a latency without an answer
	NeverBaseline int64

	LessonDifference *float64 // by the lesson's rule: that of the first seed
	LessonMeasured   bool     // which is more than the baseline's first two runs differ
	Overturned       bool     // the verdict is another one

	Kinds              int64    // 2 when the runs are of two kinds, else 1
	LowerRuns          int64    // of the lower kind
	LowerShare         *float64 // of the runs
	LowerLow, LowerTop *float64 // the interval of that share, by Wilson
	LowerMean          *float64
	UpperMean          *float64

	figure Figure
	spread float64 // the standard deviation of the differences

	isBaseline bool   // a row of the table that shows the baseline itself
	called     string // what that is called
}

// A side is a figure of a case: its values, their mean and what else is known.
type side struct {
	values []float64
	never  int64
	stats.Estimate
	modes    stats.Modes
	twoKinds bool
}

// A pairing makes the rows of a comparison.
type pairing struct {
	samples   Samples
	bootstrap stats.Bootstrap
	sides     map[[2]int]side // by case and figure
}

// Pair compares the cases of samples with those of the baseline, which is a policy
// or, where no policy is called so, a scenario. It is an error when a case lacks a
// seed that another has, when there is no baseline, and when there is nothing else.
func Pair(s Samples, baseline string) (Paired, error) {
	if err := s.arrange(); err != nil {
		return Paired{}, err
	}
	across, err := s.across(baseline)
	if err != nil {
		return Paired{}, err
	}
	p := Paired{Version: Version, Baseline: baseline, Seeds: s.Seeds(), figures: s.Figures, across: across}
	work := pairing{samples: s, sides: map[[2]int]side{}}
	for place, c := range s.Cases {
		base := slices.Index(s.Cases, c.with(across, baseline))
		if base < 0 {
			return Paired{}, fmt.Errorf("%s: no run of the baseline %q beside it", printable(c.String()), baseline)
		}
		for f := range s.Figures {
			if row, ok := work.row(place, base, f); ok && place != base {
				p.Rows = append(p.Rows, row)
			}
		}
		p.kinds = append(p.kinds, work.kinds(place)...)
	}
	if len(p.Rows) == 0 {
		return Paired{}, fmt.Errorf("no %s to compare with the baseline %q", across, baseline)
	}
	p.judge()
	p.Method = p.method()
	return p, nil
}

// across returns what the baseline is one of.
func (s Samples) across(baseline string) (string, error) {
	var policies, scenarios []string
	for _, c := range s.Cases {
		policies, scenarios = append(policies, c.Policy), append(scenarios, c.Scenario)
	}
	switch {
	case slices.Contains(policies, baseline):
		return "policy", nil
	case slices.Contains(scenarios, baseline):
		return "scenario", nil
	}
	return "", fmt.Errorf("no run of the baseline %q%s", baseline, suggest.Question(baseline, append(policies, scenarios...)))
}

// with returns the case with another policy or scenario.
func (c Case) with(across, name string) Case {
	if across == "policy" {
		c.Policy = name
	} else {
		c.Scenario = name
	}
	return c
}

// side returns a figure of a case.
func (w *pairing) side(place, f int) (s side, ok bool) {
	if made, ok := w.sides[[2]int{place, f}]; ok {
		return made, len(made.values) > 0
	}
	values := w.samples.values[place][f]
	if !slices.ContainsFunc(values, math.IsNaN) {
		s.values = values
		for _, v := range values {
			if math.IsInf(v, 1) {
				s.never++
			}
		}
		if s.never == 0 {
			s.Estimate = w.bootstrap.MeanOf(values)
			if len(values) > 1 {
				s.Estimate = w.samples.Figures[f].within(s.Estimate)
			}
			s.modes, s.twoKinds = stats.ModesOf(values, w.unit(place, f))
		}
	}
	w.sides[[2]int{place, f}] = s
	return s, len(s.values) > 0
}

// row returns a figure of a case beside the baseline's; !ok when some run has no
// such figure.
func (w *pairing) row(place, base, f int) (r PairedRow, ok bool) {
	c, figure := w.samples.Cases[place], w.samples.Figures[f]
	b, okBase := w.side(base, f)
	v, okValue := w.side(place, f)
	if !okBase || !okValue {
		return PairedRow{}, false
	}
	r = PairedRow{
		Scenario: c.Scenario, Load: c.Load, Flow: c.Flow, Policy: c.Policy, Figure: figure.Name, figure: figure,
		Seeds: int64(len(v.values)), Never: v.never, NeverBaseline: b.never, Kinds: 1,
	}
	r.Baseline, r.BaselineLow, r.BaselineHigh = b.ends()
	r.Value, r.ValueLow, r.ValueHigh = v.ends()
	differences := differencesOf(b.values, v.values)
	if b.never+v.never == 0 {
		d := side{values: differences, Estimate: w.bootstrap.MeanOf(differences)}
		r.Difference, r.DifferenceLow, r.DifferenceHigh = d.ends()
		r.Interval, r.spread = string(d.Method), stats.Deviation(differences)
		r.lesson(b.values, v.values)
	}
	test := stats.SignedRankOf(differences)
	r.Verdict = r.direction(test)
	if !w.samples.isFixed(place) || !w.samples.isFixed(base) {
		r.P = &test.P
	}
	if v.twoKinds {
		r.setKinds(v.modes)
	}
	return r, true
}

// ends returns the mean and its interval; nil where they are not known.
func (s side) ends() (mean, low, high *float64) {
	if s.never > 0 {
		return nil, nil, nil
	}
	mean = &s.Mean
	if !math.IsInf(s.Low, 0) {
		low, high = &s.Low, &s.High
	}
	return mean, low, high
}

// differencesOf returns the differences seed by seed. Never less never is 0; never
// less a value is larger than any other difference.
func differencesOf(base, other []float64) []float64 {
	differences, largest := make([]float64, len(base)), 0.0
	for i := range base {
		d := other[i] - base[i]
		switch {
		case math.IsInf(d, 0):
		case math.IsNaN(d) || math.Abs(d) <= 1e-12*math.Abs(base[i]):
			d = 0
		default:
			largest = max(largest, math.Abs(d))
		}
		differences[i] = d
	}
	for i, d := range differences {
		if math.IsInf(d, 0) {
			differences[i] = math.Copysign(2*largest+1, d)
		}
	}
	return differences
}
