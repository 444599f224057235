package main

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/claim"
	"ratesim/report"
)

// ruleOfChoice says how the winner was chosen where there are constraints.
const ruleOfChoice = "a policy qualifies whose constraints hold in the search by two standard errors, or by their means if it is the baseline or of --policy; of those that qualify the goal chose"

// keepConstraints notes of every point the worst verdict on its constraints.
func keepConstraints(made *report.Tuning, rows []report.ClaimRow) {
	verdicts := map[string][]claim.Verdict{}
	for _, row := range rows {
		verdicts[row.Policy] = append(verdicts[row.Policy], claim.Verdict(row.Verdict))
	}
	for i, p := range made.Points {
		if of := verdicts[p.Policy]; len(of) > 0 {
			made.Points[i].HeldOutHolds = string(claim.Worst(of))
		}
	}
}

// unjudged says of a policy that is shown why nothing is known of its constraints: all of
// them are relative to it.
func (t *tuning) unjudged(made *report.Tuning) (notes []string) {
	for _, p := range made.Shown() {
		isOther := func(c claim.Claim) bool { return c.Bound.Of != p.Policy }
		if len(t.claims) > 0 && !slices.ContainsFunc(t.claims, isOther) {
			notes = append(notes, fmt.Sprintf("keeps is blank for %s: the constraints are relative to it", p.Policy))
		}
	}
	return notes
}

// breakNotes say which of the policies beside the winner break a constraint, by the names
// of their roles: what they do better is then bought with that.
func breakNotes(made *report.Tuning, policies, roles []string) []string {
	var breakers []string
	for i, policy := range policies {
		breaks := func(p report.TunedPoint) bool { return p.Policy == policy && p.HeldOutHolds == string(claim.Fail) }
		if slices.ContainsFunc(made.Points, breaks) {
			breakers = append(breakers, "the "+roles[i])
		}
	}
	switch len(breakers) {
	case 0:
		return nil
	case 1:
		return []string{breakers[0] + " breaks a constraint on these seeds: better or not, it is no choice"}
	}
	return []string{strings.Join(breakers, " and ") + " break a constraint on these seeds: better or not, they are no choice"}
}

// noteBetter says which of the policies that were tried on the held-out seeds keep to the
// constraints there and serve the goal better than the winner, where it keeps to them.
func (t *tuning) noteBetter(made *report.Tuning, samples report.Samples, worst claim.Verdict) error {
	if worst == claim.Fail {
		return nil // constraintNotes names those that keep to them
	}
	policies := []string{made.Winner}
	for _, p := range made.Points {
		isKeeper := p.HeldOutHolds == string(claim.Pass) || len(t.claims) == 0 && p.HeldOut[0] != nil
		if isKeeper && p.Policy != made.Winner {
			policies = append(policies, p.Policy)
		}
	}
	if len(policies) == 1 {
		return nil
	}
	paired, err := report.Pair(samples.Keep(policies, policies, t.axes[:1]), made.Winner)
	if err != nil {
		return err
	}
	var better []string
	for _, row := range paired.Rows {
		if row.Verdict == "better" && row.Policy != made.Winner {
			better = append(better, row.Policy)
		}
	}
	made.Notes = append(made.Notes, t.betterNote(made, better)...)
	return nil
}

// betterNote names policies that are better than the winner, the best one first.
func (t *tuning) betterNote(made *report.Tuning, better []string) []string {
	if len(better) == 0 {
		return nil
	}
	const told = 3
	mean := map[string]float64{}
	for _, p := range made.Points {
		if p.HeldOut[0] != nil {
			mean[p.Policy] = *p.HeldOut[0]
		}
	}
	slices.SortStableFunc(better, func(a, b string) int {
		if mean[a] == mean[b] {
			return 0
		}
		if t.signs[0]*mean[a] < t.signs[0]*mean[b] {
			return -1
		}
		return 1
	})
	var named []string
	for _, policy := range better[:min(told, len(better))] {
		named = append(named, policy+" ("+t.axes[0].Text(mean[policy])+")")
	}
	others := ""
	if more := len(better) - told; more > 0 {
		others = fmt.Sprintf(" and %d more", more)
	}
	keep := ""
	if len(t.claims) > 0 {
		keep = "keep to the constraints and "
	}
	return []string{fmt.Sprintf("on the held-out seeds these %sserve the goal better than the winner: %s%s; as these seeds choose them, hold them against further ones",
		keep, strings.Join(named, ", "), others)}
}
