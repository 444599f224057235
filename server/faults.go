package server

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ratesim/endpoint"
)

// A faultSet is the faults that are in force: those of the scenario, and those that
// were set at run time, which strike before them.
type faultSet struct {
	scenario []endpoint.NamedFault
	off      bool // those of the scenario strike no more
	set      []settledFault
	all      []endpoint.NamedFault // of both
}

// A settledFault is one that was set at run time.
type settledFault struct {
	endpoint.NamedFault
	text string // its canonical spec
}

// with returns all faults, and before them the one of a request.
func (f *faultSet) with(own *endpoint.NamedFault) []endpoint.NamedFault {
	if f.all == nil {
		f.all = []endpoint.NamedFault{}
		for _, s := range f.set {
			f.all = append(f.all, s.NamedFault)
		}
		if !f.off {
			f.all = append(f.all, f.scenario...)
		}
	}
	if own == nil {
		return f.all
	}
	return slices.Insert(slices.Clone(f.all), 0, *own)
}

// replace sets other faults at run time.
func (f *faultSet) replace(set []settledFault, off bool) { f.set, f.off, f.all = set, off, nil }

// faultMax bounds a fault's spec.
const faultMax = 1000

// readFault reads a fault as a scenario writes it.
func readFault(name, text string) (settledFault, error) {
	if len(text) > faultMax {
		return settledFault{}, fmt.Errorf("want at most %d bytes; have %d", faultMax, len(text))
	}
	fault, canonical, err := endpoint.FaultForms().Parse(text, 0)
	if err != nil {
		return settledFault{}, firstLine(err)
	}
	fault.Name = name
	return settledFault{fault, canonical.String()}, nil
}

// firstLine returns an error without the lines that show the place in the spec.
func firstLine(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(line)
}
