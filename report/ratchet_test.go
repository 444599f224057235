package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// oneByOne is a form of seeds with each of them written out.
var oneByOne = SeedsForm{
	Format: func(seeds []int64) string { return strings.Trim(fmt.Sprint(seeds), "[]") },
	Parse: func(text string) (seeds []int64, err error) {
		for _, field := range strings.Fields(text) {
			seed, err := strconv.ParseInt(field, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("want a seed, have %q", field)
			}
			seeds = append(seeds, seed)
		}
		return seeds, nil
	},
}

func TestStandingsAreReadBack(t *testing.T) {
	samples := LessonSamples("lesson", manyRows(t, 5))
	all := samples.Standings()
	var text strings.Builder
	if err := WriteStandings(&text, all, oneByOne); err != nil {
		t.Fatal(err)
	}
	read, faults := ReadStandings([]byte(text.String()), Expected{samples.Figures, samples.Cases, oneByOne})
	for i := range read {
		read[i].Line = 0
	}
	if len(faults) > 0 || !reflect.DeepEqual(read, all) {
		t.Errorf("%v: read %+v; want %+v", faults, read, all)
	}
	if r, err := samples.Ratchet(read); err != nil || !reflect.DeepEqual(r, Ratcheted{}) {
		t.Errorf("%v: worse than itself: %+v", err, r)
	}
}

// A time has a unit and a percentile a name, if a person writes the file, and a mark of
// byte order stands first, if a spreadsheet does; figures that are named so are those of
// the columns.
func TestStandingsAreReadAsPersonsWriteThem(t *testing.T) {
	file := "\uFEFF" + strings.Join(standingHeader, ",") + `
s,,f,p,p95(latency),2.3s,20ms,1 2
s,,f,p,completed_share,95%,0.5pp,1 2
s,,f,p,given_up,3,,1 2
`
	read, faults := ReadStandings([]byte(file), Expected{FlowFigures(nil), nil, oneByOne})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var have []string
	for _, s := range read {
		have = append(have, fmt.Sprintf("%s %v %v %d", s.Figure, s.Mean, s.Error, s.Values))
	}
	if want := []string{"latency_p95_ns 2.3e+09 2e+07 2", "completed_share 0.95 0.005 2", "given_up 3 NaN 2"}; !slices.Equal(have, want) {
		t.Errorf("%q; want %q", have, want)
	}
}

func TestWhatIsWrongWithStandingsIsTold(t *testing.T) {
	samples := LessonSamples("lesson", manyRows(t, 5))
	header, old := strings.Join(standingHeader, ",")+"\n", strings.Join(standingHeaderOld, ",")+"\n"
	for bad, want := range map[string][]string{
		"":           {"line 1: want a header, have nothing"},
		"mean,seeds": {"line 1: want the columns"},
		old + "lesson,heavy,,none,tokens,NaN,1\nlesson,heavy,,none,tokns,1,0\n": {
			"line 2: tokens is better neither large nor small", `line 2: mean: want a number, have "NaN"`,
			`line 3: no figure is called "tokns"`, `line 3: seeds: want a count of at least 1, have "0"`},
		old + "a,b\nlesson,heavy,,none,given_up,x,1\n": {"line 2: wrong number of fields", "line 3: mean"},
		old + "a,b\"\n": {"line 2: bare"},
		header + "lesson,heavy,,none,given_up,1,,1\nlesson,heavy,,none,given_up,2,,1\n": {
			`line 3: given_up of load "heavy", policy "none": want it once; line 2 has it, too`},
		header + "lesson,hevy,,none,given_up,1,,1\nlesson,hevy,,none,unfinished,2,,1\n": {`line 2: no run of load "hevy"`},
		header + "lesson,heavy,,none,completed_share,95,,1\nlesson,heavy,,none,completed_share,-1,,1\n": {
			"line 2: mean: completed_share is a share, from 0 to 1 or 100%; have 95; did you mean 95%?",
			"line 3: mean: completed_share is a share, from 0 to 1 or 100%; have -1"},
		header + "lesson,heavy,,none,given_up,2s,-1,\nlesson,heavy,,none,unfinished,1,x,1 b\n": {
			"line 2: mean: given_up is held against a number without a unit; have a time",
			`line 2: standard_error: want at least 0, have "-1"`, "line 2: seeds: want those of the mean, such as 1..+50; have none",
			`line 3: standard_error: want a number, have "x"`, `line 3: seeds: want a seed, have "b"`},
	} {
		_, faults := ReadStandings([]byte(bad), Expected{samples.Figures, samples.Cases, oneByOne})
		for i, fault := range faults {
			if len(faults) != len(want) || !strings.HasPrefix(fault.Error(), want[i]) {
				t.Errorf("%q: %q; want %q", bad, faults, want)
			}
		}
		if len(faults) == 0 {
			t.Errorf("%q: nothing is wrong; want %q", bad, want)
		}
	}
}

