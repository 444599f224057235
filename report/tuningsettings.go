package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// writeSettings writes the winner as a policy and as settings of clients, in lines of
// so many columns where a setting has such a line.
func (t Tuning) writeSettings(w io.Writer, f Format, columns int) error {
	var text strings.Builder
	fmt.Fprintf(&text, "\nthe %s as a policy:\n", t.winnerName())
	if f == FormatMarkdown {
		text.WriteString("\n```text\n")
	}
	fmt.Fprintf(&text, "  --policy %s\n", shellWord(t.Winner, columns-len("  --policy ")))
	for _, s := range t.Settings {
		fmt.Fprintf(&text, "%s:\n", s.Client)
		for line := range strings.Lines(s.Settings) {
			fmt.Fprintf(&text, "  %s\n", strings.TrimSuffix(line, "\n"))
		}
		for _, lack := range s.Lacks {
			for _, line := range hanging("cannot: "+lack, columns-2) {
				fmt.Fprintf(&text, "  %s\n", line)
			}
		}
	}
	if f == FormatMarkdown {
		text.WriteString("```\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// shellWord returns a spec as a word of a POSIX shell. One that is wider than so many
// columns is broken after commas, where the shell puts the lines together again.
func shellWord(text string, width int) string {
	if utf8.RuneCountInString(text)+len("''") <= width || strings.ContainsAny(text, "\"\\$`!") {
		return "'" + text + "'"
	}
	lines := broken(text, width-len(`"`)-len(`\`))
	return `"` + strings.Join(lines, "\\\n ") + `"`
}

// Wrapped returns a text in lines of 80 columns, those after the first one set in.
func Wrapped(text string) string { return strings.Join(hanging(text, pageColumns), "\n") }

// hanging breaks a text into lines of at most so many columns, those after the first
// one set in.
func hanging(text string, width int) []string {
	lines := broken(text, width-2)
	for i := range lines[1:] {
		lines[i+1] = "  " + lines[i+1]
	}
	return lines
}

// brokenLines breaks those of several lines that are too wide. What is set in stays so.
func brokenLines(lines []string, width int) (all []string) {
	for _, line := range lines {
		if utf8.RuneCountInString(line) <= width {
			all = append(all, line)
			continue
		}
		inside := strings.TrimLeft(line, " ")
		by := len(line) - len(inside)
		all = append(all, indented(hanging(inside, width-by), by)...)
	}
	return all
}
