package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A place is where a value was given: a line of a file, or a flag.
type place struct {
	source       string // a file's name, or the flag as typed
	order        int    // 0 for a file; 1 and more for flags, in the order given
	line, column int    // from 1; 0 for a flag

	items []place // of a list
}

func (p place) String() string {
	switch {
	case p.source == "":
		return "scenario"
	case p.line == 0:
		return p.source
	}
	return fmt.Sprintf("%s:%d:%d", p.source, p.line, p.column)
}

// compare orders places as a reader meets them.
func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.order, o.order), cmp.Compare(p.line, o.line), cmp.Compare(p.column, o.column))
}

// A Fault is one mistake in a scenario.
type Fault struct {
	Source       string // file or flag
	Line, Column int    // from 1; 0 for a flag
	Path         string // of the value; "" for the file as a whole
	Message      string

	order int // of the place
}

// newFault returns the fault at a place.
func newFault(p place, path, message string) Fault {
	return Fault{Source: p.source, Line: p.line, Column: p.column, Path: path, Message: message, order: p.order}
}

func (f Fault) place() place {
	return place{source: f.Source, order: f.order, line: f.Line, column: f.Column}
}

// Error returns the place, the path and what is wrong.
func (f Fault) Error() string {
	text := f.place().String()
	if f.Path != "" {
		text += ": " + f.Path
	}
	return text + ": " + f.Message
}

// A FaultList is all mistakes of a scenario, in the order in which they stand.
type FaultList []Fault

// Error returns the faults, one a line.
func (l FaultList) Error() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// about reports that a fault concerns a path, or something below it.
func (l FaultList) about(path string) bool {
	return slices.ContainsFunc(l, func(f Fault) bool { return f.Path == path || strings.HasPrefix(f.Path, path+".") })
}

// faultsMax is how many faults are told at once.
const faultsMax = 100

// inOrder sorts the faults by their places and leaves out what nobody would read.
func (l FaultList) inOrder() FaultList {
	slices.SortStableFunc(l, func(a, b Fault) int { return a.place().compare(b.place()) })
	if len(l) <= faultsMax {
		return l
	}
	last := l[faultsMax-1]
	last.Path, last.Message = "", fmt.Sprintf("more than %d mistakes; the others are left out", faultsMax)
	return append(l[:faultsMax], last)
}
