package scenario

import (
	"embed"
	"errors"
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

// Starter is the name of the built-in scenario with flows that any endpoint can be
// tried with.
const Starter = "starter"

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
	if !slices.Contains(Names(), name) {
		return nil, errors.New(noScenario(name))
	}
	file, err := builtIn.ReadFile(path.Join("builtin", name+".yaml"))
	if err != nil {
		panic(fmt.Sprintf("scenario: the built-in scenario %s cannot be read: %v", name, err))
	}
	d := decoder{source: name + ".yaml", builtIn: true}
	top := d.parse(file)
	s := &Scenario{set: map[string]place{}, language: languageOf(name)}
	if below := memberOf(top, "extends"); below != nil && below.Value != name {
		if s, err = Load(below.Value); err != nil {
			panic(fmt.Sprintf("scenario: the built-in scenario %s extends another: %v", name, err))
		}
	}
	if d.scenario = s; top != nil {
		d.presetFirst(top)
		d.branch(top, "")
	}
	if len(d.faults) > 0 {
		panic(fmt.Sprintf("scenario: the built-in scenario %s has faults:\n%v", name, d.faults))
	}
	return s, nil
}

// languageOf returns the language of a built-in scenario.
func languageOf(name string) *language {
	if name == Default {
		return lessonLanguage()
	}
	return openLanguage()
}

func noScenario(name string) string {
	return fmt.Sprintf("there is no built-in scenario %q; there are %s%s", name, strings.Join(Names(), ", "), suggest.Question(name, Names()))
}

// An Input is where a scenario comes from: a built-in one, on which a file and
// then settings are laid.
type Input struct {
	BuiltIn  string             // "" for the one that the file extends, or Default
	File     io.Reader          // nil for none
	FileName string             // for messages
	Endpoint string             // a preset, laid over the file's endpoint; "" for none
	Settings []Setting          // each path once: a second value for it is a fault
	Typed    map[Setting]string // for messages, what was typed where it was not --set
	Served   bool               // it is for a server, whose clients come from outside: there need be no flows
}

// Read returns the scenario of an input, checked. The error is a FaultList that
// names each mistake, or says that the file could not be read.
func Read(in Input) (*Scenario, error) {
	file := decoder{source: in.FileName}
	var top *yaml.Node
	if in.File != nil {
		var err error
		if top, err = file.document(in.File); err != nil {
			return nil, err
		}
	}
	if file.newer(top) {
		return nil, file.faults
	}
	name := in.BuiltIn
	if name == "" {
		name = file.extended(top, in.Endpoint)
	}
	s, err := lay(name)
	if err != nil {
		return nil, err
	}
	if file.scenario = s; top != nil {
		file.presetFirst(top)
		file.branch(top, "")
	}
	s.served = in.Served
	faults := file.faults
	if in.Endpoint != "" {
		faults = append(faults, s.layEndpoint(in.Endpoint)...)
	}
	faults = append(faults, s.applySettings(in)...)
	s.forgetHints()
	further := slices.DeleteFunc(s.check(), func(f Fault) bool { return faults.about(f.Path) })
	if faults = append(faults, further...); len(faults) > 0 {
		return nil, faults.inOrder()
	}
	s.arrange()
	return s, nil
}

// lay returns a scenario that holds what the built-in one of a name does, and
// remembers it.
func lay(name string) (*Scenario, error) {
	s, err := Load(name)
	if err != nil {
		return nil, err
	}
	base := *s
	base.Tickets.Topics = slices.Clone(s.Tickets.Topics)
	base.Labels.Cues = slices.Clone(s.Labels.Cues)
	base.Loads = slices.Clone(s.Loads)
	base.Policies = slices.Clone(s.Policies)
	base.Open = s.Open.clone()
	s.base, s.Extends = &base, name
	return s, nil
}

// newer faults a document that is written in a newer version of the language:
// what else is wrong with it cannot be known.
func (d *decoder) newer(top *yaml.Node) bool {
	n := memberOf(top, "version")
	if n == nil || n.Tag != "!!int" && n.Tag != "!!float" {
		return false
	}
	version, ok := parseWhole(n, field{})
	if !ok || version <= Version {
		return false
	}
	d.fault(n, "version", "this program reads version %d of the scenario language; have %d", Version, version)
	return true
}

// extended returns the name of the built-in scenario that a document extends;
// Default when it does not say, or when there is none of that name, which is a
// fault. Without a document an endpoint is laid over Starter.
func (d *decoder) extended(top *yaml.Node, endpoint string) string {
	if top == nil && d.source == "" && endpoint != "" {
		return Starter
	}
	n := memberOf(top, "extends")
	if n == nil || n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		return Default
	}
	if !slices.Contains(Names(), n.Value) {
		d.fault(n, "extends", "%s", noScenario(n.Value))
		return Default
	}
	return n.Value
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
