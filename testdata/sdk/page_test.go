package sdk

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// page is the file that the tests write.
const page = "../../docs/sdk-retries.md"

// tables are those of the matrix, in order.
var tables = []struct{ of, mark string }{{"hints", "hints"}, {"statuses", "statuses"}, {"broken", "broken"}}

// writeMatrix writes the tables of what SDKs do, or compares them with those of the
// page.
func writeMatrix(t *testing.T, there []sdk, courses []map[string]course) {
	t.Helper()
	if len(there) < len(sdks) {
		t.Log("SKIPPED the comparison with the page: not all SDKs are here")
		return
	}
	for _, table := range tables {
		var text strings.Builder
		head, line := "| it meets |", "| --- |"
		for _, s := range sdks {
			head, line = head+" "+s.name+" |", line+" --- |"
		}
		fmt.Fprintf(&text, "%s\n%s\n", head, line)
		for i, m := range matters {
			if m.of != table.of {
				continue
			}
			fmt.Fprintf(&text, "| %s |", m.name)
			for _, s := range sdks {
				fmt.Fprintf(&text, " %v |", courses[i][s.name])
			}
			text.WriteString("\n")
		}
		section(t, table.mark, text.String(), true)
	}
}

// section writes what stands between two marks of the page; without -update it is
// compared, if it must be the same.
func section(t *testing.T, mark, text string, same bool) {
	t.Helper()
	all, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	first, last := "<!-- measured: "+mark+" -->\n", "<!-- end of "+mark+" -->\n"
	before, rest, begins := strings.Cut(string(all), first)
	was, after, ends := strings.Cut(rest, last)
	if !begins || !ends {
		t.Fatalf("%s has no marks %q and %q", page, first, last)
	}
	switch {
	case *update:
		if err := os.WriteFile(page, []byte(before+first+text+last+after), 0o666); err != nil {
			t.Fatal(err)
		}
	case same && was != text:
		t.Errorf("%s, %s: measured is\n%s\nwritten is\n%s\nscripts/sdk -update rewrites it", page, mark, text, was)
	}
}
