package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"ratesim/suggest"
)

// readFrom gives the flags that were not typed the values of the --from file: a
// mapping from their names to a value or a list; --set and --over take a mapping
// from paths, too. Names of files are relative to the file itself.
func (s *sweepFlags) readFrom(e edge, cmd *cobra.Command) error {
	if s.from == "" {
		return nil
	}
	file, _, err := openFile(e, s.from)
	if err != nil {
		return err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, scenarioBytesMax))
	if err != nil {
		return usage(atFile(s.from, err))
	}
	var document yaml.Node
	err = yaml.NewDecoder(bytes.NewReader(text)).Decode(&document)
	if err == io.EOF {
		return usageError{fmt.Errorf("%s: want names of flags and their values, such as points: 20; the file is empty", s.from)}
	}
	if err != nil {
		return usageError{fmt.Errorf("%s: want YAML: %s", s.from, strings.TrimPrefix(err.Error(), "yaml: "))}
	}
	top := document.Content[0]
	f := flagFile{name: s.from, flags: cmd.Flags()}
	if top.Kind != yaml.MappingNode {
		f.fault(top, "want names of flags and their values, such as points: 20")
		return usage(errors.Join(f.faults...))
	}
	for i := 0; i+1 < len(top.Content); i += 2 {
		f.set(top.Content[i], top.Content[i+1])
	}
	return usage(errors.Join(f.faults...))
}

// A flagFile is a file with values of flags.
type flagFile struct {
	name   string
	flags  *pflag.FlagSet
	seen   []string
	faults []error
}

func (f *flagFile) fault(at *yaml.Node, format string, args ...any) {
	f.faults = append(f.faults, fmt.Errorf("%s:%d:%d: %s", f.name, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// notInFiles are flags that say what becomes of a sweep, not what it is.
var notInFiles = []string{"from", "help", "output", "cells", "workers", "format"}

// set gives one flag its value.
func (f *flagFile) set(key, value *yaml.Node) {
	var names []string
	f.flags.VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(notInFiles, flag.Name) {
			names = append(names, flag.Name)
		}
	})
	name := key.Value
	switch {
	case !slices.Contains(names, name):
		f.fault(key, "there is no flag --%s to set here%s", name, suggest.Question(name, names))
		return
	case slices.Contains(f.seen, name):
		f.fault(key, "%s is given twice", name)
		return
	}
	f.seen = append(f.seen, name)
	flag := f.flags.Lookup(name)
	if flag.Changed { // what is typed goes first
		return
	}
	for _, text := range f.texts(name, value) {
		if err := flag.Value.Set(f.place(flag, text)); err != nil {
			f.fault(value, "%s: %v", name, wantedValue(flag, text, err))
		}
	}
	flag.Changed = true
}

// place returns the name of a file as it is from here.
func (f *flagFile) place(flag *pflag.Flag, text string) string {
	if flag.Value.Type() != "file" || filepath.IsAbs(text) || text == standard {
		return text
	}
	return filepath.Join(filepath.Dir(f.name), text)
}

// texts returns the values of a flag as they would be typed.
func (f *flagFile) texts(name string, value *yaml.Node) []string {
	switch value.Kind {
	case yaml.ScalarNode:
		return []string{value.Value}
	case yaml.SequenceNode:
		return f.items(name, value)
	case yaml.MappingNode:
		if name == "set" || name == "over" {
			var texts []string
			for i := 0; i+1 < len(value.Content); i += 2 {
				items := f.texts(value.Content[i].Value, value.Content[i+1])
				texts = append(texts, value.Content[i].Value+"="+strings.Join(items, ","))
			}
			return texts
		}
	}
	f.fault(value, "want a value or a list of values for %s", name)
	return nil
}

// items returns the items of a list.
func (f *flagFile) items(name string, list *yaml.Node) []string {
	var texts []string
	for _, item := range list.Content {
		if item.Kind != yaml.ScalarNode {
			f.fault(item, "want a value")
			continue
		}
		texts = append(texts, item.Value)
	}
	return texts
}
