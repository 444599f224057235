package scenario

import (
	"cmp"
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

// applySettings lays settings on the scenario. A preset goes first, as in a file: what
// the others say is laid over it, whatever their order.
func (s *Scenario) applySettings(in Input) FaultList {
	var faults FaultList
	decoders, tops := make([]decoder, len(in.Settings)), make([]*yaml.Node, len(in.Settings))
	for i, setting := range in.Settings {
		source := cmp.Or(in.Typed[setting], "--set "+string(setting))
		decoders[i] = decoder{scenario: s, source: source, order: i + 2}
		if tops[i] = decoders[i].setting(setting); tops[i] != nil {
			decoders[i].presetFirst(tops[i])
		}
	}
	for i, top := range tops {
		if top != nil {
			decoders[i].branch(top, "")
		}
		faults = append(faults, decoders[i].faults...)
	}
	return faults
}

// setting returns a setting as it would stand in a file; nil when it has a fault.
func (d *decoder) setting(setting Setting) *yaml.Node {
	language := d.scenario.language
	path, text, found := strings.Cut(string(setting), "=")
	value := language.settingValue(path, text)
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
		return nest(language.split(path), value)
	}
	return nil
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