// fixedRows returns runs that gave up these many requests, from a seed on.
func fixedRows(first int64, givenUp ...int64) (rows []Row) {
	for i, n := range givenUp {
		rows = append(rows, Row{Load: "l", Policy: "p", Seed: first + int64(i), Requests: 100, Completed: 100 - n, GivenUp: n})
	}
	return rows
}

// What a figure is held against depends on whether the seeds are those of then.
func TestARatchetOnOtherSeedsAllowsForBothMeans(t *testing.T) {
	few, many := []int64{2, 4, 6, 8, 5, 5, 3, 7, 4, 6}, []int64{6, 8, 10, 12, 9, 9, 7, 11, 8, 10}
	somewhat := []int64{3, 5, 7, 9, 6, 6, 4, 8, 5, 7} // by a half of the deviation
	for _, test := range []struct {
		name        string
		was, now    []Row
		forget      bool // what the file has of seeds and errors
		fails, open int
		others      Others
	}{
		{name: "the same seeds, unchanged", was: fixedRows(1, few...), now: fixedRows(1, few...)},
		{name: "the same seeds, in another order", was: fixedRows(1, few...), now: reversed(fixedRows(1, few...))},
		{name: "the same seeds, worse: the old mean lies inside the interval", was: fixedRows(1, few...), now: fixedRows(1, somewhat...), open: 1},
		{name: "the same seeds, worse", was: fixedRows(1, few...), now: fixedRows(1, many...), fails: 1},
		{name: "other seeds, alike", was: fixedRows(1, few...), now: fixedRows(11, few...), others: Others{Tests: 1}},
		{name: "other seeds, a little worse", was: fixedRows(1, few...), now: fixedRows(11, somewhat...), others: Others{Tests: 1, Worse: 1}},
		{name: "other seeds, worse", was: fixedRows(1, few...), now: fixedRows(11, many...), fails: 1, others: Others{Tests: 1}},
		{name: "some of the seeds, alike", was: fixedRows(1, few...), now: fixedRows(1, few[:9]...), others: Others{Tests: 1}},
		{name: "other seeds, better", was: fixedRows(1, many...), now: fixedRows(11, few...), others: Others{Tests: 1}},
		{name: "one other seed says nothing", was: fixedRows(1, few...), now: fixedRows(11, 40), open: 1, others: Others{Tests: 1}},
		{name: "one seed, the same", was: fixedRows(1, 4), now: fixedRows(1, 5), fails: 1},
		{name: "no seed varies, and it is another number", was: fixedRows(1, 1, 1, 1, 1, 1, 1), now: fixedRows(11, 2, 2, 2, 2, 2, 2, 2), fails: 1, others: Others{Tests: 1}},
		{name: "so few may part by chance", was: fixedRows(1, 1, 1), now: fixedRows(11, 2, 2), others: Others{Tests: 1, Worse: 1}},
		{name: "an old file, a little worse", was: fixedRows(1, few...), now: fixedRows(11, somewhat...), forget: true, others: Others{Tests: 1, Worse: 1, Unknown: 7}},
		{name: "an old file, worse", was: fixedRows(1, few...), now: fixedRows(11, many...), forget: true, fails: 1, others: Others{Tests: 1, Unknown: 7}},
	} {
		standings := LessonSamples("s", test.was).Standings()
		for i := range standings {
			if test.forget {
				standings[i].Seeds, standings[i].Error = nil, math.NaN()
			}
		}
		r, err := LessonSamples("s", test.now).Ratchet(standings)
		if err != nil {
			t.Fatal(err)
		}
		fails, open := 0, 0
		for _, row := range r.Rows {
			switch row.Verdict {
			case "fail":
				fails++
			case "inconclusive":
				open++
			}
		}
		r.Others.Seeds, r.Others.Least, r.Others.LeastP = nil, "", 0
		if fails != test.fails || open != test.open || !reflect.DeepEqual(r.Others, test.others) {
			t.Errorf("%s: %d fail, %d are open, others %+v; want %d, %d, %+v", test.name, fails, open, r.Others, test.fails, test.open, test.others)
		}
	}
}

