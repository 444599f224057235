package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

const rootLong = `ratesim shows what your retries do to your own work, to your neighbour's work
and to your bill, before the provider does.

Without a scenario of your own it runs the lesson: a batch of tickets and an
interactive flow share one limit that counts refused calls, too, under three
policies and two loads.`

func newRootCommand(e edge) *cobra.Command {
	root := &cobra.Command{
		Use:           "ratesim",
		Short:         "Simulate retries against a limited API",
		Long:          rootLong,
		Version:       currentVersion().String(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Example: `  ratesim run
  ratesim run --load heavy --policy backoff
  ratesim compare --seeds 20260218,20260219`,
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		return errors.Join(checkReplay(e, cmd), e.files.begin(cmd))
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version, as ratesim version does")
	root.SetFlagErrorFunc(flagMistake(e))
	root.SetUsageFunc(usageText)
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(
		newRunCommand(e),
		newCompareCommand(e),
		newSweepCommand(e),
		newReplayCommand(e),
		newVerifyCommand(e),
		newTuneCommand(e),
		newClassesCommand(e),
		newCallCommand(e),
		newReportCommand(e),
		newPlotCommand(e),
		newExplainCommand(e),
		newWorkersCommand(e),
		newWaitsCommand(e),
		newWatchCommand(e),
		newWorkloadCommand(e),
		newPoliciesCommand(e),
		newReproduceCommand(e),
		newServeCommand(e),
		newExploreCommand(e),
		newBenchCommand(e),
		newScenarioCommand(e),
		newEndpointsCommand(e),
		newCompletionCommand(),
		newManCommand(e),
		newVersionCommand(),
		newExitCodesCommand(),
	)
	arrange(root)
	if len(e.args) > 0 && e.args[0] == cobra.ShellCompRequestCmd {
		withoutQuotes(root)
	} else { // completion parses a command line twice
		givenOnce(root)
	}
	return root
}

// arrange has help show flags in the order in which they were made, which goes
// from what is run to how it is printed, and keeps shells from offering files to
// commands that take none.
func arrange(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	takesArguments := strings.Contains(cmd.Use, " ")
	if !takesArguments && !cmd.HasSubCommands() {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		arrange(c)
	}
}
