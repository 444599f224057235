package explore

import (
	"fmt"
	"strconv"

	"ratesim/report"
)

// A seedsAnswer is how policies differ from the baseline over many seeds.
type seedsAnswer struct {
	Seeds int      `json:"seeds"`
	Each  []string `json:"each"` // the seeds, as texts, for a number in JavaScript has 53 bits
	Table table    `json:"table"`
	Dots  []dots   `json:"dots"`
	Notes []string `json:"notes"` // on all runs
}

// dots are the differences of one figure of one policy from the baseline's, seed by
// seed, and what is made of them.
type dots struct {
	Load    string     `json:"load"`
	Flow    string     `json:"flow"`
	Policy  string     `json:"policy"`
	Figure  string     `json:"figure"`
	Label   string     `json:"label"`
	Measure string     `json:"measure"` // what the values are, as report.Measure has it
	Better  int        `json:"better"`  // 1 for larger, -1 for smaller, 0 for neither
	Values  []*float64 `json:"values"`  // a seed each
	Mean    *float64   `json:"mean"`
	Low     *float64   `json:"low"` // of the mean's interval; null for none
	High    *float64   `json:"high"`
	Verdict string     `json:"verdict"`
	Needed  *int64     `json:"seeds_needed"`

	Never         int64 `json:"never"` // seeds under which the figure is never, such as a latency without an answer
	NeverBaseline int64 `json:"never_baseline"`
}

// answerSeeds runs the policies under many seeds and compares them, seed by seed, with
// the baseline.
func answerSeeds(q question) (any, error) {
	if q.Count < 3 || q.Count > seedsMax {
		return nil, fmt.Errorf("want 3 to %d seeds to compare; have %d", int64(seedsMax), q.Count)
	}
	samples, remarks, err := q.samples()
	if err != nil {
		return nil, err
	}
	paired, err := report.Pair(samples, q.Baseline)
	if err != nil {
		return nil, err
	}
	a := seedsAnswer{Seeds: len(paired.Seeds), Table: tableOf(paired.Table()), Notes: append([]string{}, remarks...)}
	for _, seed := range paired.Seeds {
		a.Each = append(a.Each, strconv.FormatInt(seed, 10))
	}
	for _, r := range paired.Rows {
		if f := r.Is(); f.Headline {
			a.Dots = append(a.Dots, dotsOf(samples, r, q.Baseline))
		}
	}
	return a, nil
}

// samples makes all runs of the question, and returns what is to be said of all of them.
func (q question) samples() (s report.Samples, remarks []string, err error) {
	each, err := q.each()
	if err != nil {
		return s, nil, err
	}
	of := each.model.Scenario
	if !of.IsOpen() {
		rows, err := each.rows()
		return report.LessonSamples(of.Name, rows), nil, err
	}
	var rows []report.FlowRow
	var capacity report.Capacity
	err = each.gauged(func(run report.Measured) {
		rows = append(rows, report.NewFlowRows(run)...)
		capacity.Add(run)
	})
	return report.FlowSamples(of.Name, rows), capacity.Notes(), err
}

func dotsOf(s report.Samples, r report.PairedRow, baseline string) dots {
	f := r.Is()
	of := report.Case{Scenario: r.Scenario, Load: r.Load, Policy: r.Policy, Flow: r.Flow}
	base := of
	base.Policy = baseline
	return dots{
		Load: r.Load, Flow: r.Flow, Policy: r.Policy, Figure: f.Name, Label: f.Label,
		Measure: string(f.Measure), Better: f.Better,
		Values: s.Differences(f.Name, of, base), Mean: r.Difference, Low: r.DifferenceLow, High: r.DifferenceHigh,
		Verdict: r.Verdict, Needed: r.SeedsNeeded, Never: r.Never, NeverBaseline: r.NeverBaseline,
	}
}
