package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// A Reproduction is a figure that others published, and ours.
type Reproduction struct {
	Study, Case, Policy, What string

	Theirs   float64 // mean, as it was published
	Ours     float64 // mean of Runs
	Errors   float64 // ours less theirs, in standard errors of the difference
	Decimals int     // with which theirs was published
	Exact    bool    // it must be the same in each run
	Agrees   bool
	Runs     int64

	Undecided bool // nothing says by how much either may vary

	Figure   string // as package figure reads it
	Settings string
	Source   string
}

// verdict says whether the two agree.
func (r *Reproduction) verdict() string {
	switch {
	case r.Undecided:
		return "undecided"
	case !r.Agrees:
		return "differs"
	case r.Exact:
		return "exact"
	}
	return "agrees"
}

// errors returns the difference in standard errors; nil where it has no number.
func (r *Reproduction) errors() *float64 {
	if r.Exact || math.IsInf(r.Errors, 0) || math.IsNaN(r.Errors) {
		return nil
	}
	return &r.Errors
}

func (r *Reproduction) decimals(v float64) string {
	return strconv.FormatFloat(v, 'f', r.Decimals, 64)
}

// Reproductions are figures of one or more studies.
type Reproductions struct{ Rows []Reproduction }

// Differing returns how many do not agree.
func (s Reproductions) Differing() int { return s.count("differs") }

// count returns how many have a verdict.
func (s Reproductions) count(verdict string) (n int) {
	for i := range s.Rows {
		if s.Rows[i].verdict() == verdict {
			n++
		}
	}
	return n
}

// Write writes the figures in the given format.
func (s Reproductions) Write(w io.Writer, f Format, l Layout) error {
	columns := reproductionColumns()
	table := tableOf(columns, s.Rows)
	table.Notes = s.notes()
	document := struct {
		Version int            `json:"version"`
		Rows    []Reproduction `json:"rows"`
	}{Version, append([]Reproduction{}, s.Rows...)}
	return sheet[Reproduction]{columns: columns, records: s.Rows, table: table, document: document}.write(w, f, l)
}

func (s Reproductions) notes() []string {
	notes := []string{fmt.Sprintf("%d of %d figures agree; errors are the difference in standard errors", s.count("agrees")+s.count("exact"), len(s.Rows))}
	if n := s.count("undecided"); n > 0 {
		notes = append(notes, fmt.Sprintf("undecided: %d; our runs do not vary, and how theirs did was not published", n))
	}
	told := map[string]bool{}
	for _, r := range s.Rows {
		if !told[r.Study] {
			told[r.Study] = true
			notes = append(notes, fmt.Sprintf("%s: ours are means of %d runs; theirs are from", r.Study, r.Runs), r.Source)
		}
	}
	return notes
}

// MarshalJSON writes the figure as an object with a member a column.
func (r Reproduction) MarshalJSON() ([]byte, error) { return marshalRecord(reproductionColumns(), &r) }

func reproductionColumns() []column[Reproduction] {
	return []column[Reproduction]{
		{name: "study", field: func(r *Reproduction) any { return &r.Study },
			place: 1, shown: Column{Heading: "study", Drop: 1}},
		{name: "case", field: func(r *Reproduction) any { return &r.Case },
			place: 2, shown: Column{Heading: "case"}},
		{name: "policy", field: func(r *Reproduction) any { return &r.Policy },
			place: 3, shown: Column{Heading: "policy"}},
		{name: "what", field: func(r *Reproduction) any { return &r.What },
			place: 4, shown: Column{Heading: "what"}},
		{name: "theirs", field: func(r *Reproduction) any { return &r.Theirs },
			place: 5, shown: Column{Heading: "theirs", Right: true},
			text: func(r *Reproduction) string { return r.decimals(r.Theirs) }},
		{name: "ours", field: func(r *Reproduction) any { return &r.Ours },
			place: 6, shown: Column{Heading: "ours", Right: true},
			text: func(r *Reproduction) string { return r.decimals(r.Ours) }},
		{name: "errors", field: func(r *Reproduction) any { e := r.errors(); return &e },
			place: 7, shown: Column{Heading: "errors", Right: true},
			text: func(r *Reproduction) string { return decimals(r.errors(), 1) }},
		{name: "verdict", field: func(r *Reproduction) any { v := r.verdict(); return &v },
			place: 8, shown: Column{Heading: "verdict"}},
		{name: "runs", field: func(r *Reproduction) any { return &r.Runs }},
		{name: "figure", field: func(r *Reproduction) any { return &r.Figure }},
		{name: "settings", field: func(r *Reproduction) any { return &r.Settings }},
		{name: "source", field: func(r *Reproduction) any { return &r.Source }},
	}
}
