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
	Tickets *ticketsInput `json:"tickets,omitempty"`
}

// A ticketsInput is a file of tickets, and how it is read.
type ticketsInput struct {
	Name    string `json:"name"`
	Columns string `json:"columns,omitempty"`
	SkipBad bool   `json:"skip_bad,omitempty"`
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

// checkTickets finds a file of tickets that is not the one that was planned with.
func (s *sweepSource) checkTickets(ctx context.Context, e edge) error {
	if s.Tickets == nil {
		return nil
	}
	have, err := hashFile(ctx, e, s.Tickets.Name)
	if err == nil && have != s.Tickets.fileHash {
		err = usageError{fmt.Errorf("%s: want the file that the sweep was planned with, SHA-256 %.12s…; have %.12s…", s.Tickets.Name, s.Tickets.SHA256, have.SHA256)}
	}
	return err
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
	var flags sourceFlags
	if t := s.Tickets; t != nil {
		flags = sourceFlags{tickets: t.Name, columns: t.Columns, skipBad: t.SkipBad}
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
	if t := s.Tickets; t != nil {
		// A horizon that nobody set is fitted to the tickets.
		content.Inputs, err = json.Marshal(struct {
			Tickets fileHash `json:"tickets"`
			Columns string   `json:"columns"`
			SkipBad bool     `json:"skip_bad"`
			Fit     bool     `json:"fit"`
		}{t.fileHash, t.Columns, t.SkipBad, !read.IsSet("horizon")})
	}
	return content, err
}
