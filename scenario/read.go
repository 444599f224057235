package scenario

import (
	"embed"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"ratesim/suggest"
)

//go:embed builtin/*.yaml
var builtIn embed.FS

// Default is the name of the built-in scenario that others extend when they do
// not say.
const Default = "lesson"

// Names returns the names of the built-in scenarios.
func Names() []string {
	entries, err := builtIn.ReadDir("builtin")
	if err != nil {
		panic(fmt.Sprintf("scenario: the built-in scenarios cannot be listed: %v", err))
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Load returns the built-in scenario of a name.
func Load(name string) (*Scenario, error) {
	file, err := builtIn.Open(path.Join("builtin", name+".yaml"))
	if err != nil {
		return nil, fmt.Errorf("there is no scenario %q; there are %s%s", name, strings.Join(Names(), ", "), suggest.Question(name, Names()))
	}
	defer file.Close()
	s := &Scenario{set: map[string]place{}}
	d := decoder{scenario: s, source: name + ".yaml", builtIn: true}
	if top := d.parse(file); top != nil {
		d.branch(top, "")
	}
	if len(d.faults) > 0 {
		panic(fmt.Sprintf("scenario: the built-in scenario %s has faults:\n%v", name, d.faults))
	}
	return s, nil
}

// A Setting is one value given by a flag, as path=value.
type Setting string

// An Input is where a scenario comes from: a built-in one, on which a file and
// then settings are laid.
type Input struct {
	BuiltIn  string    // "" for the one that the file extends, or Default
	File     io.Reader // nil for none
	FileName string    // for messages
	Settings []Setting
	Flag     string // the settings' flag, for messages; "" for --set
}

// Read returns the scenario of an input, checked. The error is a FaultList that
// names each mistake, or says that the file could not be read.
func Read(in Input) (*Scenario, error) {
	var faults FaultList
	file := decoder{source: in.FileName}
	var top *yaml.Node
	if in.File != nil {
		top = file.parse(in.File)
	}
	name := in.BuiltIn
	if name == "" {
		name = extended(top)
	}
	s, err := Load(name)
	if err != nil {
		if !slices.Contains(Names(), name) && in.BuiltIn == "" {
			return nil, append(file.faults, file.extendsFault(top, err))
		}
		return nil, err
	}
	if top != nil {
		file.scenario = s
		file.branch(top, "")
	}
	faults = append(faults, file.faults...)
	for _, setting := range in.Settings {
		faults = append(faults, s.apply(setting, in.Flag)...)
	}
	faults = append(faults, s.check()...)
	if len(faults) > 0 {
		return nil, faults
	}
	return s, nil
}

// extended returns the name that a document extends.
func extended(top *yaml.Node) string {
	if n := memberOf(top, "extends"); n != nil && n.Value != "" {
		return n.Value
	}
	return Default
}

func (d *decoder) extendsFault(top *yaml.Node, err error) Fault {
	p := d.placeOf(memberOf(top, "extends"))
	return Fault{Source: p.source, Line: p.line, Column: p.column, Path: "extends", Message: err.Error()}
}

// memberOf returns the value of a key of a mapping, nil if there is none.
func memberOf(top *yaml.Node, key string) *yaml.Node {
	if top == nil {
		return nil
	}
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value == key {
			return top.Content[i+1]
		}
	}
	return nil
}

// apply lays one setting on the scenario.
func (s *Scenario) apply(setting Setting, flag string) FaultList {
	if flag == "" {
		flag = "--set"
	}
	d := decoder{scenario: s, source: fmt.Sprintf("%s %s", flag, setting), flag: true}
	path, text, found := strings.Cut(string(setting), "=")
	if !found || path == "" {
		d.fault(nil, "", "want path=value, such as limit.calls=30")
		return d.faults
	}
	value := settingValue(path, text)
	if value == nil {
		d.fault(nil, path, "want a YAML value; have %q", text)
		return d.faults
	}
	branch, key := split(path)
	d.member(&yaml.Node{Kind: yaml.ScalarNode, Value: key}, value, branch)
	return d.faults
}

// settingValue parses the value of a setting. That of a text field is taken as
// it is, so that nothing in it needs quotes.
func settingValue(path, text string) *yaml.Node {
	if f, name, ok := lookup(path); ok {
		if _, isText := f.value(&Scenario{}, name).(*string); isText && text != "null" {
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
		}
	}
	var document yaml.Node
	if yaml.Unmarshal([]byte(text), &document) != nil {
		return nil
	}
	if len(document.Content) == 0 {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
	}
	return document.Content[0]
}

// split cuts a path before its last part. The part after a * may have dots.
func split(path string) (branch, key string) {
	for _, f := range fields() {
		if before, ok := strings.CutSuffix(f.path, ".*"); ok {
			if key, ok := strings.CutPrefix(path, before+"."); ok {
				return before, key
			}
		}
	}
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}
