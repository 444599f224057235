package scenario_test

import (
	"fmt"
	"strings"

	"ratesim/scenario"
	"ratesim/sim"
)

// The lesson's heavy load with three policies, the last of them given as a spec,
// on a limit that is a little wider than the lesson's.
func ExampleRead() {
	s, err := scenario.Read(scenario.Input{
		File:     strings.NewReader("limit:\n  calls: 28\n"),
		FileName: "wider.yaml",
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
}
