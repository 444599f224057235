package main

import (
	"errors"
	"fmt"
	"strings"

	"ratesim/scenario"
)

// A flagSetting is a setting for which another flag than --set stands.
type flagSetting struct {
	path, value string
	flag        string // as typed
	typed       string // with the flags that belong to it, as typed
}

// add puts settings behind those that were typed.
func (t *scenarioText) add(settings []flagSetting) {
	for _, s := range settings {
		text := s.path + "=" + s.value
		if t.typed == nil {
			t.typed = map[scenario.Setting]string{}
		}
		t.Settings, t.typed[scenario.Setting(text)] = append(t.Settings, text), s.typed
	}
}

// contradictions finds flags that set one and the same value, of which the last would
// win in silence.
func (s *sourceFlags) contradictions(settings []flagSetting) error {
	var faults []error
	by := map[string]string{} // path to flag
	for _, text := range s.settings {
		path, _, _ := strings.Cut(text, "=")
		by[path] = "--set " + text
	}
	if s.endpoint != "" {
		settings = append(settings, flagSetting{path: "endpoint.preset", flag: "--endpoint " + s.endpoint})
	}
	for _, setting := range settings {
		if other, twice := by[setting.path]; twice {
			faults = append(faults, fmt.Errorf("%s and %s are mutually exclusive: both set %s", other, setting.flag, setting.path))
		}
		by[setting.path] = setting.flag
	}
	return errors.Join(faults...)
}
