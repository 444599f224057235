package main

import (
	"errors"

	"github.com/spf13/cobra"

	"ratesim/client"
	"ratesim/policy"
	"ratesim/spec"
)

const policiesExportLong = `Print a Go file that sends by a policy: the policy in its parts, each field with
its name, and the transport of a http.Client that retries by it, with package
client of this module. It is the policy whose waits "ratesim waits" shows; what
requests have in common, governors, is given to the client besides.`

func newPoliciesExport(e edge) *cobra.Command {
	output, packageName := standard, "retries"
	cmd := &cobra.Command{
		Use:   "export POLICY",
		Short: "Print Go code that sends by a policy",
		Long:  policiesExportLong,
		Args:  oneArgument("a POLICY such as course or 'exponential(base=1s)'"),
		Example: `  ratesim policies export course
  ratesim policies export openai-go@3 --package retries -o retries.go
  ratesim policies export 'full-jitter(base=1s, cap=8s, attempts=4)' -o -`,
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := policy.Parse(args[0], policy.Defaults{})
			if err != nil {
				p = policy.None{} // to see what else is wrong
			}
			code, errCode := client.Code(p, packageName)
			if err := errors.Join(err, named("--package", errCode)); err != nil {
				return usage(err)
			}
			if err := writeFile(e, output, code); err != nil {
				return err
			}
			tellGovernors(e, args[0])
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return startingWith(typed, policyWords()), cobra.ShellCompDirectiveNoFileComp
		},
	}
	f := cmd.Flags()
	f.Var((*textFlag)(&packageName), "package", "`name` of the file's package")
	f.VarP((*fileFlag)(&output), "output", "o", "`file` of the code, - for standard output")
	writes(f, "output")
	completeNothing(cmd, "package")
	return cmd
}

// tellGovernors says what a real client has besides its policy.
func tellGovernors(e edge, text string) {
	s, err := spec.Parse(text)
	if err != nil {
		return
	}
	preset, ok := policy.PresetOf(s.Name, s.Version)
	if !ok {
		return
	}
	for _, g := range preset.Governors {
		tell(e.err, "%s has a governor, too, which no policy can say: %s; client.Options.Governors takes it", preset.Spec(), g)
	}
}
