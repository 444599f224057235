package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocs runs the examples of the README and of docs/. A fenced block marked
// console holds lines that begin with "$ ", which are run, and below each what it
// prints, with anything for a line that is only "…". With -update what is printed
// is put in its place.
func TestDocs(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	names, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, filepath.Join(root, "README.md")) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			parent := t.TempDir()
			dir := filepath.Join(parent, "docs")
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "testdata", "docs"))); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(filepath.Join(parent, "traces"), os.DirFS(filepath.Join(root, "testdata", "traces"))); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			changed := checkDocument(t, document{name: filepath.Base(name), lines: lines, dir: dir})
			checkKept(t, root, dir)
			if *update && !slices.Equal(changed, lines) {
				if err := os.WriteFile(name, []byte(strings.Join(changed, "\n")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// checkKept checks the folder in which examples were run, which is testdata/docs to
// those who follow them there: the files that git keeps of it are as they were. What
// else is written there git ignores.
func checkKept(t *testing.T, root, dir string) {
	t.Helper()
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	kept := regexp.MustCompile(`(?m)^!/testdata/docs/(.+)$`).FindAllStringSubmatch(string(ignored), -1)
	if len(kept) == 0 || !strings.Contains(string(ignored), "\n/testdata/docs/*\n") {
		t.Fatal(".gitignore: want /testdata/docs/*, but for the files that are kept")
	}
	for _, found := range kept {
		before, err := os.ReadFile(filepath.Join(root, "testdata", "docs", found[1]))
		after, err2 := os.ReadFile(filepath.Join(dir, found[1]))
		if err != nil || err2 != nil || !bytes.Equal(before, after) {
			t.Errorf("the examples write over %s, which is kept; want another name", found[1])
		}
	}
}

// A document is a Markdown file whose examples are run in a folder.
type document struct {
	name  string
	lines []string
	dir   string
}

// checkDocument runs the examples of a document one after another and returns
// its lines as they ought to be.
func checkDocument(t *testing.T, d document) (right []string) {
	t.Helper()
	for at := 0; at < len(d.lines); {
		fence, isConsole := strings.CutSuffix(d.lines[at], "console")
		if !isConsole || strings.Trim(fence, "`") != "" || len(fence) < 3 {
			right = append(right, d.lines[at])
			at++
			continue
		}
		end := at + 1
		for end < len(d.lines) && d.lines[end] != fence {
			end++
		}
		if end == len(d.lines) {
			t.Fatalf("%s:%d: the block has no end", d.name, at+1)
		}
		right = append(right, d.lines[at])
		right = append(right, checkBlock(t, d, at+1, end)...)
		at = end
	}
	return right
}

// checkBlock runs the examples on the lines from begin to before end.
func checkBlock(t *testing.T, d document, begin, end int) (right []string) {
	t.Helper()
	for at := begin; at < end; {
		line, isCommand := strings.CutPrefix(d.lines[at], "$ ")
		if !isCommand {
			t.Fatalf("%s:%d: want a line that begins with %q; have %q", d.name, at+1, "$ ", d.lines[at])
		}
		first := at
		for at++; strings.HasSuffix(line, `\`) && at < end; at++ {
			line = strings.TrimSuffix(line, `\`) + strings.TrimPrefix(d.lines[at], "> ")
		}
		right = append(right, d.lines[first:at]...)
		wantBegin := at
		for at < end && !strings.HasPrefix(d.lines[at], "$ ") {
			at++
		}
		want, got := d.lines[wantBegin:at], printedBy(d.dir, line)
		if matches(want, got) {
			right = append(right, want...)
			continue
		}
		right = append(right, got...)
		if !*update {
			t.Errorf("%s:%d: %s\nprints\n%s\nwant\n%s", d.name, first+1, line, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	return right
}

// printedBy returns the lines that a command prints, whatever its exit code.
func printedBy(dir, line string) []string {
	output, _ := shell(dir, line)
	if output == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(output, "\n"), "\n")
}

// anyLines stands for any number of lines.
const anyLines = "…"

func matches(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if want[0] == anyLines {
		return matches(want[1:], got) || len(got) > 0 && matches(want, got[1:])
	}
	return len(got) > 0 && want[0] == got[0] && matches(want[1:], got[1:])
}

func TestDocumentsAreCheckedLineByLine(t *testing.T) {
	for _, test := range []struct {
		want, got string
		match     bool
	}{
		{"a b", "a b", true},
		{"a", "a b", false},
		{"a b", "a", false},
		{"…", "", true},
		{"a …", "a b c", true},
		{"a … c", "a b c", true},
		{"a … c", "a c", true},
		{"a … c", "a b", false},
		{"", "", true},
		{"", "a", false},
	} {
		if got := matches(strings.Fields(test.want), strings.Fields(test.got)); got != test.match {
			t.Errorf("%q matches %q: %v; want %v", test.want, test.got, got, test.match)
		}
	}
}

func TestExamplesOfADocumentAreFound(t *testing.T) {
	text := "# Title\n```\n$ not run\n```\n```console\n$ echo one; \\\n> echo two\none\n…\n$ true\n```\nend"
	lines := strings.Split(text, "\n")
	right := checkDocument(t, document{name: "test.md", lines: lines, dir: t.TempDir()})
	if got := fmt.Sprint(right); got != fmt.Sprint(lines) {
		t.Errorf("have %s; want %s", got, lines)
	}
}
