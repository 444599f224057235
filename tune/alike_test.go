package tune

import (
	"context"
	"testing"
	"time"

	"ratesim/policy"
)

// policyOf returns the policy of a draft's text.
func policyOf(t *testing.T, text string, d policy.Defaults) policy.Retry {
	t.Helper()
	p, err := policy.Parse(text, d)
	if err != nil {
		t.Fatal(err)
	}
	return p.(policy.Retry)
}

// grown returns the exponential wait inside a backoff.
func grown(b policy.Backoff) (base, most time.Duration) {
	switch b := b.(type) {
	case policy.Linear:
		return b.Base, b.Cap
	case policy.Exponential:
		return b.Base, b.Cap
	case policy.FullJitter:
		return grown(b.Of)
	case policy.EqualJitter:
		return grown(b.Of)
	case policy.Decorrelated:
		return b.Base, b.Cap
	}
	return 0, 0
}

func TestNoPointIsDrawnWhoseCapOrTotalIsBelowItsWait(t *testing.T) {
	steps := World{Defaults: policy.Defaults{Step: time.Second, Attempts: 4}, Horizon: 260 * time.Second}
	for _, w := range []World{continuous, steps, {Horizon: 30 * time.Second, Hints: true}} {
		s := spaceOf(t, w)
		for kind := range s.Kinds {
			for _, d := range s.drafts(kind, 300, 7) {
				made, err := s.propose(d)
				if err != nil {
					t.Fatal(err)
				}
				p := policyOf(t, made.text, w.Defaults)
				base, most := grown(p.Backoff)
				if most > 0 && most < base {
					t.Errorf("%s: the cap is below the first wait", made.text)
				}
				if base > 0 && p.Total > 0 && p.Total < base {
					t.Errorf("%s: the total leaves no room for the first wait", made.text)
				}
			}
		}
	}
}

func TestEqualPoliciesHaveOneName(t *testing.T) {
	silent, hinted := spaceOf(t, continuous), spaceOf(t, World{Horizon: time.Minute, Hints: true})
	for _, c := range []struct {
		space Space
		a, b  string
		equal bool
	}{
		{silent, "fixed(wait=3s, attempts=2)", "exponential(base=3s, factor=4, cap=9s, attempts=2)", true},
		{silent, "fixed(wait=3s, attempts=5)", "linear(base=3s, increment=2s, cap=3s, attempts=5)", true},
		{silent, "fixed(wait=3s, attempts=3)", "fixed(wait=3s, attempts=3, total=6s)", true},
		{silent, "fixed(wait=3s, attempts=3)", "fixed(wait=3s, attempts=3, total=5s)", false},
		{silent, "fixed(wait=3s, attempts=2)", "fixed(wait=3s, attempts=9, total=5s)", true},
		{silent, "full-jitter(base=3s, factor=2, cap=9s, attempts=2)", "full-jitter(base=3s, factor=4, cap=7s, attempts=2)", true},
		{silent, "full-jitter(base=3s, factor=2, cap=9s, attempts=3)", "full-jitter(base=3s, factor=4, cap=9s, attempts=3)", false},
		{silent, "full-jitter(base=3s, factor=2, cap=9s, attempts=2)", "fixed(wait=3s, attempts=2)", false},
		{silent, "decorrelated(base=3s, cap=3s, factor=2, attempts=4)", "fixed(wait=3s, attempts=4)", true},
		{silent, "decorrelated(base=1s, cap=30s, factor=2, attempts=4)", "decorrelated(base=1s, cap=30s, factor=3, attempts=4)", false},
		{silent, "fixed(wait=3s, attempts=3, heed=exact)", "fixed(wait=3s, attempts=3, heed=ignore)", true},
		{hinted, "fixed(wait=3s, attempts=3, heed=exact)", "fixed(wait=3s, attempts=3, heed=ignore)", false},
		{hinted, "fixed(wait=3s, attempts=3)", "fixed(wait=3s, attempts=3, total=6s)", false}, // hints may be longer
		{hinted, "fixed(wait=3s, attempts=3, heed=ignore)", "fixed(wait=3s, attempts=3, total=6s, heed=ignore)", true},
	} {
		_, a := c.space.canonical(policyOf(t, c.a, policy.Defaults{}))
		_, b := c.space.canonical(policyOf(t, c.b, policy.Defaults{}))
		if a == "" || (a == b) != c.equal {
			t.Errorf("%s and %s: one name %v, want %v", c.a, c.b, a == b, c.equal)
		}
	}
}

func TestTheRunnerUpIsNotTheWinnerInOtherWords(t *testing.T) {
	w := World{Horizon: 10 * time.Minute, Hints: true} // where a total may matter, and in this formula does not
	s := Search{Space: spaceOf(t, w, "fixed(wait=1s..3s, attempts=2, heed=minimum)"), Others: []string{"none"}, Budget: 2000, First: 1, Run: formula(bowl).run(t, 0)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	i := found.RunnerUp()
	if i < 0 || found.Points[i].Axes[0] == found.Points[0].Axes[0] {
		t.Errorf("the best is %s; the runner-up, place %d, is no other", found.Points[0].Policy, i)
	}
	if !found.Points[1].Alike {
		t.Errorf("%s did what %s did; want it told", found.Points[1].Policy, found.Points[0].Policy)
	}
}

// A constraint keeps those that break it from being tried on many seeds.
func TestWithoutAConstraintTheBestThatWasTriedIsNamed(t *testing.T) {
	costly := func(wait float64, attempts int) (axes, margins []float64) {
		if attempts == 1 {
			return []float64{50}, []float64{-20}
		}
		return bounded(wait, attempts)
	}
	s := Search{Space: spaceOf(t, continuous, "fixed"), Others: []string{"none"}, Budget: 4000, First: 1, Run: formula(costly).run(t, 4)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	b := found.Bindings[0]
	if !b.Reachable || b.Without <= 0 {
		t.Fatalf("the constraint binds as %+v; want a point that is cheaper without it", b)
	}
	without := found.Points[b.Without]
	if wait, attempts := measuresOf(t, without.Policy); wait > 1 || attempts > 3 {
		t.Errorf("without the constraint %s, on %d seeds; policies that wait less than a second were tried", without.Policy, without.Seeds)
	}
}

// A client is known by its name, not by the parts that it is made of.
func TestClientsKeepTheirNames(t *testing.T) {
	for text, want := range map[string]string{"openai-py@3": "openai-py@3", "openai-py@3(retries=4)": "openai-py@3(retries=4)"} {
		s := spaceOf(t, continuous, text)
		made, err := s.propose(s.drafts(0, 1, 1)[0])
		if err != nil || made.text != want || made.kind != "openai-py" {
			t.Errorf("%s is proposed as %+v, %v; want %s", text, made, err, want)
		}
	}
}
