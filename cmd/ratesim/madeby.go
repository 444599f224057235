package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ratesim/report"
)

// noteInputs notes what is read from now on, to be held against a manifest.
func (j *journal) noteInputs() {
	if j != nil {
		j.proved = true
	}
}

// isOf says what is to be told of the manifest, which is called name, beside traces that
// were read. It is an error when its runs did not write them.
func (m *manifest) isOf(traces []inputRecord, name string) (notes []string, err error) {
	if m.result != "" {
		return []string{"The manifest stands within a result and holds no SHA-256 of a trace, so nothing shows that it is of these runs."}, nil
	}
	var faults []error
	for _, t := range traces {
		i := slices.IndexFunc(m.Outputs, func(o outputRecord) bool { return o.fileHash == t.fileHash })
		switch {
		case i < 0:
			faults = append(faults, fmt.Errorf("--made-by: want the manifest of %s, %d bytes with SHA-256 %.12s…; the runs of %s wrote %s",
				shownName(t.Name), t.Bytes, t.SHA256, shownName(name), m.written()))
		case m.Outputs[i].Name != t.Name:
			notes = append(notes, fmt.Sprintf("What they write to %s is read here from %s.", outputName(m.Outputs[i].Name), shownName(t.Name)))
		}
	}
	return notes, usage(errors.Join(faults...))
}

// tracesBeside returns what was read but for a manifest of that name.
func (j *journal) tracesBeside(name string) []inputRecord {
	return slices.DeleteFunc(j.inputRecords(), func(r inputRecord) bool { return r.Name == name })
}

// outputName is what messages call what was written.
func outputName(name string) string {
	if name == standard {
		return "standard output"
	}
	return report.Printable(name)
}

// written says what the runs wrote, in few words.
func (m *manifest) written() string {
	const most = 3
	var all []string
	for i, o := range m.Outputs {
		if i == most {
			all = append(all, fmt.Sprintf("%d more", len(m.Outputs)-most))
			break
		}
		all = append(all, fmt.Sprintf("%s (%d bytes, %.12s…)", outputName(o.Name), o.Bytes, report.Printable(o.SHA256)))
	}
	if len(all) == 0 {
		return "no file that it names"
	}
	return strings.Join(all, ", ")
}
