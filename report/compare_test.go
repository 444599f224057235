package report

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// compared returns the comparison of the rows with the policy none.
func compared(t testing.TB, rows []Row) Comparison {
	t.Helper()
	comparison, err := Compare(rows, "none")
	if err != nil {
		t.Fatal(err)
	}
	return comparison
}

// What the lesson's text says of its two runs.
func TestComparisonSaysWhatTheLessonSays(t *testing.T) {
	tests := []struct {
		load, policy, figure string
		base, value, change  string
		noise                string
		measured             bool
	}{
		{"light", "fixed", "calls", "160", "185", "+25", "0", true},
		{"light", "backoff", "calls", "160", "185", "+25", "0", true},
		{"light", "fixed", "tokens", "8425", "9634", "+1209", "40", true},
		{"light", "fixed", "wasted_tokens", "1218", "1311", "+93", "219", false},
		{"light", "fixed", "completed_share", "0.8562", "1.0000", "+0.1438", "0.0188", true},
		{"light", "fixed", "rate_limited", "0", "0", "+0", "0", false},
		{"heavy", "fixed", "content_errors", "23", "16", "-7", "3", true},
		{"heavy", "fixed", "interactive_share", "0.9500", "0.8667", "-0.0833", "0.0500", true},
		{"heavy", "fixed", "completed_share", "0.8562", "0.8000", "-0.0562", "0.0188", true},
		{"heavy", "backoff", "completed_share", "0.8562", "0.8750", "+0.0188", "0.0188", false},
	}
	comparison := compared(t, lessonRows(t, 2))
	if comparison.Rule != RuleFirst || !slices.Equal(comparison.Seeds, []int64{20260218, 20260219}) {
		t.Errorf("rule %q, seeds %v", comparison.Rule, comparison.Seeds)
	}
	for _, test := range tests {
		i := slices.IndexFunc(comparison.Rows, func(d Difference) bool {
			return d.Load == test.load && d.Policy == test.policy && d.Figure == test.figure
		})
		d := comparison.Rows[i]
		got := []string{d.number(d.Baseline), d.number(d.Value), d.change(), d.number(d.Noise)}
		want := []string{test.base, test.value, test.change, test.noise}
		if !slices.Equal(got, want) || d.Measured != test.measured {
			t.Errorf("%s %s %s: have %v, measured %v; want %v, measured %v",
				test.load, test.policy, test.figure, got, d.Measured, want, test.measured)
		}
	}
}

func TestComparisonTextOfTwoSeeds(t *testing.T) {
	got := tableText(t, compared(t, lessonRows(t, 2)), Layout{})
	if diff := golden(t, "compare-2.txt").Diff([]byte(got)); diff != "" {
		t.Error(diff)
	}
}

func TestComparisonTextOfSevenSeeds(t *testing.T) {
	got := tableText(t, compared(t, lessonRows(t, 7)), Layout{})
	if diff := golden(t, "compare-7.txt").Diff([]byte(got)); diff != "" {
		t.Error(diff)
	}
}

func TestComparisonFitsEightyColumns(t *testing.T) {
	for _, seeds := range []int{2, 3, 7} {
		for line := range strings.Lines(tableText(t, compared(t, lessonRows(t, seeds)), Layout{})) {
			if width := textWidth(strings.TrimSuffix(line, "\n")); width > 80 {
				t.Errorf("%d seeds: %d columns in %s", seeds, width, line)
			}
		}
	}
}

func TestComparisonOnANarrowTerminalKeepsTheVerdict(t *testing.T) {
	for columns, want := range map[int]string{
		79: "load   policy   figure              none  value    diff  noise verdict\n",
		66: "load   policy   figure              none    diff  noise verdict\n",
		60: "load   policy   figure              none    diff verdict\n",
		20: "load   policy   figure               diff verdict\n",
	} {
		got := tableText(t, compared(t, lessonRows(t, 2)), Layout{Columns: columns})
		if !strings.Contains(got, "\n"+want) {
			t.Errorf("%d columns: have\n%swant the heading\n%s", columns, got, want)
		}
	}
}

func TestComparisonOfManyPoliciesGoesOnInTheNextLine(t *testing.T) {
	rows := lessonRows(t, 2)
	for _, r := range lessonRows(t, 2) {
		if r.Policy == "fixed" {
			r.Policy = "another"
			rows = append(rows, r)
		}
	}
	want := "seed 20260218, completed / interactive:\n" +
		"  light none: 0.8562 / 0.9500  fixed: 1.0000 / 0.9500  backoff: 1.0000 / 0.9500\n" +
		"        another: 1.0000 / 0.9500\n" +
		"  heavy none: 0.8562 / 0.9500"
	if got := tableText(t, compared(t, rows), Layout{}); !strings.HasPrefix(got, want) {
		t.Errorf("have %s; want %s at the top", got, want)
	}
}