func reversed(rows []Row) []Row { slices.Reverse(rows); return rows }

// One run without an answer among those of other seeds has no mean, and is no proof.
func TestARatchetOnOtherSeedsBearsOneRunThatNeverEnds(t *testing.T) {
	second := int64(1e9)
	rows := func(first int64, n, never int) (rows []FlowRow) {
		for i := range n {
			row := FlowRow{Policy: "p", Seed: first + int64(i), Flow: "f", Requests: 1, Latencies: []*int64{&second, &second, &second, &second}}
			if i < never {
				row.Latencies = []*int64{&second, nil, nil, nil}
			}
			rows = append(rows, row)
		}
		return rows
	}
	standings := FlowSamples("s", rows(1, 20, 0)).Standings()
	for never, want := range map[int]int{1: 0, 10: 3} {
		r, err := FlowSamples("s", rows(21, 20, never)).Ratchet(standings)
		if err != nil || len(r.Rows) != want {
			t.Errorf("%d of 20 runs never end: %+v, %v; want %d rows", never, r.Rows, err, want)
		}
	}
}

// An unchanged scenario passes on all but few of other seeds, however many figures are
// held: p is adjusted for all.
func TestARatchetDoesNotCryWolf(t *testing.T) {
	const n, trials = 50, 200
	rows := manyRows(t, 200)
	rng := rand.New(rand.NewPCG(1, 20260218))
	failed := 0
	for range trials {
		var seeds [2][]Row // of two halves that have none in common
		for place, seed := range rng.Perm(200)[:2*n] {
			seeds[place/n] = append(seeds[place/n], rows[6*seed:6*seed+6]...)
		}
		r, err := LessonSamples("lesson", seeds[0]).Ratchet(LessonSamples("lesson", seeds[1]).Standings())
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Rows) > 0 {
			failed++
		}
	}
	t.Logf("%d of %d", failed, trials)
	if failed > trials/20 {
		t.Errorf("%d of %d unchanged scenarios fail on other seeds; want at most one in twenty", failed, trials)
	}
}

// Whatever a file holds is read or told, and what is read comes back.
func FuzzReadStandings(f *testing.F) {
	f.Add([]byte("scenario,load,flow,policy,figure,mean,seeds\nlesson,heavy,,none,calls,160,5\n"))
	f.Add([]byte(strings.Join(standingHeader, ",") + "\nlesson,heavy,,none,calls,160,0.5,1 2\ns,,f,p,p95(latency),2s,,3\n"))
	f.Add([]byte("mean\n\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		read, faults := ReadStandings(data, Expected{Form: oneByOne})
		if len(faults) > 0 {
			return
		}
		for i := range read { // as one of an earlier form says none
			if read[i].Seeds == nil {
				read[i].Seeds = []int64{1}
			}
		}
		var text strings.Builder
		if err := WriteStandings(&text, read, oneByOne); err != nil {
			t.Fatal(err)
		}
		again, faults := ReadStandings([]byte(text.String()), Expected{Form: oneByOne})
		if len(faults) > 0 || len(again) != len(read) {
			t.Fatalf("%v: %d read, then %d", faults, len(read), len(again))
		}
		for i := range again {
			if again[i].Mean != read[i].Mean || again[i].Figure != read[i].Figure || !slices.Equal(again[i].Seeds, read[i].Seeds) {
				t.Fatalf("%+v, then %+v", read[i], again[i])
			}
		}
	})
}
