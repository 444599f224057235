package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestTheTableIsTheLessonsByteForByte(t *testing.T) {
	results := Results{Rows: lessonRows(t, 1)}
	want := golden(t, "lesson.txt")
	for _, layout := range []Layout{{}, {Columns: 104}, {Columns: 200}, {Columns: 40, Wide: true}} {
		if diff := want.Diff([]byte(tableText(t, results, layout))); diff != "" {
			t.Errorf("layout %+v:\n%s", layout, diff)
		}
	}
}

// The width of a dash depends on the environment that tablewriter sees when the
// process starts, so the test needs a process of its own.
func TestTablesAreTheSameInEastAsia(t *testing.T) {
	again := exec.Command(os.Args[0], "-test.skip=EastAsia", "-test.v")
	again.Env = append(os.Environ(), "RUNEWIDTH_EASTASIAN=1", "LC_ALL=ja_JP.UTF-8", "TERM_PROGRAM=")
	out, err := again.CombinedOutput()
	if err != nil {
		t.Fatalf("with RUNEWIDTH_EASTASIAN=1: %v\n%s", err, out)
	}
	if !bytes.Contains(out, []byte("--- PASS: TestTablesShowADashForAShareOfNothing")) {
		t.Errorf("the test of the dash did not run:\n%s", out)
	}
}

func TestTablesShowADashForAShareOfNothing(t *testing.T) {
	row := Row{Load: "light", Policy: "none"}
	want := "" +
		"load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct\n" +
		"light  none              –            –      0           0              0         0           0        –\n"
	if got := tableText(t, Results{Rows: []Row{row}}, Layout{}); got != want {
		t.Errorf("have\n%swant\n%s", got, want)
	}
}

func TestTheSeedIsShownOnceThereAreTwo(t *testing.T) {
	got := tableText(t, Results{Rows: lessonRows(t, 2)}, Layout{})
	want := "" +
		"load   policy        seed  completed  interactive  calls  rate limit  content error    tokens      wasted  correct\n" +
		"light  none      20260218     0.8562       0.9500    160           0             23      8425        1218   0.8438\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("have\n%swant at the top\n%s", got, want)
	}
}

func TestNarrowTerminalsGetShorterHeadingsThenFewerColumns(t *testing.T) {
	tests := []struct {
		columns, seeds int
		heading, note  string
	}{
		{103, 1, "load   policy     done   inter  calls  429  cont  tokens  wasted    corr", ""},
		{80, 1, "load   policy     done   inter  calls  429  cont  tokens  wasted    corr", ""},
		{72, 1, "load   policy     done   inter  calls  429  cont  tokens  wasted    corr", ""},
		{71, 1, "load   policy     done   inter  calls  429  tokens  wasted    corr", "1 column hidden; --wide shows it"},
		{60, 1, "load   policy     done   inter  calls  429  tokens  wasted", "2 columns hidden; --wide shows them"},
		{40, 1, "load   policy     done   inter  wasted", "5 columns hidden; --wide shows them"},
		{1, 1, "load   policy     done", "7 columns hidden; --wide shows them"},
		{80, 2, "load   policy       seed    done   inter  calls  429  tokens  wasted    corr", "1 column hidden; --wide shows it"},
		{40, 2, "load   policy       seed    done   inter", "6 columns hidden; --wide shows them"},
	}
	for _, test := range tests {
		got := tableText(t, Results{Rows: lessonRows(t, test.seeds)}, Layout{Columns: test.columns})
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if lines[0] != test.heading {
			t.Errorf("%d columns, %d seeds: heading %q; want %q", test.columns, test.seeds, lines[0], test.heading)
		}
		rows := lines[1 : 1+6*test.seeds]
		for _, line := range rows {
			if textWidth(line) > max(test.columns, textWidth(test.heading)) {
				t.Errorf("%d columns: %q is wider", test.columns, line)
			}
		}
		if note := strings.Join(lines[1+len(rows):], "\n"); note != test.note {
			t.Errorf("%d columns, %d seeds: note %q; want %q", test.columns, test.seeds, note, test.note)
		}
	}
}

