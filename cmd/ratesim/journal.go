package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"

	"ratesim/policy"
	"ratesim/report"
)

// A journal notes what a command read, ran and wrote, for its manifest. A nil one
// notes nothing.
type journal struct {
	file   string    // of the manifest that is wanted; "" for none
	replay *manifest // that is replayed: what it wrote is only hashed; nil for none
	inside bool      // a manifest stands within what is printed
	traced bool      // a trace says what was read
	proved bool      // what was read is held against a manifest
	golden bool      // what would be printed was compared with a golden file

	lock    sync.Mutex
	runs    []*runs        // one a scenario
	policy  []policyRecord // where nothing else is run
	inputs  []*inputNote
	outputs []*outputNote
}

// An inputNote is a file that is being read.
type inputNote struct {
	io.Reader
	name string
	sum  *hashed
	text string // when it is kept
}

// Read reads and hashes.
func (n *inputNote) Read(data []byte) (int, error) {
	read, err := n.Reader.Read(data)
	n.sum.Write(data[:read])
	return read, err
}

// An outputNote is a file that is being written.
type outputNote struct {
	name string
	*hashed
}

// on reports whether anything is noted.
func (j *journal) on() bool {
	return j != nil && (j.file != "" || j.replay != nil || j.inside || j.traced || j.proved)
}

// noteInside notes what is read and run for a manifest within a JSON document. A golden
// file has none, so that it holds for other versions of the program.
func (j *journal) noteInside(o outputFlags) {
	if j == nil || o.golden.file != "" || j.replaying() && j.replay.Golden {
		return
	}
	j.inside = o.format == string(report.FormatJSON)
}

// target is where the flag of the manifest's file is kept.
func (j *journal) target() *string {
	if j == nil {
		return new(string)
	}
	return &j.file
}

// input notes a file that is read from now on.
func (j *journal) input(name string, r io.Reader) io.Reader {
	if !j.on() {
		return r
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	note := &inputNote{Reader: r, name: name, sum: newHashed(io.Discard)}
	j.inputs = append(j.inputs, note)
	return note
}

// keep keeps the text of a file that was read.
func (j *journal) keep(name, text string) {
	if !j.on() {
		return
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	for _, note := range j.inputs {
		if note.name == name {
			note.text = text
		}
	}
}

// kept returns the text that a file had when what is replayed was run.
func (j *journal) kept(name string) (text string, ok bool) {
	if j == nil || j.replay == nil {
		return "", false
	}
	for _, in := range j.replay.Inputs {
		if in.Name == name && in.Text != "" {
			return in.Text, true
		}
	}
	return "", false
}

// output notes what is written to a file from now on.
func (j *journal) output(name string, w io.Writer) io.Writer {
	if !j.on() {
		return w
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	note := &outputNote{name: name, hashed: newHashed(w)}
	j.outputs = append(j.outputs, note)
	return note
}

// replaying reports whether files are not to be written.
func (j *journal) replaying() bool { return j != nil && j.replay != nil }

// ran notes what was run.
func (j *journal) ran(r *runs) {
	if j.on() {
		j.runs = append(j.runs, r)
	}
}

// tried notes a policy that is shown without a scenario.
func (j *journal) tried(given string, p policy.Policy) {
	if j.on() {
		j.policy = append(j.policy, policyRecord{given, policy.String(p)})
	}
}

// printed notes what a command would have printed, had there not been a golden file to
// compare it with. The manifest is of that.
func (j *journal) printed(output []byte) {
	if !j.on() {
		return
	}
	j.output(standard, io.Discard).Write(output)
	j.golden = true
}

// A journalWriter is standard output, which is noted once something is written.
type journalWriter struct {
	io.Writer
	journal *journal
	noted   bool
}

// Write writes, and notes what.
func (w *journalWriter) Write(data []byte) (int, error) {
	if !w.noted && w.journal.on() && !w.journal.golden {
		w.Writer, w.noted = w.journal.output(standard, w.Writer), true
	}
	return w.Writer.Write(data)
}

// manifest returns what was noted.
func (j *journal) manifest(e edge) manifest {
	v := currentVersion()
	m := manifest{
		Version: manifestVersion, Program: v.Version, Engine: v.Engine,
		Command: withoutFlags(e.args), Columns: e.columns, Inputs: j.inputRecords(),
		inside: j.inside,
	}
	if m.Golden = j.golden; m.Golden {
		m.Columns = 0 // a golden file is the same on any terminal
	}
	m.Policies = j.policy
	for _, note := range j.outputs {
		m.Outputs = append(m.Outputs, outputRecord{Name: note.name, fileHash: note.hash()})
	}
	for _, r := range j.runs {
		m.add(r)
	}
	return m
}

// within returns the manifest that stands within what is printed: it is the same
// wherever and however often that is printed, and cannot hold its own hash. The
// scenario stands beside it. It is nil where none is wanted.
func (j *journal) within(e edge) (json.RawMessage, error) {
	if j == nil || !j.inside {
		return nil, nil
	}
	m := j.manifest(e)
	m.Columns, m.Outputs, m.Scenario, m.Others = 0, nil, nil, nil
	if j.replay != nil {
		m.Program = j.replay.Program // of one engine all versions give the same
	}
	return m.text()
}

// add notes the runs of one scenario.
func (m *manifest) add(r *runs) {
	switch scenario := r.model.Scenario.JSON(); {
	case m.Scenario == nil:
		m.Scenario = scenario
	default:
		m.Others = append(m.Others, scenario)
	}
	m.Seeds = formatSeeds(r.seeds)
	for _, c := range r.cases {
		if c.Load != "" && !slices.Contains(m.Loads, c.Load) {
			m.Loads = append(m.Loads, c.Load)
		}
		if record := (policyRecord{c.Policy, c.Spec()}); !slices.Contains(m.Policies, record) {
			m.Policies = append(m.Policies, record)
		}
	}
}

// besidesResult are the flags on which the output does not depend, with whether a
// value follows. The --workers of "ratesim workers" are another thing.
var besidesResult = map[string]bool{"--manifest": true, "--golden": true, "--update-golden": false, "--workers": true}

// withoutFlags returns arguments without the flags on which the output does not depend.
func withoutFlags(args []string) []string {
	var left []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(left, args[i:]...)
		}
		name, _, joined := strings.Cut(args[i], "=")
		takesValue, known := besidesResult[name]
		known = known && (name != "--workers" || args[0] != "workers")
		switch {
		case !known:
			left = append(left, args[i])
		case takesValue && !joined:
			i++
		}
	}
	return left
}

// finish writes the manifest of a command that is done, if it is wanted.
func (j *journal) finish(e edge) error {
	if j == nil || j.file == "" || j.replay != nil {
		return nil
	}
	m := j.manifest(e)
	text, err := m.text()
	if err != nil {
		return err
	}
	name := j.file
	j.file = "" // the manifest is not noted in itself
	return writeFile(e, name, text)
}
