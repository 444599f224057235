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
	return strings.Join(broken(name+": "+about, pageOf(l)), "\n") + "\n\n"
}

// pageOf returns how wide a line may be: 80 columns, or as many as a narrower
// terminal has.
func pageOf(l Layout) int {
	if l.Columns > 0 {
		return max(pageLeast, min(pageColumns, l.Columns))
	}
	return pageColumns
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
			for _, line := range broken(paragraph, width-margin) {
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
