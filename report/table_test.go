package report

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// fruit is a table with all that a column can ask for.
func fruit() Table {
	return Table{
		Columns: []Column{
			{Heading: "fruit", Width: 8},
			{Heading: "price each", Short: "price", Right: true, Tight: true, Width: 12, Drop: 2},
			{Heading: "where from", Short: "from", Drop: 1},
		},
		Rows:  [][]string{{"apple", "0.50", "Kent"}, {"dragon fruit", "–", ""}, {"柚子", "12.00", "高知"}},
		Notes: []string{"prices in pounds"},
	}
}

func TestColumnsAreSetByWidthGapAndSide(t *testing.T) {
	var out bytes.Buffer
	if err := fruit().WriteText(&out, Layout{}); err != nil {
		t.Fatal(err)
	}
	want := Golden{Name: "want", Want: []byte("" +
		"fruit          price each  where from\n" +
		"apple                0.50  Kent\n" +
		"dragon fruit            –\n" +
		"柚子                12.00  高知\n" +
		"prices in pounds\n")}
	if diff := want.Diff(out.Bytes()); diff != "" {
		t.Error(diff)
	}
}

func TestColumnsAreHiddenInTheirOrderAndTheNoteSaysSo(t *testing.T) {
	tests := []struct {
		columns       int
		heading, last string
	}{
		{37, "fruit          price each  where from", "prices in pounds"},
		{36, "fruit        price  from", "prices in pounds"},
		{24, "fruit        price  from", "prices in pounds"},
		{23, "fruit        price", "1 column hidden; --wide shows it"},
		{17, "fruit", "2 columns hidden; --wide shows them"},
		{1, "fruit", "2 columns hidden; --wide shows them"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		if err := fruit().WriteText(&out, Layout{Columns: test.columns}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if lines[0] != test.heading || lines[len(lines)-1] != test.last {
			t.Errorf("%d columns: have\n%swant %q on top and %q below", test.columns, out.String(), test.heading, test.last)
		}
	}
}

// A note on a column is read beside it alone.
func TestTheNoteOnAColumnIsHiddenWithIt(t *testing.T) {
	table := fruit()
	table.Columns[2].Note = "from: where it grew"
	table.Notes = []string{table.Columns[2].Note, "prices in pounds"}
	for columns, want := range map[int]bool{0: true, 24: true, 23: false} {
		var out bytes.Buffer
		if err := table.WriteText(&out, Layout{Columns: columns}); err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(out.String(), "from: where it grew"); has != want || !strings.Contains(out.String(), "prices in pounds") {
			t.Errorf("%d columns: have\n%s", columns, out.String())
		}
	}
}

// So it is with the seeds that would decide an assertion.
func TestSeedsThatWouldDecideAreExplainedWhereTheyAreShown(t *testing.T) {
	needed := int64(500)
	table := claimTable([]ClaimRow{{Verdict: "inconclusive", Claim: "completed_share(policy=fixed) > 0.72", Policy: "fixed", SeedsNeeded: &needed}})
	for columns, want := range map[int]bool{120: true, 80: false} {
		var out bytes.Buffer
		if err := table.WriteText(&out, Layout{Columns: columns}); err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(out.String(), "500"); has != want || strings.Contains(out.String(), seedsNote) != want {
			t.Errorf("%d columns: have\n%s", columns, out.String())
		}
	}
}

// Notes are as wide as the page, on a terminal and in a pipe; what is set in stays so.
func TestNotesAreBrokenWhereThePageEnds(t *testing.T) {
	word := strings.Repeat("w", 19)
	long := strings.Join([]string{word, word, word, word, word}, " ")
	for _, test := range []struct {
		columns int
		note    string
		want    string
	}{
		{0, "short", "short"},
		{0, "  set  in", "  set  in"},
		{0, long, word + " " + word + " " + word + "\n  " + word + " " + word},
		{200, long, word + " " + word + " " + word + "\n  " + word + " " + word},
		{0, "  " + long, "  " + word + " " + word + " " + word + "\n    " + word + " " + word},
		{41, word + " " + word + " w", word + " " + word + " w"},
		{40, word + " " + word + " w", word + "\n  " + word + " w"},
	} {
		var out bytes.Buffer
		if err := (Table{Columns: []Column{{Heading: "a"}}, Notes: []string{test.note}}).WriteText(&out, Layout{Columns: test.columns}); err != nil {
			t.Fatal(err)
		}
		if want := "a\n" + test.want + "\n"; out.String() != want {
			t.Errorf("%d columns: have %q; want %q", test.columns, out.String(), want)
		}
	}
}

func TestFittingATableLeavesItAsItWas(t *testing.T) {
	table := fruit()
	var before, after bytes.Buffer
	for _, step := range []struct {
		out    *bytes.Buffer
		layout Layout
	}{{&before, Layout{}}, {&bytes.Buffer{}, Layout{Columns: 1}}, {&after, Layout{}}} {
		if err := table.WriteText(step.out, step.layout); err != nil {
			t.Fatal(err)
		}
	}
	if diff := (Golden{Name: "before", Want: before.Bytes()}).Diff(after.Bytes()); diff != "" {
		t.Error(diff)
	}
}

func TestATableWithoutRowsHasItsHeadings(t *testing.T) {
	table := fruit()
	table.Rows, table.Notes = nil, nil
	var text, markdown bytes.Buffer
	if err := table.WriteText(&text, Layout{}); err != nil {
		t.Fatal(err)
	}
	if err := table.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	if want := "fruit      price each  where from\n"; text.String() != want {
		t.Errorf("have %q; want %q", text.String(), want)
	}
	if want := "| fruit | price each | where from |\n| --- | ---: | --- |\n"; markdown.String() != want {
		t.Errorf("have %q; want %q", markdown.String(), want)
	}
}

func TestNotesStandBelowMarkdownAsAParagraph(t *testing.T) {
	table := Table{Columns: []Column{{Heading: "a"}}, Rows: [][]string{{"*b* `c`"}}, Notes: []string{"one", "two"}}
	var out bytes.Buffer
	if err := table.WriteMarkdown(&out); err != nil {
		t.Fatal(err)
	}
	if want := "| a |\n| --- |\n| \\*b\\* \\`c\\` |\n\none\\\ntwo\n"; out.String() != want {
		t.Errorf("have %q; want %q", out.String(), want)
	}
}

func TestNoCellSteersTheTerminal(t *testing.T) {
	table := Table{Columns: []Column{{Heading: "a\tb"}, {Heading: "c"}}, Rows: [][]string{{"\x1b[31mred", "two\r\nlines\xff"}}}
	var out bytes.Buffer
	if err := table.WriteText(&out, Layout{}); err != nil {
		t.Fatal(err)
	}
	if want := "a b       c\n [31mred  two  lines\uFFFD\n"; out.String() != want {
		t.Errorf("have %q; want %q", out.String(), want)
	}
}

// Any table is a line a row, no line wider than the room or ending in a blank,
// and each cell where its column is.
func TestRandomTablesKeepTheirShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "a", "–", "柚子", "two words", "  ahead", "1234567.8", "$x|y", "total", "e\u0301", "🍋"}
	for range 300 {
		var table Table
		for range 1 + rng.IntN(6) {
			table.Columns = append(table.Columns, Column{
				Heading: "h" + words[rng.IntN(len(words))], Right: rng.IntN(2) == 0, Tight: rng.IntN(2) == 0,
				Width: rng.IntN(10), Drop: 1 + rng.IntN(9),
			})
		}
		table.Columns[0].Drop = 0
		for range rng.IntN(4) {
			var row []string
			for range table.Columns {
				row = append(row, words[rng.IntN(len(words))])
			}
			table.Rows = append(table.Rows, row)
		}
		checkShape(t, table, 20+rng.IntN(60))
	}
}

func checkShape(t *testing.T, table Table, room int) {
	t.Helper()
	fitted := table.clean().fit(room)
	text, err := fitted.draw()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 1+len(table.Rows) {
		t.Fatalf("%d lines for %d rows:\n%s", len(lines), len(table.Rows), text)
	}
	for i, line := range lines {
		if textWidth(line) > room || strings.HasSuffix(line, " ") {
			t.Errorf("line %q is wider than %d or ends in a blank", line, room)
		}
		if i == 0 {
			continue
		}
		for _, cell := range fitted.Rows[i-1] {
			if cell = strings.TrimRight(cell, " "); !strings.Contains(line, cell) {
				t.Errorf("line %q lacks the cell %q", line, cell)
			}
		}
	}
}
