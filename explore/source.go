package explore

import (
	"cmp"
	"errors"
	"strings"

	"ratesim/scenario"
)

// source is where a question's scenario comes from, as a command's --scenario, -f,
// --endpoint and --set say it.
type source struct {
	BuiltIn  string   `json:"builtin"`  // "" for the one that the text extends
	Text     string   `json:"text"`     // YAML; "" for none
	Name     string   `json:"name"`     // of the text, for messages
	Endpoint string   `json:"endpoint"` // a preset; "" for none
	Settings []string `json:"settings"` // path=value
	Input    string   `json:"input"`    // an opened file, as --tickets or --trace-in have it; "" for none
	Columns  string   `json:"columns"`  // of the input, as --columns says them; "" for the usual ones
	SkipBad  bool     `json:"skip_bad"` // leave out what cannot be read of the files
}

// read returns the scenario, checked.
func (s source) read() (*scenario.Scenario, error) {
	in := scenario.Input{BuiltIn: s.BuiltIn, Endpoint: s.Endpoint}
	if s.Text != "" {
		in.File, in.FileName = strings.NewReader(s.Text), s.fileName()
	}
	for _, text := range s.Settings {
		in.Settings = append(in.Settings, scenario.Setting(text))
	}
	return scenario.Read(in)
}

// fileName returns what messages call the text.
func (s source) fileName() string { return cmp.Or(s.Name, "scenario") }

// cases returns the cases of the question: its load, or each, under each of its
// policies, or all.
func (q question) cases(m *scenario.Model) ([]scenario.Case, error) {
	loads, policies := []string{q.Load}, q.Policies
	if q.Load == "" && !m.Scenario.IsOpen() {
		loads = m.Scenario.Loads.Names()
	}
	if len(policies) == 0 {
		policies = m.Scenario.Policies.Names()
	}
	var cases []scenario.Case
	var faults []error
	for _, load := range loads {
		for _, policy := range policies {
			c, err := m.Case(load, policy)
			if err != nil {
				faults = append(faults, err)
			}
			cases = append(cases, c)
		}
	}
	return cases, errors.Join(faults...)
}

// seed returns the question's seed, or else the scenario's.
func (q question) seed(m *scenario.Model) int64 {
	if q.Seed != nil {
		return *q.Seed
	}
	return m.Scenario.Seed
}
