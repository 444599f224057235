package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"ratesim/policy"
	"ratesim/report"
	"ratesim/spec"
)

const policiesLong = `List the clients that have a name here, each with the version that was read or
run, or tell all about one: its policy, what it retries, what it makes of waits
that the server asks for, how it waits, where that is written, and what the
policy cannot say.

Such a name stands wherever a policy may: openai-go@3, or with other arguments
openai-node@7(attempts=5). Without a version it is the newest one. The parts
that policies are made of, such as full-jitter, are told about, too.`

func newPoliciesCommand(e edge) *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "policies [NAME]",
		Short: "List real clients by name and version, or tell how one retries",
		Long:  policiesLong,
		Args:  atMostOne("the NAME of a client such as openai-node@7, or of a part such as full-jitter"),
		Example: `  ratesim policies
  ratesim policies openai-go@3
  ratesim policies azcore --format json`,
		RunE: func(_ *cobra.Command, args []string) error {
			format, faults := output.check()
			var made writer = clientList()
			if len(args) == 1 {
				var err error
				made, err = aboutPolicy(args[0])
				faults = append(faults, err)
			}
			if err := errors.Join(faults...); err != nil {
				return usage(err)
			}
			return output.print(e, format, made)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return startingWith(typed, policyWords()), cobra.ShellCompDirectiveNoFileComp
		},
	}
	output.register(cmd)
	cmd.AddCommand(newPoliciesExport(e))
	return cmd
}

// policyWords are what completion offers for a policy: forms and clients, those of
// which there are several versions with each of them, too.
func policyWords() []string {
	words := policy.Names()
	for _, p := range policy.Presets() {
		if len(policy.PresetsNamed(p.Name)) > 1 {
			words = append(words, p.Spec())
		}
	}
	slices.Sort(words)
	return words
}

// aboutPolicy tells about a client, or about a form of policies.
func aboutPolicy(text string) (writer, error) {
	p, err := policy.Parse(text, policy.Defaults{})
	s, errSpec := spec.Parse(text)
	if errSpec != nil {
		return nil, errSpec
	}
	if len(s.Args) == 0 && s.Version == "" {
		if form, ok := formNamed(s.Name); ok {
			return formPage(form), nil
		}
	}
	if err != nil {
		return nil, err
	}
	preset, ok := policy.PresetOf(s.Name, s.Version)
	if !ok {
		return nil, errors.New("want the name of a client such as openai-node@7, or of a part without its arguments; ratesim waits shows what any policy does")
	}
	return clientCard(preset, p, s), nil
}

func formNamed(name string) (policy.Form, bool) {
	forms := policy.Forms()
	i := slices.IndexFunc(forms, func(f policy.Form) bool { return f.Name == name })
	if i < 0 {
		return policy.Form{}, false
	}
	return forms[i], true
}

// formPage lists the arguments of a form.
func formPage(f policy.Form) report.Page {
	page := report.Page{Name: f.Name, About: f.About}
	add := func(section, name, value, about string) {
		page.Details = append(page.Details, report.Detail{Section: section, Name: name, Value: value, About: about})
	}
	for _, a := range f.Own {
		about := a.About + " (" + a.Unit
		if a.Default == "" {
			about += ", must be given"
		}
		if a.Zero != "" {
			about += "; 0: " + a.Zero
		}
		add("Arguments", a.Name, a.Default, about+")")
	}
	if f.IsPart {
		add("Besides", "rules", "", "attempts, heed, max-hint and others, which any policy takes, are in docs/policies.md")
	}
	return page
}

func clientList() report.Clients {
	var list report.Clients
	for _, p := range policy.Presets() {
		list.Clients = append(list.Clients, clientOf(p, p.Policy(false)))
	}
	return list
}
