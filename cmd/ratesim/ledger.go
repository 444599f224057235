package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A ledger knows which files a command reads and which it writes, so that no
// output takes the place of what the user handed in, or of another output.
// Devices and pipes are not in it. A nil one knows nothing.
type ledger struct {
	lock   sync.Mutex
	args   []string
	flags  []*pflag.Flag // that were given
	places []place
}

// A place is a file that is used.
type place struct {
	name    string // as given
	path    string // its absolute name, without links
	info    fs.FileInfo
	label   string // what the user knows it by; "" for that of whatever else is written there
	written bool
}

// writtenBy is the annotation of flags whose file is written: first the flag
// without which it is only read, "" for none; then what further files' names end in.
const writtenBy = "ratesim_written_by"

// writes marks a flag whose file is written.
func writes(f *pflag.FlagSet, name string, by ...string) {
	if len(by) == 0 {
		by = []string{""}
	}
	if err := f.SetAnnotation(name, writtenBy, by); err != nil {
		panic("ratesim: " + err.Error())
	}
}

// isWritten reports whether the file of a flag is written, by being given or by the flag
// that says so.
func isWritten(cmd *cobra.Command, by string) bool {
	when := cmd.Flags().Lookup(by)
	return when == nil || when.Changed
}

// begin takes in the flags of a command, and finds two that want one file. It is
// asked before the command reads or writes anything.
func (l *ledger) begin(cmd *cobra.Command) error {
	if l == nil {
		return nil
	}
	l.args, l.flags, l.places = cmd.Flags().Args(), nil, nil
	var faults []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		l.flags = append(l.flags, f)
		by := f.Annotations[writtenBy]
		if len(by) == 0 {
			return
		}
		for _, end := range append([]string{""}, by[1:]...) {
			if name := f.Value.String(); name != standard {
				p := place{name: name + end, label: "--" + f.Name + " " + name + end, written: isWritten(cmd, by[0])}
				faults = append(faults, l.use(p))
			}
		}
	})
	return errors.Join(faults...)
}

// reads notes a file that is read.
func (l *ledger) reads(name string) error {
	if l == nil {
		return nil
	}
	return l.use(place{name: name, label: l.label(name, false)})
}

// readsStream notes standard input; info is nil unless it is a file.
func (l *ledger) readsStream(info fs.FileInfo) error {
	if l == nil || info == nil {
		return nil
	}
	return l.use(place{name: standard, info: info, label: shownName(standard)})
}

// writes notes a file that is written.
func (l *ledger) writes(name string) error {
	if l == nil {
		return nil
	}
	return l.use(place{name: name, written: true})
}

// use notes a file, unless it is in use for something that does not go with it.
// What the program itself has written it may read.
func (l *ledger) use(p place) error {
	if p.name != standard {
		p.find()
	}
	if p.info != nil && !p.info.Mode().IsRegular() {
		return nil
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	for _, other := range l.places {
		if p.name == other.name && other.written && (p.label == other.label || p.label == "") {
			return nil
		}
	}
	p.label = cmp.Or(p.label, l.label(p.name, true))
	for _, other := range l.places {
		if p.is(other) && (p.written || other.written) {
			return usageError{fmt.Errorf("%s and %s: want two files; they are one, whose content would be lost", other.label, p.label)}
		}
	}
	l.places = append(l.places, p)
	return nil
}

// find looks a file up.
func (p *place) find() {
	p.info, _ = os.Stat(p.name) // what is wrong with it, whoever opens it says
	target := followLinks(p.name)
	if folder, err := filepath.EvalSymlinks(filepath.Dir(target)); err == nil {
		p.path, _ = filepath.Abs(filepath.Join(folder, filepath.Base(target)))
	}
}

// is reports whether two places are one file.
func (p *place) is(other place) bool {
	if p.info != nil && other.info != nil && os.SameFile(p.info, other.info) {
		return true
	}
	return p.path != "" && p.path == other.path // a file that was replaced is another
}

// label returns what the user knows a file by: its name, after that of its flag if
// a flag names it.
func (l *ledger) label(name string, written bool) string {
	if !written && slices.Contains(l.args, name) {
		return name
	}
	for _, f := range l.flags {
		_, marked := f.Annotations[writtenBy]
		if text := f.Value.String(); marked == written && (text == name || !marked && strings.Contains(text, name)) {
			return "--" + f.Name + " " + name
		}
	}
	return name
}
