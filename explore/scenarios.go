package explore

import (
	"fmt"
	"strconv"

	"ratesim/policy"
	"ratesim/preset"
	"ratesim/scenario"
)

func tooManySteps(n int64) error {
	return fmt.Errorf("want at most %d steps to draw; have %d", int64(stepsMax), n)
}

// A scenarioAnswer says what a scenario has to choose from.
type scenarioAnswer struct {
	Name     string   `json:"name"`
	Open     bool     `json:"open"`
	Seed     string   `json:"seed"` // a text, for a number in JavaScript has 53 bits
	Loads    []string `json:"loads"`
	Policies []named  `json:"policies"`
	Flows    []string `json:"flows"`
	YAML     string   `json:"yaml"`  // whole, with each unit and meaning
	Notes    []string `json:"notes"` // of what was read of the text and the reader's files
	Input    string   `json:"input"` // the flag by which the commands take the input; "" where the scenario names it
}

type named struct {
	Name string `json:"name"`
	Spec string `json:"spec"` // in canonical form; of a preset what it is about
}

// answerScenario checks a scenario.
func answerScenario(q question) (any, error) {
	notes := []string{}
	q.notes = &notes
	m, err := q.model()
	if err != nil {
		return nil, err
	}
	s := m.Scenario
	a := scenarioAnswer{
		Name: s.Name, Open: s.IsOpen(), Seed: strconv.FormatInt(s.Seed, 10), YAML: string(s.YAML()),
		Notes: notes, Loads: []string{}, Policies: []named{}, Flows: []string{scenario.InteractiveFlow, scenario.BatchFlow},
	}
	if s.IsOpen() {
		a.Flows = append([]string{}, s.Open.Flows.Names()...)
	} else {
		a.Loads = append(a.Loads, s.Loads.Names()...)
	}
	a.Input = q.inputFlag(s)
	q.Load = ""
	cases, err := q.cases(m)
	met := map[string]bool{}
	for _, c := range cases {
		if !met[c.Policy] {
			met[c.Policy] = true
			a.Policies = append(a.Policies, named{c.Policy, c.Spec()})
		}
	}
	return a, err
}

// inputFlag returns the flag by which the commands take the input.
func (q question) inputFlag(s *scenario.Scenario) string {
	_, named := namesItself(s, q.Scenario.Input)
	switch {
	case q.Scenario.Input == "" || named:
		return ""
	case s.IsOpen():
		return "--trace-in"
	}
	return "--tickets"
}

// A catalogueAnswer lists what there is by name.
type catalogueAnswer struct {
	Version   int      `json:"version"`
	Scenarios []string `json:"scenarios"`
	Endpoints []named  `json:"endpoints"`
	Policies  []named  `json:"policies"`
}

// answerCatalogue lists scenarios, endpoints and policies.
func answerCatalogue(question) (any, error) {
	a := catalogueAnswer{Version: Version, Scenarios: scenario.Names()}
	for _, p := range preset.Endpoints() {
		a.Endpoints = append(a.Endpoints, named{p.Name, p.About})
	}
	for _, f := range policy.Forms() {
		a.Policies = append(a.Policies, named{f.Name, f.About})
	}
	return a, nil
}
