package scenario_test

import (
	"fmt"
	"strings"

	"ratesim/scenario"
	"ratesim/sim"
)

// The lesson's heavy load with three policies, the last of them given as a spec,
// on a limit that is a little narrower than the lesson's.
func ExampleRead() {
	s, err := scenario.Read(scenario.Input{
		File:     strings.NewReader("limit:\n  calls: 22\n"),
		FileName: "narrow.yaml",
		Settings: []scenario.Setting{"seed=7"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	prompter, err := scenario.NewPrompter(s, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := scenario.NewModel(s, prompter, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, policy := range []string{"none", "backoff", "exponential(base=4steps, attempts=6)"} {
		c, err := model.Case("heavy", policy)
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := sim.NewRunner(model.Config(c)).Run(s.Seed, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		interactive, batch := result.Flows[0], result.Flows[1]
		fmt.Printf("%s: %d of %d tickets in %d calls, %d of %d queries\n",
			c.Spec(), batch.Completed, batch.Requests, batch.Calls, interactive.Completed, interactive.Requests)
	}
	// Output:
	// none: 138 of 160 tickets in 160 calls, 59 of 60 queries
	// exponential(base=1s, attempts=4): 110 of 160 tickets in 348 calls, 51 of 60 queries
	// exponential(base=4s, attempts=6): 160 of 160 tickets in 210 calls, 59 of 60 queries
}

// All mistakes are told at once, each with its place and what is wanted.
func ExampleRead_mistakes() {
	_, err := scenario.Read(scenario.Input{
		File:     strings.NewReader("limt:\n  calls: 30\nloads:\n  light: many\n"),
		FileName: "mine.yaml",
		Settings: []scenario.Setting{"policies.p=fixed(wait=-1s)"},
	})
	fmt.Println(err)
	// Output:
	// mine.yaml:1:1: limt: there is no such key; a scenario has version, extends, name, seed, step, horizon, attempts, max_events, tickets, labels, limit, faults, flows, base, burst, loads, policies; did you mean "limit"?
	// mine.yaml:4:10: loads.light: want a whole number from 1 to 4294967294; have the text "many"
	// --set policies.p=fixed(wait=-1s): policies.p: wait: want a duration that is not negative; have -1s
	// 	fixed(wait=-1s)
	// 	           ^
}
