package tune

import (
	"context"
	"testing"
)

// searched searches waits of a formula with luck.
func searched(t *testing.T, f formula, luck float64, budget, first int64) Found {
	t.Helper()
	s := Search{Space: spaceOf(t, continuous, "fixed"), Others: []string{"none"}, Budget: budget, First: first, Seed: first, Run: f.run(t, luck)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if found.Runs > budget {
		t.Errorf("%d runs were made of a budget of %d", found.Runs, budget)
	}
	return found
}

// A policy that is far better but near to a bound is tried until it is sure that it keeps
// to it, and is not given up for one that is far from the bound.
func TestAClearlyBetterPolicyIsNotLostForLackOfSeeds(t *testing.T) {
	near := func(wait float64, _ int) (axes, margins []float64) {
		if wait >= 30 {
			return []float64{1}, []float64{0.9}
		}
		return []float64{5}, []float64{100}
	}
	for first := int64(1); first <= 5; first++ {
		best := searched(t, near, 20, 6000, first).Points[0]
		if wait, _ := measuresOf(t, best.Policy); wait < 30 || !best.Qualifies {
			t.Errorf("from seed %d on the best is %s, qualifies %v; want a wait of 30s or more", first, best.Policy, best.Qualifies)
		}
	}
}

// Those that were named before anything was known are no lucky ones of many: by their
// means they may win, and so the winner is not worse than a baseline that keeps to the
// constraints.
func TestTheBaselineMayWinByItsMeans(t *testing.T) {
	baseline := func(wait float64, _ int) (axes, margins []float64) {
		if wait == 0 {
			return []float64{1}, []float64{0.7}
		}
		return []float64{5}, []float64{100}
	}
	kept := 0
	for first := int64(1); first <= 30; first++ {
		best := searched(t, baseline, 12, 300, 1000*first)
		for _, p := range best.Points {
			if p.Policy != "none" || !p.Holds {
				continue
			}
			if kept++; best.Points[0].Policy != "none" {
				t.Errorf("from seed %d on the best is %s, with %v; want none, with %v", 1000*first, best.Points[0].Policy, best.Points[0].Axes, p.Axes)
			}
		}
	}
	if kept < 10 {
		t.Errorf("the baseline kept to the constraint %d times; want at least 10", kept)
	}
}

// A constraint binds by a policy that was tried on all seeds and that it, and no other,
// rules out; one that all policies keep binds nobody.
func TestAConstraintBindsWhereItRulesOutABetterPolicy(t *testing.T) {
	costly := func(wait float64, attempts int) (axes, margins []float64) {
		if attempts == 1 {
			return []float64{50}, []float64{-20, 1000}
		}
		return []float64{wait + float64(attempts)}, []float64{wait - 20, 1000}
	}
	for first := int64(1); first <= 20; first++ {
		found := searched(t, costly, 30, 700, first)
		best, binding, slack := found.Points[0], found.Bindings[0], found.Bindings[1]
		if !best.Qualifies {
			continue
		}
		if slack.Binds() {
			t.Errorf("from seed %d on a constraint that all keep binds as %+v", first, slack)
		}
		if binding.Without <= 0 {
			t.Errorf("from seed %d on a constraint of 20s does not bind", first)
			continue
		}
		without := found.Points[binding.Without]
		if without.Qualifies || without.Seeds < found.Seeds || binding.Without >= found.Full || without.Axes[0] > best.Axes[0]+5 {
			t.Errorf("from seed %d on the constraint rules out %+v; the best is %+v", first, without, best)
		}
	}
}
