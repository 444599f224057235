package scenario

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// A Setting is one value given by a flag, as path=value. The value is YAML; that
// of a text field is taken as it is, so that nothing in it needs quotes. null
// takes a name out.
type Setting string

// apply lays one setting on the scenario; flag is its place, which names it whole.
func (s *Scenario) apply(setting Setting, flag place) FaultList {
	d := decoder{scenario: s, source: flag.source, order: flag.order}
	path, text, found := strings.Cut(string(setting), "=")
	value := s.language.settingValue(path, text)
	switch {
	case !found || path == "":
		d.fault(nil, "", "want path=value, such as limit.calls=30")
	case text == "":
		d.fault(nil, path, "want a value after the =; have nothing")
	case !utf8.ValidString(text):
		d.fault(nil, path, "want a value in UTF-8; have %q", text)
	case value == nil:
		d.fault(nil, path, "%s", notYAML(text))
	default:
		if path == presetPath && s.IsOpen() {
			d.preset(value)
		}
		d.branch(nest(s.language.split(path), value), "")
	}
	return d.faults
}

// settingValue parses the value of a setting; nil when it is not YAML.
func (l *language) settingValue(path, text string) *yaml.Node {
	if f, name, ok := l.lookup(path); ok {
		if _, isText := f.value(&Scenario{}, name).(*string); isText && text != "null" {
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
		}
	}
	value, second, err := decode([]byte(text))
	if err != nil || second != nil {
		return nil
	}
	return value
}

// notYAML says what is wrong with the value of a setting.
func notYAML(text string) string {
	_, _, err := decode([]byte(text))
	var deep tooDeep
	switch {
	case errors.As(err, &deep):
		return deep.Error()
	case err != nil && strings.Contains(err.Error(), badEscape):
		return halfSign
	}
	return fmt.Sprintf("want a value in YAML; have %q", text)
}

// nest returns a value below keys, as it would stand in a file.
func nest(keys []string, value *yaml.Node) *yaml.Node {
	for i := len(keys) - 1; i >= 0; i-- {
		branch := mapping()
		branch.Content = []*yaml.Node{textNode(keys[i]), value}
		value = branch
	}
	return value
}
