package handout

import (
	"io"
	"strings"

	"ratesim/report"
)

// WriteMarkdown writes the document for a pull request: with pictures made of signs, and
// without what is folded away on a page.
func (d Document) WriteMarkdown(w io.Writer) error {
	var text strings.Builder
	text.WriteString("# " + escaped(d.Title) + "\n\n" + escaped(d.Lead) + "\n")
	for _, s := range d.Sections {
		if err := s.writeMarkdown(&text); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func (s *Section) writeMarkdown(text *strings.Builder) error {
	text.WriteString("\n## " + s.Title + "\n")
	for _, p := range s.Paragraphs {
		text.WriteString("\n" + escaped(p) + "\n")
	}
	for i, p := range s.Points {
		if i == 0 {
			text.WriteString("\n")
		}
		text.WriteString("- " + escaped(p) + "\n")
	}
	for _, t := range s.Tables {
		if t.Folded {
			continue
		}
		text.WriteString("\n" + escaped(t.Caption) + ":\n\n")
		if err := t.quiet().WriteMarkdown(text); err != nil {
			return err
		}
	}
	for i, p := range s.Pictures {
		if i == 0 {
			text.WriteString("\n" + escaped(p.Title) + ":\n\n" + Fenced(p.Text))
			continue
		}
		text.WriteString("\n<details><summary>" + escaped(p.Title) + "</summary>\n\n" + Fenced(p.Text) + "\n</details>\n")
	}
	for _, block := range s.Code {
		text.WriteString("\n" + Fenced(block))
	}
	for _, block := range s.Folded {
		text.WriteString("\n<details><summary>" + escaped(block.Title) + "</summary>\n\n" + Fenced(block.Text) + "\n</details>\n")
	}
	return nil
}

// markdownSigns are those that Markdown would read as its own, and what stands for them.
// A name after @ would call a person.
var markdownSigns = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `>`, `&gt;`,
	`&`, `&amp;`, `#`, `\#`, `|`, `\|`, `~`, `\~`, `@`, `&#64;`)

// escaped returns a text in which Markdown finds nothing to obey.
func escaped(text string) string { return markdownSigns.Replace(report.Printable(text)) }

// quiet returns the table without calls to persons; WriteMarkdown sees to the rest.
func (c Captioned) quiet() report.Table {
	t := report.Table{Columns: c.Columns, Notes: make([]string, len(c.Notes))}
	for i, note := range c.Notes {
		t.Notes[i] = escaped(note)
	}
	for _, row := range c.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = strings.NewReplacer("@", "@\u200b", "#", "#\u200b").Replace(cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// Fenced returns a block of Markdown that nothing in it can end.
func Fenced(block string) string {
	fence := "```"
	for strings.Contains(block, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(block, "\n") + "\n" + fence + "\n"
}
