package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ratesim/policy"
	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/sweep"
)

// A sweepSource is what the scenarios of a sweep are made of.
type sweepSource struct {
	scenarioText
	Tickets    *inputFile  `json:"tickets,omitempty"`
	Columns    string      `json:"columns,omitempty"` // of the tickets
	SkipBad    bool        `json:"skip_bad,omitempty"`
	Recordings []inputFile `json:"recordings,omitempty"` // files of recorded requests that flows name
}

// An inputFile is a file and what was in it.
type inputFile struct {
	Name string `json:"name"`
	fileHash
}

// A fileHash is what was in a file.
type fileHash struct {
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// hashFile reads a file for its hash.
func hashFile(ctx context.Context, e edge, name string) (fileHash, error) {
	in, err := openInput(ctx, e, name)
	if err != nil {
		return fileHash{}, err
	}
	defer in.close()
	sum := sha256.New()
	n, err := io.Copy(sum, in)
	if err != nil {
		return fileHash{}, atFile(name, err)
	}
	return fileHash{SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: n}, nil
}

// files returns the files that are read beside the scenario's own.
func (s *sweepSource) files() []inputFile {
	if s.Tickets == nil {
		return s.Recordings
	}
	return append([]inputFile{*s.Tickets}, s.Recordings...)
}

// checkFiles finds files that are not those that were planned with.
func (s *sweepSource) checkFiles(ctx context.Context, e edge) error {
	var faults []error
	for _, file := range s.files() {
		have, err := hashFile(ctx, e, file.Name)
		if err == nil && have != file.fileHash {
			err = usageError{fmt.Errorf("%s: want the file that the sweep was planned with, SHA-256 %.12s…; have %.12s…", file.Name, file.SHA256, have.SHA256)}
		}
		faults = append(faults, err)
	}
	return usageAll(faults)
}

// scenarioFile returns the name of the scenario's file as it was typed.
func (s *sweepSource) scenarioFile() string {
	if s.FileName == shownName(standard) {
		return standard
	}
	return s.FileName
}

// addRecordings notes the files that the flows of a scenario send.
func (s *sweepSource) addRecordings(ctx context.Context, e edge, read *scenario.Scenario) error {
	for _, wanted := range read.Recordings() {
		name := placeOf(wanted, s.scenarioFile())
		if name == standard {
			return usageError{errors.New("--trace-in: want a file, which each worker can read; - is none")}
		}
		if s.recording(name) != nil {
			continue
		}
		sum, err := hashFile(ctx, e, name)
		if err != nil {
			return err
		}
		s.Recordings = append(s.Recordings, inputFile{name, sum})
	}
	return nil
}

// recording returns a file of recorded requests, nil if it was not noted.
func (s *sweepSource) recording(name string) *inputFile {
	for i := range s.Recordings {
		if s.Recordings[i].Name == name {
			return &s.Recordings[i]
		}
	}
	return nil
}

// at returns the scenario of a point.
func (s *sweepSource) at(axes []sweep.Axis, values []string) (*scenario.Scenario, error) {
	var settings []string
	for i, axis := range axes {
		settings = append(settings, axis.Path+"="+values[i])
	}
	return s.readOver("--over", settings)
}

// open makes the model of a point. What there is to say of its tickets was said when
// the sweep was planned. The caller closes the source.
func (s *sweepSource) open(ctx context.Context, e edge, read *scenario.Scenario) (*source, error) {
	e.err, e.live = io.Discard, false
	flags := sourceFlags{file: s.scenarioFile(), skipBad: s.SkipBad}
	if s.Tickets != nil {
		flags.tickets, flags.columns = s.Tickets.Name, s.Columns
	}
	return flags.openRead(ctx, e, read)
}

// content returns what the rows of a load and a policy depend on, but for the seeds.
func (s *sweepSource) content(read *scenario.Scenario, load, given string) (sweep.Content, error) {
	content := sweep.Content{Engine: sim.Version, Scenario: read.JSON(), Load: load, Policy: given}
	var faults []error
	if !read.IsOpen() {
		faults = append(faults, named("--load", read.CheckLoad(load)))
	}
	made, err := read.ParsePolicy(given)
	if err := errors.Join(append(faults, named("--policy", err))...); err != nil {
		return content, err
	}
	content.PolicySpec = policy.String(made)
	content.Inputs, err = s.inputs(read)
	return content, err
}

// inputs returns what is in the files that the scenario sends, and how they are read;
// nil when there are none.
func (s *sweepSource) inputs(read *scenario.Scenario) (json.RawMessage, error) {
	used := struct {
		Tickets    *fileHash  `json:"tickets,omitempty"`
		Columns    string     `json:"columns,omitempty"`
		Recordings []fileHash `json:"recordings,omitempty"`
		SkipBad    bool       `json:"skip_bad"`
		Fit        bool       `json:"fit"` // a horizon that nobody set is fitted to what is sent
	}{SkipBad: s.SkipBad, Fit: !read.IsSet("horizon")}
	if s.Tickets != nil {
		used.Tickets, used.Columns = &s.Tickets.fileHash, s.Columns
	}
	for _, wanted := range read.Recordings() {
		file := s.recording(placeOf(wanted, s.scenarioFile()))
		if file == nil {
			return nil, usageError{fmt.Errorf("--over: the file %s of recorded requests comes from several values together; want it in one", wanted.File)}
		}
		used.Recordings = append(used.Recordings, file.fileHash)
	}
	if used.Tickets == nil && used.Recordings == nil {
		return nil, nil
	}
	return json.Marshal(used)
}
