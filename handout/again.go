package handout

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	s.Code = append(s.Code, quoted(m.Command))
	return s
}

// byManifest tells what the manifest says.
func (m *Material) byManifest(s *Section) {
	s.Paragraphs = append(s.Paragraphs, "The first command makes the runs, as the manifest says. With the manifest, ratesim replay makes them again, and ratesim verify tells whether they are the same.")
	s.Code = append(s.Code, quoted(append([]string{"ratesim"}, m.Made...)))
	s.Folded = append(s.Folded, Block{"The manifest", cleaned(m.Manifest)})
}

// byTrace tells what the trace says.
func (m *Material) byTrace(s *Section) {
	inputs := report.Table{Columns: []report.Column{{Heading: "file"}, {Heading: "bytes", Right: true}, {Heading: "SHA-256"}}}
	met := map[string]bool{}
	for _, making := range m.Ledger.makings {
		command := quoted(append(append([]string{"ratesim"}, making.Command...), "--trace", "run.ndjson"))
		if making.runs == 0 || met[command] {
			continue
		}
		if len(s.Code) == makingsMost {
			s.Paragraphs = append(s.Paragraphs, "Further commands are left out.")
			break
		}
		met[command] = true
		s.Code = append(s.Code, command)
		for _, in := range making.Inputs {
			inputs.Rows = append(inputs.Rows, []string{limited(in.Name), fmt.Sprint(in.Bytes), limited(in.SHA256)})
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
