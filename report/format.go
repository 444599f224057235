package report

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/suggest"
)

// A Format is a form of output, named as on the command line. The zero value
// is none of them.
type Format string

// The formats. CSV, JSON and NDJSON can be read back.
const (
	FormatTable    Format = "table"
	FormatMarkdown Format = "markdown" // GitHub's tables
	FormatCSV      Format = "csv"
	FormatJSON     Format = "json"   // one object
	FormatNDJSON   Format = "ndjson" // an object a row, one a line
)

// Formats returns all formats in the order in which help lists them.
func Formats() []Format {
	return []Format{FormatTable, FormatMarkdown, FormatCSV, FormatJSON, FormatNDJSON}
}

// ParseFormat returns the format of that name. For any other name the error
// lists the formats and, if one is near, asks whether that was meant.
func ParseFormat(name string) (Format, error) {
	if slices.Contains(Formats(), Format(name)) {
		return Format(name), nil
	}
	return "", unknownFormat(name)
}

func unknownFormat(name string) error {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	lower := strings.ToLower(name)
	suggestion := suggest.Question(lower, names)
	for _, n := range names {
		if name != "" && strings.HasPrefix(n, lower) {
			suggestion = fmt.Sprintf("; did you mean %q?", n)
		}
	}
	switch lower { // what other programs call them
	case "jsonl":
		suggestion = `; did you mean "ndjson"?`
	case "md":
		suggestion = `; did you mean "markdown"?`
	case "text":
		suggestion = `; did you mean "table"?`
	}
	return fmt.Errorf("want table, markdown, csv, json or ndjson; have %q%s", name, suggestion)
}