func TestLongNamesWidenTheirColumn(t *testing.T) {
	rows := lessonRows(t, 1)[:2]
	rows[1].Policy, rows[1].Tokens = "a-policy-with-a-name", 1234567890
	want := "" +
		"load   policy                completed  interactive  calls  rate limit  content error      tokens      wasted  correct\n" +
		"light  none                     0.8562       0.9500    160           0             23        8425        1218   0.8438\n" +
		"light  a-policy-with-a-name     1.0000       0.9500    185           0             25  1234567890        1311   0.9875\n"
	if got := tableText(t, Results{Rows: rows}, Layout{}); got != want {
		t.Errorf("have\n%swant\n%s", got, want)
	}
}

// The order is a promise: programs read CSV by place.
func TestColumnsKeepTheirOrder(t *testing.T) {
	want := strings.Split("load,policy,seed,completed,correct,requests,interactive_completed,interactive_total,"+
		"calls,rate_limited,content_errors,tokens,wasted_tokens,unfinished,given_up,interactive_given_up,"+
		"interactive_unfinished,completed_share,correct_share,interactive_share,policy_spec", ",")
	header, err := csv.NewReader(bytes.NewReader(encoded(t, Results{}, FormatCSV))).Read()
	if err != nil || !slices.Equal(header, want) {
		t.Errorf("CSV has %v, %v; want %v", header, err, want)
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded(t, Results{Rows: make([]Row, 1)}, FormatNDJSON)))
	var names []string
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		if name, ok := token.(string); ok && (len(names) == 0 || name != "") {
			names = append(names, name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("NDJSON has %v; want %v", names, want)
	}
}

func TestAShareOfNothingIsNullInJSONAndEmptyInCSV(t *testing.T) {
	results := Results{Rows: []Row{{Load: "light", Policy: "none", PolicySpec: "none"}}}
	wantCSV := "light,none,0,0,,0,0,0,0,0,0,0,0,0,0,0,0,,,,none\n"
	if got := encoded(t, results, FormatCSV); !strings.HasSuffix(string(got), "\n"+wantCSV) {
		t.Errorf("CSV ends in %s; want %s", got, wantCSV)
	}
	for _, name := range []string{"correct", "completed_share", "correct_share", "interactive_share"} {
		want := `"` + name + `":null`
		if got := encoded(t, results, FormatNDJSON); !strings.Contains(string(got), want) {
			t.Errorf("NDJSON is %s; want %s in it", got, want)
		}
	}
}

func TestJSONIsOneObject(t *testing.T) {
	want := "{\n  \"version\": 1,\n  \"scenario\": null,\n  \"rows\": []\n}\n"
	if got := encoded(t, Results{}, FormatJSON); string(got) != want {
		t.Errorf("no rows give %s; want %s", got, want)
	}
	full := encoded(t, Results{Scenario: json.RawMessage(`{"name":"a<b"}`), Rows: lessonRows(t, 2)}, FormatJSON)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(full, &members); err != nil || len(members) != 3 {
		t.Errorf("have members %v, %v; want version, scenario and rows", members, err)
	}
	if !strings.Contains(string(full), `"name": "a<b"`) {
		t.Errorf("the scenario's < was escaped in %s", full)
	}
}

func TestMarkdownIsGitHubsTable(t *testing.T) {
	rows := lessonRows(t, 1)[:1]
	rows[0].Policy = "a|b\\c\n<d>"
	want := "" +
		"| load | policy | completed | interactive | calls | rate limit | content error | tokens | wasted | correct |\n" +
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n" +
		"| light | a\\|b\\\\c \\<d> | 0.8562 | 0.9500 | 160 | 0 | 23 | 8425 | 1218 | 0.8438 |\n"
	if got := encoded(t, Results{Rows: rows}, FormatMarkdown); string(got) != want {
		t.Errorf("have\n%swant\n%s", got, want)
	}
}

// A fullDisk takes no byte.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestAFullDiskIsReported(t *testing.T) {
	comparison, err := Compare(lessonRows(t, 2), "none")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []writable{Results{Rows: lessonRows(t, 1)}, comparison} {
		for _, format := range Formats() {
			if err := r.Write(fullDisk{}, format, Layout{}); !errors.Is(err, errFull) {
				t.Errorf("%T as %s: %v; want %v", r, format, err, errFull)
			}
		}
	}
	if err := (Results{}).Write(fullDisk{}, "html", Layout{}); err == nil {
		t.Error("no complaint about the format html")
	}
}
