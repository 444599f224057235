//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A served program is "ratesim serve" in a process of its own.
type served struct {
	*testing.T
	cmd    *exec.Cmd
	url    string
	out    bytes.Buffer
	dir    string
	errors chan string // what it has said, at its end
}

// serve starts the program on a port that it picks.
func serve(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{T: t, dir: t.TempDir(), errors: make(chan string, 1)}
	s.cmd = exec.Command("ratesim", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	s.cmd.Dir, s.cmd.Stdout = s.dir, &s.out
	said, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	_, rest, found := strings.Cut(line, " on ")
	if s.url, _, _ = strings.Cut(rest, " "); err != nil || !found {
		t.Fatalf("it says %q: %v", line, err)
	}
	go func() {
		rest, _ := io.ReadAll(lines)
		s.errors <- line + string(rest)
	}()
	return s
}

// end sends a signal and waits until the program has ended.
func (s *served) end(signal syscall.Signal) (code int, said string) {
	s.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.Fatal(err)
	}
	said = <-s.errors
	_ = s.cmd.Wait() // the code tells
	return s.cmd.ProcessState.ExitCode(), said
}

// post makes a call.
func (s *served) post(body string, fields ...string) (status int, text string) {
	s.Helper()
	r, err := http.NewRequest("POST", s.url+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	all, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(all)
}

const served1 = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`

// What is in flight at a signal comes to its end; tables and trace are whole.
func TestServeEndsInOrder(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := serve(t, "--scenario", "account", "--set", "endpoint.latency=constant(latency=1500ms)", "--trace", "t.ndjson")
			var wait sync.WaitGroup
			wait.Go(func() {
				if status, text := s.post(served1, "Authorization: Bearer me", "X-Ratesim-Call-Id: first"); status != 200 {
					t.Errorf("in flight: %d %s", status, text)
				}
			})
			time.Sleep(500 * time.Millisecond)
			code, said := s.end(signal)
			wait.Wait()
			if code != exitDone || strings.Count(said, "\n") != 1 {
				t.Errorf("exit code %d; it says %q", code, said)
			}
			for _, want := range []string{"served         1     1.0000", "me          1         1          1", "Nothing was found"} {
				if !strings.Contains(s.out.String(), want) {
					t.Errorf("no %q in\n%s", want, &s.out)
				}
			}
			if out, err := shell(s.dir, "ratesim report t.ndjson && ratesim explain t.ndjson --request first"); err != nil || !strings.Contains(out, "served         1     1.0000") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// What hangs does not keep the program from ending.
func TestServeEndsInSpiteOfAHang(t *testing.T) {
	t.Parallel()
	s := serve(t, "--scenario", "account", "--grace", "300ms")
	var wait sync.WaitGroup
	wait.Go(func() {
		if status, _ := s.post(served1, "X-Ratesim-Fault: hang"); status != 0 {
			t.Errorf("a hang has status %d", status)
		}
	})
	time.Sleep(300 * time.Millisecond)
	if code, said := s.end(syscall.SIGTERM); code != exitDone {
		t.Errorf("exit code %d; it says %q", code, said)
	}
	wait.Wait()
}

// A lost connection is a reset on a real network.
func TestServeResetsConnections(t *testing.T) {
	t.Parallel()
	s := serve(t, "--scenario", "account")
	if status, text := s.post(served1, "X-Ratesim-Fault: connection"); status != 0 || !strings.Contains(text, "reset") {
		t.Errorf("%d %s", status, text)
	}
	if code, said := s.end(syscall.SIGTERM); code != exitDone {
		t.Errorf("exit code %d; it says %q", code, said)
	}
}

// Two thousand idle connections and garbage on others leave the server well.
func TestServeBearsIdleConnectionsAndGarbage(t *testing.T) {
	t.Parallel()
	s := serve(t, "--scenario", "account", "--set", "endpoint.latency=constant(latency=0s)")
	address := strings.TrimPrefix(s.url, "http://")
	var open []net.Conn
	for i := range 2000 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			break // the machine allows no more
		}
		open = append(open, c)
		if i%10 == 0 {
			fmt.Fprintf(c, "%c\x00\xff garbage\r\n\r\n", 'A'+i%26)
		}
	}
	if status, text := s.post(served1); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	for _, c := range open {
		c.Close()
	}
	if code, said := s.end(syscall.SIGTERM); code != exitDone {
		t.Errorf("exit code %d; it says %q", code, said)
	}
}

func TestServeSaysWhatIsWrongWithItsFlags(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for args, want := range map[string]string{
		"--addr 0.0.0.0:0":               `--addr: "0.0.0.0" can be reached by other machines`,
		"--addr :8080":                   `--expose-to-network`,
		"--addr 8080":                    `--addr: want an address such as 127.0.0.1:8080, with a port up to 65535; have "8080"`,
		"--speed 0":                      "--speed: want a whole number from 1",
		"--headers opnai":                `did you mean "openai"?`,
		"--output 0 --for -1s":           "--for: want a time of at least 0s",
		"--scenario acount":              `did you mean "account"?`,
		"--addr " + busy.Addr().String(): "address already in use",
		"--trace " + filepath.Join("no", "t.ndjson"): "no such file",
	} {
		if !strings.Contains(args, "--addr") {
			args = "--addr 127.0.0.1:0 " + args
		}
		cmd := exec.Command("ratesim", append([]string{"serve"}, strings.Fields(args)...)...)
		cmd.Dir = t.TempDir()
		text, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitUsage || !strings.Contains(string(text), want) {
			t.Errorf("%s: exit code %d, %s; want %q", args, cmd.ProcessState.ExitCode(), text, want)
		}
	}
}

// What was served is not lost because its table differs from a golden file, or an
// assertion does not hold.
func TestTheTraceIsKeptWhateverItsTableIs(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]struct {
		flags []string
		code  int
	}{
		"golden": {[]string{"--golden", "golden.txt"}, exitMismatch},
		"assert": {[]string{"--assert", "attempts >= 2"}, exitAssertion},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "golden.txt"), []byte("another table\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("ratesim", append([]string{"serve", "--scenario", "account", "--addr", "127.0.0.1:0", "--for", "300ms", "--trace", "t.ndjson"}, args.flags...)...)
			cmd.Dir = dir
			said, _ := cmd.CombinedOutput() // the code tells
			if code := cmd.ProcessState.ExitCode(); code != args.code {
				t.Errorf("exit code %d; want %d\n%s", code, args.code, said)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "t.ndjson")); err != nil || !strings.Contains(string(text), `"run"`) {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}
