package policy

import (
	"slices"
	"strings"
)

// A Preset is how a client retries that others wrote: a policy of parts that do as
// the client does.
type Preset struct {
	Name     string
	Versions Versions
	About    string // what the client is

	Text      string   // the policy, as Parse reads it
	SwitchOn  string   // arguments by which a user of the client switches its retries on; "" if they are on
	Governors []string // as package governor reads them, for what its requests have in common; none for nothing
	Optional  bool     // the client has the governors only if it is told to
	Evidence  Evidence
	Source    Origin
	Remarks   []string // what a user should know, and what the policy cannot say
}

// Evidence is how the behaviour of a client was found out.
type Evidence uint8

// The kinds of evidence.
const (
	Read Evidence = iota // in the source of that version
	Ran                  // the library itself was run, on a server that refuses or with a clock that is set
)

// String returns the evidence for a person to read.
func (e Evidence) String() string {
	return [...]string{"read in the source", "run and read in the source"}[e]
}

// An Origin is where a client's behaviour is written.
type Origin struct {
	Project string // on GitHub, or a package's name
	Version string // that was read
	Commit  string // "" where the version says it
	File    string
	Date    string // on which it was read, as 2006-01-02
}

// String returns the source in one line.
func (s Origin) String() string {
	text := s.Project
	if s.Version != "" {
		text += " " + s.Version
	}
	if s.Commit != "" {
		text += " (" + s.Commit + ")"
	}
	return text + ", " + s.File + ", read " + s.Date
}

// Presets returns the clients that Parse knows: those of one name together, the
// newest version first.
func Presets() []Preset {
	return slices.Concat(openAIPresets(), anthropicPresets(), vendorPresets(), awsPresets(),
		frameworkPresets(), pythonPresets(), goPresets(), meshPresets(), otherPresets())
}

// PresetNames returns the names of the presets, sorted, each once.
func PresetNames() []string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// PresetsNamed returns the presets of a name, the newest version first.
func PresetsNamed(name string) []Preset {
	var all []Preset
	for _, p := range Presets() {
		if p.Name == name {
			all = append(all, p)
		}
	}
	return all
}

// PresetOf returns the preset that a name and a version mean: without a version
// the newest one, and of a version that tells several apart, such as 3 of 3.60 and
// 3.67, the newest of these.
func PresetOf(name, version string) (p Preset, found bool) {
	for _, p := range PresetsNamed(name) {
		if version == "" || p.Versions.have(version) {
			return p, true
		}
	}
	return Preset{}, false
}

// Spec returns the preset as a user writes it: its name, with the version where
// there is one.
func (p Preset) Spec() string {
	if p.Versions == (Versions{}) {
		return p.Name
	}
	return p.Name + "@" + p.Versions.String()
}

// Policy returns the policy of the preset, with what switches it on if that is
// wanted.
func (p Preset) Policy(on bool) Policy {
	text := p.Spec()
	if on && p.SwitchOn != "" {
		text += "(" + p.SwitchOn + ")"
	}
	made, err := Parse(text, Defaults{})
	if err != nil {
		panic("policy: preset " + text + ": " + err.Error())
	}
	return made
}

// versionsOf returns a sentence that lists the versions there are.
func versionsOf(all []Preset) string {
	var words []string
	for _, p := range all {
		words = append(words, p.Versions.String())
	}
	if len(words) == 1 {
		return "there is " + words[0]
	}
	last := len(words) - 1
	return "there are " + strings.Join(words[:last], ", ") + " and " + words[last]
}
