package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

func newManCommand(e edge) *cobra.Command {
	dir := "."
	cmd := &cobra.Command{
		Use:   "man",
		Short: "Write the manual pages",
		Args:  noArguments,
		Example: `  ratesim man --dir man
  ratesim man --dir man && ls man
  ratesim man --dir man && head -1 man/ratesim.1`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return usage(atFile(dir, err))
			}
			return writePages(e, cmd.Root(), dir)
		},
	}
	cmd.Flags().Var((*textFlag)(&dir), "dir", "`directory` to write them to; it is made if need be")
	return cmd
}

// writePages writes the manual page of a command, and those of the commands below
// it.
func writePages(e edge, cmd *cobra.Command, dir string) error {
	if err := writeFile(e, filepath.Join(dir, pageName(cmd)+".1"), manualPage(cmd)); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if err := writePages(e, c, dir); err != nil {
			return err
		}
	}
	return nil
}
