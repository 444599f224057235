//go:build !js

package scenario

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ratesim/preset"
)

func TestNewFilesRunOnEachEndpoint(t *testing.T) {
	for _, e := range preset.Endpoints() {
		text, err := NewFile(Start{Name: "mine", Endpoint: e.Name, Policies: []string{"course"}})
		if err != nil {
			t.Fatalf("%s: %v\n%s", e.Name, err, text)
		}
		s, err := Read(Input{File: bytes.NewReader(text), FileName: "mine.yaml"})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Policies.Names(); !slices.Equal(got, []string{"none", "course"}) {
			t.Errorf("%s: the policies are %q", e.Name, got)
		}
		// What is commented out is as good.
		open := strings.NewReplacer("\n  # limits:", "\n  limits:", "\n  #   ", "\n    ", "\n    # other-", "\n    other-").Replace(string(text))
		if _, err := Read(Input{File: strings.NewReader(open), FileName: "mine.yaml"}); err != nil {
			t.Errorf("%s: with its comments taken in: %v\n%s", e.Name, err, open)
		}
	}
}

// What is said in words fits a terminal; specs stand on one line, to be taken in.
func TestCommentsOfNewFilesFitATerminal(t *testing.T) {
	const columns = 80
	for _, e := range preset.Endpoints() {
		text, err := NewFile(Start{Name: "mine", Endpoint: e.Name, Policies: []string{"course"}})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "# ")
			_, value, _ := strings.Cut(comment, ": ")
			if isComment && !strings.Contains(value, "(") && utf8.RuneCountInString(strings.TrimRight(line, "\n")) > columns {
				t.Errorf("%s: more than %d columns: %s", e.Name, columns, line)
			}
		}
	}
}

func TestNewFilesNameTheirPolicies(t *testing.T) {
	for _, tt := range []struct {
		policies, want []string
	}{
		{nil, []string{"none"}},
		{[]string{"none"}, []string{"none"}},
		{[]string{"fixed(wait=1s)"}, []string{"none", "fixed"}},
		{[]string{"fixed(wait=1s)", "fixed(wait=2s)", "course"}, []string{"none", "course", "fixed", "fixed-2"}},
		{[]string{"openai-node@7", "openai-node@7(attempts=3)", "openai-node"}, []string{"none", "openai-node-7", "openai-node-7-2", "openai-node"}},
	} {
		text, err := NewFile(Start{Name: "mine", Endpoint: "openai", Policies: tt.policies})
		if err != nil {
			t.Fatalf("%q: %v", tt.policies, err)
		}
		s, err := Read(Input{File: bytes.NewReader(text), FileName: "mine.yaml"})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Policies.Names(); !slices.Equal(got, tt.want) {
			t.Errorf("%q are named %q; want %q", tt.policies, got, tt.want)
		}
	}
}

func TestNewFilesTellAllMistakes(t *testing.T) {
	_, err := NewFile(Start{Name: "a b", Endpoint: "openai(tmp=1)", Policies: []string{"fixd", "fixed(wait=x)", "course", "course"}})
	for _, want := range []string{`--name: want letters, digits, - and _; have "a b"`, "--endpoint: openai has no \"tmp\"", `--policy: there is no policy "fixd"`, `--policy: "course" is given twice`, "--policy: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
	}
}
