package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// notRecorded are the flags that no manifest records: they name a file of the user and
// say nothing of the output.
var notRecorded = []string{"manifest", "golden", "update-golden"}

// checkReplay refuses, in a command that is replayed, a flag that --manifest does not
// record: somebody put it there. What else writes a file is left out, and told.
func checkReplay(e edge, cmd *cobra.Command) error {
	if !e.readsOnly {
		return nil
	}
	var refused, dropped []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch by := f.Annotations[writtenBy]; {
		case slices.Contains(notRecorded, f.Name):
			refused = append(refused, "--"+f.Name)
		case len(by) > 0 && isWritten(cmd, by[0]) && !e.isOutput(f.Value.String()):
			dropped = append(dropped, "--"+f.Name+" "+f.Value.String())
		}
	})
	if len(refused) > 0 {
		return usageError{fmt.Errorf("command: want one as --manifest records it, which has no %s; a replay writes no file", strings.Join(refused, ", no "))}
	}
	if e.journal.replay.verifying {
		return nil
	}
	for _, flag := range dropped {
		tell(e.err, "%s: not written again; a replay only prints", flag)
	}
	return nil
}
