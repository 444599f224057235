package report

import (
	"math"
	"slices"
	"testing"

	"ratesim/claim"
	"ratesim/stats"
)

// A figure that is the same in n seeds may be another in a share of all runs; a claim that
// so many could break is doubted, and one that they could not is none.
func TestWhatDidNotVaryIsDoubted(t *testing.T) {
	share, count := LessonFigures()[0], Figure{Name: "given_up", Measure: MeasureCount, Better: -1}
	of := func(value float64, n int) []float64 { return slices.Repeat([]float64{value}, n) }
	const thirty = 0.09503385259 // 1 − 0.05^(1/30)
	for _, test := range []struct {
		claim  string
		figure Figure
		values []float64
		bases  []float64 // nil for no other policy
		want   float64   // 0 for no doubt
	}{
		{"completed_share == 1", share, of(1, 30), nil, thirty},
		{"completed_share >= 0.95", share, of(1, 30), nil, thirty}, // 0.905, if a tenth complete nothing
		{"completed_share >= 0.9", share, of(1, 30), nil, 0},       // which is still above
		{"completed_share >= 0.95", share, of(1, 1000), nil, 0},
		{"completed_share == 1", share, of(1, 1000), nil, 0.002991249545},
		{"completed_share >= 0", share, of(0, 3), nil, 0},    // no share is below
		{"completed_share == 1", share, of(1, 1), nil, 0},    // of one run, which is what is meant
		{"completed_share == 1", share, of(0.5, 30), nil, 0}, // it fails
		{"completed_share < 1", share, of(1, 30), nil, 0},
		{"completed_share >= 0.5", share, append(of(1, 29), 0.9), nil, 0}, // it varies
		{"given_up == 0", count, of(0, 30), nil, thirty},
		{"given_up <= 3", count, of(0, 30), nil, thirty}, // there is no most
		{"given_up >= 0", count, of(0, 30), nil, 0},
		{"completed_share > -5pp of none", share, of(1, 30), of(1, 30), thirty},
		{"completed_share > -50pp of none", share, of(1, 30), of(1, 30), 0},
		{"given_up <= +3 of none", count, of(2, 30), of(2, 30), thirty},
	} {
		c, err := claim.Parse(test.claim)
		if err != nil {
			t.Fatal(err)
		}
		if test.bases == nil {
			test.bases = test.values
		}
		row := deciding{claim: c, figure: test.figure, values: test.values, bases: test.bases}.row(&stats.Bootstrap{})
		have := 0.0
		if row.Unseen != nil {
			have = *row.Unseen
		}
		if math.Abs(have-test.want) > 1e-9 {
			t.Errorf("%s of %v in %d seeds: doubt %v (%s); want %v", test.claim, test.values[0], len(test.values), have, row.Verdict, test.want)
		}
	}
}

func TestDoubtsAreToldOnce(t *testing.T) {
	share := 0.00299
	rows := []ClaimRow{{Claim: "a == 1", Seeds: 1000, Unseen: &share, Policy: "p"}, {Claim: "b == 1", Seeds: 1000}, {Claim: "a == 1", Seeds: 1000, Unseen: &share, Policy: "q"}}
	want := []string{"a == 1: the same in all 1000 seeds: exact if the scenario fixes it; else up to 0.30 % of runs may be otherwise, unseen"}
	if have := Doubts(rows); !slices.Equal(have, want) {
		t.Errorf("%q; want %q", have, want)
	}
}
