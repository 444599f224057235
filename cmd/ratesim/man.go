package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
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
			cmd.Root().DisableAutoGenTag = true
			return writePages(e, cmd.Root(), dir)
		},
	}
	cmd.Flags().Var((*textFlag)(&dir), "dir", "`directory` to write them to; it is made if need be")
	return cmd
}

// writePages writes the manual page of a command, and those of the commands below
// it.
func writePages(e edge, cmd *cobra.Command, dir string) error {
	// A fixed date, so that the pages of a version are always the same.
	released := time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC)
	var page bytes.Buffer
	if err := doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Source: "ratesim", Date: &released}, &page); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := writeFile(e, filepath.Join(dir, name), page.Bytes()); err != nil {
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
