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
	"strings"

	"ratesim/claim"
	"ratesim/stats"
)

// A Standing is a figure as it once was, which must not get worse.
type Standing struct {
	Case
	Figure string // by its column's name, or as an assertion names it, such as p95(latency)
	stats.Sample
	Seeds []int64 // in ascending order; nil when the file does not say them
	Line  int     // of the file it was read from; 0 for none
}

// standingHeader are the columns of a file of Standings, and those of one as it was
// before standard errors and seeds were written: there seeds is how many there were.
var (
	standingHeader    = []string{"scenario", "load", "flow", "policy", "figure", "mean", "standard_error", "seeds"}
	standingHeaderOld = []string{"scenario", "load", "flow", "policy", "figure", "mean", "seeds"}
)

// Standings returns the figures that are better large or small, as they stand, in
// the order of a file.
func (s Samples) Standings() []Standing {
	var all []Standing
	for place, c := range s.Cases {
		seeds := s.sortedSeeds(place)
		for _, f := range s.Figures {
			sample := stats.SampleOf(s.Values(place, f.Name))
			if f.Better != 0 && !math.IsNaN(sample.Mean) && !math.IsInf(sample.Mean, 0) {
				all = append(all, Standing{Case: c, Figure: f.Name, Sample: sample, Seeds: seeds})
			}
		}
	}
	slices.SortFunc(all, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Load, b.Load), cmp.Compare(a.Flow, b.Flow),
			cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Figure, b.Figure))
	})
	return all
}

// sortedSeeds returns the seeds of a case in ascending order.
func (s Samples) sortedSeeds(place int) []int64 {
	seeds := s.seeds[place]
	if !slices.IsSorted(seeds) {
		seeds = slices.Sorted(slices.Values(seeds))
	}
	return seeds
}

// A SeedsForm is how seeds are written: 1..+50 for fifty from 1 on.
type SeedsForm struct {
	Format func([]int64) string
	Parse  func(string) ([]int64, error)
}

// WriteStandings writes figures as CSV, a line each.
func WriteStandings(w io.Writer, all []Standing, form SeedsForm) error {
	rows := [][]string{standingHeader}
	number := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	for _, s := range all {
		rows = append(rows, []string{s.Scenario, s.Load, s.Flow, s.Policy, s.Figure, number(s.Mean), number(s.Error), form.Format(s.Seeds)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// An Expected is what a file of Standings is read for: runs with such figures and cases,
// nil for those that are not known and may be any, and how seeds are written.
type Expected struct {
	Figures []Figure
	Cases   []Case
	Form    SeedsForm
}

// ReadStandings reads what WriteStandings wrote, lines in any order, or an earlier
// version of the program, and returns those that the expected runs can be held against.
// A mark of byte order, as spreadsheets write it, is passed over.
// The faults are all there are, each with its line.
func ReadStandings(data []byte, expected Expected) (all []Standing, faults []error) {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	header, err := in.Read()
	if err == io.EOF {
		return nil, []error{errors.New("line 1: want a header, have nothing")}
	}
	if err != nil {
		return nil, []error{csvError(err)}
	}
	r := standingsReader{Expected: expected, isOld: slices.Equal(header, standingHeaderOld)}
	if !r.isOld && !slices.Equal(header, standingHeader) {
		return nil, []error{fmt.Errorf("line 1: want the columns %q; have %q", standingHeader, header)}
	}
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
	Expected
	isOld   bool
	seeds   map[string][]int64 // by their text, which most lines have in common
	missing []Case             // those that no run is of, each told once
	all     []Standing
	faults  []error
}

// take takes a line, or notes what is wrong with it.
func (r *standingsReader) take(line int, cells []string) {
	before := len(r.faults)
	wrong := func(format string, args ...any) {
		r.faults = append(r.faults, fmt.Errorf("line %d: "+format, append([]any{line}, args...)...))
	}
	s := Standing{Case: Case{Scenario: cells[0], Load: cells[1], Flow: cells[2], Policy: cells[3]}, Figure: cells[4], Line: line}
	figure, err := s.figure(r.Figures)
	switch {
	case r.Figures == nil:
	case err != nil:
		wrong("%w", err)
	default:
		s.Figure = figure.Name
	}
	if s.Mean, err = standingNumber(cells[5], figure); err != nil {
		wrong("mean: %w", err)
	} else if err := figure.checkBound(claim.Bound{Number: s.Mean, Kind: claim.Plain}); err != nil {
		wrong("mean: %w", err)
	}
	for _, err := range r.takeSpread(&s, cells[6:], figure) {
		wrong("%w", err)
	}
	if r.Cases != nil && !slices.Contains(r.Cases, s.Case) && !slices.Contains(r.missing, s.Case) {
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

// takeSpread reads what the mean is of: how far it is sure, and which seeds.
func (r *standingsReader) takeSpread(s *Standing, cells []string, figure Figure) (faults []error) {
	var err error
	s.Error = math.NaN()
	if r.isOld {
		if s.Values, err = strconv.Atoi(cells[0]); err != nil || s.Values < 1 {
			return []error{fmt.Errorf("seeds: want a count of at least 1, have %q", cells[0])}
		}
		return nil
	}
	if cells[0] != "" {
		if s.Error, err = standingNumber(cells[0], figure); err == nil && s.Error < 0 {
			err = fmt.Errorf("want at least 0, have %q", cells[0])
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("standard_error: %w", err))
		}
	}
	if s.Seeds, err = r.parseSeeds(cells[1]); err != nil {
		faults = append(faults, fmt.Errorf("seeds: %w", err))
	}
	s.Values = len(s.Seeds)
	return faults
}

// parseSeeds reads seeds, those of many lines once.
func (r *standingsReader) parseSeeds(text string) ([]int64, error) {
	if seeds, ok := r.seeds[text]; ok {
		return seeds, nil
	}
	seeds, err := r.Form.Parse(text)
	if err == nil && len(seeds) == 0 {
		err = errors.New("want those of the mean, such as 1..+50; have none")
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(seeds)
	if r.seeds == nil {
		r.seeds = map[string][]int64{}
	}
	r.seeds[text] = seeds
	return seeds, nil
}

// standingNumber reads a number in the figure's unit, or with one, as assertions have:
// 2.3s, 95%.
func standingNumber(text string, figure Figure) (float64, error) {
	if number, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(number) && !math.IsInf(number, 0) {
		return number, nil
	}
	bound, err := claim.ParseBound(strings.TrimSpace(text))
	if err != nil || bound.Of != "" {
		return 0, fmt.Errorf("want a number, have %q", text)
	}
	return bound.Number, figure.checkKind(bound)
}

// figure returns the figure that stands, which must have a worse side.
func (s Standing) figure(figures []Figure) (Figure, error) {
	term, err := claim.ParseTerm(s.Figure)
	if err != nil || len(term.Where) > 0 {
		term = claim.Term{Figure: s.Figure}
	}
	figure, err := FindFigure(figures, term)
	if err == nil && figure.Better == 0 {
		err = fmt.Errorf("%s is better neither large nor small, so it cannot get worse; leave it out, and bound it with --assert", figure.Name)
	}
	return figure, err
}
