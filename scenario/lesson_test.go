package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ratesim/sim"
	"ratesim/trace"
)

// A cast runs the cases of one scenario, each on a Runner of its own.
type cast struct {
	model   *Model
	runners map[string]*sim.Runner
}

func (c *cast) run(t *testing.T, r row) sim.Result {
	t.Helper()
	key := r["load"] + " " + r["policy"]
	if c.runners[key] == nil {
		c.runners[key] = runner(t, c.model, r["load"], r["policy"])
	}
	seed, err := strconv.ParseInt(r["seed"], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.runners[key].Run(seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// testRows runs each row of a table under the settings in its column "set", or
// those that all of them have in common, and compares each figure in it.
func testRows(t *testing.T, rows []row, common string) {
	t.Helper()
	casts := map[string]*cast{}
	figuresCompared := 0
	for _, r := range rows {
		list := common + r["set"]
		if casts[list] == nil {
			casts[list] = &cast{model(t, Input{Settings: settings(list)}), map[string]*sim.Runner{}}
		}
		for column, got := range figures(casts[list].run(t, r)) {
			want, ok := r[column]
			if !ok {
				continue
			}
			if figuresCompared++; strconv.FormatInt(got, 10) != want {
				t.Errorf("%s load %s policy %s seed %s: %s is %d; want %s", list, r["load"], r["policy"], r["seed"], column, got, want)
			}
		}
	}
	if figuresCompared < 9*len(rows) {
		t.Errorf("only %d figures of %d rows were compared", figuresCompared, len(rows))
	}
}

func TestLessonIsExactUnder200Seeds(t *testing.T) {
	testRows(t, lessonTable(t, "lesson-seeds.csv"), "")
}

func TestLessonIsExactWhenRefusedCallsDoNotCount(t *testing.T) {
	testRows(t, lessonTable(t, "lesson-seeds-rejections-not-counted.csv"), "limit.count_refused=false")
}

func TestVariationsOfTheLessonAreExact(t *testing.T) {
	testRows(t, lessonTable(t, "variations.csv"), "")
}

// goldenTraces returns the rows that name the runs of which each call is known,
// with the file in the column "file".
func goldenTraces(t *testing.T) []row {
	t.Helper()
	var rows []row
	for _, name := range []string{"20260218-light-fixed", "20260218-heavy-fixed", "20260218-heavy-backoff"} {
		parts := strings.Split(name, "-")
		rows = append(rows, row{"file": "trace-" + name + ".csv", "seed": parts[0], "load": parts[1], "policy": parts[2]})
	}
	for _, r := range lessonTable(t, "variation-traces.csv") {
		r["file"] = "variation-trace-" + r["name"] + ".csv"
		rows = append(rows, r)
	}
	return rows
}

func TestEachCallOfTheLessonIsExact(t *testing.T) {
	for _, r := range goldenTraces(t) {
		t.Run(r["file"], func(t *testing.T) {
			m := model(t, Input{Settings: settings(r["set"])})
			seed, err := strconv.ParseInt(r["seed"], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			attempts := testProved(t, m, caseOf(t, m, r["load"], r["policy"]), seed)
			want := lessonTable(t, r["file"])
			for i, a := range attempts[:min(len(attempts), len(want))] {
				if got, want := attemptRow(a), want[i]; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("call %d is %v\nwant %v", i, got, want)
				}
			}
			if len(attempts) != len(want) {
				t.Errorf("there are %d calls; want %d", len(attempts), len(want))
			}
		})
	}
}

// testProved runs a case, proves its trace, compares the count of the trace with
// the run's own, and returns the attempts.
func testProved(t *testing.T, m *Model, c Case, seed int64) []trace.Attempt {
	t.Helper()
	var attempts attemptList
	var counts []trace.Counts
	checker := &trace.Checker{}
	tally := &trace.Tally{Each: func(_ trace.Run, flows []trace.Counts) error {
		counts = flows
		return nil
	}}
	sink := trace.Tee{&attempts, checker, tally}
	if err := sink.Run(m.Header(c, seed)); err != nil {
		t.Fatal(err)
	}
	result, err := sim.NewRunner(m.Config(c)).Run(seed, sink)
	if err != nil {
		t.Fatal(err)
	}
	if err := checker.Finish(); err != nil {
		t.Error(err)
	}
	if err := tally.Finish(); err != nil {
		t.Error(err)
	}
	if !slices.Equal(counts, result.Flows) {
		t.Errorf("the trace tells %+v\nthe run itself %+v", counts, result.Flows)
	}
	return attempts
}

func attemptRow(a trace.Attempt) row {
	return row{
		"step":          strconv.FormatInt(a.Step, 10),
		"flow":          a.Flow,
		"request":       a.Request,
		"attempt":       strconv.Itoa(a.Attempt),
		"status":        a.Status,
		"input_tokens":  strconv.FormatInt(a.InputTokens, 10),
		"output_tokens": strconv.FormatInt(a.OutputTokens, 10),
		"reply":         a.Reply,
	}
}

func TestEachTicketOfTheLessonIsExact(t *testing.T) {
	m := model(t, Input{})
	want := lessonTable(t, "tickets.csv")
	if got := m.Tickets.Len(); got != len(want) {
		t.Fatalf("there are %d tickets; want %d", got, len(want))
	}
	for i := range want {
		ticket, item := m.Tickets.Ticket(i), m.Tickets.Item(i)
		got := row{
			"no":     ticket.ID,
			"topic":  ticket.Topic,
			"text":   ticket.Text,
			"tokens": strconv.FormatUint(uint64(item.Tokens), 10),
			"fnv1a":  strconv.FormatUint(uint64(item.Hash), 10),
			"label":  m.labels[item.Label].Name,
		}
		if fmt.Sprint(got) != fmt.Sprint(want[i]) {
			t.Errorf("ticket %d is %v\nwant %v", i, got, want[i])
		}
	}
}
