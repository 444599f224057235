package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Fact is one thing that a page says of its subject.
type Fact struct {
	Section string `json:"section"` // what kind of thing, such as limits
	Name    string `json:"name"`
	Value   string `json:"value"`  // "" if it has none
	About   string `json:"about"`  // in words; "" for none
	Tag     string `json:"tag"`    // of its evidence; "" if it needs none
	Source  string `json:"source"` // of its evidence
	Date    string `json:"date"`   // of its evidence
}

// A Page is all that is said of one subject, section by section.
type Page struct {
	Version int    `json:"version"` // of the JSON form; Version when written
	Name    string `json:"name"`
	About   string `json:"about"`
	Facts   []Fact `json:"facts"`
}

// Write writes the page in the given format. As a table it is text in sections, of
// at most 80 columns where words allow it; CSV and NDJSON have a row a fact.
func (p Page) Write(w io.Writer, f Format, l Layout) error {
	p.Version = Version
	if f == FormatTable {
		_, err := io.WriteString(w, p.text())
		return err
	}
	columns := factColumns()
	return sheet[Fact]{columns: columns, records: p.Facts, table: tableOf(columns, p.Facts), document: p}.write(w, f, l)
}

func factColumns() []column[Fact] {
	columns := []column[Fact]{
		{name: "section", field: func(f *Fact) any { return &f.Section }},
		{name: "name", field: func(f *Fact) any { return &f.Name }},
		{name: "value", field: func(f *Fact) any { return &f.Value }},
		{name: "about", field: func(f *Fact) any { return &f.About }},
		{name: "tag", field: func(f *Fact) any { return &f.Tag }},
		{name: "source", field: func(f *Fact) any { return &f.Source }},
		{name: "date", field: func(f *Fact) any { return &f.Date }},
	}
	for i := range columns {
		columns[i].place, columns[i].shown = i+1, Column{Heading: columns[i].name}
	}
	return columns
}

// The measures of a page as text, in columns.
const (
	pageColumns = 80
	labelsMost  = 34 // a longer label has a line of its own
)

// text returns the page in sections.
func (p Page) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", printable(p.Name), printable(p.About))
	for _, section := range p.sections() {
		fmt.Fprintf(&b, "\n%s\n", printable(section[0].Section))
		width := 0
		for _, f := range section {
			if n := utf8.RuneCountInString(f.Name); n <= labelsMost {
				width = max(width, n)
			}
		}
		for _, f := range section {
			f.write(&b, width)
		}
	}
	return b.String()
}

// sections returns the facts of each section, in their order.
func (p Page) sections() (all [][]Fact) {
	for _, f := range p.Facts {
		if i := len(all) - 1; i >= 0 && all[i][0].Section == f.Section {
			all[i] = append(all[i], f)
		} else {
			all = append(all, []Fact{f})
		}
	}
	return all
}

// write writes a fact with its label set to a width.
func (f Fact) write(b *strings.Builder, width int) {
	indent := 2
	if width > 0 {
		indent += width + 2
	}
	label := printable(f.Name)
	lines := f.lines(pageColumns - indent)
	if utf8.RuneCountInString(label) > width {
		fmt.Fprintf(b, "  %s\n", label)
		label = ""
	}
	for i, line := range lines {
		if i > 0 {
			label = ""
		}
		padding := strings.Repeat(" ", indent-2-utf8.RuneCountInString(label))
		b.WriteString(strings.TrimRight("  "+label+padding+line, " ") + "\n")
	}
	if len(lines) == 0 && label != "" {
		fmt.Fprintf(b, "  %s\n", label)
	}
}

// lines returns what is said of a fact: its value and what it is about, then where
// it is from.
func (f Fact) lines(width int) []string {
	said := slices.DeleteFunc([]string{f.Value, f.About}, func(text string) bool { return text == "" })
	lines := wrapped(strings.Join(said, ": "), width)
	if f.Tag == "" {
		return lines
	}
	from := f.Date + ", " + f.Source
	if f.Name != f.Tag {
		from = f.Tag + ", " + from
	}
	return append(lines, wrapped(from, width)...)
}

// wrapped breaks a text at blanks into lines of at most so many columns; a word that
// is longer stands alone.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(printable(text)) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
