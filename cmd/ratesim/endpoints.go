package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ratesim/preset"
	"ratesim/report"
	"ratesim/scenario"
)

func newEndpointsCommand(e edge) *cobra.Command {
	var o outputFlags
	cmd := &cobra.Command{
		Use:   "endpoints [NAME]",
		Short: "List providers and gateways, and show how one limits",
		Long: `List the providers and gateways that --endpoint takes. With a NAME, which may
have values as in --endpoint, show it whole: its parameters, what it limits and
what a call counts, what it says in which header fields, how else it refuses,
the tiers that accounts have, and each statement with its evidence:

  documented  the provider says so, or its code does
  measured    somebody has measured it and published the figures
  reported    users say so
  assumed     nobody knows; what is taken for it, and why`,
		Args: atMostOne("a NAME such as openai or 'openai(tpm=200000)'"),
		Example: `  ratesim endpoints
  ratesim endpoints azure-2026
  ratesim endpoints 'groq(tpm=6000)' --format json`,
		RunE: func(_ *cobra.Command, args []string) error { return runEndpoints(e, o, args) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completeEndpoint(typed)
		},
	}
	o.register(cmd)
	return cmd
}

func runEndpoints(e edge, o outputFlags, args []string) error {
	format, faults := o.check()
	if err := errors.Join(faults...); err != nil {
		return usage(err)
	}
	if len(args) == 0 {
		return o.print(e, format, endpointCatalogue())
	}
	page, err := endpointPage(args[0])
	if err != nil {
		return usage(err)
	}
	return o.print(e, format, page)
}

// endpointCatalogue lists all presets.
func endpointCatalogue() report.Catalogue {
	c := report.Catalogue{Entries: []report.Entry{}}
	for _, p := range preset.Endpoints() {
		var names []string
		for _, parameter := range p.Parameters {
			names = append(names, parameter.Name)
		}
		c.Entries = append(c.Entries, report.Entry{Name: p.Name, About: p.About, Parameters: strings.Join(names, ","), Seen: p.Seen})
	}
	return c
}

// endpointPage tells all of one preset.
func endpointPage(text string) (report.Page, error) {
	filled, err := preset.Parse(text)
	if err != nil {
		return report.Page{}, err
	}
	read, err := scenario.Read(scenario.Input{Endpoint: text})
	if err != nil {
		return report.Page{}, err
	}
	model, err := scenario.NewOpenModel(read)
	if err != nil {
		return report.Page{}, err
	}
	w := pageWriter{filled: filled, shown: model.Exhibit()}
	for _, section := range []func() error{w.parameters, w.limits, w.headers, w.refusals, w.evidence} {
		if err := section(); err != nil {
			return report.Page{}, fmt.Errorf("preset %s: %w", filled.Name, err)
		}
	}
	return report.Page{Name: filled.Spec.String(), About: fmt.Sprintf("%s; as of %s", filled.About, filled.Seen), Details: w.details}, nil
}

// completeEndpoint completes the name of a preset, and then its parameters.
func completeEndpoint(typed string) ([]string, cobra.ShellCompDirective) {
	name, arguments, inside := strings.Cut(typed, "(")
	forms := preset.EndpointForms()
	if !inside {
		return startingWith(typed, forms.Names()), cobra.ShellCompDirectiveNoFileComp
	}
	form, known := forms.Named(name)
	if !known {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	given := strings.Split(arguments, ",")
	last := strings.TrimLeft(given[len(given)-1], " ")
	before := strings.TrimSuffix(typed, last)
	var all []string
	for _, a := range form.Arguments {
		argument, value, isValue := strings.Cut(last, "=")
		switch {
		case isValue && a.Name == argument:
			for _, word := range startingWith(value, a.Choices) {
				all = append(all, before+argument+"="+word)
			}
		case !isValue && strings.HasPrefix(a.Name, last):
			all = append(all, before+a.Name+"=")
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
