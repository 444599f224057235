package report

import (
	"fmt"
	"strings"
)

// A Fact is what is said under one heading, in paragraphs.
type Fact struct {
	Heading string
	Text    []string
}

// title returns a name and what it is, broken into lines.
func title(name, about string, l Layout) string {
	return strings.Join(wrapped(name+": "+about, pageOf(l)), "\n") + "\n\n"
}

// pageOf returns how wide a line of facts may be: 80 columns, or as many as a
// narrower terminal has.
func pageOf(l Layout) int {
	const page, least = 80, 40
	if l.Columns > 0 {
		return max(least, min(page, l.Columns))
	}
	return page
}

// factLines returns facts with their headings on the left, in lines of 80 columns or
// of a narrower terminal.
func factLines(facts []Fact, l Layout) string {
	width, margin := pageOf(l), 0
	for _, fact := range facts {
		margin = max(margin, len([]rune(fact.Heading))+2)
	}
	var b strings.Builder
	for _, fact := range facts {
		heading := fact.Heading
		for _, paragraph := range fact.Text {
			for _, line := range wrapped(paragraph, width-margin) {
				fmt.Fprintf(&b, "%-*s%s\n", margin, heading, line)
				heading = ""
			}
		}
	}
	return b.String()
}

// factList returns facts as a list in Markdown.
func factList(facts []Fact) string {
	var b strings.Builder
	for _, fact := range facts {
		fmt.Fprintf(&b, "- **%s** %s\n", fact.Heading, strings.Join(fact.Text, " "))
	}
	return b.String()
}

// wrapped breaks a text at its blanks into lines of at most so many characters; a
// longer word has a line of its own, or several if it can be broken after a +.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		for len([]rune(word)) > width && strings.Contains(word[:width], "+") { // a list of failures
			cut := strings.LastIndex(word[:width], "+") + 1
			if line != "" {
				lines = append(lines, line)
				line = ""
			}
			lines, word = append(lines, word[:cut]), word[cut:]
		}
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
