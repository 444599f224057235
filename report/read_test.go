package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

var readable = []Format{FormatCSV, FormatJSON, FormatNDJSON}

func TestLessonRowsComeBackFromEachFormat(t *testing.T) {
	results := Results{Version: Version, Rows: lessonRows(t, 7)}
	for _, format := range readable {
		got, err := ReadResults(bytes.NewReader(encoded(t, results, format)), format)
		if err != nil || !reflect.DeepEqual(got, results) {
			t.Errorf("%s: have %+v, %v; want %+v", format, got, err, results)
		}
	}
}

// A share is a/n to the last bit, whatever a and n are.
func TestRandomRowsComeBackFromEachFormat(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 300 {
		results := Results{Version: Version}
		for range 1 + rng.IntN(4) {
			results.Rows = append(results.Rows, randomRow(rng))
		}
		for _, format := range readable {
			want := results
			if format == FormatJSON {
				want.Scenario = json.RawMessage(`{"name":"lesson","loads":[3,6]}`)
			}
			out := encoded(t, want, format)
			if bytes.Contains(out, []byte("NaN")) {
				t.Fatalf("%s has a NaN: %s", format, out)
			}
			got, err := ReadResults(bytes.NewReader(out), format)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: have %+v, %v; want %+v", format, got, err, want)
			}
		}
	}
}

// randomRow fills every field by its type, a pointer with nil one time in three.
func randomRow(rng *rand.Rand) Row {
	names := []string{"", "none", "exp:base=1s,cap=8s", `a "quoted", one`, "two\nlines", "–|<&>", "日本", " blank "}
	var row Row
	for _, c := range rowColumns() {
		switch field := c.field(&row).(type) {
		case *string:
			*field = names[rng.IntN(len(names))]
		case *int64:
			*field = rng.Int64() >> rng.IntN(63)
		case **int64:
			if rng.IntN(3) > 0 {
				count := rng.Int64N(1000)
				*field = &count
			}
		case **float64:
			whole := 1 + rng.Int64N(1_000_000_000)
			if rng.IntN(3) > 0 {
				*field = ratio{rng.Int64N(whole + 1), whole}.share()
			}
		}
	}
	row.Seed *= 1 - 2*rng.Int64N(2)
	return row
}

func TestOtherRecordsComeBackToo(t *testing.T) {
	comparison, err := Compare(lessonRows(t, 7), "none")
	if err != nil {
		t.Fatal(err)
	}
	columns := differenceColumns("none")
	fromCSV, err := readCSV(columns, encoded(t, comparison, FormatCSV))
	if err != nil || !reflect.DeepEqual(fromCSV, comparison.Rows) {
		t.Errorf("differences from csv: %+v, %v; want %+v", fromCSV, err, comparison.Rows)
	}
	fromNDJSON, err := readNDJSON(columns, encoded(t, comparison, FormatNDJSON))
	if err != nil || !reflect.DeepEqual(fromNDJSON, comparison.Rows) {
		t.Errorf("differences from ndjson: %+v, %v; want %+v", fromNDJSON, err, comparison.Rows)
	}
	classes := classesOf(lessonCalls())
	counted, err := readCSV(classColumns(), encoded(t, classes, FormatCSV))
	if err != nil || !reflect.DeepEqual(counted, classes.Rows) {
		t.Errorf("classes from csv: %+v, %v; want %+v", counted, err, classes.Rows)
	}
	calls := Calls{Rows: []Call{{Name: "single call", Status: "ok", InputTokens: 44, OutputTokens: 2, Reply: "kesinti"}}}
	heard, err := readNDJSON(callColumns(), encoded(t, calls, FormatNDJSON))
	if err != nil || !reflect.DeepEqual(heard, calls.Rows) {
		t.Errorf("calls from ndjson: %+v, %v; want %+v", heard, err, calls.Rows)
	}
}

func TestCSVColumnsMayStandInAnyOrder(t *testing.T) {
	lines := strings.Split(string(encoded(t, Results{Rows: lessonRows(t, 1)}, FormatCSV)), "\n")
	for i, line := range lines[:7] {
		load, rest, _ := strings.Cut(line, ",")
		lines[i] = rest + "," + load
	}
	got, err := ReadResults(strings.NewReader("\uFEFF"+strings.Join(lines, "\r\n")), FormatCSV)
	if want := lessonRows(t, 1); err != nil || !reflect.DeepEqual(got.Rows, want) {
		t.Errorf("have %+v, %v; want %+v", got.Rows, err, want)
	}
}

