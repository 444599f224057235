package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ratesim/suggest"
)

const rootLong = `ratesim shows what your retries do to your own work, to your neighbour's work and
to your bill, before the provider does.

Without a scenario of your own it runs the lesson: a batch of tickets and an
interactive flow share one limit that counts refused calls, too, under three
policies and two loads.`

const exitCodesHelp = `Exit codes:

    0  done
    1  could not be carried out
    2  yours to mend: usage, scenario or input
    5  parts are missing
    6  not what the golden file says, or a replay that differs
   98  too few seeds to decide an assertion
   99  an assertion does not hold
  130  interrupted (SIGINT)
  143  terminated (SIGTERM)`

func newRootCommand(e edge) *cobra.Command {
	root := &cobra.Command{
		Use:           "ratesim",
		Short:         "Simulate retries against a limited API",
		Long:          rootLong,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
		Example: `  ratesim run
  ratesim run --load heavy --policy backoff
  ratesim compare --seeds 20260218,20260219`,
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.SetFlagErrorFunc(flagMistake)
	root.AddCommand(
		newRunCommand(e),
		newCompareCommand(e),
		newClassesCommand(e),
		newCallCommand(e),
		newReportCommand(e),
		newExplainCommand(e),
		newScenarioCommand(e),
		newManCommand(),
		newVersionCommand(),
		&cobra.Command{
			Use:   "exit-codes",
			Short: "What the exit codes mean",
			Long:  exitCodesHelp,
		},
	)
	return root
}

// unknownCommand says which command was probably meant.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usageError{fmt.Errorf("%s has no command %q; it has %s%s", cmd.CommandPath(), name, strings.Join(names, ", "), suggest.Question(name, names))}
}

// flagMistake says which flag was probably meant.
func flagMistake(cmd *cobra.Command, err error) error {
	message := err.Error()
	name, unknown := strings.CutPrefix(message, "unknown flag: --")
	if !unknown {
		return usageError{fmt.Errorf("%s: %s", cmd.CommandPath(), message)}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	meant := ""
	if nearest, ok := suggest.Nearest(name, names); ok {
		meant = fmt.Sprintf("; did you mean --%s?", nearest)
	}
	return usageError{fmt.Errorf("%s has no flag --%s%s", cmd.CommandPath(), name, meant)}
}

// noArguments refuses arguments beside the flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		return unknownCommand(cmd, args[0])
	}
	return usageError{fmt.Errorf("%s takes no arguments; have %q", cmd.CommandPath(), args)}
}

// arguments wants so many arguments, which it names.
func arguments(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return usageError{fmt.Errorf("%s wants %s; have %q", cmd.CommandPath(), strings.Join(names, " and "), args)}
	}
}
