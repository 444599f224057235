package main

import (
	"slices"
	"testing"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/tune"
)

// What CSV says of a policy is what the rule of choosing made of it.
func TestWhoQualifiesIsTold(t *testing.T) {
	for _, tt := range []struct {
		point tune.Point
		want  string
	}{
		{tune.Point{Holds: true, Qualifies: true}, "yes"},
		{tune.Point{Holds: true}, "unsure"},
		{tune.Point{}, "no"},
	} {
		if got := holds(tt.point); got != tt.want {
			t.Errorf("%+v: have %s; want %s", tt.point, got, tt.want)
		}
	}
	found := tune.Found{Points: []tune.Point{{Holds: true, Margins: []float64{0.1}}}}
	want := []string{"none qualifies by that rule: this one is the nearest to it, not the best by the goal"}
	if got := constraintNotes(found, claim.Pass, nil); !slices.Equal(got, want) {
		t.Errorf("have %q; want %q", got, want)
	}
}

func TestPoliciesThatServeTheGoalBetterAreTold(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	made := &report.Tuning{Points: []report.TunedPoint{
		{Policy: "winner", HeldOut: []*float64{number(0.8)}},
		{Policy: "a", HeldOut: []*float64{number(0.85)}},
		{Policy: "b", HeldOut: []*float64{number(0.95)}},
	}}
	for _, policy := range []string{"c", "d"} {
		made.Points = append(made.Points, report.TunedPoint{Policy: policy, HeldOut: []*float64{number(0.9)}})
	}
	figure := report.Figure{Name: "completed_share", Measure: report.MeasureShare}
	search := &tuning{claims: make([]claim.Claim, 1), axes: []report.Axis{{Figure: figure}}, signs: []float64{-1}}
	if got := search.betterNote(made, nil); got != nil {
		t.Errorf("have %q of no policy; want nothing", got)
	}
	want := "on the held-out seeds these keep to the constraints and serve the goal better than the winner: b (0.9500), c (0.9000), d (0.9000) and 1 more; as these seeds choose them, hold them against further ones"
	if got := search.betterNote(made, []string{"a", "b", "c", "d"}); !slices.Equal(got, []string{want}) {
		t.Errorf("have %q; want %q", got, want)
	}
	verdicts := []report.ClaimRow{{Policy: "a", Verdict: "pass"}, {Policy: "b", Verdict: "fail"}, {Policy: "a", Verdict: "inconclusive"}}
	keepConstraints(made, verdicts)
	for i, want := range []string{"", "inconclusive", "fail"} {
		if got := made.Points[i].HeldOutHolds; got != want {
			t.Errorf("%s: have %q; want %q", made.Points[i].Policy, got, want)
		}
	}
}

// Of what a constraint rules out is told only where the best policy qualifies.
func TestWhatAConstraintCostsIsTold(t *testing.T) {
	for _, tt := range []struct {
		best    tune.Point
		binding tune.Binding
		want    string
	}{
		{tune.Point{Holds: true, Qualifies: true}, tune.Binding{Reachable: true}, "calls <= 9 does not bind: of those tried on all seeds none would be better without it"},
		{tune.Point{Holds: true, Qualifies: true}, tune.Binding{Reachable: true, Without: 1}, "calls <= 9 binds: it ruled out b, the best of those tried without it; here that has completed_share 0.5000, and the winner 0.5000"},
		{tune.Point{Holds: true}, tune.Binding{Reachable: true, Without: -1}, "calls <= 9 can be kept, by a, with 0.5000"},
		{tune.Point{Holds: true}, tune.Binding{Reachable: true, Without: 1}, "calls <= 9 can be kept, by a, with 0.5000"},
		{tune.Point{}, tune.Binding{Reachable: true, Without: 1}, "calls <= 9 binds: a, with 0.5000 keeps it, but not the others; without it b keeps them"},
		{tune.Point{}, tune.Binding{}, "calls <= 9 binds: in the search no policy kept it; nearest is a, with 0.5000"},
	} {
		tt.best.Policy = "a"
		found := tune.Found{Points: []tune.Point{tt.best, {Policy: "b"}}, Bindings: []tune.Binding{tt.binding}}
		axis := report.Axis{Figure: report.Figure{Name: "completed_share", Measure: report.MeasureShare}}
		search := &tuning{axes: []report.Axis{axis}, bounds: []report.Axis{axis}, claims: []claim.Claim{{Text: "calls <= 9"}}}
		h := heldOut{figures: func(string, report.Axis) []float64 { return []float64{0.5} }}
		if got := search.binding(found, h, roleWinner); !slices.Equal(got, []string{tt.want}) {
			t.Errorf("have %q; want %q", got, tt.want)
		}
	}
}

// What stands beside the winner may break a constraint: its figures are told with that.
func TestWhoBreaksAConstraintBesideTheWinnerIsTold(t *testing.T) {
	for _, tt := range []struct {
		runnerUp, baseline claim.Verdict
		want               []string
	}{
		{claim.Pass, claim.Inconclusive, nil},
		{claim.Fail, claim.Pass, []string{"the runner-up breaks a constraint on these seeds: better or not, it is no choice"}},
		{"", claim.Fail, []string{"the baseline breaks a constraint on these seeds: better or not, it is no choice"}},
		{claim.Fail, claim.Fail, []string{"the runner-up and the baseline break a constraint on these seeds: better or not, they are no choice"}},
	} {
		made := &report.Tuning{Points: []report.TunedPoint{
			{Policy: "a", HeldOutHolds: "fail"}, {Policy: "b", HeldOutHolds: string(tt.runnerUp)}, {Policy: "none", HeldOutHolds: string(tt.baseline)},
		}}
		if got := breakNotes(made, []string{"b", "none"}, []string{roleRunnerUp, roleBaseline}); !slices.Equal(got, tt.want) {
			t.Errorf("%v: have %q; want %q", tt, got, tt.want)
		}
	}
}

// Of the policy that constraints are relative to nothing is known, and that is told, unless
// another constraint judges it.
func TestWhyAPolicyHasNoVerdictIsTold(t *testing.T) {
	relative, plain := claim.Claim{Bound: claim.Bound{Of: "none"}}, claim.Claim{}
	for _, tt := range []struct {
		claims []claim.Claim
		want   []string
	}{
		{nil, nil},
		{[]claim.Claim{relative, relative}, []string{"keeps is blank for none: the constraints are relative to it"}},
		{[]claim.Claim{relative, plain}, nil},
		{[]claim.Claim{plain}, nil},
	} {
		made := &report.Tuning{Points: []report.TunedPoint{{Policy: "a"}, {Policy: "none"}}}
		made.Show([]int{0, 1})
		if got := (&tuning{claims: tt.claims}).unjudged(made); !slices.Equal(got, tt.want) {
			t.Errorf("%v: have %q; want %q", tt.claims, got, tt.want)
		}
	}
}
