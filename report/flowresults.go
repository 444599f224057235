package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// FlowResults are the rows of runs of continuous time and what they were run
// with.
type FlowResults struct {
	Version  int             `json:"version"`  // of the JSON form; Version when written
	Scenario json.RawMessage `json:"scenario"` // as resolved; nil when unknown
	Rows     []FlowRow       `json:"rows"`
	Notes    []string        `json:"notes"` // what a reader should know, a sentence each
}

// Write writes the results in the given format. The table has columns for load
// and seed only when there are several, and one for costs only with a price.
func (r FlowResults) Write(w io.Writer, f Format, l Layout) error {
	r.Version = Version
	r.Rows = append([]FlowRow{}, r.Rows...) // never null in JSON
	r.Notes = append([]string{}, r.Notes...)
	columns := slices.DeleteFunc(flowColumns(), func(c column[FlowRow]) bool { return r.isIdle(c.name) })
	table := tableOf(columns, r.Rows)
	table.Notes = append(table.Notes, r.refusalNotes()...)
	table.Notes = append(table.Notes, r.Notes...)
	return sheet[FlowRow]{columns: flowColumns(), records: r.Rows, table: table, document: r}.write(w, f, l)
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
	case "failed":
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
func (r FlowRow) MarshalJSON() ([]byte, error) { return marshalRecord(flowColumns(), &r) }

// UnmarshalJSON reads what MarshalJSON writes, columns in any order, none
// missing and none besides.
func (r *FlowRow) UnmarshalJSON(object []byte) error {
	row, err := unmarshalRecord(flowColumns(), object)
	if err != nil {
		return err
	}
	*r = row
	return nil
}
