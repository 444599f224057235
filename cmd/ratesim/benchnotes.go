package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"ratesim/bench"
	"ratesim/report"
)

// lateMuch is by how much a request may be late before the machine has set the pace.
const lateMuch = 100 * time.Millisecond

// benchNotes say what the table of a bench does not.
func benchNotes(c bench.Config, r bench.Result) (notes []string) {
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	ended := r.Ended.Round(time.Millisecond)
	switch r.End {
	case bench.Spent:
		say("The budget ended it after %v, with %d attempts. What had not ended is unfinished.", ended, r.Attempts)
	case bench.Mistaken:
		say("Its target is none, which ended it after %v, with %d attempts. What had not ended is unfinished.", ended, r.Attempts)
	case bench.Stopped:
		say("A signal ended it after %v, with %d attempts. What had not ended is unfinished.", ended, r.Attempts)
	}
	for _, status := range slices.Sorted(maps.Keys(r.Statuses)) {
		if status != 429 {
			say("Status %d came %d times.", status, r.Statuses[status])
		}
	}
	if r.Untold > 0 {
		say("%d answers did not say what they cost; the budget counts them as they were reckoned, and the table as nothing.", r.Untold)
	}
	if r.Absurd > 0 {
		say("%d answers said that they cost what cannot be, the first %v; the budget counts them as they were reckoned, and the table as nothing.", r.Absurd, r.Said)
	}
	if p := c.Head.Price; p != nil && (r.Spent.Cost > 0 || c.Budget.Cost > 0) {
		say("Spent, with what nobody knows reckoned at most: %d tokens, %.4f %s.", r.Spent.Tokens, r.Spent.Cost, p.Currency)
	}
	if r.Late > lateMuch {
		say("This machine, and not the scenario, set the pace: requests came up to %v later than they were due.", r.Late.Round(time.Millisecond))
	}
	return notes
}

// benchOutlook returns what would be sent.
func benchOutlook(ctx context.Context, c bench.Config) (report.Outlook, error) {
	outlook := report.Outlook{Notes: []string{fmt.Sprintf("To %s by %s, within %v. Tokens are what is allowed at most, without retries.", c.Target.URL, c.Head.Policy, c.Horizon)}}
	for _, processes := range c.Processes() {
		f := processes[0]
		look, err := c.Look(ctx, processes)
		if err != nil {
			return outlook, err
		}
		row := report.FlowOutlook{Flow: f.Name, Requests: look.Requests, Input: look.Usage.Input, Output: look.Usage.Output}
		if c.Head.Price != nil {
			row.Cost = &look.Cost
		}
		if look.Loops {
			workers := 0
			for _, process := range processes {
				workers += process.Loop.Workers
			}
			outlook.Notes = append(outlook.Notes, fmt.Sprintf("%s sends as much as its %d workers come to, which depends on the answers.", f.Name, workers))
		}
		outlook.Rows = append(outlook.Rows, row)
	}
	b := c.Budget
	for _, bound := range []struct {
		is   bool
		text string
	}{
		{b.Requests > 0, fmt.Sprintf("%d attempts", b.Requests)},
		{b.Tokens > 0, fmt.Sprintf("%d tokens", b.Tokens)},
		{b.Cost > 0, fmt.Sprintf("%g %s", b.Cost, b.Price.Currency)},
	} {
		if bound.is {
			outlook.Notes = append(outlook.Notes, "It ends before more than "+bound.text+".")
		}
	}
	return outlook, nil
}
