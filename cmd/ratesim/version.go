package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/trace"
)

// version and commit are set by the Makefile's linker flags.
var (
	version = ""
	commit  = ""
)

// A versionInfo says which program this is, and which forms it reads and writes.
type versionInfo struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "" when unknown
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Engine   int    `json:"engine"`   // a run of the same scenario and seed is the same as long as it is
	Scenario int    `json:"scenario"` // newest scenario file that is read
	Trace    int    `json:"trace"`    // newest trace that is read
}

func currentVersion() versionInfo {
	v := versionInfo{
		Version:  version,
		Commit:   commit,
		Go:       runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Engine:   sim.Version,
		Scenario: scenario.Version,
		Trace:    trace.Version,
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = cmp.Or(v.Version, build.Main.Version)
	for _, setting := range build.Settings {
		if setting.Key == "vcs.revision" {
			v.Commit = cmp.Or(v.Commit, setting.Value)
		}
	}
	return v
}

// String returns the versions in one line.
func (v versionInfo) String() string {
	return fmt.Sprintf("ratesim %s (engine %d, scenario %d, trace %d) %s %s", v.Version, v.Engine, v.Scenario, v.Trace, v.Go, v.Platform)
}

func newVersionCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program, its engine and its file formats",
		Args:  noArguments,
		Example: `  ratesim version
  ratesim version --json
  ratesim version --json | grep engine`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := currentVersion()
			if asJSON {
				encoder := json.NewEncoder(cmd.OutOrStdout())
				encoder.SetIndent("", "  ")
				return encoder.Encode(v)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), v)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
