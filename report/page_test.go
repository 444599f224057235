package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func aPage() Page {
	return Page{Name: "x(limit=5)", About: "An example", Details: []Detail{
		{Section: "limits", Name: "requests", Value: "interval(apart=1s)"},
		{Section: "limits", Name: "in", About: "one at a time"},
		{Section: "evidence", Name: "measured", About: strings.Repeat("a word and another ", 6), Tag: "measured", Source: "https://example.org/a", Date: "2026-11"},
		{Section: "tiers", Name: "small", Value: "x(limit=1)", Tag: "reported", Source: "somebody", Date: "2026-10"},
		{Section: "headers", Name: "a-name-that-is-longer-than-any-label-may-be", Value: "5"},
		{Section: "headers", Name: "retry-after", Value: "1"},
		{Section: "headers", Name: "nothing"},
	}}
}

func TestPagesAreSetInSections(t *testing.T) {
	var b strings.Builder
	if err := aPage().Write(&b, FormatTable, Layout{}); err != nil {
		t.Fatal(err)
	}
	const want = `x(limit=5)
An example

limits
  requests  interval(apart=1s)
  in        one at a time

evidence
  measured  a word and another a word and another a word and another a word and
            another a word and another a word and another
            2026-11, https://example.org/a

tiers
  small  x(limit=1)
         reported, 2026-10, somebody

headers
  a-name-that-is-longer-than-any-label-may-be
               5
  retry-after  1
  nothing
`
	if b.String() != want {
		t.Errorf("the page is\n%s\nwant\n%s", b.String(), want)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > pageColumns {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestPagesHaveARowAFactElsewhere(t *testing.T) {
	for format, want := range map[Format]string{
		FormatCSV:      "section,name,value,about,tag,source,date\nlimits,requests,interval(apart=1s),,,,\n",
		FormatNDJSON:   `{"section":"limits","name":"requests","value":"interval(apart=1s)","about":"","tag":"","source":"","date":""}` + "\n",
		FormatMarkdown: "| section | name | value | about | tag | source | date |\n| --- |",
		FormatJSON:     "{\n  \"version\": 1,\n  \"name\": \"x(limit=5)\",\n",
	} {
		var b strings.Builder
		if err := aPage().Write(&b, format, Layout{}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), want) {
			t.Errorf("%s begins\n%s\nwant\n%s", format, b.String(), want)
		}
	}
	if err := aPage().Write(&strings.Builder{}, "xml", Layout{}); err == nil {
		t.Error("a format that there is not is written")
	}
}

// A narrower terminal has shorter lines, but never less than 40 columns.
func TestPagesFitNarrowTerminals(t *testing.T) {
	for columns, want := range map[int]int{200: 80, 60: 60, 10: 40} {
		var b strings.Builder
		p := Page{Name: "x", Details: []Detail{{Section: "s", Name: "n", About: strings.Repeat("word ", 100)}}}
		if err := p.Write(&b, FormatTable, Layout{Columns: columns}); err != nil {
			t.Fatal(err)
		}
		longest := 0
		for line := range strings.Lines(b.String()) {
			longest = max(longest, len(line)-1)
		}
		if longest > want || longest < want-5 {
			t.Errorf("of %d columns the longest line has %d; want about %d", columns, longest, want)
		}
	}
}

// What a terminal would obey is not passed on to it.
func TestPagesPrintNoSignsThatSteerATerminal(t *testing.T) {
	var b strings.Builder
	p := Page{Name: "a\x1b[2J", About: "b\nc", Details: []Detail{{Section: "s\x07", Name: "n\t", Value: "v\x1b[0m"}}}
	if err := p.Write(&b, FormatTable, Layout{}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != "a [2J\nb c\n\ns \n  n   v [0m\n" {
		t.Errorf("the page is %q", got)
	}
}

func TestCataloguesListNamesAndWhatTheyAre(t *testing.T) {
	c := Catalogue{Entries: []Entry{{Name: "x", About: "An example", Parameters: "a,b", Seen: "2026-11"}}}
	for format, want := range map[Format]string{
		FormatTable: "name  what it is\nx     An example\n",
		FormatCSV:   "name,about,parameters,seen\nx,An example,\"a,b\",2026-11\n",
	} {
		var b strings.Builder
		if err := c.Write(&b, format, Layout{}); err != nil || b.String() != want {
			t.Errorf("%s is %q, %v; want %q", format, b.String(), err, want)
		}
	}
}
