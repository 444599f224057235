package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What findings mean is said within 80 columns in a table, in a line each elsewhere.
func TestFindingsAreReadableInATerminal(t *testing.T) {
	f := Findings{Rows: []ClientFinding{{Client: "me", Early: 1, Futile: 1, Storms: 1, Hurried: 1, Truncated: 1}}}
	for format, isBroken := range map[Format]bool{FormatTable: true, FormatMarkdown: false} {
		var text strings.Builder
		if err := f.Write(&text, format, Layout{}); err != nil {
			t.Fatal(err)
		}
		widest := 0
		for line := range strings.Lines(text.String()) {
			widest = max(widest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
		}
		if (widest <= 80) != isBroken {
			t.Errorf("%s is %d columns wide:\n%s", format, widest, text.String())
		}
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), "that the client notices a missing [DONE], response.completed or message_stop.") {
			t.Errorf("%s lacks words:\n%s", format, text.String())
		}
	}
}
