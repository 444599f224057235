package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newManCommand() *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use:   "man",
		Short: "Write the manual pages",
		Args:  noArguments,
		Example: `  ratesim man --dir man
  ratesim man --dir man && ls man
  ratesim man --dir man && head -1 man/ratesim.1`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return usage(err)
			}
			released := time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC)
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return usage(doc.GenManTree(root, &doc.GenManHeader{Title: "RATESIM", Section: "1", Source: "ratesim", Date: &released}, dir))
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "`directory` to write them to; it is made if need be")
	return cmd
}
