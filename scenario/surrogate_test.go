package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

func TestTextsMayBeWrittenAsInJSON(t *testing.T) {
	for _, tt := range []struct{ value, want, fault string }{
		{`["\ud83d\ude00"]`, "😀", ""},
		{`["a \uD83D\uDE00\ud83d\ude01 b"]`, "a 😀😁 b", ""},
		{`["\\ud83d \ud83d\ude00"]`, `\ud83d 😀`, ""},
		{`['\ud83d\ude00']`, `\ud83d\ude00`, ""},
		{`["\ud83d"]`, "", halfSign},
		{`["\ude00\ud83d"]`, "", halfSign},
	} {
		s, err := Read(Input{Settings: []Setting{Setting("tickets.extras=" + tt.value)}})
		if tt.fault != "" {
			if err == nil || !strings.Contains(err.Error(), "--set tickets.extras="+tt.value+": tickets.extras: "+tt.fault) {
				t.Errorf("%s: %v; want %s", tt.value, err, tt.fault)
			}
		} else if err != nil || !slices.Equal(s.Tickets.Extras, []string{tt.want}) {
			t.Errorf("%s is not read as %q: %v", tt.value, tt.want, err)
		}
	}
	_, err := Read(Input{FileName: "f.json", File: strings.NewReader("{\"tickets\":\n {\"extras\": [\"\\ud83d\"]}}")})
	if err == nil || !strings.Contains(err.Error(), "f.json:2:") || !strings.Contains(err.Error(), halfSign) {
		t.Errorf("half a sign in a file: %v", err)
	}
}

// A scenario as other programs write JSON, in ASCII alone.
func TestAnyTextOfJSONIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.StringN(1, 20, -1).Draw(t, "text")
		text, err := json.Marshal(map[string]any{"tickets": map[string]any{"extras": []string{want}}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(Input{File: strings.NewReader(inASCII(string(text)))})
		if err != nil || !slices.Equal(s.Tickets.Extras, []string{want}) {
			t.Fatalf("%s: %v", inASCII(string(text)), err)
		}
	})
}

// inASCII writes each sign beyond ASCII as JSON does when asked for ASCII alone.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x7f { // YAML wants \x7f escaped, too
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
