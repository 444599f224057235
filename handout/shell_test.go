package handout

import (
	"os/exec"
	"ratesim/required"
	"strings"
	"testing"
	"unicode/utf8"
)

// words that a shell must take for what they are.
var words = []string{
	"run", "", "limit.calls=10", "none,fixed(wait=1s)", "it's", "new\nline.yaml", "a\tb", "\x1b[2J", "a\\b", "a\\\nb'c", "\u202eevil", "caf\u00e9 1", "\xff1", "\x017", "$HOME `x` \"y\" !z", "a\u00a0b",
}

func TestWordsOfACommandCanBeShown(t *testing.T) {
	for word, want := range map[string]string{
		"limit.calls=10": `limit.calls=10`, "": `''`, "it's": `'it'\''s'`, "new\nline.yaml": `$'new\nline.yaml'`, "\x1b[2J'": `$'\033[2J\''`, "caf\u00e9": "'caf\u00e9'",
	} {
		if have := quotedWord(word); have != want {
			t.Errorf("%q: have %s; want %s", word, have, want)
		}
	}
	for _, word := range words {
		if have := quotedWord(word); !utf8.ValidString(have) || strings.ContainsAny(have, "\n\t\x1b\u202e\x01") {
			t.Errorf("%q: %q would steer a terminal", word, have)
		}
	}
}

// A shell that knows $'…' gives the words back.
func TestAShellTakesTheWordsOfACommandForTheSame(t *testing.T) {
	shell := required.Program(t, "bash")
	have, err := exec.Command(shell, "-c", `printf '%s\0' `+quoted(words)).Output()
	if want := strings.Join(words, "\x00") + "\x00"; err != nil || string(have) != want {
		t.Errorf("%v: have %q; want %q", err, have, want)
	}
}
