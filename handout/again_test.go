package handout_test

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"ratesim/handout"
	"ratesim/trace"
)

// told returns the last section of the Markdown of traces that are read one after another.
func told(t *testing.T, files []string, tales ...tale) string {
	t.Helper()
	var traces [][]tale
	for _, s := range tales {
		traces = append(traces, []tale{s})
	}
	m := materials(t, traces...)
	m.Files, m.Command = files, append([]string{"ratesim", "report"}, files...)
	return again(t, m)
}

// again returns the last section of the Markdown of a document.
func again(t *testing.T, m handout.Material) string {
	t.Helper()
	var text bytes.Buffer
	if err := handout.New(m).WriteMarkdown(&text); err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(text.String(), "## How to make it again")
	return html.UnescapeString(section)
}

// by returns a tale of two runs that a command has made.
func by(load string, command ...string) tale {
	s := plain(1, false)
	s.load, s.policies = load, []string{"none", "fixed"}
	if len(command) > 0 {
		s.made = &trace.Made{Version: 1, Command: command, Scenario: []byte(`{"name":"office"}`)}
	}
	return s
}

// How the runs of one trace came about says nothing of those of the next.
func TestWhatATraceSaysOfItsCommandIsNotTrueOfTheNext(t *testing.T) {
	made, unknown := by("light", "run", "--load", "light"), by("heavy")
	for name, section := range map[string]string{
		"unknown last":  told(t, []string{"a.ndjson", "b.ndjson"}, made, unknown),
		"unknown first": told(t, []string{"b.ndjson", "a.ndjson"}, unknown, made),
	} {
		if want := "Of 2 runs the record does not say by which command"; !strings.Contains(section, want) {
			t.Errorf("%s: want %s:\n%s", name, want, section)
		}
	}
}

// The commands write the files that the last one reads.
func TestTheCommandsWriteWhatTheLastOneReads(t *testing.T) {
	one, two := by("light", "run", "--load", "light"), by("heavy", "run", "--load", "heavy")
	for _, tt := range []struct {
		name  string
		files []string
		tales []tale
		want  []string
	}{
		{"one trace", []string{"t.ndjson"}, []tale{one}, []string{
			"ratesim run --load light --trace t.ndjson", "ratesim report t.ndjson"}},
		{"two traces", []string{"a.ndjson", "my b.ndjson"}, []tale{one, two}, []string{
			"ratesim run --load light --trace a.ndjson", "ratesim run --load heavy --trace 'my b.ndjson'", "ratesim report a.ndjson 'my b.ndjson'"}},
		{"standard input", []string{"run.ndjson", "-"}, []tale{one, two}, []string{
			"ratesim run --load light --trace run.ndjson", "ratesim run --load heavy --trace run-2.ndjson", "ratesim report run.ndjson - < run-2.ndjson"}},
	} {
		section := told(t, tt.files, tt.tales...)
		for _, want := range tt.want {
			if !strings.Contains(section, "\n"+want+"\n") {
				t.Errorf("%s: want %s:\n%s", tt.name, want, section)
			}
		}
	}
}

// A trace that two commands have filled is filled by two, and one that holds other runs
// besides is not written over.
func TestATraceOfSeveralCommandsIsWrittenByAll(t *testing.T) {
	joined := material(t, by("light", "run", "--load", "light"), by("heavy", "run", "--load", "heavy"))
	joined.Files = []string{"t.ndjson"}
	section := again(t, joined)
	for _, want := range []string{"ratesim run --load light --trace t.ndjson", "ratesim run --load heavy --trace - >> t.ndjson"} {
		if !strings.Contains(section, "\n"+want+"\n") {
			t.Errorf("want %s:\n%s", want, section)
		}
	}
	mixed := material(t, by("light"), by("heavy", "run", "--load", "heavy"))
	mixed.Files = []string{"t.ndjson"}
	if section := again(t, mixed); !strings.Contains(section, "\nratesim run --load heavy --trace run.ndjson\n") {
		t.Errorf("want another file than t.ndjson:\n%s", section)
	}
}
