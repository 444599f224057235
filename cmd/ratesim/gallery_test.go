package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shownPicture is a picture in the gallery, with what is said of it.
var shownPicture = regexp.MustCompile(`!\[([^\]]*)\]\(pictures/([^)]*)\)`)

// The pictures of docs/gallery.md are those that its commands make. With -update they
// are put in their place.
func TestGallery(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "gallery.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "testdata", "docs"))); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		command, is := strings.CutPrefix(strings.TrimSpace(line), "$ ")
		if !is {
			continue
		}
		if output, err := shell(dir, command); err != nil {
			t.Fatalf("%s ends with %v:\n%s", command, err, output)
		}
	}
	shown := map[string]bool{}
	for _, match := range shownPicture.FindAllStringSubmatch(string(text), -1) {
		about, name := match[1], match[2]
		shown[name] = true
		if len(about) < 40 {
			t.Errorf("%s: %q does not tell who cannot see it what there is to see", name, about)
		}
		if !strings.Contains(string(text), "-o "+name) {
			t.Errorf("no command of the gallery makes %s", name)
			continue
		}
		checkPicture(t, filepath.Join(dir, name), filepath.Join(root, "docs", "pictures", name))
	}
	kept, err := os.ReadDir(filepath.Join(root, "docs", "pictures"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range kept {
		if !shown[file.Name()] {
			t.Errorf("docs/pictures/%s is not in the gallery", file.Name())
		}
	}
}

// pictureBytesMax bounds a picture in the repository.
const pictureBytesMax = 64 << 10

// checkPicture compares a picture that was made with the one that is kept.
func checkPicture(t *testing.T, made, kept string) {
	t.Helper()
	have, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	if len(have) > pictureBytesMax {
		t.Errorf("%s has %d bytes; at most %d are kept", kept, len(have), pictureBytesMax)
	}
	if *update {
		if err := os.WriteFile(kept, have, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not what its command makes; -update makes it anew", kept)
	}
}
