//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slow has one request at once, answered after a second and a half, and others much
// later than this test takes.
const slow = `
version: 1
extends: account
name: slow
horizon: 10m
endpoint: {limits: {requests: null, tokens: null}, latency: constant(latency=1500ms)}
flows:
  work: {arrivals: at(times=0s>9m)}
`

// What is in flight at a signal is answered, and is in the table and the trace.
func TestASignalEndsABenchInOrder(t *testing.T) {
	t.Parallel()
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: exitInterrupt, syscall.SIGTERM: exitTerminated} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := serve(t, "--scenario", "account", "--set", "endpoint.latency=constant(latency=1500ms)")
			if err := os.WriteFile(filepath.Join(s.dir, "slow.yaml"), []byte(slow), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("ratesim", "bench", "--url", s.url, "-f", "slow.yaml", "--policy", "none", "--trace", "t.ndjson")
			var out, said bytes.Buffer
			cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, &out, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(700 * time.Millisecond)
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			code := waitFor(t, cmd)
			if code != want || said.String() != "ratesim: stopped by "+signal.String()+"\n" {
				t.Errorf("exit code %d; want %d; it says %q", code, want, &said)
			}
			for _, want := range []string{"none           1     1.0000", "A signal ended it after"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %q in\n%s", want, &out)
				}
			}
			if out, err := shell(s.dir, "ratesim explain t.ndjson --request 1"); err != nil || !strings.Contains(out, "completed") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// steady sends four requests, each 100 ms after the one before.
const steady = `
version: 1
extends: account
name: steady
horizon: 5s
endpoint: {limits: {requests: null, tokens: null}, latency: constant(latency=0s)}
flows:
  work: {arrivals: at(times=0s>100ms>200ms>300ms)}
`

// Targets that are none, or odd, are called what they are, and what was sent to them
// is told.
func TestOddTargets(t *testing.T) {
	t.Parallel()
	answer := func(text string) func(net.Conn) {
		return func(c net.Conn) { _, _ = io.WriteString(c, text) }
	}
	good := "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
	probed := func(c net.Conn) string {
		line, _ := bufio.NewReader(c).ReadString('\n')
		return line
	}
	for name, tt := range map[string]struct {
		serve     func(net.Conn)
		code      int
		says, out string
		records   bool
	}{
		"garbage":        {serve: answer("nonsense\r\n\r\n"), code: 1, says: "is no HTTP server that can be understood: "},
		"a large header": {serve: answer("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 20<<20) + "\r\n\r\n"), code: 1, says: "is no HTTP server that can be understood: "},
		"silent when asked what it is": {serve: func(c net.Conn) {
			if strings.HasPrefix(probed(c), "GET") {
				time.Sleep(7 * time.Second)
				return
			}
			answer(good)(c)
		}, says: "does not say within 5s whether it is ratesim serve", out: "1.0000", records: true},
		"elsewhere": {serve: func(c net.Conn) {
			if strings.HasPrefix(probed(c), "GET") {
				answer(good)(c)
				return
			}
			answer("HTTP/1.1 307 Temporary Redirect\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")(c)
		}, code: 1, says: `answers with status 307, to "https://elsewhere.example/"`, out: "Its target is none", records: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					go func() { tt.serve(c); c.Close() }()
				}
			}()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "steady.yaml"), []byte(steady), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("ratesim", "bench", "--url", "http://"+l.Addr().String(), "-f", "steady.yaml", "--policy", "none", "--trace", "t.ndjson", "--grace", "1s")
			var out, said bytes.Buffer
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if code := waitFor(t, cmd); code != tt.code || !strings.Contains(said.String(), tt.says) || !strings.Contains(out.String(), tt.out) {
				t.Errorf("exit code %d; it says %q and prints\n%s", code, &said, &out)
			}
			if text, _ := os.ReadFile(filepath.Join(dir, "t.ndjson")); bytes.Contains(text, []byte(`"attempt"`)) != tt.records {
				t.Errorf("the trace has\n%s", text)
			}
		})
	}
}
