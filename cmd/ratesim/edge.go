package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// An edge is where the program meets the process that it is: arguments,
// environment and streams. Nothing else touches them.
type edge struct {
	args      []string // without the program's name
	env       func(string) string
	in        io.Reader
	out, err  io.Writer
	outInfo   fs.FileInfo // what out is; nil when it is no file
	columns   int         // of the terminal that out is; 0 when it is none
	live      bool        // err is a terminal that may be redrawn
	quiet     bool        // no progress is shown
	temporary *temporaries
	files     *ledger     // nil when nobody asks which files are used
	inInfo    fs.FileInfo // what in is; nil when it is no file
	journal   *journal    // nil when nothing is noted
	readsOnly bool        // a replay: no file is written, whatever the command says
	grace     *graceTime
}

// processEdge returns the edge of this process.
func processEdge() edge {
	e := edge{
		args: os.Args[1:], env: os.Getenv, in: os.Stdin,
		out: output{os.Stdout, "standard output"}, err: os.Stderr,
		temporary: &temporaries{}, files: &ledger{}, journal: &journal{}, grace: &graceTime{},
	}
	if info, err := os.Stdout.Stat(); err == nil {
		e.outInfo = info
	}
	if info, err := os.Stdin.Stat(); err == nil {
		e.inInfo = info
	}
	if term.IsTerminal(int(os.Stdout.Fd())) {
		e.columns = terminalColumns(os.Stdout, e.env)
	}
	e.quiet = e.env("RATESIM_PROGRESS") == "none"
	e.live = e.env("TERM") != "dumb" && hasRoom(os.Stderr)
	return e
}

// hasRoom reports whether a file is a terminal that something can be drawn on. Some
// that nobody looks at say that they are of no size.
func hasRoom(terminal *os.File) bool {
	columns, rows, err := term.GetSize(int(terminal.Fd()))
	return err == nil && columns > 0 && rows > 0
}

// terminalColumns returns the width of a terminal: what COLUMNS says, else what
// the terminal says, else 80.
func terminalColumns(terminal *os.File, env func(string) string) int {
	if n, err := strconv.Atoi(env("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if n, _, err := term.GetSize(int(terminal.Fd())); err == nil && n > 0 {
		return n
	}
	return 80
}

// isOutput reports whether a file's name stands for standard output.
func (e edge) isOutput(name string) bool {
	if name == standard {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && name != os.DevNull && e.outInfo != nil && os.SameFile(info, e.outInfo)
}

// ratesim runs the program and returns its exit code.
func ratesim(e edge) int {
	var once sync.Once
	say := func(err error) {
		once.Do(func() { tell(e.err, "%v", err) })
	}
	ctx, stop := untilSignal(e.grace, func(stopped signalError) {
		e.temporary.removeAll()
		say(stopped)
		os.Exit(stopped.code())
	})
	defer stop()
	err := execute(ctx, e)
	var stopped signalError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
	case errors.As(err, &stopped):
		say(stopped)
	default:
		say(err)
	}
	return exitCode(err)
}

// execute runs the command that the arguments name.
func execute(ctx context.Context, e edge) error {
	out := &watched{Writer: &journalWriter{Writer: e.out, journal: e.journal}}
	e.out = out
	root := newRootCommand(e)
	root.SetArgs(e.args)
	root.SetIn(e.in)
	root.SetOut(out)
	root.SetErr(e.err)
	err := root.ExecuteContext(ctx)
	switch {
	case err != nil && !isVerdict(err):
		return err
	case out.err != nil:
		return errors.Join(err, out.err)
	}
	return errors.Join(err, e.journal.finish(e))
}

// A watched writer remembers the first error, for those who print and do not
// look: cobra prints help so.
type watched struct {
	io.Writer
	err error
}

// Write writes, unless an earlier Write has failed.
func (w *watched) Write(data []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.Writer.Write(data)
	w.err = err
	return n, err
}
