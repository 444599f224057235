package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Detail is one thing that a page says of its subject.
type Detail struct {
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
	Version int      `json:"version"` // of the JSON form; Version when written
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Details []Detail `json:"details"`
}

// Write writes the page in the given format. As a table it is text in sections, of
// at most 80 columns where words allow it; CSV and NDJSON have a row a detail.
func (p Page) Write(w io.Writer, f Format, l Layout) error {
	p.Version = Version
	if f == FormatTable {
		_, err := io.WriteString(w, p.text(l))
		return err
	}
	columns := detailColumns()
	return sheet[Detail]{columns: columns, records: p.Details, table: tableOf(columns, p.Details), document: p}.write(w, f, l)
}

func detailColumns() []column[Detail] {
	columns := []column[Detail]{
		{name: "section", field: func(d *Detail) any { return &d.Section }},
		{name: "name", field: func(d *Detail) any { return &d.Name }},
		{name: "value", field: func(d *Detail) any { return &d.Value }},
		{name: "about", field: func(d *Detail) any { return &d.About }},
		{name: "tag", field: func(d *Detail) any { return &d.Tag }},
		{name: "source", field: func(d *Detail) any { return &d.Source }},
		{name: "date", field: func(d *Detail) any { return &d.Date }},
	}
	for i := range columns {
		columns[i].place, columns[i].shown = i+1, Column{Heading: columns[i].name}
	}
	return columns
}

// The measures of a page as text, in columns.
const (
	pageColumns = 80 // or as many as a narrower terminal has
	pageLeast   = 40
	labelsMost  = 34 // a longer label has a line of its own
)

// text returns the page in sections.
func (p Page) text(l Layout) string {
	columns := pageOf(l)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", printable(p.Name), strings.Join(broken(p.About, columns), "\n"))
	for _, section := range p.sections() {
		fmt.Fprintf(&b, "\n%s\n", printable(section[0].Section))
		width := 0
		for _, d := range section {
			if n := utf8.RuneCountInString(d.Name); n <= labelsMost {
				width = max(width, n)
			}
		}
		for _, d := range section {
			d.write(&b, width, columns)
		}
	}
	return b.String()
}

// sections returns the details of each section, in their order.
func (p Page) sections() (all [][]Detail) {
	for _, d := range p.Details {
		if i := len(all) - 1; i >= 0 && all[i][0].Section == d.Section {
			all[i] = append(all[i], d)
		} else {
			all = append(all, []Detail{d})
		}
	}
	return all
}

// write writes a detail with its label set to a width, in lines of so many columns.
func (d Detail) write(b *strings.Builder, width, columns int) {
	indent := 2
	if width > 0 {
		indent += width + 2
	}
	label := printable(d.Name)
	lines := d.lines(columns - indent)
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

// lines returns what is said of a detail: its value and what it is about, then where
// it is from.
func (d Detail) lines(width int) []string {
	said := slices.DeleteFunc([]string{d.Value, d.About}, func(text string) bool { return text == "" })
	lines := broken(strings.Join(said, ": "), width)
	if d.Tag == "" {
		return lines
	}
	from := d.Date + ", " + d.Source
	if d.Name != d.Tag {
		from = d.Tag + ", " + from
	}
	return append(lines, broken(from, width)...)
}

// broken breaks a text at blanks into lines of at most so many columns; a word that
// is longer stands alone, or is broken after a +, as a list of failures can be.
func broken(text string, width int) (lines []string) {
	line := ""
	add := func(word string) {
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
	for word := range strings.FieldsSeq(printable(text)) {
		for utf8.RuneCountInString(word) > width && strings.Contains(word[:width], "+") {
			cut := strings.LastIndex(word[:width], "+") + 1
			add(word[:cut])
			lines, line, word = append(lines, line), "", word[cut:]
		}
		add(word)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
