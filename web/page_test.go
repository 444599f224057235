package web

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ratesim/required"
)

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// run runs a program of the tests and returns all that it prints.
func run(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	out, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, arguments, err, out)
	}
	return string(out)
}

// buildPage builds the page anew, and what reports have of it, and returns where they are.
func buildPage(t *testing.T) (page, report string) {
	t.Helper()
	required.Program(t, "node")
	required.That(t, exists("node_modules/esbuild"), "what npm ci installs in web/")
	page, report = t.TempDir(), t.TempDir()
	run(t, "../scripts/page", page, report)
	return page, report
}

func TestThePageIsBuiltFromItsSource(t *testing.T) {
	page, report := buildPage(t)
	isBuiltFromSource(t, page, "assets")
	isBuiltFromSource(t, report, "../handout/page/built")
}

// isBuiltFromSource holds what was built anew against what is kept.
func isBuiltFromSource(t *testing.T, dir, kept string) {
	t.Helper()
	built, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range built {
		want, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(kept, file.Name()))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s/%s is not what src makes (%v): run make web", kept, file.Name(), err)
		}
	}
}

// The page and the engine that a browser loads, all together. The figure is what
// stands in docs/explore.md, and a little room.
func TestThePageIsSmall(t *testing.T) {
	required.Program(t, "xz")
	dir := t.TempDir()
	run(t, "../scripts/engine", dir)
	const most = 1_140_000
	info, err := os.Stat(filepath.Join(dir, engineFile))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("the engine has %d bytes; want at most %d", info.Size(), most)
	}
}

// Every control of every view is driven in Chromium, and what the page shows is held
// against what the program prints.
func TestThePageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("drives a browser")
	}
	needBrowser(t)
	dir, _ := buildPage(t)
	run(t, "../scripts/engine", dir)
	program := filepath.Join(t.TempDir(), "ratesim")
	run(t, "go", "build", "-o", program, "../cmd/ratesim")
	server := httptest.NewServer(Handler(os.DirFS(dir)))
	defer server.Close()
	t.Log(run(t, "node", "test/browser.mjs", server.URL+"/", program, t.TempDir()))

	t.Setenv("ONLY", "workers: the page begins")
	exported := filepath.Join(t.TempDir(), "page")
	if err := Export(os.DirFS(dir), exported); err != nil {
		t.Fatal(err)
	}
	plain := httptest.NewServer(http.StripPrefix("/some/where/", http.FileServerFS(os.DirFS(exported))))
	defer plain.Close()
	t.Logf("exported, on a plain web server:\n%s", run(t, "node", "test/browser.mjs", plain.URL+"/some/where/", program))
}

// needBrowser skips a test without a browser and what drives it.
func needBrowser(t *testing.T) {
	t.Helper()
	t.Setenv("RATESIM_CHROMIUM", required.Chromium(t))
	required.That(t, exists("node_modules/playwright-core"), "what npm ci installs in web/")
}

// reportOf makes some runs and a report of them, and returns their trace and the report.
func reportOf(t *testing.T, runs ...string) (trace, report string) {
	t.Helper()
	if testing.Short() {
		t.Skip("drives a browser")
	}
	needBrowser(t)
	dir := t.TempDir()
	program := filepath.Join(dir, "ratesim")
	trace, report = filepath.Join(dir, "run.ndjson"), filepath.Join(dir, "report.html")
	run(t, "go", "build", "-o", program, "../cmd/ratesim")
	run(t, program, append(append([]string{"run"}, runs...), "--trace", trace)...)
	run(t, program, "report", trace, "--html", report)
	return trace, report
}

// A report is opened from disk without network; what the cursor tells is held against the
// trace.
func TestAReportInABrowser(t *testing.T) {
	trace, report := reportOf(t, "--load", "heavy", "--policy", "none,fixed")
	t.Log(run(t, "node", "test/report.mjs", report, trace, t.TempDir()))
}

// In continuous time a value under the cursor is that of the instant which is told with it.
func TestAReportOfContinuousTimeInABrowser(t *testing.T) {
	trace, report := reportOf(t, "-f", "../testdata/docs/account.yaml", "--policy", "eager")
	t.Log(run(t, "node", "test/open.mjs", report, trace))
}

// Of twenty seeds the share that never had an answer is a long one: never 0.031 %.
func TestWordsInAReportAreWhole(t *testing.T) {
	_, report := reportOf(t, "--load", "light", "--policy", "none,fixed", "--seeds", "1..+20")
	t.Log(run(t, "node", "test/words.mjs", report, "never 0.031 %"))
}
