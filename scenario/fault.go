package scenario

import (
	"fmt"
	"strings"
)

// A place is where a value was given: a line of a file, or a flag.
type place struct {
	source       string // a file's name, or the flag as typed
	line, column int    // 0 for a flag
}

func (p place) String() string {
	switch {
	case p.source == "":
		return "built-in scenario"
	case p.line == 0:
		return p.source
	}
	return fmt.Sprintf("%s:%d:%d", p.source, p.line, p.column)
}

// A Fault is one mistake in a scenario.
type Fault struct {
	Source       string // file or flag
	Line, Column int    // 0 for a flag
	Path         string // of the value; "" for the file as a whole
	Message      string
}

// Error returns the place, the path and what is wrong.
func (f Fault) Error() string {
	text := place{f.Source, f.Line, f.Column}.String()
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
