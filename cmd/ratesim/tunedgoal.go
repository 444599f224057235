package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"ratesim/tune"
)

// errUndecided ends the program when all policies serve the goal equally badly.
var errUndecided = errors.New("the goal decides nothing")

// goal returns what the search is for, as typed.
func (t *tuning) goal() string {
	if t.options.maximise != "" {
		return "maximise " + strings.TrimSpace(t.options.maximise)
	}
	return "minimise " + strings.TrimSpace(t.options.minimise)
}

// checkValues finds the goal or a figure of a constraint that has no value under some
// seed, whatever the policy: nothing can be chosen by it.
func (t *tuning) checkValues(found tune.Found) error {
	var faults []error
	for i, axis := range t.axes {
		var flags []string
		if i == 0 {
			flags = append(flags, strings.Replace(t.goal(), "m", "--m", 1))
		}
		for j, bound := range t.bounds {
			if bound.Name() == axis.Name() {
				flags = append(flags, fmt.Sprintf("--subject-to %q", t.claims[j].Text))
			}
		}
		if len(flags) > 0 && hasNoValue(found, i) {
			for _, flag := range flags {
				faults = append(faults, fmt.Errorf("%s: %s has no value in these runs: %s", flag, axis.Typed(), axis.Figure.Nothing()))
			}
		}
	}
	return usage(errors.Join(faults...))
}

// hasNoValue reports that under every policy that was tried on all seeds some run has
// no value on an axis.
func hasNoValue(found tune.Found, axis int) bool {
	for _, p := range found.Points[:found.Full] {
		if !math.IsNaN(p.Axes[axis]) {
			return false
		}
	}
	return true
}

// never returns in how many runs of a policy the goal is never, at least and at most
// of those tried on all seeds.
func never(found tune.Found) (least, most int) {
	least = found.Seeds
	for _, p := range found.Points[:found.Full] {
		least, most = min(least, p.Never), max(most, p.Never)
	}
	return least, most
}

// goalNotes say where the goal is never under every policy, and what was gone by.
func (t *tuning) goalNotes(found tune.Found) []string {
	least, most := never(found)
	switch {
	case least == 0:
		return nil
	case least == found.Seeds:
		return []string{"the goal decides nothing: " + t.undecided(found)}
	case least == most:
		return []string{fmt.Sprintf("the goal is never in %d of %d runs of every policy; its other runs decided", least, found.Seeds)}
	}
	return []string{fmt.Sprintf("the goal is never in %d to %d of %d runs of every policy: the fewest such runs decided", least, most, found.Seeds)}
}

// undecided says that the goal is never in all runs, and what to ask for instead.
func (t *tuning) undecided(found tune.Found) string {
	tried := fmt.Sprintf("%d policies that were", found.Full)
	if found.Full == 1 {
		tried = "1 policy that was"
	}
	return fmt.Sprintf("%s has no end in any of the %d runs of the %s tried on all seeds, so none wins; ask for completion first, as in --maximise completed_share",
		strings.TrimPrefix(strings.TrimPrefix(t.goal(), "minimise "), "maximise "), found.Seeds, tried)
}

// verdictOnGoal returns errUndecided where the goal is never in all runs.
func (t *tuning) verdictOnGoal(found tune.Found) error {
	if least, _ := never(found); found.Seeds > 0 && least == found.Seeds {
		return fmt.Errorf("%w: %s", errUndecided, t.undecided(found))
	}
	return nil
}
