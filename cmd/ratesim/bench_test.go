//go:build unix

package main

import (
	"bytes"
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
