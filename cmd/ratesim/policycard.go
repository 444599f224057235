package main

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/policy"
	"ratesim/report"
	"ratesim/spec"
)

// clientOf returns what is known of a client, whose policy may have other arguments
// than its preset.
func clientOf(p policy.Preset, made policy.Policy) report.Client {
	s := policy.Summarize(made)
	c := report.Client{
		Name: p.Name, Versions: p.Versions.String(), About: p.About,
		Base: int64(s.Base), Jitter: s.Jitter, Hints: s.Hints,
		Policy: policy.String(made), SwitchOn: p.SwitchOn, Governors: strings.Join(p.Governors, "; "),
		Evidence: p.Evidence.String(), Source: p.Source.String(), Remarks: strings.Join(p.Remarks, " "),
	}
	if r, ok := made.(policy.Retry); ok {
		c.Retried = r.Retried().String()
	}
	if s.Attempts > 0 {
		attempts := int64(s.Attempts)
		c.Attempts = &attempts
	}
	if s.Cap > 0 {
		longest := int64(s.Cap)
		c.Cap = &longest
	}
	return c
}

// clientCard tells all about a client, and how it waits: switched on, if it is not
// by itself and nothing else was asked for.
func clientCard(p policy.Preset, made policy.Policy, given spec.Spec) report.ClientCard {
	card := report.ClientCard{Client: clientOf(p, made)}
	fact := func(heading string, text ...string) {
		if len(text) > 0 && text[0] != "" {
			card.Facts = append(card.Facts, report.Fact{Heading: heading, Text: text})
		}
	}
	fact("policy", policy.String(made))
	if r, ok := made.(policy.Retry); ok {
		fact("retries", retriesText(r)...)
		fact("hints", hintsText(r.Heed)...)
	}
	shown := made
	if p.SwitchOn != "" {
		text := fmt.Sprintf("Its retries are off unless its user switches them on: %s(%s).", p.Spec(), p.SwitchOn)
		if len(given.Args) == 0 {
			shown = p.Policy(true)
			text += " The waits below are those then."
		}
		fact("off", text)
	}
	fact("governor", governorText(p)...)
	fact("evidence", p.Evidence.String()+": "+p.Source.String())
	fact("remarks", p.Remarks...)
	plan := schedulePlan{policy: shown, outcomes: []outcome{firstRetried(shown)}, rows: attemptsShown}
	card.Schedule = plan.schedule()
	return card
}

// firstRetried returns a failure that the policy retries, for its schedule: a 429
// if it can be; one that asks for a wait, if it must.
func firstRetried(p policy.Policy) outcome {
	var first outcome
	for _, word := range []string{"rate_limit", "server_error", "connection", "rate_limit:1"} {
		o, err := parseOutcome(word, failureWords())
		if err != nil {
			panic("ratesim: " + err.Error())
		}
		if first.word == "" {
			first = o
		}
		if decisionOn(p, o.Failure, o.Said).Why != policy.WhyFailure {
			return o
		}
	}
	return first
}

// governorText says how to give a flow the governors of a client.
func governorText(p policy.Preset) (lines []string) {
	var names []string
	for _, text := range p.Governors {
		name, _, _ := strings.Cut(text, "(")
		if slices.Contains(names, name) {
			name = fmt.Sprintf("%s-%d", name, len(names)+1)
		}
		names = append(names, name)
		lines = append(lines, fmt.Sprintf("--set 'governors.%s=%s'", name, text))
	}
	if len(names) == 0 {
		return nil
	}
	lines = append(lines, fmt.Sprintf("--set 'flows.NAME.governors=[%s]'", strings.Join(names, ", ")))
	if p.Optional {
		lines = append(lines, "It has that only if it is told to.")
	}
	return lines
}
