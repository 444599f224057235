package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ratesim/claim"
	"ratesim/report"
	"ratesim/tune"
)

// The errors that end the program when the policy that was found does not keep to the
// constraints on the held-out seeds: by what the search's own seeds say.
var (
	errConstraint = errors.New("no policy was found that keeps to the constraints; the best one does not")
	errUnsure     = errors.New("no policy was found that keeps to the constraints for sure; the best one does not")
	errHeldOut    = errors.New("the best policy that was found keeps to the constraints on the search's seeds, but not on the held-out ones")
)

// isConstraint reports that an error is of constraints that the policy which was found
// does not keep.
func isConstraint(err error) bool {
	return errors.Is(err, errConstraint) || errors.Is(err, errUnsure) || errors.Is(err, errHeldOut)
}

// judged returns the verdicts on the policy of the winner, the worst of them, and the
// other policies that keep to all constraints.
func judged(rows []report.ClaimRow, winner string) (of []report.ClaimRow, worst claim.Verdict, keepers []string) {
	verdicts := map[string][]claim.Verdict{}
	var policies []string
	for _, row := range rows {
		if !slices.Contains(policies, row.Policy) {
			policies = append(policies, row.Policy)
		}
		verdicts[row.Policy] = append(verdicts[row.Policy], claim.Verdict(row.Verdict))
		if row.Policy == winner {
			of = append(of, row)
		}
	}
	for _, policy := range policies {
		if policy != winner && claim.Worst(verdicts[policy]) == claim.Pass {
			keepers = append(keepers, policy)
		}
	}
	return of, claim.Worst(verdicts[winner]), keepers
}

// wins reports that the first policy of a search is its winner: it kept to the
// constraints in the search, does not break them on the held-out seeds, and was chosen
// by the goal.
func (t *tuning) wins(found tune.Found, worst claim.Verdict) bool {
	return found.Points[0].Holds && worst != claim.Fail && t.verdictOnGoal(found) == nil
}

// outcome returns what is known of the first policy of a search: its worst verdict, but
// inconclusive where that is to pass and it wins nothing.
func (t *tuning) outcome(found tune.Found, worst claim.Verdict) claim.Verdict {
	if worst == claim.Pass && !t.wins(found, worst) {
		return claim.Inconclusive
	}
	return worst
}

// verdict returns the errors that a search ends the program with, nil where its winner
// keeps to all constraints.
func (t *tuning) verdict(made report.Tuning, found tune.Found) error {
	fails := errConstraint
	switch holds := func(p tune.Point) bool { return p.Holds }; {
	case found.Points[0].Holds:
		fails = errHeldOut
	case slices.ContainsFunc(found.Points[:found.Full], holds):
		fails = errUnsure
	}
	err := verdictOf(made.Constraints, fails)
	if err == nil && !found.Points[0].Holds {
		err = fmt.Errorf("%w: %s", errInconclusive, contrary(found))
	}
	return errors.Join(err, t.verdictOnGoal(found))
}

// contrary says that held-out seeds keep what the search's seeds did not.
func contrary(found tune.Found) string {
	return fmt.Sprintf("the best found keeps to the constraints on the held-out seeds, but did not on the %d of the search, where it was taken as the nearest to them, not by the goal; search again with a larger --budget, on more seeds", found.Points[0].Seeds)
}

// constraintNotes say where held-out seeds and those of the search disagree, and which
// policies keep to the constraints where the best found does not.
func constraintNotes(found tune.Found, worst claim.Verdict, keepers []string) []string {
	const told = 3
	switch {
	case worst == claim.Pass && !found.Points[0].Holds:
		return []string{contrary(found)}
	case worst != claim.Fail && !found.Points[0].Qualifies && len(found.Points[0].Margins) > 0:
		return []string{"none qualifies by that rule: this one is the nearest to it, not the best by the goal"}
	case worst != claim.Fail:
		return nil
	case len(keepers) == 0:
		return []string{"no policy that was tried on the held-out seeds keeps to the constraints there for sure"}
	}
	others := ""
	if more := len(keepers) - told; more > 0 {
		others, keepers = fmt.Sprintf(" and %d more", more), keepers[:told]
	}
	return []string{"on the held-out seeds these keep to the constraints: " + strings.Join(keepers, ", ") + others +
		"; as these seeds choose them, hold them against further ones"}
}