func TestComparisonLeavesOutSharesOfNothing(t *testing.T) {
	rows := lessonRows(t, 3)
	for i := range rows {
		rows[i].Correct, rows[i].CorrectShare = nil, nil
		rows[i].InteractiveTotal, rows[i].InteractiveShare = 0, nil
	}
	comparison := compared(t, rows)
	for _, d := range comparison.Rows {
		if d.Figure == "correct_share" || d.Figure == "interactive_share" {
			t.Errorf("have %+v; want no such figure", d)
		}
	}
	if len(comparison.Rows) != 4*10 {
		t.Errorf("have %d differences; want 10 figures, 2 loads, 2 policies", len(comparison.Rows))
	}
	if want := "  light none: 0.8562 / –  fixed"; !strings.Contains(tableText(t, comparison, Layout{}), want) {
		t.Errorf("no %q in\n%s", want, tableText(t, comparison, Layout{}))
	}
}

func TestEveryFigureIsAColumnOfTheResults(t *testing.T) {
	for _, f := range figures() {
		if !slices.ContainsFunc(rowColumns(), func(c column[Row]) bool { return c.name == f.name }) {
			t.Errorf("no column %s", f.name)
		}
	}
}

func TestComparisonsThatCannotBeMadeSayWhy(t *testing.T) {
	rows := lessonRows(t, 2)
	tests := []struct {
		rows     []Row
		baseline string
		want     string
	}{
		{nil, "none", "want rows of two seeds or more to compare, have 0"},
		{rows[:6], "none", "want rows of two seeds or more to compare, have 1"},
		{rows[:11], "none", `load "heavy", policy "backoff": no row of seed 20260219, which another policy has`},
		{append(slices.Clone(rows), rows[1]), "none", `load "light", policy "fixed": want one row a seed, have two of seed 20260218`},
		{rows, "non", `load "light": no row of the baseline "non"; did you mean "none"?`},
		{rows, "exp", `load "light": no row of the baseline "exp"`},
		{[]Row{rows[0], rows[6]}, "none", `no policy to compare with the baseline "none"`},
	}
	for _, test := range tests {
		_, err := Compare(test.rows, test.baseline)
		if err == nil || err.Error() != test.want {
			t.Errorf("%d rows, baseline %s: have %v; want %s", len(test.rows), test.baseline, err, test.want)
		}
	}
}

func TestComparisonDoesNotChangeItsRows(t *testing.T) {
	rows := lessonRows(t, 3)
	compared(t, rows)
	if !reflect.DeepEqual(rows, lessonRows(t, 3)) {
		t.Error("the rows have changed")
	}
}

// A verdict is the same as one worked out in fractions.
func TestVerdictsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		seeds := 2 + rng.IntN(6)
		var rows []Row
		var base, other []int64
		for seed := range seeds {
			base = append(base, rng.Int64N(9))
			other = append(other, rng.Int64N(19))
			rows = append(rows,
				Row{Load: "l", Policy: "none", Seed: int64(seed), Requests: 30, Completed: base[seed], Calls: base[seed]},
				Row{Load: "l", Policy: "p", Seed: int64(seed), Requests: 30, Completed: other[seed], Calls: other[seed]})
		}
		want := twoPolicies{base, other}.measured()
		for _, d := range compared(t, rows).Rows {
			if (d.Figure == "calls" || d.Figure == "completed_share") && d.Measured != want {
				t.Fatalf("%s: none %v, policy %v: measured %v; want %v", d.Figure, base, other, d.Measured, want)
			}
		}
	}
}

// twoPolicies are the counts of a baseline and of another policy, seed by seed.
type twoPolicies struct{ base, other []int64 }

// measured tells in fractions whether the policy differs from the baseline by
// more than the baseline from itself: in the first of two seeds, in the mean of
// more.
func (p twoPolicies) measured() bool {
	noise := new(big.Rat).SetInt64(slices.Max(p.base) - slices.Min(p.base))
	used := len(p.base)
	if used == 2 {
		used = 1
	}
	difference := new(big.Rat)
	for i := range used {
		difference.Add(difference, big.NewRat(p.other[i]-p.base[i], int64(used)))
	}
	return difference.Abs(difference).Cmp(noise) > 0
}

func TestDifferencesHaveAPlainSign(t *testing.T) {
	tests := []struct {
		value float64
		share bool
		want  string
	}{
		{0, false, "+0"}, {25, false, "+25"}, {-7, false, "-7"}, {2.5, false, "+2.5"}, {-1234.75, false, "-1234.8"},
		{-0.04, false, "+0.0"}, {0, true, "+0.0000"}, {-0.05625, true, "-0.0563"}, {-0.00001, true, "+0.0000"},
	}
	for _, test := range tests {
		d := Difference{Difference: test.value, Share: test.share}
		if got := d.change(); got != test.want {
			t.Errorf("%v, share %v: have %s; want %s", test.value, test.share, got, test.want)
		}
	}
}

func ExampleCompare() {
	var rows []Row
	for seed, completed := range []int64{137, 140} {
		rows = append(rows,
			Row{Load: "heavy", Policy: "none", Seed: int64(seed), Requests: 160, Completed: completed, Calls: 160},
			Row{Load: "heavy", Policy: "backoff", Seed: int64(seed), Requests: 160, Completed: 140, Calls: 289})
	}
	comparison, err := Compare(rows, "none")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range comparison.Rows[:2] {
		fmt.Printf("%s %+.4f, run to run %.4f, measured: %t\n", d.Figure, d.Difference, d.Noise, d.Measured)
	}
	// Output:
	// completed_share +0.0188, run to run 0.0188, measured: false
	// calls +129.0000, run to run 0.0000, measured: true
}
