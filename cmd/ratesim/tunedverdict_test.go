package main

import (
	"errors"
	"slices"
	"testing"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/tune"
)

// What a search's own seeds and the held-out ones say together: whether there is a
// winner, and the exit code.
func TestAWinnerKeepsToConstraintsOnBothSetsOfSeeds(t *testing.T) {
	never := 2
	for _, tt := range []struct {
		holds  []bool // in the search, the best one first
		never  int    // runs without the goal, of 2
		worst  claim.Verdict
		wins   bool
		is     claim.Verdict
		code   int
		caused error
	}{
		{[]bool{true}, 0, claim.Pass, true, claim.Pass, exitDone, nil},
		{[]bool{true}, 0, claim.Inconclusive, true, claim.Inconclusive, exitInconclusive, errInconclusive},
		{[]bool{true, true}, 0, claim.Fail, false, claim.Fail, exitAssertion, errHeldOut},
		{[]bool{false, true}, 0, claim.Pass, false, claim.Inconclusive, exitInconclusive, errInconclusive},
		{[]bool{false, true}, 0, claim.Inconclusive, false, claim.Inconclusive, exitInconclusive, errInconclusive},
		{[]bool{false, true}, 0, claim.Fail, false, claim.Fail, exitAssertion, errUnsure},
		{[]bool{false, false}, 0, claim.Fail, false, claim.Fail, exitAssertion, errConstraint},
		{[]bool{true}, never, claim.Pass, false, claim.Inconclusive, exitInconclusive, errUndecided},
		{[]bool{true}, never, claim.Fail, false, claim.Fail, exitAssertion, errUndecided},
	} {
		found := tune.Found{Full: len(tt.holds), Seeds: 2}
		for _, holds := range tt.holds {
			found.Points = append(found.Points, tune.Point{Holds: holds, Never: tt.never})
		}
		made := report.Tuning{Constraints: []report.ClaimRow{{Claim: "calls <= 1", Verdict: string(tt.worst)}}}
		search := &tuning{options: &tuneOptions{minimise: "p95(latency)"}}
		err := search.verdict(made, found)
		if wins, is := search.wins(found, tt.worst), search.outcome(found, tt.worst); wins != tt.wins || is != tt.is || exitCode(err) != tt.code || !errors.Is(err, tt.caused) {
			t.Errorf("%v: wins %v, outcome %s, exit code %d, %v", tt, wins, is, exitCode(err), err)
		}
	}
}

func TestPoliciesThatKeepToConstraintsWhereTheBestDoesNotAreTold(t *testing.T) {
	var rows []report.ClaimRow
	for _, verdict := range []struct {
		policy string
		of     claim.Verdict
	}{{"best", claim.Fail}, {"a", claim.Pass}, {"b", claim.Pass}, {"best", claim.Pass}, {"a", claim.Pass}, {"b", claim.Inconclusive}} {
		rows = append(rows, report.ClaimRow{Policy: verdict.policy, Verdict: string(verdict.of)})
	}
	of, worst, keepers := judged(rows, "best")
	if len(of) != 2 || worst != claim.Fail || !slices.Equal(keepers, []string{"a"}) {
		t.Errorf("have %v, %s and %v; want 2 rows, fail and a", of, worst, keepers)
	}
	found := tune.Found{Points: []tune.Point{{Holds: true}}}
	want := []string{"on the held-out seeds these keep to the constraints: a, b, c and 2 more; as these seeds choose them, hold them against further ones"}
	if have := constraintNotes(found, claim.Fail, []string{"a", "b", "c", "d", "e"}); !slices.Equal(have, want) {
		t.Errorf("have %q; want %q", have, want)
	}
	if have := constraintNotes(found, claim.Pass, []string{"a"}); have != nil {
		t.Errorf("have %q of a winner; want nothing", have)
	}
}
