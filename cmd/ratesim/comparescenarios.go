package main

import "encoding/json"

// labelRuns calls runs by their scenarios or, where two are called alike, by what was
// typed.
func labelRuns(all []*runs, typed []string) {
	var names []string
	for _, r := range all {
		names = append(names, r.label)
	}
	if _, twice := repeated(names); twice {
		for i, r := range all {
			r.label = typed[i]
		}
	}
}

// scenarios returns the scenario that is run, or those by their labels if there are
// several.
func (p preparedComparison) scenarios() (one json.RawMessage, several map[string]json.RawMessage) {
	if len(p.runs) == 1 {
		return p.runs[0].model.Scenario.JSON(), nil
	}
	for _, r := range p.runs {
		if several == nil {
			several = map[string]json.RawMessage{}
		}
		several[r.label] = r.model.Scenario.JSON()
	}
	return nil, several
}
