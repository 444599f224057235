// Package tune searches policies and their parameters for the one that makes a
// figure small while others keep to their bounds, and for what else could be had:
// the frontier between several figures.
//
// All policies meet the same seeds, so that what they share of luck cancels out.
// Many are tried on few seeds, and the better ones on more (successive halving: K.
// Jamieson and A. Talwalkar, "Non-stochastic Best Arm Identification and
// Hyperparameter Optimization", AISTATS 2016). Then the best ones of several kinds
// are refined by moves along one parameter at a time, each of which races against
// the policy that it would replace (F. Hutter, H. Hoos, K. Leyton-Brown and T.
// Stützle, "ParamILS: An Automatic Algorithm Configuration Framework", JAIR 36,
// 2009). With what is kept back of the budget, policies that may be better than the best
// one are tried on more seeds, as long as it is open whether they keep to their bounds.
//
// The package is handed a function that makes runs, and never sees one: it works on
// a formula in tests. What it finds depends on that function and on the seed of the
// search, not on how many runs are made at once. How sure the result is, it does not
// say: that is for seeds which the search has not seen.
package tune

import (
	"context"
	"fmt"
)

// Measured is what a policy did, seed by seed. A value that is never reached is
// +Inf, one that does not exist is NaN; a margin is −Inf then.
type Measured struct {
	Axes    [][]float64 // by figure and seed; less is better, and the first one is the goal
	Margins [][]float64 // by constraint and seed; it holds when the mean is at least 0
}

// A Run makes a run of each policy under each seed, and returns what they did in the
// order of the policies.
type Run func(ctx context.Context, policies []string, seeds []int64) ([]Measured, error)

// A Search is what to search, and with how much work.
type Search struct {
	Space   Space
	Others  []string // policies as specs that are tried besides, on all seeds and first of all
	Budget  int64    // runs at most, those of Others included
	First   int64    // the first seed; the others follow it
	Seed    int64    // of the points at which the search begins
	Run     Run
	Advance func(runs int64) // is told how many runs have been made, now and then; nil for nobody
}

// A Point is a policy that was tried. Figures are means over its seeds.
type Point struct {
	Policy   string // as a spec
	Kind     string // of the space; "" for one of Others
	Seeds    int    // from the first one on
	Axes     []float64
	Margins  []float64
	Holds    bool // all constraints hold, by their means
	Frontier bool // tried on all seeds, and none so tried is better on one axis of them and worse on none
	Never    int  // runs of the first Found.Seeds in which the goal is never
	Alike    bool // tried on all seeds, and under each it did what the best point did

	// Whether it may win: all constraints hold by their means and, but for one of Others,
	// two standard errors below them. Where none may, the one that is nearest to it is the
	// best point.
	Qualifies bool
}

// Found is what came of a search.
type Found struct {
	Points []Point // those that were tried on all seeds first, the best one first
	Full   int     // how many were tried on all seeds
	Seeds  int     // how many all seeds are: some points were tried on further ones besides
	Most   int     // on how many a point was tried at most
	Runs   int64   // that were made

	Bindings []Binding // what each constraint costs
}

// seedsFirst is on how many seeds every point is tried, and reduction by how much
// from rung to rung the seeds grow and the points become fewer.
const (
	seedsFirst = 4
	reduction  = 3
	rungsMax   = 6
	rungsMin   = 2
	pointsMax  = 5000 // on the first rung
)

// A ladder says how a budget is spent on halving.
type ladder struct {
	rungs  int
	points int // on the first rung
}

// seeds returns on how many seeds the points of a rung are tried, from rung 0.
func (l ladder) seeds(rung int) int {
	seeds := seedsFirst
	for range rung {
		seeds *= reduction
	}
	return seeds
}

// top returns how many seeds the last rung has.
func (l ladder) top() int { return l.seeds(l.rungs - 1) }

// kept returns how many points come to a rung.
func (l ladder) kept(rung int) int {
	points := l.points
	for range rung {
		points /= reduction
	}
	return points
}

// ladder returns the highest one that the budget allows: three fifths of it are for
// halving, and each kind keeps a point to the last rung.
func (s *Search) ladder() (ladder, error) {
	least := max(3, len(s.Space.Kinds))
	for rungs := rungsMax; rungs >= rungsMin; rungs-- {
		l := ladder{rungs: rungs}
		left := s.Budget - int64(len(s.Others)*l.top())
		l.points = int(min(left*3/5/int64(seedsFirst*rungs), pointsMax))
		if l.kept(rungs-1) >= least {
			return l, nil
		}
	}
	return ladder{}, fmt.Errorf("want at least %d runs for a search of %d kinds; have %d", s.BudgetMin(), len(s.Space.Kinds), s.Budget)
}

// BudgetMin returns the least budget with which there can be a search.
func (s *Search) BudgetMin() int64 {
	l := ladder{rungs: rungsMin}
	first := int64(max(3, len(s.Space.Kinds)) * reduction)
	halving := first * seedsFirst * rungsMin
	return int64(len(s.Others)*l.top()) + (halving*5+2)/3
}

// Do searches. It is an error when the budget is below BudgetMin, and whatever error
// Run returns.
func (s Search) Do(ctx context.Context) (Found, error) {
	l, err := s.ladder()
	if err != nil {
		return Found{}, err
	}
	e := &engine{Search: s, ladder: l, known: map[string]*point{}, alike: map[string]*point{}}
	if err := e.begin(ctx); err != nil {
		return Found{}, err
	}
	for _, step := range []func(context.Context) error{e.halve, e.refine, e.finish, e.confirm, e.spend} {
		if err := step(ctx); err != nil {
			return Found{}, err
		}
	}
	return e.found(), nil
}
