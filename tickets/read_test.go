package tickets

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ratesim/lines/linestest"
)

// transcriptOf reads a file and tells, a line each, what Read told: tickets with
// their place, problems, and the error at the end.
func transcriptOf(file string, columns Columns) (transcript []string, summary Summary) {
	say := func(format string, arguments ...any) {
		transcript = append(transcript, fmt.Sprintf(format, arguments...))
	}
	o := ReadOptions{File: "f", Columns: columns, Bad: func(p Problem) { say("%v", p) }}
	summary, err := Read(strings.NewReader(file), o, func(t Ticket, at Place) error {
		say("%d:%d %q %q %q", at.Line, at.Column, t.ID, t.Text, t.Topic)
		return nil
	})
	if err != nil {
		say("stopped: %v", err)
	}
	return transcript, summary
}

// A readTest is a file and what its transcript should be. A line of the
// transcript that ends in … need only begin so.
type readTest struct {
	name    string
	columns Columns
	file    string
	want    []string
}

func runReadTests(t *testing.T, tests []readTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _ := transcriptOf(test.file, test.columns)
			linestest.Compare(t, got, test.want)
		})
	}
}

func TestSummaryTellsWhatWasRead(t *testing.T) {
	var fields strings.Builder
	for i := range 30 {
		fmt.Fprintf(&fields, `,"x%d":0`, i)
	}
	line := `{"id":"1","number":2,"text":"a"` + fields.String() + "}\n"
	_, got := transcriptOf(line+line+"{\n", Columns{})
	ignored := "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 …"
	if got.Tickets != 2 || got.Bad != 1 || got.Format != FormatJSONLines || got.Gzip || strings.Join(got.Ignored, " ") != ignored {
		t.Errorf("got %+v; want 2 tickets, 1 bad line and %s ignored", got, ignored)
	}

	_, got = transcriptOf(linestest.Gzipped("abc"), Columns{ID: "abc"})
	if got.SHA256 != "" || !got.Gzip || got.Format != FormatCSV {
		t.Errorf("got %+v of a file that could not be read; want no digest", got)
	}

	_, got = transcriptOf("id,text\n1,a\n", Columns{})
	const digest = "2fc4972c" // printf 'id,text\n1,a\n' | sha256sum
	if !strings.HasPrefix(got.SHA256, digest) || len(got.SHA256) != 64 {
		t.Errorf("digest is %s; want %s…", got.SHA256, digest)
	}
}

func TestErrorOfTheCallerEndsTheReading(t *testing.T) {
	stop := errors.New("enough")
	calls := 0
	summary, err := Read(strings.NewReader("id,text\n1,a\n2,b\n"), ReadOptions{}, func(Ticket, Place) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 || summary.SHA256 != "" {
		t.Errorf("%d calls, %v, digest %q; want 1 call, %v and no digest", calls, err, summary.SHA256, stop)
	}
}

func TestProblemWithoutAFileName(t *testing.T) {
	for _, test := range []struct {
		problem Problem
		want    string
	}{
		{Problem{Message: "m"}, "m"},
		{Problem{File: "f", Message: "m"}, "f: m"},
		{Problem{Place: Place{Line: 1, Column: 2}, Message: "m"}, "1:2: m"},
		{Problem{File: "f", Place: Place{Line: 1, Column: 2}, Message: "m"}, "f:1:2: m"},
	} {
		if got := test.problem.Error(); got != test.want {
			t.Errorf("got %q; want %q", got, test.want)
		}
	}
}
