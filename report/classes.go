package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"ratesim/trace"
)

// A Class is the calls that ended in one way.
type Class struct {
	Name    string // a status of trace.Attempt
	Count   int64
	Tokens  int64  // input and output charged
	Outcome string // usable or discarded
}

// The outcomes of a class.
const (
	Usable    = "usable"    // the answer is whole
	Discarded = "discarded" // paid for, if at all, and of no use
)

// Classes are the calls of a run by how they ended.
type Classes struct {
	Version      int             `json:"version"`  // of the JSON form; Version when written
	Scenario     json.RawMessage `json:"scenario"` // as resolved; nil when unknown
	Rows         []Class         `json:"rows"`
	Tokens       int64           `json:"tokens"`        // of all classes
	WastedTokens int64           `json:"wasted_tokens"` // of the discarded ones
	WastedShare  *float64        `json:"wasted_share"`  // of Tokens; nil when there are none
}

// NewClasses returns the lesson's classes, ok, timeout and partial_output, with
// no calls in them.
func NewClasses() *Classes {
	return &Classes{Version: Version, Rows: []Class{
		{Name: trace.StatusOK, Outcome: Usable},
		{Name: trace.StatusTimeout, Outcome: Discarded},
		{Name: trace.StatusPartialOutput, Outcome: Discarded},
	}}
}

// Add counts a call. One of another status makes a further class.
func (c *Classes) Add(call trace.Attempt) {
	i := slices.IndexFunc(c.Rows, func(class Class) bool { return class.Name == call.Status })
	if i < 0 {
		i = len(c.Rows)
		c.Rows = append(c.Rows, Class{Name: call.Status, Outcome: Discarded})
	}
	tokens := call.InputTokens + call.OutputTokens
	c.Rows[i].Count++
	c.Rows[i].Tokens += tokens
	c.Tokens += tokens
	if c.Rows[i].Outcome == Discarded {
		c.WastedTokens += tokens
	}
	c.WastedShare = ratio{c.WastedTokens, c.Tokens}.share()
}

// Write writes the classes in the given format. Table and Markdown have the
// totals in a line below, JSON has them beside the rows; CSV and NDJSON have
// the rows only.
func (c Classes) Write(w io.Writer, f Format, l Layout) error {
	columns := classColumns()
	table := tableOf(columns, c.Rows)
	table.Notes = []string{fmt.Sprintf("total tokens %d, wasted tokens %d, wasted share %s",
		c.Tokens, c.WastedTokens, shareText(c.WastedShare))}
	return sheet[Class]{columns: columns, records: c.Rows, table: table, document: c}.write(w, f, l)
}

// MarshalJSON writes the class as an object with a member a column.
func (c Class) MarshalJSON() ([]byte, error) { return marshalRecord(classColumns(), &c) }

func classColumns() []column[Class] {
	return []column[Class]{
		{name: "class", field: func(c *Class) any { return &c.Name },
			place: 1, shown: Column{Heading: "class", Width: 14}},
		{name: "count", field: func(c *Class) any { return &c.Count },
			place: 2, shown: Column{Heading: "count", Right: true, Width: 5, Tight: true}},
		{name: "tokens", field: func(c *Class) any { return &c.Tokens },
			place: 3, shown: Column{Heading: "tokens", Right: true, Width: 8}},
		{name: "outcome", field: func(c *Class) any { return &c.Outcome },
			place: 4, shown: Column{Heading: "outcome", Drop: 1}},
	}
}