func TestMistakesInResultsAreNamed(t *testing.T) {
	row := string(encoded(t, Results{Rows: lessonRows(t, 1)[:1]}, FormatNDJSON))
	table := string(encoded(t, Results{Rows: lessonRows(t, 1)[:1]}, FormatCSV))
	with := func(text string, change ...string) string { return strings.Replace(text, change[0], change[1], 1) }
	tests := []struct {
		format Format
		text   string
		want   string
	}{
		{FormatCSV, "", "line 1: want a header, have nothing"},
		{FormatCSV, with(table, "calls", "cals"), `line 1: no figure is called "cals"; did you mean "calls"?`},
		{FormatCSV, with(table, ",seed", ""), "line 1: no column seed"},
		{FormatCSV, with(table, "policy", "load"), "line 1: two columns are called load"},
		{FormatCSV, table + "light\n", "line 3: wrong number of fields"},
		{FormatCSV, with(table, "none,20260218", "none,soon"), "line 2: seed: want an integer, have soon"},
		{FormatCSV, with(table, "20260218,137", "20260218,"), "line 2: completed: want a count, have null"},
		{FormatCSV, with(table, "20260218,137", "20260218,-1"), "line 2: completed: want a count, have -1"},
		{FormatCSV, with(table, "137,135", "137,-1"), "line 2: correct: want a count or null, have -1"},
		{FormatCSV, with(table, "0.85625", "NaN"), "line 2: completed_share: want a share from 0 to 1 or null, have NaN"},
		{FormatCSV, with(table, "0.85625", "1.5"), "line 2: completed_share: want a share from 0 to 1 or null, have 1.5"},
		{FormatNDJSON, "\n" + with(row, `"calls":160`, `"calls":"many"`), `line 2: calls: want a count, have "many"`},
		{FormatNDJSON, with(row, `"calls":160`, `"calls":null`), "line 1: calls: want a count, have null"},
		{FormatNDJSON, with(row, `"load":"light"`, `"load":3`), "line 1: load: want a text, have 3"},
		{FormatNDJSON, with(row, `"load":"light",`, ""), "line 1: no column load"},
		{FormatNDJSON, with(row, "}", `,"wast":1}`), `line 1: no figure is called "wast"`},
		{FormatNDJSON, "[]", "line 1: want an object: have a JSON array at byte 1"},
		{FormatNDJSON, "{", "line 1: want an object: no JSON at byte 1"},
		{FormatJSON, "[]", "want an object with version, scenario and rows: have a JSON array at byte 1"},
		{FormatJSON, "{}", "version: want 1 to 1, have 0"},
		{FormatJSON, `{"version":2}`, "version: want 1 to 1, have 2"},
		{FormatJSON, `{"version":1,"rows":[{}]}`, "row 1: no column load"},
		{FormatTable, "", `results are read from csv, json or ndjson; have "table"`},
	}
	for _, test := range tests {
		_, err := ReadResults(strings.NewReader(test.text), test.format)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s %q:\nhave %v\nwant %s", test.format, test.text, err, test.want)
		}
	}
}

// Whatever can be read is written and read again as the same.
func FuzzReadResults(f *testing.F) {
	for i, format := range readable {
		f.Add(i, encoded(f, Results{Rows: lessonRows(f, 1)[:1]}, format))
		f.Add(i, encoded(f, Results{Scenario: json.RawMessage(`{"a":[1]}`), Rows: make([]Row, 2)}, format))
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		if i < 0 || i >= len(readable) || !utf8.Valid(data) || bytes.ContainsRune(data, '\r') {
			return // no format, or a text that cannot come back as it was
		}
		first, err := ReadResults(bytes.NewReader(data), readable[i])
		if err != nil {
			return
		}
		second, err := ReadResults(bytes.NewReader(encoded(t, first, readable[i])), readable[i])
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s: first %+v, then %+v, %v", readable[i], first, second, err)
		}
		tableText(t, first, Layout{Columns: 60})
		encoded(t, first, FormatMarkdown)
	})
}
