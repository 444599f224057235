package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/scenario"
)

func newScenarioCommand(e edge) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scenario",
		Short: "List, show, begin, check and describe scenarios",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Example: `  ratesim scenario list
  ratesim scenario show lesson
  ratesim scenario validate mine.yaml`,
	}
	cmd.AddCommand(newScenarioList(e), newScenarioShow(e), newScenarioNew(e), newScenarioValidate(e), newScenarioSchema(e))
	return cmd
}

func newScenarioList(e edge) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the built-in scenarios",
		Args:  noArguments,
		Example: `  ratesim scenario list
  ratesim scenario list | head -1
  ratesim run --scenario lesson`,
		RunE: func(*cobra.Command, []string) error {
			var output bytes.Buffer
			for _, name := range scenario.Names() {
				s, err := scenario.Load(name)
				if err != nil {
					return err
				}
				fmt.Fprintf(&output, "%s: loads %s; policies %s\n", name, strings.Join(s.Loads.Names(), ", "), strings.Join(s.Policies.Names(), ", "))
			}
			_, err := e.out.Write(output.Bytes())
			return err
		},
	}
}

func newScenarioShow(e edge) *cobra.Command {
	var s sourceFlags
	cmd := &cobra.Command{
		Use:   "show [NAME]",
		Short: "Print a scenario whole: values, units, what 0 means, sources",
		Long: `Print a scenario whole. What is printed is a scenario file itself: change what
you want and run it with --file.`,
		Args: atMostOne("NAME of a built-in scenario"),
		Example: `  ratesim scenario show lesson
  ratesim scenario show --set limit.calls=30
  ratesim scenario show -f mine.yaml`,
		ValidArgs: scenario.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if s.builtIn != "" {
					return usageError{fmt.Errorf("want NAME or --scenario, not both; have %s and %s", args[0], s.builtIn)}
				}
				s.builtIn = args[0]
			}
			read, err := s.scenario(cmd.Context(), e)
			if err != nil {
				return err
			}
			_, err = e.out.Write(read.YAML())
			return err
		},
	}
	s.registerScenario(e, cmd)
	return cmd
}

func newScenarioValidate(e edge) *cobra.Command {
	return &cobra.Command{
		Use:   "validate FILE",
		Short: "Check a scenario file and name every mistake",
		Args:  oneArgument("a scenario FILE"),
		Example: `  ratesim scenario validate mine.yaml
  ratesim scenario show lesson | ratesim scenario validate -
  ratesim scenario validate mine.yaml && ratesim run -f mine.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s := sourceFlags{file: args[0]}
			read, err := s.scenario(cmd.Context(), e)
			if err != nil {
				return err
			}
			if read.IsOpen() && len(read.Open.Flows) == 0 {
				tell(e.err, "%s: it has no flows, of which a run wants at least one; they are yours to add", shownName(args[0]))
			}
			tellNotices(e, read)
			_, err = fmt.Fprintf(e.out, "%s: scenario %s is fine\n", shownName(args[0]), read.Name)
			return err
		},
	}
}

// tellNotices tells what a scenario says without effect.
func tellNotices(e edge, s *scenario.Scenario) {
	for _, notice := range s.Notices() {
		tell(e.err, "%s", notice)
	}
}

func newScenarioSchema(e edge) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenario files",
		Args:  noArguments,
		Example: `  ratesim scenario schema
  ratesim scenario schema > scenario.schema.json
  ratesim scenario schema | head -5`,
		RunE: func(*cobra.Command, []string) error {
			_, err := e.out.Write(scenario.Schema())
			return err
		},
	}
}
