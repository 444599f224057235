package report

import (
	"strings"
	"testing"
)

func TestEveryFormatIsKnownByItsName(t *testing.T) {
	for _, want := range Formats() {
		if got, err := ParseFormat(string(want)); got != want || err != nil {
			t.Errorf("ParseFormat(%q) is %q, %v", string(want), got, err)
		}
	}
}

func TestAnUnknownFormatBringsASuggestion(t *testing.T) {
	tests := []struct{ name, want string }{
		{"jsn", `; did you mean "json"?`},
		{"js", `; did you mean "json"?`},
		{"JSON", `; did you mean "json"?`},
		{"cvs", `; did you mean "csv"?`},
		{"tsv", `; did you mean "csv"?`},
		{"jsonl", `; did you mean "ndjson"?`},
		{"md", `; did you mean "markdown"?`},
		{"text", `; did you mean "table"?`},
		{"markdwon", `; did you mean "markdown"?`},
		{"parquet", ""},
		{"", ""},
	}
	for _, test := range tests {
		_, err := ParseFormat(test.name)
		want := `want table, markdown, csv, json or ndjson; have "` + test.name + `"` + test.want
		if err == nil || err.Error() != want {
			t.Errorf("ParseFormat(%q): %v; want %s", test.name, err, want)
		}
	}
}

func FuzzParseFormat(f *testing.F) {
	f.Add("json")
	f.Add("jsn")
	f.Fuzz(func(t *testing.T, name string) {
		format, err := ParseFormat(name)
		if (err == nil) != (string(format) == name && name != "") {
			t.Errorf("ParseFormat(%q) is %q, %v", name, format, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q is on more than one line", err)
		}
	})
}
