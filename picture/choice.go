package picture

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ratesim/suggest"
)

// withName returns names with one more, if it is not among them and is one.
func withName(names []string, name string) []string {
	if name == "" || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// unmet returns an error for each load and policy that is asked for and that no run has,
// or one for all together where no run is of both.
func (r *Roll) unmet() error {
	err := errors.Join(missing("--load", r.Loads, r.loads), missing("--policy", r.Policies, r.policies))
	switch {
	case err != nil || len(r.cases) > 0:
		return err
	case len(r.Loads) == 0 || len(r.Policies) == 0:
		return errors.New("want runs to draw; there is none")
	}
	return fmt.Errorf("want runs to draw; there is none of load %s with policy %s", listed(r.Loads), listed(r.Policies))
}

// missing returns an error for each of the names that are asked for and that are not
// among those that runs have.
func missing(flag string, asked, had []string) error {
	var faults []error
	for _, name := range asked {
		switch {
		case slices.Contains(had, name):
		case len(had) == 0:
			faults = append(faults, fmt.Errorf("%s: want none, as the runs have none; have %q", flag, name))
		default:
			faults = append(faults, fmt.Errorf("%s: want %s; have %q%s", flag, listed(had), name, suggest.Question(name, had)))
		}
	}
	return errors.Join(faults...)
}

// namesMost is how many names a message lists.
const namesMost = 12

// listed returns names in quotes, any of which is meant.
func listed(names []string) string {
	var quoted []string
	for _, name := range names[:min(len(names), namesMost)] {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	if more := len(names) - namesMost; more > 0 {
		quoted = append(quoted, fmt.Sprintf("one of %d more", more))
	}
	if n := len(quoted); n > 1 {
		return strings.Join(quoted[:n-1], ", ") + " or " + quoted[n-1]
	}
	return quoted[0]
}
