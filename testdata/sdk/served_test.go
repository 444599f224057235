package sdk

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite docs/sdk-retries.md with what was measured")

// program is ratesim, built for these tests.
var program string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(built(m))
}

// built builds the program and runs the tests.
func built(m *testing.M) int {
	dir, err := os.MkdirTemp("", "ratesim-sdk-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "ratesim")
	build := exec.Command("go", "build", "-o", program, "./cmd/ratesim")
	build.Dir = "../.."
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, output)
		return 1
	}
	return m.Run()
}

// A served scenario is "ratesim serve" in a process of its own.
type served struct {
	url string
	cmd *exec.Cmd
	dir string
}

// serve serves a scenario on a port that it picks.
func serve(t *testing.T, scenario string, more ...string) *served {
	t.Helper()
	s := &served{dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(s.dir, "case.yaml"), []byte(scenario), 0o666); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(program, append([]string{"serve", "-f", "case.yaml", "--addr", "127.0.0.1:0", "--grace", "1s", "--trace", "t.ndjson"}, more...)...)
	s.cmd.Dir = s.dir
	said, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	line, err := bufio.NewReader(said).ReadString('\n')
	_, rest, found := strings.Cut(line, " on ")
	if s.url, _, _ = strings.Cut(rest, " "); err != nil || !found {
		t.Fatalf("it says %q: %v", line, err)
	}
	return s
}

// end ends it, and returns the attempts of each call by its id.
func (s *served) end(t *testing.T) map[string][]attempt {
	t.Helper()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(s.dir, "t.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	return attemptsOf(t, text)
}

// An attempt is what a trace says of it.
type attempt struct {
	Kind    string        `json:"kind"`
	Request string        `json:"request"`
	At      time.Duration `json:"at_ns"`
	Heard   time.Duration `json:"heard_ns"`
	Status  string        `json:"status"`
}

// over returns when its client had heard of it.
func (a attempt) over() time.Duration { return max(a.At, a.Heard) }

// attemptsOf returns the attempts in a trace by their request.
func attemptsOf(t *testing.T, text []byte) map[string][]attempt {
	t.Helper()
	all := map[string][]attempt{}
	for line := range bytes.Lines(text) {
		var a attempt
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		if a.Kind == "attempt" {
			all[a.Request] = append(all[a.Request], a)
		}
	}
	return all
}

// ratesim runs the program on a scenario, and returns what it prints.
func ratesim(t *testing.T, scenario string, args ...string) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "case.yaml"), []byte(scenario), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append([]string{"run", "-f", "case.yaml"}, args...)...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, &said)
	}
	return text
}
