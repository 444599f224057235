package report

import (
	"io"
	"strings"
)

// WriteMarkdown writes the table in GitHub's Markdown: whole headings, all
// columns, the notes as a paragraph below. What Markdown would read as its own
// signs is escaped in cells.
func (t Table) WriteMarkdown(w io.Writer) error {
	t = t.clean()
	var text strings.Builder
	writeMarkdownRow(&text, t.headings())
	text.WriteByte('|')
	for _, c := range t.Columns {
		if c.Right {
			text.WriteString(" ---: |")
		} else {
			text.WriteString(" --- |")
		}
	}
	text.WriteByte('\n')
	for _, row := range t.Rows {
		writeMarkdownRow(&text, row)
	}
	if len(t.Notes) > 0 {
		text.WriteString("\n" + strings.Join(t.Notes, "\\\n") + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func writeMarkdownRow(text *strings.Builder, cells []string) {
	escape := strings.NewReplacer(`\`, `\\`, `|`, `\|`, `<`, `\<`, `*`, `\*`, "`", "\\`")
	text.WriteByte('|')
	for _, cell := range cells {
		text.WriteString(" " + escape.Replace(cell) + " |")
	}
	text.WriteByte('\n')
}
