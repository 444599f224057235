package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ratesim/lines"
	"ratesim/recorded"
	"ratesim/scenario"
	"ratesim/workload"
)

// problemsShown bounds the bad rows of a file that are told one by one.
const problemsShown = 20

// A taping is a file of recorded requests to be read.
type taping struct {
	workload.Recording
	skipBad bool
}

// record reads a file of recorded requests and puts its rows on a tape, in a spool
// that the source removes.
func (s *source) record(ctx context.Context, e edge, t taping) (*recorded.Tape, error) {
	columns, err := recorded.ParseColumns(t.Columns)
	if err != nil {
		return nil, usage(err)
	}
	file, err := openInput(ctx, e, t.File)
	if err != nil {
		return nil, err
	}
	defer file.close()
	spool, err := e.temporary.create(os.TempDir(), 0o600)
	if err != nil {
		return nil, err
	}
	s.spools = append(s.spools, spool)
	told := 0
	tape, err := recorded.Record(file, recorded.RecordOptions{
		Options: recorded.Options{
			File: shownName(t.File), Format: t.Format, Columns: columns,
			Bad: func(p lines.Problem) {
				if told++; !t.skipBad && told <= problemsShown {
					tell(file.bar, "%v", p)
				}
			},
		},
		SkipBad: t.skipBad,
		Spool:   spool,
	})
	if told > problemsShown && !t.skipBad {
		tell(file.bar, "%s: and %d more", shownName(t.File), told-problemsShown)
	}
	var problem lines.Problem
	var rejected recorded.Rejected
	if errors.As(err, &problem) || errors.As(err, &rejected) {
		return nil, usage(err)
	}
	return tape, err
}

// handIn reads the files of recorded requests that the scenario names, each once.
// Those that its own file names are looked for beside that.
func (s *source) handIn(ctx context.Context, e edge, flags *sourceFlags, read *scenario.Scenario) error {
	tapes := map[workload.Recording]*recorded.Tape{}
	for _, wanted := range read.Recordings() {
		r := wanted.Recording
		r.File = placeOf(wanted, flags.file)
		if tapes[r] == nil {
			tape, err := s.record(ctx, e, taping{Recording: r, skipBad: flags.skipBad})
			if err != nil {
				return err
			}
			tapes[r] = tape
			tellTape(e.err, shownName(r.File), tape)
		}
		read.HandIn(wanted.Flow, tapes[r])
	}
	return nil
}

// placeOf returns the name of a file of recorded requests as it is from here, given that
// of the scenario's file.
func placeOf(wanted scenario.WantedRecording, file string) string {
	if wanted.FromFile && wanted.File != standard && !filepath.IsAbs(wanted.File) && file != standard {
		return filepath.Join(filepath.Dir(file), wanted.File)
	}
	return wanted.File
}

// tellTape says what the user should know of a file of recorded requests.
func tellTape(w io.Writer, name string, t *recorded.Tape) {
	clock := ""
	switch {
	case t.Dates && !t.Zoned:
		clock = "; dates without a time zone are taken as UTC"
	case t.Dates:
		clock = "; dates with a time zone"
	}
	tell(w, "%s: format %s, %s%s", name, t.Format, several(t.Rows, "row"), clock)
	if t.Bad > 0 {
		tell(w, "%s: %d of %d rows left out, which cannot be read", name, t.Bad, t.Bad+t.Rows)
	}
	if t.Unsorted > 0 {
		tell(w, "%s: %d of %d rows are earlier than the row above them; all are sent in order of time", name, t.Unsorted, t.Rows)
	}
	if len(t.Ignored) > 0 {
		tell(w, "%s: not used: %s", name, strings.Join(t.Ignored, ", "))
	}
}

// tellRecorded says what is sent of recorded requests, and what was assumed.
func tellRecorded(w io.Writer, m *scenario.Model) {
	flows := m.Recorded()
	for _, r := range flows {
		tell(w, "flow %s: %s", r.Flow, inWords(r))
		if len(r.Sizes) > 0 {
			tell(w, "flow %s: assumed the sizes that neither the file nor the scenario gives: %s", r.Flow, sizesInWords(r.Sizes))
		}
		if r.MaxOutput > 0 {
			tell(w, "flow %s: assumed that each request allows %d tokens of output, the smallest power of two that no answer exceeds", r.Flow, r.MaxOutput)
		}
		if sum := r.Summary; sum.Late > 0 {
			tell(w, "flow %s: %d of %d requests are due at the horizon of %v or later, and do not arrive", r.Flow, sum.Late, sum.Requests, r.Horizon)
		}
	}
	if len(flows) > 0 && flows[0].Assumed {
		tell(w, "assumed that the run ends at %v, five minutes after the last recorded request", flows[0].Horizon)
	}
}

func sizesInWords(sizes []scenario.AssumedSize) string {
	var text []string
	for _, size := range sizes {
		text = append(text, size.Field+" "+size.Spec)
	}
	return strings.Join(text, ", ")
}

// inWords returns what is sent of recorded requests.
func inWords(r scenario.RecordedFlow) string {
	sum := r.Summary
	parts := []string{fmt.Sprintf("%s in %v", several(sum.Requests, "request"), sum.Last.Round(time.Millisecond))}
	if r.Tape.Has.Input {
		parts = append(parts, fmt.Sprintf("input %d tokens", sum.Input))
	}
	if r.Tape.Has.Cached {
		parts = append(parts, fmt.Sprintf("%d of them cached", sum.Cached))
	}
	if r.Tape.Has.Output {
		parts = append(parts, fmt.Sprintf("output %d", sum.Output))
	}
	text := fmt.Sprintf("%s; busiest minute %s", strings.Join(parts, ", "), several(int(sum.MinuteRequests.Count), "request"))
	if r.Tape.Has.Input || r.Tape.Has.Output {
		text += fmt.Sprintf(", %d tokens", sum.MinuteTokens.Count)
	}
	if sum.GapVariation == 0 {
		return text
	}
	return fmt.Sprintf("%s; gaps vary by %.2f of their mean", text, sum.GapVariation)
}

// several returns a number of things in words.
func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// tellAccount says what was assumed of the API's side when nobody described it.
func tellAccount(w io.Writer, s *scenario.Scenario) {
	var limits []string
	for _, l := range s.BriefLimits() {
		limits = append(limits, fmt.Sprintf("%s: %s", l.Name, l.Value))
	}
	e := s.Open.Endpoint
	network := "no time on the network"
	if e.RoundTrip > 0 {
		network = fmt.Sprintf("%v on the network there and back", e.RoundTrip)
	}
	tell(w, "assumed the scenario %s: limits %s; latency %s, %s", s.Name, strings.Join(limits, ", "), e.Latency, network)
}
