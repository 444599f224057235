// Package preset knows how real providers and gateways limit: each is a file of
// data, with parameters, the endpoint of a scenario in which they are put in, and
// the evidence for every statement. It knows no limit, hint or fault by itself;
// what a file says of its endpoint is read by package scenario.
package preset

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed endpoints/*.yaml
var files embed.FS

// An Endpoint is how a provider or a gateway limits.
type Endpoint struct {
	Name       string      `yaml:"-"`
	About      string      `yaml:"about"`
	Seen       string      `yaml:"seen"`    // the time of which it speaks, such as 2024-06
	Headers    string      `yaml:"headers"` // the vendor, of package wire, whose header fields carry its hints
	Parameters []Parameter `yaml:"parameters"`
	Derived    []Derived   `yaml:"derived"`

	// Body is the endpoint in the language of scenarios. {name} stands for a
	// parameter or a derived value; a line with one that is "none" is left out.
	Body yaml.Node `yaml:"endpoint"`

	Refusals    []Refusal     `yaml:"refusals"`
	Tiers       []Tier        `yaml:"tiers"`
	Statements  []Statement   `yaml:"statements"`
	Unexplained []Unexplained `yaml:"unexplained"`
	LeftOut     []string      `yaml:"left_out"` // what is known of it and not simulated
}

// A Parameter is what a user may say of an account.
type Parameter struct {
	Name     string   `yaml:"name"`
	Unit     string   `yaml:"unit"`     // requests, tokens, duration and so on; see read
	Default  string   `yaml:"default"`  // a value, or an expression in parameters before it
	Rounding string   `yaml:"rounding"` // of an expression: "" or down, or up
	Words    []string `yaml:"words"`    // that may stand in place of a value, such as none; of unit word, all there are
	About    string   `yaml:"about"`
	Zero     string   `yaml:"zero"` // what 0 means
}

// A Derived value is an expression in parameters and derived values before it.
type Derived struct {
	Name     string `yaml:"name"`
	Unit     string `yaml:"unit"`
	Is       string `yaml:"is"`
	Rounding string `yaml:"rounding"`
	About    string `yaml:"about"`
}

// A Refusal is another way in which it refuses or fails.
type Refusal struct {
	Status int    `yaml:"status"` // HTTP status; 200 for a stream that breaks off
	Means  string `yaml:"means"`
	Again  string `yaml:"again"` // whether trying again helps
	Fault  string `yaml:"fault"` // by which it may be simulated; "" if it cannot be
}

// A Tier is a set of limits that an account may have.
type Tier struct {
	Name      string `yaml:"name"`
	Arguments string `yaml:"arguments"` // of the preset
	Evidence  `yaml:",inline"`
}

// A Statement is something that is known of it.
type Statement struct {
	Says     string `yaml:"says"`
	Evidence `yaml:",inline"`
}

// Evidence is how something is known.
type Evidence struct {
	Tag  string `yaml:"tag"`  // one of Tags
	From string `yaml:"from"` // the original source; of what is assumed, why
	Date string `yaml:"date"` // of the source, or on which it was read: year-month[-day]
}

// Tags returns the kinds of evidence, the best first: what a provider says or its
// code does, what somebody measured and published, what users report, and what is
// assumed where nothing is known.
func Tags() []string { return []string{"documented", "measured", "reported", "assumed"} }

// An Unexplained reading is one that the rule does not give.
type Unexplained struct {
	Reading string `yaml:"reading"` // its name in testdata/provider-waits.csv
	Why     string `yaml:"why"`
}

// Endpoints returns all presets by name.
var Endpoints = sync.OnceValue(func() []*Endpoint {
	entries, err := files.ReadDir("endpoints")
	if err != nil {
		panic(fmt.Sprintf("preset: the presets cannot be listed: %v", err))
	}
	var all []*Endpoint
	for _, entry := range entries {
		text, err := files.ReadFile(path.Join("endpoints", entry.Name()))
		if err != nil {
			panic(fmt.Sprintf("preset: %s cannot be read: %v", entry.Name(), err))
		}
		one, err := parse(strings.TrimSuffix(entry.Name(), ".yaml"), text)
		if err != nil {
			panic(fmt.Sprintf("preset: %v", err))
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b *Endpoint) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// parse reads a preset's file. Keys that there are not are mistakes.
func parse(name string, text []byte) (*Endpoint, error) {
	e := &Endpoint{Name: name}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(e); err != nil {
		return nil, fmt.Errorf("%s.yaml: %w", name, err)
	}
	return e, e.check()
}
