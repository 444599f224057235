package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// manySources are the flags of which there may be more than one, as typed: each
// scenario is run with each endpoint.
type manySources struct {
	builtIns, files, endpoints []string
}

// isOne reports that there is at most one scenario and one endpoint.
func (s *manySources) isOne() bool { return len(s.builtIns)+len(s.files) <= 1 && len(s.endpoints) <= 1 }

// check finds what is given twice.
func (s *manySources) check() error {
	var faults []error
	for _, of := range []struct {
		flag  string
		texts []string
	}{{"--scenario", s.builtIns}, {"--file", s.files}, {"--endpoint", s.endpoints}} {
		if text, twice := repeated(of.texts); twice {
			faults = append(faults, fmt.Errorf("%s: %q is given twice", of.flag, text))
		}
	}
	return usage(errors.Join(faults...))
}

// checkSources finds standard input that several sources would have to read.
func checkSources(all []sourceFlags) error {
	readers := 0
	for _, s := range all {
		if s.file == standard || s.tickets == standard || s.arrivals.traceIn == standard {
			readers++
		}
	}
	if readers > 1 {
		return usageError{errors.New("standard input is read once: want a file where several scenarios or endpoints are run on it")}
	}
	return nil
}

// variants returns the flags of each single source, and what it is called where its
// scenario's name does not say which it is.
func (s sourceFlags) variants() (all []sourceFlags, names []string) {
	endpoints := s.several.endpoints
	if len(endpoints) == 0 {
		endpoints = []string{""}
	}
	scenarios := len(s.several.builtIns) + len(s.several.files)
	add := func(one sourceFlags, name string) {
		for _, endpoint := range endpoints {
			one.endpoint = endpoint
			all = append(all, one)
			if scenarios <= 1 && endpoint != "" {
				names = append(names, endpoint)
			} else {
				names = append(names, strings.TrimSpace(name+" "+endpoint))
			}
		}
	}
	for _, name := range s.several.builtIns {
		one := s
		one.builtIn, one.file = name, ""
		add(one, name)
	}
	for _, file := range s.several.files {
		one := s
		one.builtIn, one.file = "", file
		add(one, file)
	}
	if scenarios == 0 {
		add(s, "")
	}
	return all, names
}

// A severalFlag is a text that may be given more than once.
type severalFlag struct {
	all   *[]string
	first *string
}

var _ pflag.Value = (*severalFlag)(nil)

// String returns the texts, "" when none was given.
func (f *severalFlag) String() string {
	if f.all == nil {
		return ""
	}
	return strings.Join(*f.all, " ")
}

// Type names the value in help.
func (f *severalFlag) Type() string { return "text" }

// Set takes a text in.
func (f *severalFlag) Set(text string) error {
	if text == "" {
		return errors.New("want a text; have an empty one")
	}
	*f.all = append(*f.all, text)
	*f.first = (*f.all)[0]
	return nil
}
