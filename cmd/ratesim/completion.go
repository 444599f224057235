package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/spec"
	"ratesim/suggest"
)

const completionLong = `Print a script by which a shell completes commands, flags and their values:
loads and policies of the scenario at hand, paths for --set, formats.

  bash        source <(ratesim completion bash)
  zsh         source <(ratesim completion zsh)
  fish        ratesim completion fish | source
  powershell  ratesim completion powershell | Out-String | Invoke-Expression

Put the line into the shell's start-up file to have it in every session.`

// shells returns the shells that there is a script for.
func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func newCompletionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes command lines",
		Long:  completionLong,
		Args:  oneArgument("a shell, one of " + strings.Join(shells(), ", ")),
		Example: `  ratesim completion bash
  ratesim completion zsh > _ratesim
  ratesim completion fish > ratesim.fish`,
		ValidArgs: shells(),
		RunE: func(cmd *cobra.Command, args []string) error {
			return writeCompletion(cmd.Root(), args[0])
		},
	}
}

func writeCompletion(root *cobra.Command, shell string) error {
	var script strings.Builder
	var err error
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&script, true)
	case "zsh":
		err = root.GenZshCompletion(&script)
	case "fish":
		err = root.GenFishCompletion(&script, true)
	case "powershell":
		err = root.GenPowerShellCompletionWithDesc(&script)
	default:
		return usageError{fmt.Errorf("completion: want a shell, one of %s; have %q%s", strings.Join(shells(), ", "), shell, suggest.Question(shell, shells()))}
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(root.OutOrStdout(), script.String())
	return err
}

// complete lets the shell complete a flag with the values that there are.
func complete(cmd *cobra.Command, flag string, values func(*cobra.Command) []string) {
	registerCompletion(cmd, flag, func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return startingWith(typed, values(cmd)), cobra.ShellCompDirectiveNoFileComp
	})
}

// completeList completes the last item of a list; it does not offer what the
// list has already.
func completeList(cmd *cobra.Command, flag string, values func(*cobra.Command) []string) {
	registerCompletion(cmd, flag, func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		items := spec.Split(typed)
		last := items[len(items)-1]
		before := strings.TrimSuffix(typed, last)
		var matches []string
		for _, value := range startingWith(last, values(cmd)) {
			if !slices.Contains(items[:len(items)-1], value) {
				matches = append(matches, before+value)
			}
		}
		return matches, cobra.ShellCompDirectiveNoFileComp
	})
}

// completeNothing keeps the shell from offering files where none are wanted.
func completeNothing(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		registerCompletion(cmd, flag, cobra.NoFileCompletions)
	}
}

func registerCompletion(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic("ratesim: " + cmd.Name() + " has no flag " + flag + ": " + err.Error())
	}
}

// startingWith returns the values that begin with what was typed, each once.
func startingWith(typed string, values []string) []string {
	var matches []string
	for _, value := range values {
		if strings.HasPrefix(value, typed) && !slices.Contains(matches, value) {
			matches = append(matches, value)
		}
	}
	return matches
}
