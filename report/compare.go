package report

import (
	"encoding/json"
	"fmt"
	"slices"

	"ratesim/suggest"
)

// A Comparison sets policies against a baseline that ran under the same loads
// and the same seeds.
type Comparison struct {
	Version  int             `json:"version"`              // of the JSON form; Version when written
	Scenario json.RawMessage `json:"scenario"`             // as resolved; nil when unknown
	Baseline string          `json:"baseline"`             // the policy that the others are set against
	Seeds    []int64         `json:"seeds"`                // in order of appearance; at least two
	Rule     string          `json:"rule"`                 // by which a difference is measured: RuleFirst or RuleMean
	Rows     []Difference    `json:"rows"`                 // by load, policy and figure
	Claims   []ClaimRow      `json:"assertions,omitempty"` // below the table

	Manifest json.RawMessage `json:"manifest,omitempty"` // how it came about; nil for what nobody recorded

	groups []group
}

// The rules by which a difference counts as measured: it must be strictly
// greater than what the baseline differs from itself. The lesson has two seeds
// and RuleFirst.
const (
	RuleFirst = "first seed against the run-to-run difference of the baseline"
	RuleMean  = "mean difference against max − min of the baseline"
)

// A Difference is how one figure of a policy differs from the baseline's. With
// two seeds Baseline and Value are of the first, with more they are means.
type Difference struct {
	Load       string
	Policy     string
	Figure     string  // a column of Row
	Baseline   float64 // a count, or a share in [0, 1]
	Value      float64 // the policy's
	Difference float64 // Value − Baseline
	Noise      float64 // how far the baseline's own runs lie apart; never negative
	Measured   bool    // the difference is greater than the noise, compared in whole counts
	Share      bool    // the figure is a share, not a count
}

// A group is the rows of one policy under one load, in the order of the seeds.
type group struct {
	load, policy string
	rows         []Row
}

// Compare sets every policy of the rows against the baseline, load by load. A
// figure without a value in some run, such as a share of nothing, is left out.
// It is an error when there are fewer than two seeds, when a policy lacks a seed
// or has it twice, when a load lacks the baseline, and when there is no other
// policy.
func Compare(rows []Row, baseline string) (Comparison, error) {
	c := Comparison{Version: Version, Baseline: baseline, Seeds: seedsOf(rows), Rule: RuleMean}
	switch len(c.Seeds) {
	case 0, 1:
		return Comparison{}, fmt.Errorf("want rows of two seeds or more to compare, have %d", len(c.Seeds))
	case 2:
		c.Rule = RuleFirst
	}
	var err error
	if c.groups, err = groupsOf(rows, c.Seeds); err != nil {
		return Comparison{}, err
	}
	for _, g := range c.groups {
		base, err := baselineOf(c.groups, group{load: g.load, policy: baseline})
		if err != nil {
			return Comparison{}, err
		}
		if g.policy != baseline {
			c.Rows = append(c.Rows, g.against(base)...)
		}
	}
	if len(c.Rows) == 0 {
		return Comparison{}, fmt.Errorf("no policy to compare with the baseline %q", baseline)
	}
	return c, nil
}

// groupsOf sorts the rows by load and policy, each in order of appearance. All
// groups must have all seeds once.
func groupsOf(rows []Row, seeds []int64) ([]group, error) {
	var groups []group
	for _, load := range distinct(rows, func(r Row) string { return r.Load }) {
		for _, policy := range distinct(rows, func(r Row) string { return r.Policy }) {
			g := group{load: load, policy: policy}
			for _, r := range rows {
				if r.Load == load && r.Policy == policy {
					g.rows = append(g.rows, r)
				}
			}
			if len(g.rows) == 0 {
				continue
			}
			if err := g.arrange(seeds); err != nil {
				return nil, fmt.Errorf("load %q, policy %q: %w", load, policy, err)
			}
			groups = append(groups, g)
		}
	}
	return groups, nil
}

// arrange puts the group's rows in the order of the seeds.
func (g *group) arrange(seeds []int64) error {
	bySeed := map[int64]Row{}
	for _, r := range g.rows {
		if _, twice := bySeed[r.Seed]; twice {
			return fmt.Errorf("want one row a seed, have two of seed %d", r.Seed)
		}
		bySeed[r.Seed] = r
	}
	g.rows = nil
	for _, seed := range seeds {
		r, ok := bySeed[seed]
		if !ok {
			return fmt.Errorf("no row of seed %d, which another policy has", seed)
		}
		g.rows = append(g.rows, r)
	}
	return nil
}

func distinct(rows []Row, name func(Row) string) []string {
	var names []string
	for _, r := range rows {
		if !slices.Contains(names, name(r)) {
			names = append(names, name(r))
		}
	}
	return names
}

// baselineOf returns the group of the wanted load and policy.
func baselineOf(groups []group, want group) (group, error) {
	var policies []string
	for _, g := range groups {
		if g.load != want.load {
			continue
		}
		if g.policy == want.policy {
			return g, nil
		}
		policies = append(policies, g.policy)
	}
	return group{}, fmt.Errorf("load %q: no row of the baseline %q%s",
		want.load, want.policy, suggest.Question(want.policy, policies))
}

// against returns the differences of the group from the baseline.
func (g group) against(base group) []Difference {
	var all []Difference
	for _, f := range figures() {
		if d, ok := (pair{base: base, other: g}).difference(f); ok {
			all = append(all, d)
		}
	}
	return all
}
