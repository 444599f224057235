package main

import (
	"maps"
	"strings"

	"ratesim/scenario"
)

// A scenarioText is what a scenario is made of, with nothing left to look up but the
// tickets and the recorded requests that it names.
type scenarioText struct {
	BuiltIn  string                      `json:"built_in,omitempty"`
	FileName string                      `json:"file_name,omitempty"` // "" when there is no file
	File     string                      `json:"file,omitempty"`
	Endpoint string                      `json:"endpoint,omitempty"` // a preset, as given
	Settings []string                    `json:"settings,omitempty"` // path=value
	typed    map[scenario.Setting]string // the flags for which settings stand
	served   bool                        // its clients come from outside, so that it needs no flows
}

// read returns the scenario, checked.
func (t scenarioText) read() (*scenario.Scenario, error) { return t.readOver("", nil) }

// readOver returns the scenario with further settings, which the flag gave.
func (t scenarioText) readOver(flag string, further []string) (*scenario.Scenario, error) {
	read, err := scenario.Read(t.input(flag, further))
	return read, usage(err)
}

// input returns what the scenario is read from, which can be done once.
func (t scenarioText) input(flag string, further []string) scenario.Input {
	in := scenario.Input{BuiltIn: t.BuiltIn, FileName: t.FileName, Endpoint: t.Endpoint, Typed: maps.Clone(t.typed), Served: t.served}
	if t.FileName != "" {
		in.File = strings.NewReader(t.File)
	}
	for _, setting := range t.Settings {
		in.Settings = append(in.Settings, scenario.Setting(setting))
	}
	for _, setting := range further {
		made := scenario.Setting(setting)
		if in.Typed == nil {
			in.Typed = map[scenario.Setting]string{}
		}
		in.Settings, in.Typed[made] = append(in.Settings, made), flag+" "+setting
	}
	return in
}
