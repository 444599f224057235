package required

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// An ending is a test that is told how it ends.
type ending struct {
	testing.TB
	how string
}

func (e *ending) Helper()                   {}
func (e *ending) Fatalf(f string, a ...any) { e.how = "fails: " + fmt.Sprintf(f, a...) }
func (e *ending) Skipf(f string, a ...any)  { e.how = "skips: " + fmt.Sprintf(f, a...) }

func TestATestIsSkippedOrFailsWithoutWhatItNeeds(t *testing.T) {
	for _, tt := range []struct{ all, want string }{
		{"", "skips: no-such-program is missing; scripts/setup installs it where it can"},
		{"1", "fails: no-such-program is missing, and RATESIM_REQUIRE_ALL=1 wants it"},
	} {
		t.Setenv("RATESIM_REQUIRE_ALL", tt.all)
		e := &ending{}
		if path := Program(e, "no-such-program", "nor-such-another"); path != "" || e.how != tt.want {
			t.Errorf("found %q, and it %s; want that it %s", path, e.how, tt.want)
		}
	}
}

func TestAProgramIsFoundByTheFirstOfItsNames(t *testing.T) {
	dir := t.TempDir()
	want := filepath.Join(dir, "chromium-browser")
	for _, name := range []string{want, filepath.Join(dir, "google-chrome"), filepath.Join(dir, "mine")} {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	t.Setenv("RATESIM_CHROMIUM", "")
	if got := Chromium(t); got != want {
		t.Errorf("found %s; want %s", got, want)
	}
	t.Setenv("RATESIM_CHROMIUM", filepath.Join(dir, "mine"))
	if got, want := Chromium(t), filepath.Join(dir, "mine"); got != want {
		t.Errorf("found %s; want %s, which the environment names", got, want)
	}
}
