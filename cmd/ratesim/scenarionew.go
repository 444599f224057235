package main

import (
	"github.com/spf13/cobra"

	"ratesim/scenario"
)

func newScenarioNew(e edge) *cobra.Command {
	start := scenario.Start{Name: "mine", Endpoint: "openai"}
	var policies list
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Print a commented scenario file to change",
		Long: `Print a scenario file to begin with: an account at a provider, two flows that
share it, and the policies to compare. It is fine as it is, and its comments say
what one would change. What a scenario can say besides is in its manual,
docs/accounts.md.`,
		Args: noArguments,
		Example: `  ratesim scenario new > starter.yaml && ratesim run -f starter.yaml
  ratesim scenario new --endpoint 'groq(tpm=6000)' | ratesim scenario validate -
  ratesim scenario new --endpoint 'openai(rpm=500)' --policy 'fixed(wait=1s)'`,
		RunE: func(*cobra.Command, []string) error {
			start.Policies = policies
			if len(policies) == 0 {
				start.Policies = []string{"course"}
			}
			text, err := scenario.NewFile(start)
			if err != nil {
				return usage(err)
			}
			_, err = e.out.Write(text)
			return err
		},
	}
	f := cmd.Flags()
	f.Var((*textFlag)(&start.Endpoint), "endpoint", "the `provider`, such as 'openai(tpm=200000)'; ratesim endpoints lists them")
	f.Var(&policies, "policy", "`policies` as specs, with commas between; default course")
	f.Var((*textFlag)(&start.Name), "name", "`name` of the scenario")
	registerCompletion(cmd, "endpoint", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeEndpoint(typed)
	})
	completeList(cmd, "policy", func(*cobra.Command) []string { return policyWords() })
	completeNothing(cmd, "name")
	return cmd
}
