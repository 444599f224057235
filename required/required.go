// Package required finds what tests need beside Go: a test without it is skipped and says
// so, or fails where RATESIM_REQUIRE_ALL=1 wants everything. scripts/setup installs what it
// can. Tests alone import it.
package required

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// All reports whether a test must fail without what it needs.
func All() bool { return os.Getenv("RATESIM_REQUIRE_ALL") == "1" }

// That ends a test unless something is there.
func That(t testing.TB, isThere bool, what string) {
	t.Helper()
	switch {
	case isThere:
	case All():
		t.Fatalf("%s is missing, and RATESIM_REQUIRE_ALL=1 wants it", what)
	default:
		t.Skipf("%s is missing; scripts/setup installs it where it can", what)
	}
}

// Program returns the path of the first of some programs that is there; without one it
// ends the test.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	canStart(t)
	path := found(names)
	That(t, path != "", names[0])
	return path
}

// canStart skips a test where no other program can be started, whatever is installed.
func canStart(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly starts no other program")
	}
}

func found(names []string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Chromium returns the path of a browser: the one that RATESIM_CHROMIUM names, or the
// first that is there under one of its usual names.
func Chromium(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("RATESIM_CHROMIUM"); path != "" {
		return Program(t, path)
	}
	return Program(t, "chromium", "chromium-browser", "google-chrome")
}

// Python returns a Python 3 that has a module: the first in PATH, or the system's own, for
// which Debian's packages are.
func Python(t testing.TB, module string) string {
	t.Helper()
	canStart(t)
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+module).Run() == nil {
			return name
		}
	}
	That(t, false, "Python's "+module+" (Debian: python3-"+module+")")
	return ""
}
