package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/term"
)

// An edge is where the program meets the process that it is: arguments,
// environment and streams. Nothing else touches them.
type edge struct {
	args     []string // without the program's name
	env      func(string) string
	in       io.Reader
	out, err io.Writer
	columns  int  // of the terminal that out is; 0 when it is none
	live     bool // err is a terminal that may be redrawn
}

// processEdge returns the edge of this process.
func processEdge() edge {
	e := edge{args: os.Args[1:], env: os.Getenv, in: os.Stdin, out: os.Stdout, err: os.Stderr}
	if term.IsTerminal(int(os.Stdout.Fd())) {
		e.columns = terminalColumns(os.Stdout, e.env)
	}
	e.live = term.IsTerminal(int(os.Stderr.Fd())) && e.env("TERM") != "dumb"
	return e
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

// The exit codes of the program.
const (
	exitDone         = 0
	exitFailed       = 1   // could not be carried out
	exitUsage        = 2   // the user's to mend: usage, scenario, input
	exitGaps         = 5   // parts are missing
	exitMismatch     = 6   // not what the golden file says
	exitInconclusive = 98  // too few seeds to decide
	exitAssertion    = 99  // an assertion does not hold
	exitInterrupt    = 130 // SIGINT
	exitTerminated   = 143 // SIGTERM
)

// ratesim runs the program and returns its exit code.
func ratesim(e edge) int {
	ctx, stop := untilSignal()
	defer stop()
	root := newRootCommand(e)
	root.SetArgs(e.args)
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.err)
	err := root.ExecuteContext(ctx)
	code := exitCode(err)
	if err != nil && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, errTold) {
		fmt.Fprintf(e.err, "ratesim: %v\n", err)
	}
	return code
}

// exitCode returns the code that an error ends the program with.
func exitCode(err error) int {
	var usage usageError
	var stopped signalError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE): // a reader that has had enough is no failure
		return exitDone
	case errors.As(err, &stopped):
		return stopped.code()
	case errors.Is(err, errMismatch):
		return exitMismatch
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitFailed
}

// A usageError is the user's to mend.
type usageError struct{ error }

// Unwrap returns the error itself.
func (e usageError) Unwrap() error { return e.error }

// usage marks an error as the user's to mend; nil stays nil.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// errTold ends the program when all has been said.
var errTold = errors.New("told")

// A signalError ends the program because of a signal.
type signalError struct{ signal os.Signal }

func (e signalError) Error() string { return fmt.Sprintf("stopped by %v", e.signal) }

func (e signalError) code() int {
	if e.signal == syscall.SIGTERM {
		return exitTerminated
	}
	return exitInterrupt
}

// untilSignal returns a context that ends with a signalError at the first SIGINT
// or SIGTERM; a second one ends the process at once. A closed pipe is left to
// the writer to find.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(signalError{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}
