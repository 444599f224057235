package client_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The Go code in docs/client.md is taken from examples that are compiled and run.
func TestTheCodeInTheDocsIsThatOfExamples(t *testing.T) {
	var examples strings.Builder
	for _, pattern := range []string{"example_test.go", "../testdata/client/*.go"} {
		for _, name := range must[[]string](t)(filepath.Glob(pattern)) {
			examples.WriteString(flat(string(must[[]byte](t)(os.ReadFile(name)))))
		}
	}
	text := string(must[[]byte](t)(os.ReadFile("../docs/client.md")))
	blocks := strings.Split(text, "```go\n")[1:]
	if len(blocks) == 0 {
		t.Fatal("docs/client.md has no Go code")
	}
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(examples.String(), flat(code)) {
			t.Errorf("no example has this code:\n%s", code)
		}
	}
}

// flat returns a text without blanks at the ends of lines and without empty lines.
func flat(text string) string {
	var all strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all.WriteString(line + "\n")
		}
	}
	return all.String()
}
