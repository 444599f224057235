package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ratesim/sweep"
)

// manifestVersion is the version of the form of manifests. Newer ones are refused.
const manifestVersion = 1

// A manifest says how a result came about, so that it can be had again.
type manifest struct {
	Version  int             `json:"manifest"` // manifestVersion
	Program  string          `json:"ratesim"`  // the version of the program
	Engine   int             `json:"engine"`   // the version of what a run means
	Command  []string        `json:"command"`  // arguments, without the program's name
	Columns  int             `json:"columns,omitempty"`
	Golden   bool            `json:"golden,omitempty"` // what would be printed was compared with a golden file
	Loads    []string        `json:"loads,omitempty"`
	Policies []policyRecord  `json:"policies,omitempty"`
	Seeds    string          `json:"seeds,omitempty"`
	Inputs   []inputRecord   `json:"inputs"`
	Outputs  []outputRecord  `json:"outputs,omitempty"`
	Format   string          `json:"format,omitempty"` // of a sweep
	Sweep    *sweep.Plan     `json:"sweep,omitempty"`  // of a sweep, which holds its scenario
	Scenario json.RawMessage `json:"scenario,omitempty"`

	Others []json.RawMessage `json:"other_scenarios,omitempty"` // that it was compared with

	result    string   // the file of a result that it stands in, beside the scenario; "" for a file of its own
	inside    bool     // what was made has a manifest inside, which knows no output
	handedIn  *os.File // what was handed in again on standard input; nil for nothing
	verifying bool     // nothing is printed, so that nobody misses a file
}

// A policyRecord is a policy as it was given, and as it was understood.
type policyRecord struct {
	Policy string `json:"policy"`
	Spec   string `json:"spec,omitempty"` // "" when it differs from point to point
}

// An inputRecord is a file that was read. The text of a scenario is kept; that of
// other files, which may be large or private, is not.
type inputRecord struct {
	Name string `json:"name"`
	fileHash
	Text string `json:"text,omitempty"`
}

// An outputRecord is a file that was written, or "-", standard output.
type outputRecord struct {
	Name string `json:"name"`
	fileHash
}

// text returns the manifest as it stands in its file.
func (m manifest) text() ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(m)
	return text.Bytes(), err
}

// sweepManifest returns the manifest of a sweep's rows in one form. It is the same
// wherever the cells were run.
func sweepManifest(p *openPlan, format string) manifest {
	m := manifest{
		Version: manifestVersion, Program: p.Program, Engine: p.Engine,
		Command: sweepCommand(p), Loads: p.Settings.Loads, Seeds: p.Settings.Seeds,
		Inputs: []inputRecord{}, Format: format, Sweep: &p.Plan,
	}
	for _, policy := range p.Settings.Policies {
		m.Policies = append(m.Policies, policyRecord{Policy: policy})
	}
	if text := p.source.File; p.source.FileName != "" {
		m.Inputs = append(m.Inputs, inputRecord{Name: p.source.FileName, fileHash: hashOf([]byte(text)), Text: text})
	}
	for _, file := range p.source.files() {
		m.Inputs = append(m.Inputs, inputRecord{Name: file.Name, fileHash: file.fileHash})
	}
	return m
}

// sweepCommand returns the arguments that plan the same sweep.
func sweepCommand(p *openPlan) []string {
	args := []string{"sweep"}
	add := func(flag string, values ...string) {
		for _, value := range values {
			if value != "" {
				args = append(args, "--"+flag, value)
			}
		}
	}
	add("scenario", p.source.BuiltIn)
	add("file", p.source.FileName)
	add("endpoint", p.source.Endpoint)
	add("set", p.source.Settings...)
	if t := p.source.Tickets; t != nil {
		add("tickets", t.Name)
		add("columns", p.source.Columns)
	}
	if p.source.SkipBad {
		args = append(args, "--skip-bad")
	}
	s := p.Settings
	add("over", s.Over...)
	add("design", string(s.Design))
	if s.Design != sweep.Grid {
		add("points", fmt.Sprint(s.Number))
		add("design-seed", fmt.Sprint(s.DesignSeed))
	}
	add("load", s.Loads...)
	add("policy", s.Policies...)
	add("seeds", s.Seeds)
	add("block", fmt.Sprint(s.Block))
	return args
}

// decodeStrictly reads one JSON value that has no member which is not wanted.
func decodeStrictly(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("want one JSON value; more follows")
	}
	return nil
}

// encodeText returns a text as JSON.
func encodeText(text string) (string, error) {
	quoted, err := json.Marshal(text)
	return string(quoted), err
}
