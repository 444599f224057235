package scenario

import (
	"fmt"
	"strings"
	"testing"
)

// billionLaughs is a file of some lines that would be a huge one if its aliases
// were written out.
func billionLaughs() string {
	var b strings.Builder
	b.WriteString("a: &a [x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c <= 'z'; c++ {
		fmt.Fprintf(&b, "%c: &%[1]c [%s]\n", c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), ", "))
	}
	return b.String()
}

// numbered returns a text for each number below n.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// A file that is made to break the program ends with a message, and soon: of the
// largest size, each of these takes less than two seconds.
func TestAHostileFileEndsWithAMessage(t *testing.T) {
	large := func(text string) string { return strings.Repeat(text, fileMax/16/len(text)) }
	for _, tt := range []struct{ name, text, want string }{
		{"a huge file", strings.Repeat("seed: 1\n", fileMax), "f.yaml: want a file of at most 1048576 bytes"},
		{"a billion laughs", billionLaughs(), "f.yaml:1:1: a: there is no such key"},
		{"nested lists", large("["), "f.yaml:1:101: want at most 100 levels"},
		{"nested keys", large("{a: "), "f.yaml:1:401: want at most 100 levels"},
		{"keys of keys", large("? "), "f.yaml:1:201: want at most 100 levels"},
		{"lists of lists", large("- "), "f.yaml:1:201: want at most 100 levels"},
		{"a long list", large("-\n"), "f.yaml:1:1: want keys and values such as seed: 7; have a list"},
		{"quotes", large(`'`) + "'", "f.yaml:1:1: not YAML: found unexpected end of stream"},
		{"anchors", large("&a "), "f.yaml:1:1: not YAML: did not find expected <document start>"},
		{"documents", large("---\n"), "f.yaml:2:1: want one document; here a second one begins"},
		{"zeros", large("\x00"), "f.yaml:1:1: not YAML: control characters are not allowed"},
		{"empty lines", large("\n"), "f.yaml: want a scenario; there is none in this file"},
		{"a mistake in the last of many lines", "loads:\n" + numbered(2_000, "  k%d: 1\n") + " x: 1\n", "f.yaml:2002:2: not YAML: did not find expected key"},
		{"one key again and again", large("a: 1\n"), "f.yaml:1:1: want at most 10000 keys; have 13107"},
		{"many unknown keys", numbered(10_000, "k%d: 1\n"), "f.yaml:1:1: k0: there is no such key"},
		{"many policies with a mistake", "policies:\n" + numbered(2_000, "  k%d: x\n"), `f.yaml:2:7: policies.k0: there is no policy "x"`},
		{"many topics with a mistake", "tickets:\n topics:\n" + numbered(10_000, "  k%d: {weight: 2}\n"), "f.yaml:3:16: tickets.topics.k0.weight: want a number from 0 to 1; have 2"},
		{"one label again and again", "labels: {names: [" + strings.Repeat("a,", 70_000) + "]}\n", "f.yaml:1:17: labels.names: want 1 to 65535 labels; have 70000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(Input{File: strings.NewReader(tt.text), FileName: "f.yaml"})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Fatalf("got %.200v; want %s", err, tt.want)
			}
			if faults := strings.Count(err.Error(), "\nf.yaml:"); faults > faultsMax {
				t.Errorf("%d faults are told; want at most %d", faults, faultsMax)
			}
		})
	}
}

func TestManyMistakesAreNotAllTold(t *testing.T) {
	_, err := Read(Input{File: strings.NewReader(numbered(150, "k%d: 1\n")), FileName: "f.yaml"})
	lines := strings.Split(err.Error(), "\n")
	if want := "f.yaml:100:1: more than 100 mistakes; the others are left out"; len(lines) != 101 || lines[100] != want {
		t.Errorf("got %d lines, the last one %s; want 101 and %s", len(lines), lines[len(lines)-1], want)
	}
}

func TestManyNamesAreRead(t *testing.T) {
	s, err := Read(Input{File: strings.NewReader("loads:\n" + numbered(10_000, "  k%d: 1\n"))})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Loads) != 10_002 || s.Loads[10_001].Name != "k9999" {
		t.Errorf("got %d loads; want those of the lesson and 10000 more", len(s.Loads))
	}
}
