package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ratesim/claim"
	"ratesim/stats"
)

// manyRows returns the figures that the lesson's own program has for up to two
// hundred seeds from 20260218 on, six rows a seed. All requests end.
func manyRows(t testing.TB, seeds int) []Row {
	t.Helper()
	file, err := os.Open("../testdata/lesson/lesson-seeds.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for _, cells := range lines[1 : 1+6*seeds] {
		at := func(name string) int64 {
			n, err := strconv.ParseInt(cells[slices.Index(lines[0], name)], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		correct := at("correct")
		r := Row{
			Load: cells[1], Policy: cells[2], Seed: at("seed"), Requests: 160, Completed: at("completed"), Correct: &correct,
			InteractiveCompleted: at("interactive_completed"), InteractiveTotal: at("interactive_total"), Calls: at("calls"),
			RateLimited: at("rate_limited"), ContentErrors: at("content_errors"), Tokens: at("tokens"), WastedTokens: at("wasted_tokens"),
		}
		r.GivenUp, r.InteractiveGivenUp = r.Requests-r.Completed, r.InteractiveTotal-r.InteractiveCompleted
		r.CompletedShare, r.InteractiveShare = ratio{r.Completed, r.Requests}.share(), ratio{r.InteractiveCompleted, r.InteractiveTotal}.share()
		r.CorrectShare = ratio{correct, r.Requests}.share()
		rows = append(rows, r)
	}
	return rows
}

// paired returns the comparison of rows with the policy none.
func paired(t testing.TB, rows []Row) Paired {
	t.Helper()
	p, err := Pair(LessonSamples("lesson", rows), "none")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// find returns the row of a figure.
func (p Paired) find(t *testing.T, load, policy, figure string) PairedRow {
	t.Helper()
	i := slices.IndexFunc(p.Rows, func(r PairedRow) bool { return r.Load == load && r.Policy == policy && r.Figure == figure })
	if i < 0 {
		t.Fatalf("no row %s %s %s", load, policy, figure)
	}
	return p.Rows[i]
}

// What the rows say is what the statistics of the differences say.
func TestPairedRowsAreOfDifferencesSeedBySeed(t *testing.T) {
	rows := manyRows(t, 40)
	p := paired(t, rows)
	var base, other, differences []float64
	for _, r := range rows {
		if r.Load == "heavy" && r.Policy == "none" {
			base = append(base, float64(r.WastedTokens))
		}
		if r.Load == "heavy" && r.Policy == "backoff" {
			other = append(other, float64(r.WastedTokens))
		}
	}
	for i := range base {
		differences = append(differences, other[i]-base[i])
	}
	r := p.find(t, "heavy", "backoff", "wasted_tokens")
	var bootstrap stats.Bootstrap
	want := bootstrap.MeanOf(differences)
	if *r.Baseline != stats.Mean(base) || *r.Value != stats.Mean(other) || *r.Difference != want.Mean ||
		*r.DifferenceLow != want.Low || *r.DifferenceHigh != want.High || r.Interval != string(want.Method) ||
		*r.P != stats.SignedRankOf(differences).P || r.Seeds != 40 {
		t.Errorf("have %+v; want mean %+v, p %v", r, want, stats.SignedRankOf(differences).P)
	}
	if *r.Adjusted < *r.P || *r.Adjusted > *r.P*float64(p.Method.Tests) {
		t.Errorf("p %v, adjusted %v for %d tests", r.P, r.Adjusted, p.Method.Tests)
	}
}

// The order in which runs were made does not matter.
func TestPairingGoesBySeed(t *testing.T) {
	rows := manyRows(t, 20)
	shuffled := slices.Clone(rows)
	rng := rand.New(rand.NewPCG(1, 2))
	for load := range 6 { // within each case, so that seeds and cases keep their order
		var at []int
		for i := range shuffled {
			if i%6 == load && i >= 6 {
				at = append(at, i)
			}
		}
		if load > 0 {
			rng.Shuffle(len(at), func(i, j int) { shuffled[at[i]], shuffled[at[j]] = shuffled[at[j]], shuffled[at[i]] })
		}
	}
	a, errA := json.Marshal(paired(t, rows))
	b, errB := json.Marshal(paired(t, shuffled))
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("%v, %v: the same runs in another order compare otherwise", errA, errB)
	}
}

// twoCases returns rows of calls and completed tickets, of none and of another.
func twoCases(base, other []int64) []Row {
	var rows []Row
	for seed := range base {
		rows = append(rows,
			Row{Load: "l", Policy: "none", Seed: int64(seed), Requests: 1000, Completed: base[seed], Calls: 100},
			Row{Load: "l", Policy: "p", Seed: int64(seed), Requests: 1000, Completed: other[seed], Calls: 100})
	}
	for i := range rows {
		share := float64(rows[i].Completed) / 1000
		rows[i].CompletedShare = &share
	}
	return rows
}

func TestVerdictsFollowTheAdjustedTest(t *testing.T) {
	var base, up, mixed, rare []int64
	for i := range int64(40) {
		base, up = append(base, 500+i), append(up, 510+i+i%3)
		mixed = append(mixed, 500+i+20*(i%2)-10)
		change := int64(-1)
		if i == 7 {
			change = 400
		}
		rare = append(rare, 500+i+change)
	}
	for _, test := range []struct {
		name  string
		other []int64
		want  string
		seeds bool
	}{
		{"more in every seed", up, VerdictBetter, false},
		{"the same in every seed", base, VerdictSame, false},
		{"now more, now less", mixed, VerdictUnmeasured, false},
		{"less in most, far more in one: mean and ranks disagree", rare, VerdictUnmeasured, false},
	} {
		r := paired(t, twoCases(base, test.other)).find(t, "l", "p", "completed_share")
		if r.Verdict != test.want || (r.SeedsNeeded != nil) != test.seeds {
			t.Errorf("%s: %s, seeds %v; want %s", test.name, r.Verdict, r.SeedsNeeded, test.want)
		}
	}
	few := paired(t, twoCases(base[:4], up[:4])).find(t, "l", "p", "completed_share")
	if few.Verdict != VerdictUnmeasured || few.SeedsNeeded == nil || *few.SeedsNeeded <= 4 {
		t.Errorf("four seeds: %s, %v; want more seeds", few.Verdict, few.SeedsNeeded)
	}
}

func TestTheLessonsRuleIsOverturned(t *testing.T) {
	p := paired(t, manyRows(t, 200))
	r := p.find(t, "heavy", "backoff", "completed_share")
	if r.Verdict != VerdictWorse || r.LessonMeasured || !r.Overturned {
		t.Errorf("heavy backoff: %+v; want unmeasured by the lesson's rule, and worse", r)
	}
	if r := p.find(t, "heavy", "fixed", "completed_share"); r.Verdict != VerdictWorse || !r.LessonMeasured || r.Overturned {
		t.Errorf("heavy fixed: %+v; want worse by both", r)
	}
	text := tableText(t, p, Layout{})
	if want := "  heavy backoff completed: +0.0188 unmeasured there; -0.0573 worse here\n"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// The lesson's rule as Pair applies it to the first two seeds is that of Compare.
func TestTheLessonsRuleIsTheSameInBoth(t *testing.T) {
	all := paired(t, manyRows(t, 30))
	for _, d := range compared(t, lessonRows(t, 2)).Rows {
		r := all.find(t, d.Load, d.Policy, d.Figure)
		if r.LessonMeasured != d.Measured || math.Abs(*r.LessonDifference-d.Difference) > 1e-12 {
			t.Errorf("%s %s %s: %v, measured %v; want %v, %v", d.Load, d.Policy, d.Figure, *r.LessonDifference, r.LessonMeasured, d.Difference, d.Measured)
		}
	}
}

func TestRunsOfTwoKindsAreShown(t *testing.T) {
	var base, other []int64
	for i := range int64(60) {
		base = append(base, 900+i%7)
		collapsed := 900 + i%5
		if i%4 == 0 {
			collapsed = 300 + i%11
		}
		other = append(other, collapsed)
	}
	p := paired(t, twoCases(base, other))
	r := p.find(t, "l", "p", "completed_share")
	if r.Kinds != 2 || r.LowerRuns != 15 || *r.LowerShare != 0.25 || *r.LowerLow != stats.Wilson(15, 60).Low {
		t.Errorf("%+v; want 15 of 60 runs of a lower kind", r)
	}
	want := "l     p       completed     15/60  16..37 %  0.3045  0.9020  ▃··············█\n"
	if text := tableText(t, p, Layout{}); !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

func TestPairedComparisonsThatCannotBeMadeSayWhy(t *testing.T) {
	rows := manyRows(t, 3)
	for _, test := range []struct {
		rows     []Row
		baseline string
		want     string
	}{
		{rows[:17], "none", `load "heavy", policy "backoff": no run of seed 20260220, which load "light", policy "none" has`},
		{append(slices.Clone(rows), rows[0]), "none", `load "light", policy "none": want one run a seed, have two of seed 20260218`},
		{append(slices.Clone(rows), rows[1]), "none", `load "light", policy "fixed": want one run a seed, have two of seed 20260218`},
		{rows, "nnoe", `no run of the baseline "nnoe"; did you mean "none"?`},
		{[]Row{rows[0], rows[6]}, "none", `no policy to compare with the baseline "none"`},
	} {
		if _, err := Pair(LessonSamples("lesson", test.rows), test.baseline); err == nil || err.Error() != test.want {
			t.Errorf("%d rows, baseline %s: %v; want %s", len(test.rows), test.baseline, err, test.want)
		}
	}
}

func TestPairedTablesFitEightyColumns(t *testing.T) {
	for _, seeds := range []int{3, 40, 200} {
		p := paired(t, manyRows(t, seeds))
		p.Show(true, nil)
		for line := range strings.Lines(tableText(t, p, Layout{Columns: 80})) {
			if n := textWidth(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%d seeds: %d columns: %s", seeds, n, line)
			}
		}
	}
}

func TestClaimsAreJudged(t *testing.T) {
	samples := LessonSamples("lesson", manyRows(t, 100))
	for text, want := range map[string][]string{
		"completed_share(policy=none, load=heavy) >= 0.80":           {"pass"},
		"completed_share(policy=none, load=heavy) >= 0.90":           {"fail"},
		"completed_share(policy=fixed, load=heavy) >= 72%":           {"inconclusive"},
		"calls(load=heavy) <= 160":                                   {"pass", "fail", "fail"},
		"wasted_tokens(load=heavy) < 100% of none":                   {"pass", "pass"},
		"completed_share(load=light, policy=fixed) > +10pp of none":  {"pass"},
		"completed_share(load=light, policy=fixed) > +20pp of none":  {"fail"},
		"interactive_share(load=light, policy=fixed) == +0 of none":  {"pass"},
		"interactive_share(load=light, policy=fixed) > +0pp of none": {"fail"},
	} {
		c, err := claim.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckClaim(c, samples.Figures, samples.Cases); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		rows, err := samples.Judge([]claim.Claim{c})
		var got []string
		for _, r := range rows {
			got = append(got, r.Verdict)
			if (r.Verdict == "inconclusive") != (r.SeedsNeeded != nil) {
				t.Errorf("%s: %s, seeds %v", text, r.Verdict, r.SeedsNeeded)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

// A figure that is never, or has no value, holds no bound above it.
func TestClaimsAboutWhatNeverEndsFail(t *testing.T) {
	second := int64(1e9)
	samples := FlowSamples("s", []FlowRow{
		{Policy: "p", Seed: 1, Flow: "f", Requests: 3, Latencies: []*int64{&second, &second, &second, nil}},
		{Policy: "p", Seed: 2, Flow: "f", Requests: 3, Latencies: []*int64{&second, &second, nil, nil}},
	})
	for text, want := range map[string]string{
		"p90(latency) <= 1s": "pass", "p95(latency) < 1h": "fail", "p99(latency) < 1h": "fail", "p99(latency) > 1h": "pass",
		"completed_share >= 0": "fail", "p50(answered) < 1h": "fail",
	} {
		c, err := claim.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := samples.Judge([]claim.Claim{c})
		if err != nil || len(rows) != 1 || rows[0].Verdict != want {
			t.Errorf("%s: %+v, %v; want %s", text, rows, err, want)
		}
	}
}

func TestUntilSaysHowManySeedsAreNext(t *testing.T) {
	samples := LessonSamples("lesson", manyRows(t, 200))
	for text, want := range map[string]struct {
		next int
		wide bool
	}{
		"halfwidth(completed_share) < 2pp":                        {200, false},
		"halfwidth(calls, policy=none) < 0.001":                   {200, false}, // does not vary
		"halfwidth(completed_share, load=heavy) < 0.1pp":          {500, true},  // at most
		"halfwidth(completed_share, policy=backoff) < 1.3pp":      {230, true},
		"halfwidth(interactive_share, policy=none) < 0.5pp":       {200, false},
		"halfwidth(wasted_tokens, load=light, policy=fixed) < 30": {353, true},
	} {
		c, err := claim.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckUntil(c, samples.Figures, samples.Cases); err != nil {
			t.Error(err)
		}
		next, widest, err := samples.Until([]claim.Claim{c}, 500)
		if err != nil || next != want.next || (widest >= 1) != want.wide {
			t.Errorf("%s: next %d, widest %v, %v; want %d", text, next, widest, err, want.next)
		}
	}
	never := FlowSamples("s", []FlowRow{{Policy: "p", Seed: 1, Flow: "f", Requests: 3}, {Policy: "p", Seed: 2, Flow: "f", Requests: 3}})
	c, err := claim.Parse("halfwidth(latency_p95_ns) < 1s")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := never.Until([]claim.Claim{c}, 500); err == nil || !strings.Contains(err.Error(), "some run has no such value") {
		t.Errorf("a latency that is never: %v; want that it has no interval", err)
	}
}

func TestEveryPairedFigureIsAColumnOfTheResults(t *testing.T) {
	for _, f := range FlowFigures(nil) {
		if !slices.ContainsFunc(flowColumns(), func(c column[FlowRow]) bool { return c.name == f.Name }) {
			t.Errorf("no column %s", f.Name)
		}
	}
}

func ExamplePair() {
	var rows []Row
	for seed := range int64(40) {
		for policy, completed := range map[string]int64{"none": 850 + seed%5, "fixed": 870 + seed%7} {
			share := float64(completed) / 1000
			rows = append(rows, Row{Load: "heavy", Policy: policy, Seed: seed, Requests: 1000, CompletedShare: &share})
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(b.Policy, a.Policy) })
	p, err := Pair(LessonSamples("mine", rows), "none")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := p.Rows[0]
	fmt.Printf("%s of %s: %+.4f, %s\n", r.Figure, r.Policy, *r.Difference, r.Verdict)
	// Output:
	// completed_share of fixed: +0.0209, better
}

// The statistics of 10,000 seeds of the lesson, as compare makes them.
func BenchmarkPair(b *testing.B) {
	kept := manyRows(b, 200)
	for _, seeds := range []int{200, 10_000} {
		var rows []Row
		for i := range seeds {
			for _, r := range kept[i%200*6 : i%200*6+6] {
				r.Seed = int64(i)
				rows = append(rows, r)
			}
		}
		b.Run(fmt.Sprint(seeds), func(b *testing.B) {
			for b.Loop() {
				if _, err := Pair(LessonSamples("lesson", rows), "none"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// No mean of shares is above 1, none of counts below 0, whatever few values give.
func TestIntervalsKeepToWhatAFigureCanBe(t *testing.T) {
	p := paired(t, twoCases([]int64{1000, 1000, 990, 400}, []int64{0, 0, 1, 900}))
	r := p.find(t, "l", "p", "completed_share")
	if *r.BaselineHigh != 1 || *r.ValueLow != 0 {
		t.Errorf("baseline up to %v, value from %v; want 1 and 0", *r.BaselineHigh, *r.ValueLow)
	}
}

func TestFewSeedsSayWhatTheyMayNotKnowOf(t *testing.T) {
	for seeds, want := range map[int][]string{
		1:  {"one seed decides nothing: there is no interval and no test"},
		29: {"fewer than 30 seeds: an interval may hold the mean less often than it says", "a kind of run that none of 29 seeds shows may still be up to 9.8 % of all"},
		30: {"a kind of run that none of 30 seeds shows may still be up to 9.5 % of all"},
		58: {"a kind of run that none of 58 seeds shows may still be up to 5.0 % of all"},
		59: nil,
	} {
		if have := fewSeeds(seeds); !slices.Equal(have, want) {
			t.Errorf("%d seeds: have %q; want %q", seeds, have, want)
		}
	}
}
