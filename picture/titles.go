package picture

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// entitle sets the title of a panel in one line or two, as wide as the panel at most.
func entitle(p *plot.Plot, width vg.Length) {
	style := p.Title.TextStyle
	lines := brokenAt(p.Title.Text, width, style)
	if len(lines) > 2 {
		lines = []string{lines[0], strings.Join(lines[1:], " ")}
	}
	for i, line := range lines {
		lines[i] = narrowed(line, width, style)
	}
	p.Title.Text = strings.Join(lines, "\n")
}

// brokenAt breaks a text at blanks into lines of a width; a longer word has a line of
// its own.
func brokenAt(text string, width vg.Length, style draw.TextStyle) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case style.Width(line+" "+word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// narrowed returns a line without its middle if it is wider than there is room.
func narrowed(line string, width vg.Length, style draw.TextStyle) string {
	signs := []rune(line)
	for most := len(signs) - 1; most > 3 && style.Width(line) > width; most-- {
		line = withoutMiddle(signs, most)
	}
	return line
}
