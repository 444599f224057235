package tune

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"ratesim/chance"
	"ratesim/policy"
)

// continuous is a world of ten minutes without hints.
var continuous = World{Horizon: 10 * time.Minute}

func spaceOf(t *testing.T, w World, texts ...string) Space {
	t.Helper()
	s, err := ParseSpace(texts, w)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A formula says what a policy with a first wait in seconds and a number of attempts
// costs, and by how much its constraints hold, but for luck.
type formula func(wait float64, attempts int) (axes, margins []float64)

// run returns a Run by a formula, to which each seed adds luck: mostly the same for
// all policies.
func (f formula) run(t *testing.T, luck float64) Run {
	return func(_ context.Context, policies []string, seeds []int64) ([]Measured, error) {
		var all []Measured
		for i, text := range policies {
			wait, attempts := measuresOf(t, text)
			axes, margins := f(wait, attempts)
			m := Measured{Axes: make([][]float64, len(axes)), Margins: make([][]float64, len(margins))}
			for _, seed := range seeds {
				common, own := drawn(seed, 0), drawn(seed, 1+int64(len(text)+i))
				noise := luck * (common + 0.1*own)
				for j, v := range axes {
					m.Axes[j] = append(m.Axes[j], v+noise)
				}
				for j, v := range margins {
					m.Margins[j] = append(m.Margins[j], v+noise)
				}
			}
			all = append(all, m)
		}
		return all, nil
	}
}

// drawn returns a number from −0.5 to 0.5.
func drawn(seed, of int64) float64 {
	var source chance.Named
	source.Set(chance.Name{Seed: seed, Request: of, Purpose: chance.PurposeOf("test")})
	return float64(source.Uint64()>>11)/(1<<53) - 0.5
}

// measuresOf returns the first wait without luck, in seconds, and the attempts.
func measuresOf(t *testing.T, text string) (wait float64, attempts int) {
	p, err := policy.Parse(text, policy.Defaults{})
	if err != nil {
		t.Fatal(err)
	}
	retry, ok := p.(policy.Retry)
	if !ok {
		return 0, 1
	}
	return retry.Backoff.After(policy.Failure{Attempt: 1}, 1).Seconds(), retry.Attempts
}

// bowl is least at a wait of 14 s and 4 attempts.
func bowl(wait float64, attempts int) (axes, margins []float64) {
	if wait == 0 {
		return []float64{10}, nil
	}
	return []float64{math.Pow(math.Log(wait/14), 2) + 0.1*math.Abs(float64(attempts-4))}, nil
}

func TestTheOptimumOfAFormulaIsFound(t *testing.T) {
	for _, luck := range []float64{0, 0.05} {
		s := Search{Space: spaceOf(t, continuous, "fixed", "linear"), Others: []string{"none"}, Budget: 6000, First: 1, Run: formula(bowl).run(t, luck)}
		found, err := s.Do(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		wait, attempts := measuresOf(t, found.Points[0].Policy)
		if wait < 11.5 || wait > 17 || attempts != 4 {
			t.Errorf("luck %v: the best is %s; want a wait near 14s and attempts=4", luck, found.Points[0].Policy)
		}
		if found.Runs > s.Budget {
			t.Errorf("%d runs were made of a budget of %d", found.Runs, s.Budget)
		}
	}
}

// bounded costs more the longer it waits, and holds only from 20 s on.
func bounded(wait float64, attempts int) (axes, margins []float64) {
	return []float64{wait + float64(attempts)}, []float64{wait - 20}
}

func TestAConstraintIsKeptWithCaution(t *testing.T) {
	s := Search{Space: spaceOf(t, continuous, "fixed"), Others: []string{"none"}, Budget: 4000, First: 1, Run: formula(bounded).run(t, 4)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	best := found.Points[0]
	if wait, attempts := measuresOf(t, best.Policy); wait < 20 || wait > 23 || attempts != 2 || !best.Qualifies {
		t.Errorf("the best is %s, qualifies %v; want attempts=2 and a wait a little above 20s", best.Policy, best.Qualifies)
	}
}

func TestWhereNothingHoldsTheNearestIsFound(t *testing.T) {
	impossible := func(wait float64, attempts int) (axes, margins []float64) {
		return []float64{wait}, []float64{-1 - math.Abs(wait-30), 1}
	}
	s := Search{Space: spaceOf(t, continuous, "fixed"), Others: []string{"none"}, Budget: 4000, First: 1, Run: formula(impossible).run(t, 0)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if wait, _ := measuresOf(t, found.Points[0].Policy); wait < 28 || wait > 32 || found.Points[0].Holds {
		t.Errorf("the best is %s; want a wait of 30s, where the constraint is nearest to holding", found.Points[0].Policy)
	}
}

func TestTheFrontierIsThatOfTheFormula(t *testing.T) {
	trade := func(wait float64, attempts int) (axes, margins []float64) {
		return []float64{wait + float64(attempts-2), 1 / (1 + wait)}, nil // only attempts=2 is on the frontier, at any wait
	}
	s := Search{Space: spaceOf(t, continuous, "fixed"), Budget: 6000, First: 1, Run: formula(trade).run(t, 0)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	on := 0
	for i, p := range found.Points[:found.Full] {
		beaten := false
		for j, other := range found.Points[:found.Full] {
			beaten = beaten || Beats(other.Axes, p.Axes) || j < i && reflect.DeepEqual(other.Axes, p.Axes)
		}
		if p.Frontier == beaten {
			t.Errorf("%s: on the frontier %v, beaten %v", p.Policy, p.Frontier, beaten)
		}
		if p.Frontier {
			on++
		}
	}
	if on < 5 {
		t.Errorf("%d points are on the frontier; want at least 5 to choose from", on)
	}
}

func TestASearchIsTheSameTwiceAndFollowsItsSeed(t *testing.T) {
	search := func(seed int64) Found {
		s := Search{Space: spaceOf(t, continuous), Others: []string{"none"}, Budget: 3000, First: 1, Seed: seed, Run: formula(bowl).run(t, 0.1)}
		found, err := s.Do(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	first := search(1)
	if !reflect.DeepEqual(first, search(1)) {
		t.Error("two searches of one seed differ")
	}
	if reflect.DeepEqual(first, search(2)) {
		t.Error("searches of two seeds are the same: the seed does nothing")
	}
}

func TestBudgetsBelowTheLeastAreRefused(t *testing.T) {
	for _, kinds := range [][]string{{"fixed"}, {"fixed", "linear", "exponential", "decorrelated"}} {
		s := Search{Space: spaceOf(t, continuous, kinds...), Others: []string{"none"}, First: 1, Run: formula(bowl).run(t, 0)}
		s.Budget = s.BudgetMin()
		found, err := s.Do(context.Background())
		if err != nil || found.Runs > s.Budget {
			t.Errorf("%d kinds: with the least budget, %d: %d runs, %v", len(kinds), s.Budget, found.Runs, err)
		}
		s.Budget--
		if _, err := s.Do(context.Background()); err == nil {
			t.Errorf("%d kinds: a budget of %d was taken; want it refused", len(kinds), s.Budget)
		}
	}
}

func TestWhatIsNeverCountsAsWorst(t *testing.T) {
	never := func(wait float64, attempts int) (axes, margins []float64) {
		if wait < 10 {
			return []float64{math.Inf(1)}, []float64{math.Inf(-1)}
		}
		return []float64{wait}, []float64{1}
	}
	s := Search{Space: spaceOf(t, continuous, "fixed"), Others: []string{"none"}, Budget: 4000, First: 1, Run: formula(never).run(t, 0)}
	found, err := s.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if wait, _ := measuresOf(t, found.Points[0].Policy); wait < 10 || wait > 11 {
		t.Errorf("the best is %s; want a wait of 10s", found.Points[0].Policy)
	}
}

func TestAnErrorOfARunEndsTheSearch(t *testing.T) {
	broken := errors.New("broken")
	s := Search{Space: spaceOf(t, continuous, "fixed"), Budget: 4000, Run: func(context.Context, []string, []int64) ([]Measured, error) { return nil, broken }}
	if _, err := s.Do(context.Background()); !errors.Is(err, broken) {
		t.Errorf("the search ended with %v; want %v", err, broken)
	}
}

func TestSpacesAreReadWithTheirUsualRanges(t *testing.T) {
	steps := World{Defaults: policy.Defaults{Step: time.Second, Attempts: 4}, Horizon: 260 * time.Second}
	hinted := World{Horizon: 30 * time.Second, Hints: true}
	for _, c := range []struct {
		text, want string
		world      World
	}{
		{"fixed", "fixed(wait=1step..60steps, attempts=2..10, total=0s|60steps..240steps)", steps},
		{"fixed(wait=5steps..9steps, attempts=3)", "fixed(attempts=3, wait=5steps..9steps, total=0s|60steps..240steps)", steps},
		{"fixed(retries=1..2, total=9s)", "fixed(total=9s, retries=1..2, wait=100ms..30s, heed=minimum|exact|ignore)", hinted},
		{"full-jitter(of=linear(base=1s), heed=ignore)", "full-jitter(of=linear(base=1s), heed=ignore, attempts=2..10, total=0s|7.5s..2m0s)", hinted},
		{"decorrelated", "decorrelated(base=100ms..2m0s, cap=100ms..2m0s, factor=1.2..4, attempts=2..10, total=0s|30s..8m0s)", continuous},
		{"openai-go@3", "openai-go@3", continuous},
		{"none", "none", continuous},
	} {
		if got := spaceOf(t, c.world, c.text).Kinds[0].String(); got != c.want {
			t.Errorf("%s is %s; want %s", c.text, got, c.want)
		}
	}
}

func TestSpacesThatCannotBeAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"fixd":                           `did you mean "fixed"?`,
		"fixed(wait=9s..2s)":             "want the smaller end first",
		"fixed(wait=0s..0s)":             "want two ends that differ, or the one value alone",
		"fixed(wat=1s..2s)":              "\tfixed(wat=1s..2s)\n\t      ^",
		"fixed( wait = 1s..2s, heed=x)":  "\tfixed( wait = 1s..2s, heed=x)\n\t                           ^",
		"fixed(wait=1s..)":               "want a range such as",
		"fixed(wait=1steps..9steps)":     "time is continuous",
		"fixed(wait=1s|)":                "is empty",
		"fixed(wiat=1s..2s)":             `did you mean "wait"?`,
		"fixed(wait=1s..2s, heed=a|b)":   "heed",
		"proportional-jitter(base=1s)":   "low",
		"fixed(attempts=0..3)":           "attempts",
		"fixed(":                         "want a key",
		"fixed(wait=1..5)":               "want a duration",
		"exponential(factor=0.5..2)":     "factor",
		"fixed(wait=1s..2s, attempts=x)": "attempts",
	} {
		if _, err := ParseSpace([]string{text}, continuous); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want it to say %q", text, err, want)
		}
	}
}
