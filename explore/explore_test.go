package explore

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// ask asks a question natively.
func ask(t *testing.T, question string, result any) answer {
	t.Helper()
	var raw struct {
		answer
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(Answer([]byte(question), nil, nil), &raw); err != nil {
		t.Fatal(err)
	}
	if result != nil {
		if raw.Error != "" || raw.Faults != nil {
			t.Fatalf("%s: %s %v", question, raw.Error, raw.Faults)
		}
		if err := json.Unmarshal(raw.Result, result); err != nil {
			t.Fatal(err)
		}
	}
	return raw.answer
}

func TestTheLessonsWorkers(t *testing.T) {
	var a workersAnswer
	ask(t, `{"ask":"workers","scenario":{"builtin":"workers"},"seed":1,
		"policy":"exponential(base=500ms, cap=8s, attempts=4, total=20s, retry=429+5xx+timeout, heed-after=429, max-hint=8s)"}`, &a)
	if a.Refused != 6 || a.Answered != 4 || a.LastText != "3.5" || a.Attempts != 10 {
		t.Errorf("%d refused, %d answered, last at %s s, %d attempts; want 6, 4, 3.5 and 10", a.Refused, a.Answered, a.LastText, a.Attempts)
	}
	var attempts []string
	for _, row := range a.Table.Rows {
		attempts = append(attempts, row[1])
	}
	if got := strings.Join(attempts, " | "); got != "0 ✓ | 0 ✗, 0.5 ✓ | 0 ✗, 0.5 ✗, 1.5 ✓ | 0 ✗, 0.5 ✗, 1.5 ✗, 3.5 ✓" {
		t.Error(got)
	}
}

func TestTheStepsOfTheLessonAddUpToItsTable(t *testing.T) {
	var a flowsAnswer
	ask(t, `{"ask":"flows","scenario":{"builtin":"lesson"},"load":"heavy"}`, &a)
	if len(a.Series) != 3 || a.Limit != 24 || a.Window != 3 {
		t.Fatalf("%d series, limit %d in %d steps", len(a.Series), a.Limit, a.Window)
	}
	for i, s := range a.Series {
		var refused, admitted int64
		for step := range s.Refused {
			refused += s.Refused[step]
			admitted += s.Batch[step]
		}
		row, last := a.Rows[i], len(s.Fill)-1
		if want := row.Calls - row.RateLimited; admitted != want {
			t.Errorf("%s: %d calls of the batch were admitted; want %d", row.Policy, admitted, want)
		}
		if refused < row.RateLimited || s.Wasted[last] != row.WastedTokens || s.Gained[last] != row.InteractiveCompleted || s.Lost[last] != row.InteractiveGivenUp || s.Queue[last] != row.Unfinished {
			t.Errorf("%s: %d refused, %d wasted, %d gained, %d lost, %d open; the table has %+v", row.Policy, refused, s.Wasted[last], s.Gained[last], s.Lost[last], s.Queue[last], row)
		}
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{`{`, "the question cannot be read"},
		{`{"ask":"runs"}`, `did you mean "run"?`},
		{`{"ask":"run","sead":7}`, `unknown field "sead"`},
		{`{"ask":"run","scenario":{"builtin":"lessen"}}`, `did you mean "lesson"?`},
		{`{"ask":"run","scenario":{"builtin":"lesson"},"load":"heavi"}`, "heavi"},
		{`{"ask":"run","scenario":{"builtin":"lesson"},"policies":["fixd","nune"]}`, "fixd"},
		{`{"ask":"run","scenario":{"builtin":"lesson"},"count":-1}`, "have -1"},
		{`{"ask":"draws","scenario":{"builtin":"workers"},"policy":"none"}`, "want 1 to 100000 draws; have 0"},
		{`{"ask":"seeds","scenario":{"builtin":"lesson"},"count":2,"baseline":"none"}`, "want 3 to 100000 seeds"},
		{`{"ask":"seeds","scenario":{"builtin":"lesson"},"count":3,"baseline":"nobody"}`, "nobody"},
		{`{"ask":"flows","scenario":{"builtin":"workers"}}`, "counted in steps"},
		{`{"ask":"story","scenario":{"builtin":"lesson"},"load":"heavy","policy":"none","request":"9"}`, "no such request"},
		{`{"ask":"run","scenario":{"text":"extends: lesson\ntickets:\n  tokenizer: o200k_base\n"}}`, "the page counts with lesson or bytes only"},
	} {
		if a := ask(t, c.question, nil); !strings.Contains(a.Error, c.want) && !strings.Contains(fmt.Sprint(a.Faults), c.want) {
			t.Errorf("%s: %q %v; want %q", c.question, a.Error, a.Faults, c.want)
		}
	}
}

func TestMistakesOfAScenarioHaveTheirPlace(t *testing.T) {
	a := ask(t, `{"ask":"scenario","scenario":{"name":"mine.yaml","text":"limit:\n  callz: 3\nseed: x\n"}}`, nil)
	if len(a.Faults) != 2 || a.Faults[0].Line != 2 || a.Faults[0].Column != 3 || a.Faults[1].Line != 3 || a.Faults[1].Column != 7 {
		t.Errorf("%+v", a.Faults)
	}
}

func TestWorkCanBeStopped(t *testing.T) {
	told := 0
	stopped := Answer([]byte(`{"ask":"seeds","scenario":{"builtin":"lesson"},"count":1000,"baseline":"none"}`), nil, func(done, of int64) error {
		if told++; told == 5 {
			return ErrStopped
		}
		if done < 0 || done > of || of != 1000*6*runParts {
			return errors.New("no share of the whole")
		}
		return nil
	})
	if got := string(stopped); got != `{"error":"stopped","stopped":true}` {
		t.Error(got)
	}
	if told != 5 {
		t.Errorf("told %d times; want 5", told)
	}
}

func TestWhatIsSaidOfAllTablesIsSaidOnce(t *testing.T) {
	var a runAnswer
	ask(t, `{"ask":"run","scenario":{"builtin":"starter"},"seed":7}`, &a)
	if len(a.Tables) != 5 || len(a.Notes) != 1 || !strings.Contains(a.Notes[0], "first attempts alone ask for") {
		t.Fatalf("%d tables, notes %q; want 5 and that of too little capacity", len(a.Tables), a.Notes)
	}
	for _, table := range a.Tables {
		for _, note := range table.Table.Notes {
			if note == a.Notes[0] {
				t.Errorf("%s says what is said of all: %s", table.Title, note)
			}
		}
	}
}

func TestAComparisonSaysThatThereIsTooLittleCapacity(t *testing.T) {
	var a seedsAnswer
	ask(t, `{"ask":"seeds","scenario":{"text":"extends: starter\nhorizon: 3m\n"},"baseline":"none","seed":1,"count":5}`, &a)
	if len(a.Notes) != 1 || !strings.Contains(a.Notes[0], "first attempts alone ask for up to ") || !strings.Contains(a.Notes[0], "(under 5 of 5 seeds)") {
		t.Errorf("of too little capacity it says %q", a.Notes)
	}
}

func TestEachDifferenceHasItsSeed(t *testing.T) {
	var a seedsAnswer
	ask(t, `{"ask":"seeds","scenario":{"builtin":"lesson"},"load":"heavy","baseline":"none","seed":9007199254740993,"count":3}`, &a)
	if got := strings.Join(a.Each, " "); got != "9007199254740993 9007199254740994 9007199254740995" {
		t.Error(got)
	}
	for _, d := range a.Dots {
		if len(d.Values) != len(a.Each) {
			t.Errorf("%s has %d values of %d seeds", d.Figure, len(d.Values), len(a.Each))
		}
	}
}
