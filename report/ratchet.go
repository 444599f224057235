package report

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"ratesim/claim"
	"ratesim/stats"
)

// A Standing is a figure as it once was, which must not get worse.
type Standing struct {
	Case
	Figure string
	Mean   float64
	Seeds  int64
	Line   int // of the file it was read from; 0 for none
}

// standingHeader are the columns of a file of Standings.
var standingHeader = []string{"scenario", "load", "flow", "policy", "figure", "mean", "seeds"}

// Standings returns the figures that are better large or small, as they stand, in
// the order of a file.
func (s Samples) Standings() []Standing {
	var all []Standing
	for place, c := range s.Cases {
		for _, f := range s.Figures {
			values := s.Values(place, f.Name)
			mean := stats.Mean(values)
			if f.Better != 0 && !math.IsNaN(mean) && !math.IsInf(mean, 0) {
				all = append(all, Standing{Case: c, Figure: f.Name, Mean: mean, Seeds: int64(len(values))})
			}
		}
	}
	slices.SortFunc(all, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Load, b.Load), cmp.Compare(a.Flow, b.Flow),
			cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Figure, b.Figure))
	})
	return all
}

// WriteStandings writes figures as CSV, a line each.
func WriteStandings(w io.Writer, all []Standing) error {
	rows := [][]string{standingHeader}
	for _, s := range all {
		rows = append(rows, []string{s.Scenario, s.Load, s.Flow, s.Policy, s.Figure, strconv.FormatFloat(s.Mean, 'g', -1, 64), strconv.FormatInt(s.Seeds, 10)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// ReadStandings reads what WriteStandings wrote, lines in any order, and returns those
// that runs with such figures and cases can be held against; nil figures or cases are
// not known, and take any. The faults are all there are, each with its line.
func ReadStandings(data []byte, figures []Figure, cases []Case) (all []Standing, faults []error) {
	in := csv.NewReader(bytes.NewReader(data))
	header, err := in.Read()
	if err == io.EOF {
		return nil, []error{errors.New("line 1: want a header, have nothing")}
	}
	if err != nil {
		return nil, []error{csvError(err)}
	}
	if !slices.Equal(header, standingHeader) {
		return nil, []error{fmt.Errorf("line 1: want the columns %q; have %q", standingHeader, header)}
	}
	r := standingsReader{figures: figures, cases: cases}
	for {
		cells, err := in.Read()
		switch {
		case err == io.EOF:
			return r.all, r.faults
		case errors.Is(err, csv.ErrFieldCount): // the next line may be whole
			r.faults = append(r.faults, csvError(err))
		case err != nil:
			return r.all, append(r.faults, csvError(err))
		default:
			line, _ := in.FieldPos(0)
			r.take(line, cells)
		}
	}
}

// A standingsReader takes the lines of a file.
type standingsReader struct {
	figures []Figure // nil when not known, as are the cases
	cases   []Case
	missing []Case // those that no run is of, each told once
	all     []Standing
	faults  []error
}

// take takes a line, or notes what is wrong with it.
func (r *standingsReader) take(line int, cells []string) {
	wrong := func(format string, args ...any) {
		r.faults = append(r.faults, fmt.Errorf("line %d: "+format, append([]any{line}, args...)...))
	}
	s := Standing{Case: Case{Scenario: cells[0], Load: cells[1], Flow: cells[2], Policy: cells[3]}, Figure: cells[4], Line: line}
	before := len(r.faults)
	var err error
	if s.Mean, err = strconv.ParseFloat(cells[5], 64); err != nil || math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0) {
		wrong("mean: want a number, have %q", cells[5])
	}
	if s.Seeds, err = strconv.ParseInt(cells[6], 10, 64); err != nil || s.Seeds < 1 {
		wrong("seeds: want a count of at least 1, have %q", cells[6])
	}
	if r.figures != nil {
		if _, err := s.figure(r.figures); err != nil {
			wrong("%w", err)
		}
	}
	if r.cases != nil && !slices.Contains(r.cases, s.Case) && !slices.Contains(r.missing, s.Case) {
		r.missing = append(r.missing, s.Case)
		wrong("no run of %s is made; --update-baseline writes those that are", s.Case)
	}
	same := func(was Standing) bool { return was.Case == s.Case && was.Figure == s.Figure }
	if i := slices.IndexFunc(r.all, same); i >= 0 {
		wrong("%s of %s: want it once; line %d has it, too", s.Figure, s.Case, r.all[i].Line)
	}
	if len(r.faults) == before {
		r.all = append(r.all, s)
	}
}

// figure returns the figure that stands, which must have a worse side.
func (s Standing) figure(figures []Figure) (Figure, error) {
	figure, err := FindFigure(figures, claim.Term{Figure: s.Figure})
	if err == nil && figure.Better == 0 {
		err = fmt.Errorf("%s is better neither large nor small, so it cannot get worse; leave it out, and bound it with --assert", figure.Name)
	}
	return figure, err
}

// Unchecked returns the cases that standings say nothing of, so that Ratchet passes over
// them. That some figures of a case are left out may be meant so.
func (s Samples) Unchecked(standings []Standing) []Case {
	is := func(c Case) bool {
		return !slices.ContainsFunc(standings, func(was Standing) bool { return was.Case == c })
	}
	var cases []Case
	for _, now := range s.Standings() {
		if is(now.Case) && !slices.Contains(cases, now.Case) {
			cases = append(cases, now.Case)
		}
	}
	return cases
}

// Ratchet holds the samples against figures as they once were, and returns a row
// for each that is worse: fail where the interval of the mean lies on the worse
// side, else inconclusive.
func (s Samples) Ratchet(standings []Standing) ([]ClaimRow, error) {
	var rows []ClaimRow
	var bootstrap stats.Bootstrap
	for _, was := range standings {
		place := slices.Index(s.Cases, was.Case)
		if place < 0 {
			return nil, fmt.Errorf("line %d: no run of %s is made; --update-baseline writes those that are", was.Line, was.Case)
		}
		figure, err := was.figure(s.Figures)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", was.Line, err)
		}
		op := claim.Op(">=")
		if figure.Better < 0 {
			op = "<="
		}
		values := s.Values(place, figure.Name)
		if mean := stats.Mean(values); op.Decide(mean, mean, was.Mean) == claim.Pass {
			continue
		}
		c := claim.Claim{Op: op, Bound: claim.Bound{Number: was.Mean, Kind: claim.Plain}}
		row := deciding{claim: c, figure: figure, values: values, bases: values}.row(&bootstrap)
		row.Claim = fmt.Sprintf("%s %s %s, as before", Axis{Figure: figure}.Typed(), op, figure.text(was.Mean))
		row.Scenario, row.Load, row.Flow, row.Policy = was.Scenario, was.Load, was.Flow, was.Policy
		rows = append(rows, row)
	}
	return rows, nil
}
