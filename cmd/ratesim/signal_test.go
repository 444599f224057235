//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endless are the arguments of a run that takes minutes at least: two thousand
// million queries.
func endless(more ...string) []string {
	return append([]string{"run", "--load", "light", "--policy", "none", "--set", "max_events=0", "--set", "horizon=2000000000",
		"--set", "flows.interactive.until=2000000000", "--set", "flows.interactive.every=1"}, more...)
}

// A bar that goes while the run lasts, and a terminal that is clean when it ends.
func TestASignalEndsALongRunAndItsBar(t *testing.T) {
	t.Parallel()
	hearHangups()
	for _, test := range []struct {
		signal syscall.Signal
		code   int
	}{{syscall.SIGINT, exitInterrupt}, {syscall.SIGTERM, exitTerminated}, {syscall.SIGHUP, exitHangup}} {
		t.Run(test.signal.String(), func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			cmd := exec.Command("ratesim", endless()...)
			cmd.Stdout = &out
			term := start(t, 80, cmd)
			term.await(t, "runs [")
			if err := term.cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			code := term.wait(t)
			if code != test.code || out.Len() > 0 {
				t.Errorf("exit code %d; want %d; stdout %q", code, test.code, &out)
			}
			if want := "ratesim: stopped by " + test.signal.String(); screen(term.text()) != want {
				t.Errorf("the terminal shows %q; want %q; was sent %.300q", screen(term.text()), want, term.text())
			}
		})
	}
}

// A user who types nothing can still leave.
func TestASignalEndsTheWaitForInput(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"run", "-f", "-"}, {"run", "--tickets", "-"}, {"report", "-"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			never, open, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer open.Close()
			defer never.Close()
			cmd := exec.Command("ratesim", args...)
			cmd.Stdin = never
			term := start(t, 80, cmd)
			term.await(t, "reading standard input")
			if err := term.cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			code, want := term.wait(t), "ratesim: stopped by interrupt"
			if shown := screen(term.text()); code != exitInterrupt || shown != want {
				t.Errorf("exit code %d; want %d; the terminal shows %q; want %q", code, exitInterrupt, shown, want)
			}
			if left, err := temporaryFiles(term.cmd.Dir); len(left) > 0 || err != nil {
				t.Errorf("left behind: %q, %v", left, err)
			}
		})
	}
}

// While a slow pipe is read, messages stand above the bar, which is gone when the
// table comes.
func TestABarShowsHowFarReadingIs(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	cmd := exec.Command("ratesim", "run", "--tickets", "-", "--skip-bad", "--load", "light", "--policy", "none", "--wide")
	cmd.Stdin = in
	term := start(t, 80, cmd)
	if _, err := io.WriteString(out, exampleTickets+"4,,\n"); err != nil {
		t.Fatal(err)
	}
	term.await(t, "reading standard input")
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if code := term.wait(t); code != exitDone {
		t.Errorf("exit code %d", code)
	}
	shown := screen(term.text())
	begins := "ratesim: standard input: 1 of 4 records left out: 1 that cannot be read, 0 with an id that came before\nload   policy"
	if !strings.HasPrefix(shown, begins) || strings.Contains(shown, "reading") {
		t.Errorf("the terminal shows %q; want it to begin with %q", shown, begins)
	}
}

// Without a terminal there is a line after a second, and then every ten.
func TestProgressIsPlainLinesWithoutATerminal(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := exec.Command("ratesim", "report", "-")
	cmd.Stdin = in
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 80)
	n, err := stderr.Read(line)
	if want := "ratesim: reading standard input: 0 MB so far\n"; string(line[:n]) != want || err != nil {
		t.Errorf("have %q, %v; want %q", line[:n], err, want)
	}
	if took := time.Since(begun); took < progressAfter || took >= progressEvery {
		t.Errorf("the line comes after %v", took)
	}
	out.Close()
	if code := waitFor(t, cmd); code != exitUsage {
		t.Errorf("an empty trace: exit code %d; want %d", code, exitUsage)
	}
}

// On a terminal of no size nothing can be drawn, so there are lines, too.
func TestProgressIsPlainLinesOnATerminalWithoutRoom(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := exec.Command("ratesim", "report", "-")
	cmd.Stdin = in
	term := start(t, 0, cmd)
	term.await(t, "ratesim: reading standard input: 0 MB so far\r\n")
	out.Close()
	if code := term.wait(t); code != exitUsage || strings.Contains(term.text(), "\x1b") {
		t.Errorf("exit code %d, and %q", code, term.text())
	}
}

// hearHangups lets programs that are started from now on be hung up, even if the
// tests were begun with nohup: a signal that is ignored stays so in a child, one
// that is handled does not.
func hearHangups() { signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) }

// What a run was to replace is as it was, and nothing is left beside it.
func TestASignalLeavesAnEarlierTraceAsItWas(t *testing.T) {
	t.Parallel()
	hearHangups()
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "run.ndjson"), []byte("before\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("ratesim", endless("--trace", "run.ndjson")...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "RATESIM_PROGRESS=none")
			var output bytes.Buffer
			cmd.Stdout, cmd.Stderr = &output, &output
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { cmd.Process.Kill() })
			for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
				left, err := temporaryFiles(dir)
				if err != nil || time.Since(begun) > patience {
					t.Fatalf("no trace is being written after %v: %v", patience, err)
				}
				if len(left) > 0 {
					break
				}
			}
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			if code := waitFor(t, cmd); code != (signalError{s}).code() || output.String() != "ratesim: stopped by "+s.String()+"\n" {
				t.Errorf("exit code %d; want %d; output %q", code, (signalError{s}).code(), &output)
			}
			text, err := os.ReadFile(filepath.Join(dir, "run.ndjson"))
			if string(text) != "before\n" || err != nil {
				t.Errorf("the trace is now %.60q, %v", text, err)
			}
			if left, err := temporaryFiles(dir); len(left) > 0 || err != nil {
				t.Errorf("left behind: %q, %v", left, err)
			}
		})
	}
}

// Who starts a program in the background has it ignore what the keyboard sends.
func TestAnIgnoredSignalStaysIgnored(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", append([]string{"-c", `trap "" INT HUP; exec ratesim "$@"`, "ratesim"}, endless()...)...)
	var out bytes.Buffer
	cmd.Stdout = &out
	term := start(t, 80, cmd)
	term.await(t, "runs [")
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGTERM} {
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond) // an interrupt that counts would come first
	}
	if code := term.wait(t); code != exitTerminated {
		t.Errorf("exit code %d; want %d", code, exitTerminated)
	}
}
