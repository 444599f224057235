package preset

import (
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// day is a date, as exact as it is known.
var day = regexp.MustCompile(`^20\d\d-\d\d(-\d\d)?$`)

// units are what parameters are measured in.
var units = []string{"requests", "tokens", "calls", "units", "duration", "share", "word", "offset"}

// check returns the first thing in a file that cannot be.
func (e *Endpoint) check() error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%s.yaml: %s", e.Name, fmt.Sprintf(format, args...))
	}
	names := map[string]bool{}
	roundings := []string{"", "down", "up"}
	for _, p := range e.Parameters {
		if !slices.Contains(roundings, p.Rounding) {
			return fault("parameter %s: want its rounding to be one of %q; have %q", p.Name, roundings, p.Rounding)
		}
		if !slices.Contains(units, p.Unit) || p.About == "" || p.Default == "" || names[p.Name] {
			return fault("parameter %s: want one of its name with a default, a meaning and a unit of %q", p.Name, units)
		}
		names[p.Name] = true
	}
	for _, d := range e.Derived {
		if !slices.Contains(roundings, d.Rounding) {
			return fault("derived %s: want its rounding to be one of %q; have %q", d.Name, roundings, d.Rounding)
		}
		if d.About == "" || d.Is == "" || names[d.Name] {
			return fault("derived %s: want one of its name with a meaning and an expression", d.Name)
		}
		names[d.Name] = true
	}
	if e.About == "" || e.Headers == "" || !day.MatchString(e.Seen) {
		return fault("want about, headers and when it was seen, as 2026-11")
	}
	if e.Body.Kind != yaml.MappingNode {
		return fault("want an endpoint")
	}
	for _, name := range places(&e.Body) {
		if !names[name] {
			return fault("the endpoint names %q, which is neither a parameter nor derived", name)
		}
	}
	for _, known := range e.evidence() {
		if !slices.Contains(Tags(), known.Tag) || known.From == "" || !day.MatchString(known.Date) {
			return fault("want a tag of %q, a source and a date; have %+v", Tags(), known)
		}
	}
	return nil
}

// evidence returns all that the file gives as evidence.
func (e *Endpoint) evidence() (all []Evidence) {
	for _, s := range e.Statements {
		all = append(all, s.Evidence)
	}
	for _, t := range e.Tiers {
		all = append(all, t.Evidence)
	}
	return all
}

// places returns the names that a part of an endpoint has places for.
func places(n *yaml.Node) (names []string) {
	for _, found := range place.FindAllStringSubmatch(n.Value, -1) {
		names = append(names, found[1])
	}
	for _, part := range n.Content {
		names = append(names, places(part)...)
	}
	return names
}
