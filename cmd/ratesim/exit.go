package main

import (
	"errors"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit codes of the program.
const (
	exitDone         = 0
	exitFailed       = 1   // could not be carried out
	exitUsage        = 2   // the user's to mend: usage, scenario, input
	exitGaps         = 5   // parts are missing
	exitMismatch     = 6   // not what the golden file says, or what was published
	exitInconclusive = 98  // too few seeds to decide
	exitAssertion    = 99  // an assertion, or a constraint of a search, does not hold
	exitHangup       = 129 // SIGHUP
	exitInterrupt    = 130 // SIGINT
	exitTerminated   = 143 // SIGTERM
)

const exitCodesLong = `What the exit codes of every command mean:

    0  done
    1  could not be carried out
    2  yours to mend: usage, scenario or input
    5  parts are missing
    6  not what the golden file says, or a replay that differs
   98  too few seeds to decide an assertion, or a constraint of tune; or tune's
       goal decides nothing
   99  an assertion does not hold, or the best policy that tune has found does
       not keep to its constraints
  129  hung up (SIGHUP)
  130  interrupted (SIGINT)
  143  terminated (SIGTERM)`

func newExitCodesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit codes mean",
		Long:  exitCodesLong,
		Args:  noArguments,
		Example: `  ratesim exit-codes
  ratesim exit-codes | grep golden
  ratesim run --golden missing.txt || test $? -eq 2`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write([]byte(exitCodesLong + "\n"))
			return err
		},
	}
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
	case errors.Is(err, errMismatch), errors.Is(err, errDiffers), errors.Is(err, errNotReproduced):
		return exitMismatch
	case errors.Is(err, errGaps):
		return exitGaps
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errAssertion), isConstraint(err):
		return exitAssertion
	case errors.Is(err, errInconclusive), errors.Is(err, errUndecided):
		return exitInconclusive
	}
	return exitFailed
}

// isVerdict reports that runs were made and printed, and that an error says no more
// than what came of them.
func isVerdict(err error) bool {
	switch exitCode(err) {
	case exitMismatch, exitAssertion, exitInconclusive:
		return err != nil
	}
	return false
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
