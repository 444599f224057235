//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ratesim/required"

	"github.com/creack/pty"
)

// patience bounds what a test waits for. Nothing here takes a second on a machine
// that has time for it.
const patience = 2 * time.Minute

// A terminal is a program that runs in a terminal, and what it has shown there.
type terminal struct {
	cmd   *exec.Cmd
	lock  sync.Mutex
	shown bytes.Buffer
	ended chan struct{} // the program has closed the terminal
}

// start starts a program on a terminal of a width: its standard error, and its
// standard output unless it has one. It has a folder to itself, also for temporary
// files.
func start(t *testing.T, columns uint16, cmd *exec.Cmd) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	required.That(t, err == nil, "a terminal")
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), append([]string{"TERM=xterm", "COLUMNS=", "TMPDIR=" + cmd.Dir}, cmd.Env...)...)
	cmd.Stderr = slave
	if cmd.Stdout == nil {
		cmd.Stdout = slave
	}
	term := &terminal{cmd: cmd, ended: make(chan struct{})}
	go term.read(master)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close() // the program alone has it
	t.Cleanup(func() {
		cmd.Process.Kill()
		master.Close()
	})
	return term
}

func (term *terminal) read(master *os.File) {
	defer close(term.ended)
	piece := make([]byte, 4096)
	for {
		n, err := master.Read(piece)
		term.lock.Lock()
		term.shown.Write(piece[:n])
		term.lock.Unlock()
		if err != nil {
			return
		}
	}
}

// text returns what was shown so far.
func (term *terminal) text() string {
	term.lock.Lock()
	defer term.lock.Unlock()
	return term.shown.String()
}

// await waits until a text is shown.
func (term *terminal) await(t *testing.T, text string) {
	t.Helper()
	for begun := time.Now(); !strings.Contains(term.text(), text); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("%q was not shown in %v; have %.300q", text, patience, term.text())
		}
	}
}

// wait waits for the program's end and returns its exit code.
func (term *terminal) wait(t *testing.T) int {
	t.Helper()
	code := waitFor(t, term.cmd)
	<-term.ended
	return code
}

// waitFor waits for a program's end and returns its exit code.
func waitFor(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if _, is := errors.AsType[*exec.ExitError](err); err != nil && !is {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		t.Fatalf("%s did not end in %v", cmd, patience)
		return 0
	}
}

var (
	eraseLines = regexp.MustCompile(`^\x1b\[(\d*)A`)
	control    = regexp.MustCompile(`^\x1b\[[0-9;?]*[A-Za-z]`)
)

// screen returns what a terminal shows after it was sent a text: as much of a
// terminal as a progress bar needs.
func screen(sent string) string {
	lines, row := []string{""}, 0
	for sent != "" {
		switch {
		case strings.HasPrefix(sent, "\n"):
			row++
			if row == len(lines) {
				lines = append(lines, "")
			}
			sent = sent[1:]
		case strings.HasPrefix(sent, "\r"):
			sent = sent[1:]
		case strings.HasPrefix(sent, "\x1b[J"), strings.HasPrefix(sent, "\x1b[0J"):
			lines = append(lines[:row], "")
			_, sent, _ = strings.Cut(sent, "J")
		case eraseLines.MatchString(sent):
			up := eraseLines.FindStringSubmatch(sent)
			row = max(row-max(len(up[1]), 1), 0) // one-digit numbers suffice here
			sent = sent[len(up[0]):]
		case control.MatchString(sent):
			sent = sent[len(control.FindString(sent)):]
		default:
			lines[row] += sent[:1]
			sent = sent[1:]
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
