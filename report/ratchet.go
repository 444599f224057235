package report

import (
	"bytes"
	"cmp"
	"encoding/csv"
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

// ReadStandings reads what WriteStandings wrote, columns and lines in any order.
// Its errors name the line.
func ReadStandings(data []byte) ([]Standing, error) {
	in := csv.NewReader(bytes.NewReader(data))
	header, err := in.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("line 1: want a header, have nothing")
	}
	if err != nil {
		return nil, csvError(err)
	}
	if !slices.Equal(header, standingHeader) {
		return nil, fmt.Errorf("line 1: want the columns %q; have %q", standingHeader, header)
	}
	var all []Standing
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		line, _ := in.FieldPos(0)
		s := Standing{Case: Case{Scenario: cells[0], Load: cells[1], Flow: cells[2], Policy: cells[3]}, Figure: cells[4], Line: line}
		if s.Mean, err = strconv.ParseFloat(cells[5], 64); err != nil || math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0) {
			return nil, fmt.Errorf("line %d: mean: want a number, have %q", line, cells[5])
		}
		if s.Seeds, err = strconv.ParseInt(cells[6], 10, 64); err != nil || s.Seeds < 1 {
			return nil, fmt.Errorf("line %d: seeds: want a count of at least 1, have %q", line, cells[6])
		}
		all = append(all, s)
	}
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
		figure, err := FindFigure(s.Figures, claim.Term{Figure: was.Figure})
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
		row.Claim = fmt.Sprintf("%s %s %s, as before", figure.Name, op, figure.text(was.Mean))
		row.Scenario, row.Load, row.Flow, row.Policy = was.Scenario, was.Load, was.Flow, was.Policy
		rows = append(rows, row)
	}
	return rows, nil
}
