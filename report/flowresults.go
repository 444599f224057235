package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// FlowResults are the rows of runs of continuous time and what they were run
// with.
type FlowResults struct {
	Version  int             `json:"version"`  // of the JSON form; Version when written
	Scenario json.RawMessage `json:"scenario"` // as resolved; nil when unknown
	Rows     []FlowRow       `json:"rows"`
	Notes    []string        `json:"notes"`                // what a reader should know, a sentence each
	Claims   []ClaimRow      `json:"assertions,omitempty"` // below the table
	Manifest json.RawMessage `json:"manifest,omitempty"`   // how it came about; nil for what nobody recorded

	Views []View `json:"-"` // that the table and Markdown consist of; nil for ViewResults
}

// Write writes the results in the given format. The table has columns for load
// and seed only when there are several, and one for costs only with a price.
func (r FlowResults) Write(w io.Writer, f Format, l Layout) error {
	r.Version = Version
	r.Rows = append([]FlowRow{}, r.Rows...) // never null in JSON
	r.Notes = append([]string{}, r.Notes...)
	if f == FormatTable || f == FormatMarkdown {
		return withClaims(r.Claims, r.writeViews)(w, f, l)
	}
	return sheet[FlowRow]{columns: flowColumnsOf(r.percents()), records: r.Rows, document: r}.write(w, f, l)
}

// percents returns the percentiles that the rows have.
func (r FlowResults) percents() []float64 {
	if len(r.Rows) == 0 || r.Rows[0].Percents == nil {
		return percents()
	}
	return r.Rows[0].Percents
}

// writeViews writes the views one below the other, and then the notes.
func (r FlowResults) writeViews(w io.Writer, f Format, l Layout) error {
	views := r.Views
	if views == nil {
		views = []View{ViewResults}
	}
	for i, v := range views {
		table := r.view(v, r.percents())
		if i == len(views)-1 {
			table = table.noted(r.Notes...)
		}
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := (sheet[FlowRow]{table: table}).write(w, f, l); err != nil {
			return err
		}
	}
	return nil
}

// isIdle reports that a column says nothing in the table.
func (r FlowResults) isIdle(name string) bool {
	several := func(of func(FlowRow) any) bool {
		return slices.ContainsFunc(r.Rows, func(row FlowRow) bool { return of(row) != of(r.Rows[0]) })
	}
	some := func(of func(FlowRow) int64) bool {
		return slices.ContainsFunc(r.Rows, func(row FlowRow) bool { return of(row) != 0 })
	}
	switch name {
	case "seed":
		return !several(func(row FlowRow) any { return row.Seed })
	case "flow":
		return !several(func(row FlowRow) any { return row.Flow })
	case "cost", "wasted_cost":
		return !slices.ContainsFunc(r.Rows, func(row FlowRow) bool { return row.Cost != nil })
	case "unfinished":
		return !some(func(row FlowRow) int64 { return row.Unfinished })
	case "other_failures":
		return !some(func(row FlowRow) int64 { return row.Failed + row.Timeouts + row.Partial })
	}
	return false
}

// refusalNotes say what the table has no room for: in the fewest words, for each
// row where there is something to say.
func (r FlowResults) refusalNotes() []string {
	var notes []string
	for _, row := range r.Rows {
		if row.RepeatedEffects > 0 {
			notes = append(notes, fmt.Sprintf("%s, %s: work that must be done once was done again %d times", row.Policy, row.Flow, row.RepeatedEffects))
		}
		if turned := row.Persons + row.Queued + row.Models; turned > 0 {
			notes = append(notes, fmt.Sprintf("%s, %s: fallbacks to a person %d, a queue %d, another model %d", row.Policy, row.Flow, row.Persons, row.Queued, row.Models))
		}
	}
	return notes
}

// MarshalJSON writes the row as an object with a member a column.
func (r FlowRow) MarshalJSON() ([]byte, error) {
	if r.Percents == nil {
		r.Percents = percents()
	}
	return marshalRecord(flowColumnsOf(r.Percents), &r)
}

// UnmarshalJSON reads what MarshalJSON writes, columns in any order, none
// missing and none besides. Which percentiles there are the columns say.
func (r *FlowRow) UnmarshalJSON(object []byte) error {
	of := percentsOf(object)
	row, err := unmarshalRecord(flowColumnsOf(of), object)
	if err != nil {
		return err
	}
	row.Percents = of
	*r = row
	return nil
}

// percentsOf returns the percentiles that the columns of an object name, in order.
func percentsOf(object []byte) []float64 {
	var values map[string]json.RawMessage
	if json.Unmarshal(object, &values) != nil {
		return nil // its reader says what is wrong
	}
	var percents []float64
	for name := range values {
		number, is := strings.CutPrefix(name, "latency_p")
		percent, err := strconv.ParseFloat(strings.TrimSuffix(number, "_ns"), 64)
		if is && err == nil {
			percents = append(percents, percent)
		}
	}
	slices.Sort(percents)
	return percents
}
