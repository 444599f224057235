//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience bounds what a test waits for. Nothing here takes a second on a machine
// that has time for it.
const patience = 2 * time.Minute

// endless are the arguments of a run that takes minutes at least: two thousand
// million queries.
func endless(more ...string) []string {
	return append([]string{"run", "--load", "light", "--policy", "none", "--set", "max_events=0", "--set", "horizon=2000000000",
		"--set", "flows.interactive.until=2000000000", "--set", "flows.interactive.every=1"}, more...)
}

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
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
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

func TestTablesFitTheTerminal(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		columns uint16
		env     string // COLUMNS
		more    []string
		want    string // the first line
		note    string // the last line; "" for a row
	}{
		{200, "", nil, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{104, "", nil, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{80, "", nil, "load   policy     done   inter  calls  429  cont  tokens  wasted    corr", ""},
		{60, "", nil, "load   policy     done   inter  calls  429  tokens  wasted", "2 columns hidden; --wide shows them"},
		{30, "", nil, "load   policy     done   inter", "6 columns hidden; --wide shows them"},
		{60, "200", nil, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{200, "60", nil, "load   policy     done   inter  calls  429  tokens  wasted", "2 columns hidden; --wide shows them"},
		{60, "", []string{"--wide"}, "load   policy    completed  interactive  calls  rate limit  content error    tokens      wasted  correct", ""},
		{60, "", []string{"--format", "markdown"}, "| load | policy | completed | interactive | calls | rate limit | content error | tokens | wasted | correct |", ""},
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("ratesim", append([]string{"run"}, test.more...)...)
			cmd.Env = []string{"COLUMNS=" + test.env}
			term := start(t, test.columns, cmd)
			if code := term.wait(t); code != exitDone {
				t.Fatalf("exit code %d: %s", code, term.text())
			}
			lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(term.text(), "\r\n", "\n")), "\n")
			last := lines[len(lines)-1]
			if lines[0] != test.want || test.note != "" && last != test.note || strings.Contains(term.text(), "\x1b") {
				t.Errorf("%d columns, COLUMNS=%s, %q:\n%s\nwant\n%s\n…\n%s", test.columns, test.env, test.more, term.text(), test.want, test.note)
			}
		})
	}
}

// A bar that goes while the run lasts, and a terminal that is clean when it ends.
func TestASignalEndsALongRunAndItsBar(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		signal syscall.Signal
		code   int
	}{{syscall.SIGINT, exitInterrupt}, {syscall.SIGTERM, exitTerminated}} {
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
			if code := term.wait(t); code != exitInterrupt {
				t.Errorf("exit code %d; want %d: %.300q", code, exitInterrupt, term.text())
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

// Without a terminal there is a line every ten seconds.
func TestProgressIsPlainLinesWithoutATerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
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
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 80)
	n, err := stderr.Read(line)
	if want := "ratesim: reading standard input: 0 MB so far\n"; string(line[:n]) != want || err != nil {
		t.Errorf("have %q, %v; want %q", line[:n], err, want)
	}
	out.Close()
	if code := waitFor(t, cmd); code != exitUsage {
		t.Errorf("an empty trace: exit code %d; want %d", code, exitUsage)
	}
}

// What a run was to replace is as it was, and nothing is left beside it.
func TestASignalLeavesAnEarlierTraceAsItWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "run.ndjson"), []byte("before\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ratesim", endless("--trace", "run.ndjson")...)
	cmd.Dir = dir
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
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := waitFor(t, cmd); code != exitTerminated || output.String() != "ratesim: stopped by terminated\n" {
		t.Errorf("exit code %d; want %d; output %q", code, exitTerminated, &output)
	}
	text, err := os.ReadFile(filepath.Join(dir, "run.ndjson"))
	if string(text) != "before\n" || err != nil {
		t.Errorf("the trace is now %.60q, %v", text, err)
	}
	if left, err := temporaryFiles(dir); len(left) > 0 || err != nil {
		t.Errorf("left behind: %q, %v", left, err)
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
