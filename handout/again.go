package handout

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ratesim/report"
)

// makingsMost bounds the commands that are told.
const makingsMost = 6

// again is the section that says how to make all this once more. What a manifest says
// stands before what the trace says.
func (m *Material) again() Section {
	s := Section{ID: "again", Title: "How to make it again"}
	switch {
	case m.Manifest != "":
		m.byManifest(&s)
	case len(m.Ledger.makings) > 0:
		m.byTrace(&s)
	}
	if n := m.Ledger.unmade; n > 0 && m.Manifest == "" {
		s.Paragraphs = append(s.Paragraphs, fmt.Sprintf("Of %s the record does not say by which command, as that of real calls does not. "+
			"What was asked says what is known: the scenario's name, policies, loads and seeds.", counted(n, "run", "runs")))
	}
	if m.Manifest == "" {
		s.Paragraphs = append(s.Paragraphs, "There is no manifest: ratesim run --manifest FILE writes one, by which ratesim replay makes the runs again and ratesim verify tells whether they are the same; ratesim report --made-by FILE tells it here.")
	}
	s.Paragraphs = append(s.Paragraphs, "The last command makes this report of their record.")
	s.Code = append(s.Code, m.reading())
	return s
}

// byManifest tells what the manifest says.
func (m *Material) byManifest(s *Section) {
	s.Paragraphs = append(s.Paragraphs, "The first command makes the runs, as the manifest says. With the manifest, ratesim replay makes them again, and ratesim verify tells whether they are the same.")
	for _, note := range m.ManifestNotes {
		s.Paragraphs = append(s.Paragraphs, limited(note))
	}
	s.Code = append(s.Code, quoted(append([]string{"ratesim"}, m.Made...)))
	s.Folded = append(s.Folded, Block{"The manifest", cleaned(m.Manifest)})
}

// byTrace tells what the traces say.
func (m *Material) byTrace(s *Section) {
	inputs := report.Table{Columns: []report.Column{{Heading: "file"}, {Heading: "bytes", Right: true}, {Heading: "SHA-256"}}}
	begun := map[int]bool{}
	for _, making := range m.Ledger.makings {
		if making.runs == 0 {
			continue
		}
		if len(s.Code) == makingsMost {
			s.Paragraphs = append(s.Paragraphs, "Further commands are left out.")
			break
		}
		s.Code = append(s.Code, m.making(making, begun[making.trace]))
		begun[making.trace] = true
		for _, in := range making.Inputs {
			row := []string{limited(in.Name), fmt.Sprint(in.Bytes), limited(in.SHA256)}
			if !slices.ContainsFunc(inputs.Rows, func(r []string) bool { return slices.Equal(r, row) }) {
				inputs.Rows = append(inputs.Rows, row)
			}
		}
	}
	text := "The first command makes the runs, as their record says."
	if len(s.Code) > 1 {
		text = fmt.Sprintf("The first %d commands make the runs, as their record says.", len(s.Code))
	}
	if len(inputs.Rows) > 0 {
		text += " They read the files below, whose content must be the same."
		s.Tables = append(s.Tables, bounded("Files that were read", inputs))
	}
	s.Paragraphs = append([]string{text}, s.Paragraphs...)
}

// making returns the command that writes some runs into the trace in which they are
// read; more adds them to those that are in it.
func (m *Material) making(of making, more bool) string {
	words := append(append([]string{"ratesim"}, of.Command...), "--trace")
	if more {
		return quoted(append(words, "-")) + " >> " + quoted([]string{m.traceOf(of)})
	}
	return quoted(append(words, m.traceOf(of)))
}

// reading returns the command that makes the document of the traces that the others
// have written.
func (m *Material) reading() string {
	command := quoted(m.Command)
	for _, making := range m.Ledger.makings {
		if m.Manifest == "" && making.runs > 0 && m.isStream(making) {
			return command + " < " + quoted([]string{m.traceOf(making)})
		}
	}
	return command
}

// isStream reports that runs were read from standard input.
func (m *Material) isStream(of making) bool {
	return of.trace > 0 && of.trace <= len(m.Files) && m.Files[of.trace-1] == "-"
}

// traceOf returns the file that holds some runs: the one that was read, or another where
// that has no name, or holds runs besides that no command makes.
func (m *Material) traceOf(of making) string {
	if of.trace > 0 && of.trace <= len(m.Files) && !m.isStream(of) && !m.Ledger.mixed[of.trace] {
		return m.Files[of.trace-1]
	}
	name := "run.ndjson"
	for i := 2; slices.Contains(m.Files, name); i++ {
		name = fmt.Sprintf("run-%d.ndjson", i)
	}
	return name
}

// wholeScenarios adds all values of the scenarios, or says that they are lacking.
func (m *Material) wholeScenarios(s *Section) {
	met := map[string]bool{}
	for _, making := range m.Ledger.makings {
		var text bytes.Buffer
		if making.Scenario == nil || json.Indent(&text, making.Scenario, "", "  ") != nil || met[text.String()] || len(met) >= makingsMost {
			continue
		}
		met[text.String()] = true
		s.Folded = append(s.Folded, Block{"All values of " + m.nameOf(making), cleaned(text.String())})
	}
	if len(met) == 0 {
		s.Paragraphs = append(s.Paragraphs, "The record does not hold the other values of the scenario.")
	}
}

// nameOf returns the name of a scenario.
func (m *Material) nameOf(making making) string {
	var named struct{ Name string }
	if json.Unmarshal(making.Scenario, &named) != nil || named.Name == "" {
		return "the scenario"
	}
	return shortened(named.Name)
}

// cleaned returns lines that hold nothing that a terminal would obey.
func cleaned(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, report.Printable(line))
	}
	return strings.Join(lines, "\n")
}
