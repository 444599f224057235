// Package e2e holds the tests that need more than Go: other programs, or libraries
// that are too heavy for the module itself. A test whose tools are missing is skipped
// and says so; with RATESIM_REQUIRE_ALL=1 it fails. scripts/setup installs them.
package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// program is the path of ratesim.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ratesim-e2e-")
	if err == nil {
		program = filepath.Join(dir, "ratesim")
		build := exec.Command("go", "build", "-o", program, "./cmd/ratesim")
		build.Dir = ".."
		build.Stderr = os.Stderr
		err = build.Run()
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// need skips the test without the tools.
func need(t *testing.T, tools ...string) {
	t.Helper()
	var missing []string
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			missing = append(missing, tool)
		}
	}
	if len(missing) > 0 {
		skip(t, "not installed: "+strings.Join(missing, ", "))
	}
}

// skip skips the test, unless all are required.
func skip(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("RATESIM_REQUIRE_ALL") == "1" {
		t.Fatalf("RATESIM_REQUIRE_ALL=1 wants this test: %s", why)
	}
	t.Skip(why)
}

// A bench is a folder in which programs are run.
type bench struct {
	*testing.T
	dir string
	env []string
}

func newBench(t *testing.T) *bench { return &bench{T: t, dir: t.TempDir()} }

// try runs a program and returns what it prints on both streams.
func (b *bench) try(name string, args ...string) (string, error) {
	b.Helper()
	var output bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = b.dir, append(append(os.Environ(), "RATESIM_PROGRESS=none"), b.env...)
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	return output.String(), err
}

// run runs a program that must end well.
func (b *bench) run(name string, args ...string) string {
	b.Helper()
	output, err := b.try(name, args...)
	if err != nil {
		b.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, output)
	}
	return output
}

// content returns what is in a file of the folder.
func (b *bench) content(name string) []byte {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// write writes a file of the folder.
func (b *bench) write(name, text string) {
	b.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
}

// wait waits until something holds.
func (b *bench) wait(what string, holds func() bool) {
	b.Helper()
	for end := time.Now().Add(40 * time.Second); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatalf("waited in vain until %s", what)
		}
	}
}

// swept are arguments of a sweep whose cells take long enough to be stopped in.
var swept = []string{"--over", "limit.calls=20..27", "--policy", "none,fixed,backoff", "--seeds", "1..+300", "--block", "50"}

// plan runs the sweep in one go, and plans it for many.
func (b *bench) plan() {
	b.Helper()
	b.run(program, append([]string{"sweep", "-o", "one.parquet"}, swept...)...)
	b.run(program, append([]string{"sweep", "plan", "-o", "plan.json"}, swept...)...)
}

// checkMerged holds what was put together against what one run made.
func (b *bench) checkMerged() {
	b.Helper()
	if !bytes.Equal(b.content("one.parquet"), b.content("rows.parquet")) {
		b.Error("the merge differs from the single run")
	}
	b.run(program, "sweep", "status", "plan.json", "--shards", "8")
}
