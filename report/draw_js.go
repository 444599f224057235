package report

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// draw returns the lines of the table, as tablewriter does for terminals: the page
// that this is compiled for has no room for it.
func (t Table) draw() (string, error) {
	var lines strings.Builder
	for _, cells := range append([][]string{t.headings()}, t.Rows...) {
		var line strings.Builder
		for i, cell := range cells {
			blanks := strings.Repeat(" ", max(t.columnWidth(i)-textWidth(cell), 0))
			if t.Columns[i].Right {
				cell = blanks + cell
			} else {
				cell += blanks
			}
			line.WriteString(strings.Repeat(" ", t.Columns[i].gap(i)) + cell)
		}
		lines.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return lines.String(), nil
}

// textWidth returns how many terminal columns a text takes, as tablewriter counts them.
func textWidth(text string) int { return displaywidth.String(text) }
