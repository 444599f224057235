package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func aClient() Client {
	attempts, longest := int64(4), int64(60e9)
	return Client{
		Name: "mine", Versions: "2", About: "a client of mine", Attempts: &attempts, Base: 8e8, Cap: &longest,
		Jitter: "none", Hints: "ignored", Policy: "fixed(wait=800ms)", Remarks: "It is mine.",
	}
}

func textOf(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestClientsAreListed(t *testing.T) {
	list := Clients{Clients: []Client{aClient(), {Name: "endless", Jitter: "0…w", Hints: "exactly"}}}
	const want = `client   attempts  base s  cap s  jitter  server's wait
mine@2          4     0.8     60  none    ignored
endless         ∞       0      –  0…w     exactly
`
	got := textOf(t, func(b *bytes.Buffer) error { return list.Write(b, FormatTable, Layout{}) })
	if got != want {
		t.Errorf("listed as\n%s; want\n%s", got, want)
	}
}

func TestClientCardsHaveAllFormats(t *testing.T) {
	card := ClientCard{Client: aClient(), Schedule: aSchedule(), Facts: []Fact{{"policy", []string{"fixed(wait=800ms)"}}, {"remarks", []string{"It is mine.", strings.Repeat("And so on. ", 12)}}}}
	in := func(f Format) string {
		return textOf(t, func(b *bytes.Buffer) error { return card.Write(b, f, Layout{}) })
	}
	text := in(FormatTable)
	if !strings.HasPrefix(text, "mine@2: a client of mine\n\npolicy   fixed(wait=800ms)\nremarks  It is mine.\n         And so on.") {
		t.Errorf("the card is\n%s", text)
	}
	facts, _, _ := strings.Cut(text, "\n\nafter")
	for line := range strings.Lines(facts) {
		if len([]rune(line)) > 81 {
			t.Errorf("%d columns: %s", len([]rune(line))-1, line)
		}
	}
	if got := in(FormatMarkdown); !strings.Contains(got, "- **policy** fixed(wait=800ms)\n") || !strings.Contains(got, "| after |") {
		t.Errorf("in Markdown it is\n%s", got)
	}
	var read struct {
		Version  int
		Client   struct{ Name, Versions string }
		Schedule struct{ Rows []map[string]any }
	}
	if err := json.Unmarshal([]byte(in(FormatJSON)), &read); err != nil || read.Version != Version || read.Client.Name != "mine" || len(read.Schedule.Rows) != 3 {
		t.Errorf("in JSON it is %+v, %v", read, err)
	}
	if got := in(FormatCSV); strings.Count(got, "\n") != 2 || !strings.Contains(got, "\nmine,2,a client of mine,4,800000000,60000000000,none,ignored,") {
		t.Errorf("in CSV it is\n%s", got)
	}
	if got := in(FormatNDJSON); strings.Count(got, "\n") != 1 {
		t.Errorf("in NDJSON it is\n%s", got)
	}
}

// Lists of failures may be broken where words cannot.
func TestLongWordsAreBrokenAfterAPlus(t *testing.T) {
	got := strings.Join(broken("a retry=400+401+402+403 b", 12), "|")
	if want := "a retry=400+|401+402+403|b"; got != want {
		t.Errorf("broken as %s; want %s", got, want)
	}
	if got := broken("aaaaaaaaaaaaaaaaaaaa", 5); len(got) != 1 {
		t.Errorf("a word is broken into %q", got)
	}
}
