// Package handout makes one document of what runs have shown, for somebody who was not
// there: what was asked, what follows from it in words, tables with their doubt,
// pictures, each lost request by its cause, and how to make it all again. It writes it as
// Markdown, for a pull request; package page as HTML.
//
// All figures are those of package report; what is said in words is counted from the
// same records. What a trace says is data: it is escaped, shortened and bounded in
// number, whatever it is.
package handout

import (
	"fmt"
	"strings"

	"ratesim/report"
)

// Material is what a document is made of.
type Material struct {
	Command  []string // that makes the document, the program first
	Files    []string // the traces that it reads, in their order; "-" for standard input
	Manifest string   // that says how the runs were made, as text; "" for none
	Made     []string // arguments by which they were, as the manifest says

	ManifestNotes []string // what else a reader of the manifest must know, in sentences

	Rows     []report.Row      // of runs that are counted in steps
	Measured []report.Measured // of open scenarios; one of both is empty
	Baseline string            // the policy that the others are set against; "" for the one without retries, or the first
	Ledger   *Ledger
	Pictures []Picture // none leaves out their section
}

// A Document is a report in sections.
type Document struct {
	Title    string
	Lead     string
	Sections []Section
}

// A Section is a part of a document. It shows what it has in the order of its fields.
type Section struct {
	ID, Title  string
	Paragraphs []string
	Points     []string
	Tables     []Captioned
	Pictures   []Picture
	Code       []string // commands
	Folded     []Block  // shown when asked for
}

// A Block is a text to keep, as it is.
type Block struct{ Title, Text string }

// A Captioned table says what it is.
type Captioned struct {
	Caption string
	report.Table
	Folded bool // shown when asked for
}

// A Picture is drawn twice: for a page, and with signs for text.
type Picture struct {
	Title    string
	Notes    []string
	Drawings []Drawing
	Values   []Captioned // what is drawn, as numbers; folded on a page
	Text     string
}

// A Drawing is a part of a picture.
type Drawing struct {
	SVG   string // one element
	About string // the same in words
	Key   bool   // it explains the others
	Chart string // the same as numbers, JSON for a script; "" for none
}

// New makes a document.
func New(m Material) Document {
	compared := m.compared()
	d := Document{
		Title:    "What the retries did: " + strings.Join(m.Ledger.scenarios(), ", "),
		Lead:     m.lead(),
		Sections: []Section{m.findings(compared), m.results(compared)},
	}
	if len(m.Pictures) > 0 {
		d.Sections = append(d.Sections, Section{ID: "pictures", Title: "Pictures", Pictures: m.Pictures})
	}
	d.Sections = append(d.Sections, m.losses(), m.asked(), m.scenario(), m.again())
	return d
}

// Section returns a section by its ID; nil if there is none.
func (d *Document) Section(id string) *Section {
	for i := range d.Sections {
		if d.Sections[i].ID == id {
			return &d.Sections[i]
		}
	}
	return nil
}

// lead says in a sentence what the document is about.
func (m *Material) lead() string {
	runs, policies, loads := 0, map[string]bool{}, map[string]bool{}
	for _, c := range m.Ledger.cases {
		runs += len(c.seeds)
		policies[c.run.Policy] = true
		loads[c.run.Scenario+"\x00"+c.run.Load] = true
	}
	text := counted(len(policies), "policy", "policies")
	if len(loads) > 1 {
		text += " under " + counted(len(loads), "load", "loads")
	}
	return fmt.Sprintf("%s, %s: %s in all. Each figure is counted from the record of every call.", text, m.Ledger.seedsText(), counted(runs, "run", "runs"))
}

// counted returns a number of things.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
