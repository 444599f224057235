package report

import (
	"bytes"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// A Golden is output that is known to be right.
type Golden struct {
	Name string // of the file that holds it
	Want []byte
}

// Diff returns how the output that was had differs from the golden one, as a
// unified diff with three lines of context. It is empty when no byte differs.
func (g Golden) Diff(got []byte) string {
	if bytes.Equal(g.Want, got) {
		return ""
	}
	var text strings.Builder
	// A strings.Builder takes all that is written: there is no error to report.
	_ = difflib.WriteUnifiedDiff(&text, difflib.UnifiedDiff{
		A:        diffLines(g.Want),
		B:        diffLines(got),
		FromFile: g.Name,
		ToFile:   "got",
		Context:  3,
	})
	return text.String()
}

// diffLines splits a text into lines that all end in a line break. One that
// had none says so, as in diff(1).
func diffLines(text []byte) []string {
	var lines []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(line, "\n") {
			line += "\n\\ No newline at end of file\n"
		}
		lines = append(lines, line)
	}
	return lines
}
